"""Queries and answers of the profile ``v1``: what is allowed, with its limits, and what comes back."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from planassay.kb.tools.trek.runs import read_plan_text

T = TypeVar("T")

Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Words = Annotated[str, Field(min_length=1, max_length=500, pattern=r"\S")]
Amount = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Clock = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Order = Literal["asc", "desc"]


class Query(BaseModel):
    """Arguments that are checked; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PagedQuery(Query):
    """A search that is answered page by page."""

    sort_order: Order = Field(default="asc", description="Direction of sort_by.")
    limit: int = Field(default=20, ge=1, le=100, description="Most rows of a page; each page is a call.")
    cursor: Annotated[str, Field(max_length=200)] | None = Field(
        default=None, description="next_cursor of the page before, with the same search."
    )


class SearchFlights(PagedQuery):
    """Find direct flights from one city to another, page by page; there are no connections."""

    departure_city: Name = Field(description="City of departure.")
    arrival_city: Name = Field(description="City of arrival.")
    max_price: Amount | None = Field(default=None, description="Highest fare per seat, in USD.")
    min_price: Amount | None = Field(default=None, description="Lowest fare per seat, in USD.")
    sort_by: Literal["price", "departure_time", "arrival_time"] | None = Field(
        default=None, description="What to order by; table order if not given."
    )


class OfferQuery(PagedQuery):
    """A search in one city."""

    city: Name = Field(description="The city.")
    sort_by: str | None = None


class SearchHotels(OfferQuery):
    """Find hotels of a city, page by page."""

    name: Name | None = Field(default=None, description="Part of the name, literally; the exact name first.")
    max_price: Amount | None = Field(default=None, description="Highest price per room and night, in USD.")
    min_price: Amount | None = Field(default=None, description="Lowest price per room and night, in USD.")
    min_rating: Amount | None = Field(default=None, description="Least guest rating, 0 to 10.")
    max_rating: Amount | None = Field(default=None, description="Highest guest rating.")
    min_star: Amount | None = Field(default=None, description="Least stars, 1 to 5 in halves.")
    max_star: Amount | None = Field(default=None, description="Most stars.")
    min_rate_of_restaurant: Amount | None = Field(
        default=None, description="Least restaurant rating, 1 to 5."
    )
    amenity: Words | None = Field(
        default=None, description="Amenities in words; ranks hotels by score unless sort_by is given."
    )
    sort_by: Literal["price", "rating", "star"] | None = Field(default=None, description="What to order by.")


class SearchAttractions(OfferQuery):
    """Find places to visit in a city, page by page."""

    attraction_name: Name | None = Field(
        default=None, description="Part of the name, literally; the exact name first."
    )
    open_at: Clock | None = Field(default=None, description="A clock HH:MM at which it is open.")
    max_ticket_price: Amount | None = Field(default=None, description="Highest price of a ticket, in USD.")
    min_ticket_price: Amount | None = Field(default=None, description="Lowest price of a ticket, in USD.")
    max_duration_of_visit: Amount | None = Field(default=None, description="Longest visit, in hours.")
    min_duration_of_visit: Amount | None = Field(default=None, description="Shortest visit, in hours.")
    min_rate_of_restaurant: Amount | None = Field(
        default=None, description="Least restaurant rating, 0 to 5."
    )
    max_rate_of_restaurant: Amount | None = Field(default=None, description="Highest restaurant rating.")
    facility: Words | None = Field(
        default=None, description="Facilities in words; ranks places by score unless sort_by is given."
    )
    sort_by: Literal["price", "rating", "duration_of_visit"] | None = Field(
        default=None, description="What to order by."
    )


class SearchCars(OfferQuery):
    """Find rental cars of a city, page by page."""

    car_type: Name | None = Field(
        default=None, description="Part of the type, literally; the exact one first."
    )
    min_capacity: Annotated[int, Field(ge=0, le=1000)] | None = Field(
        default=None, description="Least seats."
    )
    max_capacity: Annotated[int, Field(ge=0, le=1000)] | None = Field(default=None, description="Most seats.")
    max_price_per_day: Amount | None = Field(default=None, description="Highest price per day, in USD.")
    min_price_per_day: Amount | None = Field(default=None, description="Lowest price per day, in USD.")
    extra_service: Words | None = Field(
        default=None, description="Services in words; ranks cars by score unless sort_by is given."
    )
    sort_by: Literal["price", "capacity"] | None = Field(default=None, description="What to order by.")


