"""Queries of the data engine's tools: what is allowed, and what models are told of it."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from planassay.kb.roads import Mode, Vehicle
from planassay.kb.tools.lifeplanner import queries as q

MAX_STOPS = 6
Stop = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]


class EngineFilters(q.Bounds):
    """What places must be like, and what posts must say of them."""

    place_types: Annotated[str, Field(max_length=1000)] = Field(
        default="", description="Types, or whole paths of types such as Food|Cafe, parted by commas; any."
    )
    social_mem: q.Words = Field(
        default=[], description="Keywords, any of which is in a memory: keys and values of what posts say."
    )

    @property
    def types(self) -> tuple[str, ...]:
        """The types that are asked for, any of which will do."""
        parts = self.place_types.replace("，", ",").split(",")
        return tuple(part.strip() for part in parts if part.strip())


class EnginePlaceSearch(EngineFilters):
    """Find places by name or alias, in part or whole, with all that the map has and what posts say."""

    query_name: q.Text = Field(description="The name or a part of it.")


class EngineNearbySearch(EngineFilters):
    """Find places around a place, or along the quickest route between two, with all that is known of them."""

    center: q.Text | q.RouteCenter = Field(
        description="Identifier of a place, or a route: start, end, vehicle."
    )
    radius_meters: Annotated[float, Field(gt=0, le=q.MAX_RADIUS_M, allow_inf_nan=False)] = Field(
        default=100, description="Straight-line distance, in metres."
    )


class SamplePlace(q.Query):
    """Draw places at random, with all that is known of them; each call of a session draws others."""

    num_samples: Annotated[int, Field(ge=1, le=50)] = Field(default=1, description="How many, 1 to 50.")


class MultiStopRouting(q.Query):
    """Find the best order to visit some places in, open or with fixed ends; every order is compared."""

    stop_ids: Annotated[list[Stop], Field(min_length=2, max_length=MAX_STOPS)] = Field(
        description="Identifiers of the places, 2 to 6, each once.", json_schema_extra={"uniqueItems": True}
    )
    start_id: Stop | None = Field(default=None, description="Which of them comes first; any if not given.")
    end_id: Stop | None = Field(default=None, description="Which of them comes last; any if not given.")
    vehicle: Vehicle = Field(default=Vehicle.DRIVING, description="How it is travelled.")
    mode: Mode = Field(default=Mode.TIME, description="Whether time or distance is to be least.")

    @model_validator(mode="after")
    def _ends_among_stops(self) -> Self:
        if len(set(self.stop_ids)) < len(self.stop_ids):
            raise ValueError("stop_ids must name each place once")
        for name, end in (("start_id", self.start_id), ("end_id", self.end_id)):
            if end is not None and end not in self.stop_ids:
                raise ValueError(f"{name} must be one of stop_ids")
        if self.start_id is not None and self.start_id == self.end_id:
            raise ValueError("start_id and end_id must be different places")
        return self
