"""Queries of TravelPlanner's look-ups: what is allowed, and what models are told of it."""

import datetime
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]


class Query(BaseModel):
    """Arguments that are checked; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _day(value: object) -> object:
    """Return what is written as a date; pydantic takes numbers and moments for dates, too."""
    if isinstance(value, datetime.date) or (
        isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value)
    ):
        return value
    raise ValueError("must be a date YYYY-MM-DD")


class FlightSearch(Query):
    """Find the flights from one city to another on a date."""

    departure_city: Name = Field(description="City of departure.")
    destination_city: Name = Field(description="City of arrival.")
    date: Annotated[datetime.date, BeforeValidator(_day)] = Field(
        description="Date of departure, YYYY-MM-DD."
    )


class GoogleDistanceMatrix(Query):
    """Find distance, driving time and cost of the road from one city to another."""

    origin: Name = Field(description="City of departure.")
    destination: Name = Field(description="City of arrival.")
    mode: Literal["self-driving", "taxi"] = Field(description="How the road is travelled.")


class CityQuery(Query):
    """A look-up in one city."""

    city: Name = Field(description="The city.")


class AccommodationSearch(CityQuery):
    """Find the rooms to let in a city."""


class RestaurantSearch(CityQuery):
    """Find the restaurants of a city."""


class AttractionSearch(CityQuery):
    """Find the sights of a city."""


class CitySearch(Query):
    """Find the cities of a state."""

    state: Name = Field(description="The state.")


class NotebookWrite(Query):
    """Keep a note; it costs no call."""

    text: Annotated[str, Field(max_length=20_000)] = Field(description="What to keep.")


class SubmitPlan(Query):
    """Hand in the plan, or say why there is none; the run is over after it."""

    plan: list[dict[str, Any]] | None = Field(
        default=None, max_length=60, description="The days of the trip in the official form; none: no plan."
    )
    refusal_reason: Annotated[str, Field(max_length=20_000)] = Field(
        default="", description="Why there is no plan."
    )