_Kind = Literal["attraction", "hotel", "flight", "airport"]
_Latitude = Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)]
_Longitude = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]
_END = "Name of a place or hotel (its city is needed too), or a flight number, an airport or its code."


class ComputeTravelTime(Query):
    """Return distance and least time between two places; coordinates of a search result always work. Free."""

    from_name: Name | None = Field(default=None, description=_END)
    from_city: Name | None = Field(default=None, description="City of the first place.")
    from_type: _Kind = Field(default="attraction", description="What the first place is.")
    from_latitude: _Latitude | None = Field(default=None, description="Or its latitude, in degrees.")
    from_longitude: _Longitude | None = Field(default=None, description="And its longitude.")
    to_name: Name | None = Field(default=None, description=_END)
    to_city: Name | None = Field(default=None, description="City of the second place.")
    to_type: _Kind = Field(default="attraction", description="What the second place is.")
    to_latitude: _Latitude | None = Field(default=None, description="Or its latitude, in degrees.")
    to_longitude: _Longitude | None = Field(default=None, description="And its longitude.")


class WriteNote(Query):
    """Write something down for later. Free of charge."""

    text: str = Field(max_length=20_000, description="The note.")


class SubmitPlan(Query):
    """
    Hand in the answer; this ends the session.

    plan is keyed day1, day2 and so on. A day has current_city ("A", or "A to B" on a day of travel), flights
    (flight_number, departure_city, arrival_city, departure_time, arrival_time, price), attractions (name,
    city, visit_start, visit_end), hotel (name, city, price_per_night, check_in) and car (car_type, city,
    price_per_day). Every time is HH:MM. If there is no plan, set is_feasible to false, leave plan empty and
    say in refusal_reason which demand cannot be met.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    is_feasible: bool = Field(description="Whether there is a plan.")
    refusal_reason: Annotated[str, Field(max_length=20_000)] = Field(
        default="", description="Why there is none."
    )
    plan: Annotated[dict[str, Any], BeforeValidator(read_plan_text)] = Field(
        default_factory=dict, description="The days of the trip."
    )


# ------------------------------------------------------------------------------------------------- answers


class Page(BaseModel, Generic[T]):
    """A page of rows."""

    items: list[T]
    next_cursor: str | None = Field(description="What to ask the next page with; null on the last one.")
    total: int = Field(description="How many rows there are on all pages.")


class FlightRow(BaseModel):
    """A direct flight of every day; clocks are local."""

    flight_id: int | str
    departure_city: str
    arrival_city: str
    departure_airport_name: str
    arrival_airport_name: str
    departure_time: str
    arrival_time: str
    flight_number: str
    price: float
    departure_airport_latitude: float
    departure_airport_longitude: float
    arrival_airport_latitude: float
    arrival_airport_longitude: float


class _Scored(BaseModel):
    score: float | None = Field(
        default=None, description="How near the row is to the words asked for; only where words were."
    )


class HotelRow(_Scored):
    """A hotel."""

    hotel_id: int | str
    city_name: str
    name: str
    address: str
    price: float
    star: float
    rating: float
    rate_of_restaurant: int | None
    longitude: float
    latitude: float
    about: str
    amenities: list[str]


class AttractionRow(_Scored):
    """A place to visit."""

    attraction_id: int | str
    city_name: str
    attraction_name: str
    address: str
    longitude: float
    latitude: float
    open_hours: str | None
    ticket_price: float
    overview: str
    facilities: list[str]
    type: str
    duration_of_visit: str | None
    rate_of_restaurant: float | None


class CarRow(_Scored):
    """The offer of a rental car."""

    car_id: int | str
    city_name: str
    price_per_day: float
    pickup_location: str
    car_type: str
    capacity: int | None
    extra_services: list[str]


class FlightPage(Page[FlightRow]):
    """Flights."""


class HotelPage(Page[HotelRow]):
    """Hotels."""


class AttractionPage(Page[AttractionRow]):
    """Places to visit."""


class CarPage(Page[CarRow]):
    """Rental cars."""


class Journey(BaseModel):
    """The way between two places."""

    distance_km: float
    min_travel_minutes: int
    mode: Literal["ground", "flight"]


class Noted(BaseModel):
    """How many notes there are."""

    ok: bool
    notes_total: int


class Submitted(BaseModel):
    """The answer was taken."""

    accepted: bool
