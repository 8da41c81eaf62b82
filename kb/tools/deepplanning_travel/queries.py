"""Queries of the travel domain's tools: what is allowed, and what models are told of it."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]


class Query(BaseModel):
    """Arguments that are checked; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Rides(Query):
    """A look-up in a timetable."""

    origin: Text = Field(description="City of departure.")
    destination: Text = Field(description="City of arrival.")
    dep_date: Text = Field(description="Date of departure, YYYY-MM-DD.")
    seat_class: Text | None = Field(default=None, description="Only this class of seats.")


class QueryTrainInfo(Rides):
    """Find the trains from one city to another on a date."""


class QueryFlightInfo(Rides):
    """Find the flights from one city to another on a date."""


class QueryHotelInfo(Query):
    """Find the hotels of the destination."""

    star: Text | None = Field(default=None, description="Only this star level, such as 4.")
    brand: Text | None = Field(default=None, description="Only this brand.")


class RecommendAttractions(Query):
    """Find the attractions of the destination."""

    kind: Text | None = Field(default=None, description="Only this type.")


class Named(Query):
    """A look-up by name."""

    name: Text = Field(description="The name, as it is listed.")


class QueryAttractionDetails(Named):
    """Find hours, lengths and ticket price of an attraction."""


class RecommendRestaurants(Query):
    """Find the restaurants near an attraction."""

    latitude: Text = Field(description="Latitude of the attraction, as search_location writes it.")
    longitude: Text = Field(description="Longitude of the attraction, as search_location writes it.")


class QueryRestaurantDetails(Named):
    """Find hours and price of a restaurant."""


class SearchLocation(Named):
    """Find the coordinates of a place."""


class QueryRoadRouteInfo(Query):
    """Find metres, minutes and cost of the road between two places."""

    origin: Text = Field(description='Coordinates of the start, "lat,lon".')
    destination: Text = Field(description='Coordinates of the end, "lat,lon".')


class SubmitPlan(Query):
    """Hand in the plan, or say why there is none; the run is over after it."""

    plan: dict[str, Any] | None = Field(default=None, description="The plan in the scored form.")
    refusal_reason: Annotated[str, Field(max_length=20_000)] = Field(
        default="", description="Why there is no plan."
    )
