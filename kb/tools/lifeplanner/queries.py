"""Queries of LifePlanner's tools: what is allowed, and what models are told of it."""

import datetime
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from planassay.kb.roads import Mode, Vehicle

Text = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Words = Annotated[list[Text], Field(max_length=20)]
Rating = Annotated[float, Field(ge=1, le=5, allow_inf_nan=False)]
Yuan = Annotated[float, Field(ge=0, le=10_000_000, allow_inf_nan=False)]
WayId = Annotated[int, Field(ge=0, le=2**53)]
MAX_RADIUS_M = 50_000


def _day(value: object) -> object:
    """Return what is written as a date; pydantic takes numbers and moments for dates, too."""
    if value is None or isinstance(value, datetime.date):
        return value
    if isinstance(value, str) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return value
    raise ValueError("must be a date YYYY-MM-DD")


Day = Annotated[datetime.date | None, BeforeValidator(_day)]


class Query(BaseModel):
    """Arguments that are checked; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Bounds(Query):
    """What places must be like, but for their types."""

    min_rating: Rating | None = Field(default=None, description="Least rating, 1 to 5.")
    max_rating: Rating | None = Field(default=None, description="Highest rating, 1 to 5.")
    min_cost: Yuan | None = Field(default=None, description="Least cost per head, CNY.")
    max_cost: Yuan | None = Field(default=None, description="Highest cost per head, CNY.")
    geo_tag: Words = Field(default=[], description="Keywords, any of which is in a tag or in the name.")

    @property
    def types(self) -> tuple[str, ...]:
        """The types that are asked for, any of which will do."""
        return ()


class Filters(Bounds):
    """What places must be like."""

    place_types: Words = Field(
        default=[], description="Types, or whole paths of types such as Food|Cafe; any."
    )

    @property
    def types(self) -> tuple[str, ...]:
        """The types that are asked for, any of which will do."""
        return tuple(self.place_types)


class PlaceSearch(Filters):
    """Find places by name or alias, in part or whole, in the local language; whole names come first."""

    query_name: Text = Field(description="The name or a part of it.")


class PlaceDetail(Query):
    """Show all that the map has of a place, opening hours and address too."""

    place_id: Text = Field(description="Identifier of the place.")


class RouteCenter(Query):
    """A route, as the centre of a search."""

    start: Text = Field(description="Identifier of the place where it starts.")
    end: Text = Field(description="Identifier of the place where it ends.")
    vehicle: Vehicle = Field(default=Vehicle.DRIVING, description="How it is travelled, in least time.")


class NearbySearch(Filters):
    """Find places around a place, or along the quickest route between two; the places themselves left out."""

    center: Text | RouteCenter = Field(description="Identifier of a place, or a route: start, end, vehicle.")
    radius_meters: Annotated[float, Field(gt=0, le=MAX_RADIUS_M, allow_inf_nan=False)] = Field(
        default=100, description="Straight-line distance, in metres."
    )


class Routing(Query):
    """Find the best route between two places: distance, time, ways, geometry, turns."""

    start_place_id: Text = Field(description="Identifier of the place where it starts.")
    end_place_id: Text = Field(description="Identifier of the place where it ends.")
    avoid_way_ids: Annotated[list[WayId], Field(max_length=1000)] = Field(
        default=[], description="Ways not to be used in either direction."
    )
    mode: Mode = Field(default=Mode.TIME, description="Whether time or distance is to be least.")
    vehicle: Vehicle = Field(default=Vehicle.DRIVING, description="How it is travelled.")


class SearchNotes(Query):
    """Find notes in which any of the keywords stands; their full text is in note_detail."""

    keywords: Words = Field(description="Words, any of which is in title, text or comments.")
    place_name: Annotated[str, Field(max_length=200)] = Field(
        default="", description="The name of a place that the note must mention, or a part of it."
    )
    since: Day = Field(default=None, description="First day of publication, YYYY-MM-DD.")
    until: Day = Field(default=None, description="Last day of publication, YYYY-MM-DD.")
    sort: Literal["relevance", "time", "likes"] = Field(
        default="relevance", description="Most keywords, newest, or most liked first."
    )
    limit: Annotated[int, Field(ge=1, le=20)] = Field(default=10, description="Most notes to show.")


class NoteDetail(Query):
    """Show a note with its text and its comments."""

    note_id: Text = Field(description="Identifier of the note.")


class SubmitAnswer(Query):
    """Hand in the answer in the required form; the run is over after it."""

    result: dict[str, Any] | list[Any] = Field(description="The answer.")
