"""
The nine tools of DeepPlanning's travel domain: look-ups over the database of one task.

After Qwen-Agent commit 31a4d36. The published tools answer with text; here each answer is an object with the
same rows, filters and order, or with a sentence where there is no row.
"""

from planassay.kb.tools.deepplanning_travel.lookups import (
    query_attraction_details,
    query_flight_info,
    query_hotel_info,
    query_restaurant_details,
    query_road_route_info,
    query_train_info,
    recommend_attractions,
    recommend_restaurants,
    search_location,
)

__all__ = [
    "query_attraction_details",
    "query_flight_info",
    "query_hotel_info",
    "query_restaurant_details",
    "query_road_route_info",
    "query_train_info",
    "recommend_attractions",
    "recommend_restaurants",
    "search_location",
]
