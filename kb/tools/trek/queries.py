"""
Queries: what the published tools and routes of TREK take, as they are told to models and to clients.

The function tools offer fewer parameters than the routes know; what else an agent sends is passed on. Nothing
here is enforced: the published service judges arguments itself, see ``published``.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_CITY = "One city, or several separated by commas: one call for each is made and billed."
_NAME = "Look one up by name; use this whenever the request names it, because a search shows only top_k rows."
_TOP_K = "How many rows to show; 20 if not given."


class Tolerant(BaseModel):
    """Arguments that are described and not checked."""

    model_config = ConfigDict(extra="allow")


class SearchFlights(Tolerant):
    """Find direct flights of a leg; a round trip also lists the way back, and costs two calls."""

    departure_city: str = Field(description="City of departure.")
    arrival_city: str = Field(description="City of arrival.")
    trip_type: Literal["one_way", "round_trip"] = Field(description="Whether the way back is wanted too.")
    max_price: float | None = Field(default=None, description="Highest fare per seat, in USD.")
    sort_by: Literal["price", "departure_time"] | None = Field(
        default=None, description="What to order by, rising."
    )
    top_k: int | None = Field(default=None, description=_TOP_K)


class SearchHotels(Tolerant):
    """Find hotels of a city."""

    city: str = Field(description=_CITY)
    name: str | None = Field(default=None, description=_NAME)
    max_price: float | None = Field(default=None, description="Highest price per room and night, in USD.")
    min_star: int | None = Field(default=None, description="Least number of stars.")
    amenity: str | None = Field(
        default=None, description="Amenities wanted, in words; the nearest hotels come first."
    )
    sort_by: Literal["price", "rating", "star"] | None = Field(
        default=None, description="What to order by, rising."
    )
    top_k: int | None = Field(default=None, description=_TOP_K)


class SearchAttractions(Tolerant):
    """Find places to visit in a city."""

    city: str = Field(description=_CITY)
    attraction_name: str | None = Field(default=None, description=_NAME)
    max_ticket_price: float | None = Field(default=None, description="Highest price of a ticket, in USD.")
    facility: str | None = Field(
        default=None, description="Facilities wanted, in words; the nearest places come first."
    )
    sort_by: Literal["price", "rating", "duration_of_visit"] | None = Field(
        default=None, description="What to order by, rising."
    )
    top_k: int | None = Field(default=None, description=_TOP_K)


class SearchCars(Tolerant):
    """Find rental cars of a city."""

    city: str = Field(description=_CITY)
    min_capacity: int | None = Field(default=None, description="Least number of seats.")
    max_price_per_day: float | None = Field(default=None, description="Highest price per day, in USD.")
    car_type: str | None = Field(default=None, description=_NAME)
    extra_service: str | None = Field(
        default=None, description="Services wanted, in words; the nearest cars come first."
    )
    top_k: int | None = Field(default=None, description=_TOP_K)


_Kind = Literal["attraction", "hotel", "flight"]
_END = "Name of a place or hotel (its city is needed too), or a flight number, an airport or its code."


class ComputeTravelTime(Tolerant):
    """Return the least time between two places. Free of charge."""

    from_name: str | None = Field(default=None, description=_END)
    from_city: str | None = Field(default=None, description="City of the first place.")
    from_type: _Kind | None = Field(default=None, description="What the first place is.")
    from_latitude: float | None = Field(default=None, description="Or its latitude, in degrees.")
    from_longitude: float | None = Field(default=None, description="And its longitude.")
    to_name: str | None = Field(default=None, description=_END)
    to_city: str | None = Field(default=None, description="City of the second place.")
    to_type: _Kind | None = Field(default=None, description="What the second place is.")
    to_latitude: float | None = Field(default=None, description="Or its latitude, in degrees.")
    to_longitude: float | None = Field(default=None, description="And its longitude.")


class WriteNote(Tolerant):
    """Write something down for later. Free of charge."""

    text: str = Field(description="The note.")


class SubmitPlan(Tolerant):
    """
    Hand in the answer; this ends the run.

    plan is keyed day1, day2 and so on. A day has current_city ("A", or "A to B" on a day of travel), flights
    (flight_number, departure_city, arrival_city, departure_time, arrival_time, price), attractions (name,
    city, visit_start, visit_end), hotel (name, city, price_per_night, check_in) and car (car_type, capacity,
    price_per_day, city). Every time is HH:MM; check_in has no word for a day in it. If there is no plan, set
    is_feasible to false, leave plan empty and say in refusal_reason which demand cannot be met.
    """

    is_feasible: bool = Field(description="Whether there is a plan.")
    refusal_reason: str | None = Field(default=None, description="Why there is none.")
    plan: dict[str, Any] = Field(description="The days of the trip.")


# What the routes take; every value is text there.


Named = Annotated[str, Field(min_length=1)]
City = Annotated[str, Field(pattern=r"\S")]


class FlightsRoute(BaseModel):
    """Direct flights of a leg; a round trip also lists the way back."""

    departure_city: Named
    arrival_city: Named
    trip_type: Named = Field(description="one_way or round_trip.")
    max_price: str | None = None
    price: str | None = None
    min_price: str | None = None
    sort_by: str | None = None
    sort_order: str | None = None
    top_k: str | None = None


class _CityRoute(BaseModel):
    city: City
    sort_by: str | None = None
    sort_order: str | None = None
    top_k: str | None = None


class HotelsRoute(_CityRoute):
    """Hotels of a city."""

    name: str | None = None
    max_price: str | None = None
    price: str | None = None
    min_price: str | None = None
    min_rating: str | None = None
    rating: str | None = None
    max_rating: str | None = None
    min_star: str | None = None
    star: str | None = None
    max_star: str | None = None
    min_rate_of_restaurant: str | None = None
    rate_of_restaurant: str | None = None
    amenity: str | None = None


class AttractionsRoute(_CityRoute):
    """Places to visit in a city."""

    attraction_name: str | None = None
    open_hours: str | None = None
    max_ticket_price: str | None = None
    ticket_price: str | None = None
    min_ticket_price: str | None = None
    max_duration_of_visit: str | None = None
    duration_of_visit: str | None = None
    min_duration_of_visit: str | None = None
    min_rate_of_restaurant: str | None = None
    rate_of_restaurant: str | None = None
    max_rate_of_restaurant: str | None = None
    facility: str | None = None


class CarsRoute(_CityRoute):
    """Rental cars of a city."""

    car_type: str | None = None
    min_capacity: str | None = None
    capacity: str | None = None
    max_capacity: str | None = None
    max_price_per_day: str | None = None
    price_per_day: str | None = None
    min_price_per_day: str | None = None
    extra_service: str | None = None


class TravelTimeRoute(BaseModel):
    """The least time between two places."""

    from_name: str | None = None
    from_city: str | None = None
    from_type: str | None = None
    from_latitude: str | None = None
    from_longitude: str | None = None
    to_name: str | None = None
    to_city: str | None = None
    to_type: str | None = None
    to_latitude: str | None = None
    to_longitude: str | None = None
