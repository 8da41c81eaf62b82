"""Requests of DeepPlanning's travel domain, read from their texts."""

from datetime import date

import pytest
from tests.deepplanning import TASKS, database, queries
from tests.towns import made

from planassay.bench.agents.deepplanning_requests import answered, read_request
from planassay.kb.formats.deepplanning_travel.wishes import BUDGET_KIND

ANSWERS = ("_no", "hotel_name", "restaurant_name", "attraction_names")


def answers(entry):
    """Return what an entry names."""
    named = {key: value for key, value in entry.items() if key.endswith(ANSWERS)}
    return {key: sorted(value) if isinstance(value, list) else value for key, value in named.items()}


def assert_read(query, base, unsaid=()):
    """Assert that the text of a query says what its fields say; return what else it asks for."""
    request = read_request(query.text)
    assert (request.origin, request.destination) == (query.origin, query.destination)
    assert (request.depart, request.days) == (query.depart, query.days)
    assert request.people == (None if "people" in unsaid else query.people)
    assert request.rooms == (None if "rooms" in unsaid else query.rooms)
    assert (None if request.budget is None else 100 * request.budget) == query.budget_cents
    assert request.notes == ()
    found = answered(request.wishes, base, (query.origin, query.destination))
    assert found.notes == []
    for kind, entry in query.constraints.items():
        if kind != BUDGET_KIND:
            assert answers(found.constraints[kind]) == answers(entry)
    return set(found.constraints) - set(query.constraints)


@pytest.mark.parametrize("task", TASKS)
def test_texts_of_the_benchmark(task):
    """Every field and the answer of every wish; who travels alone does not say so in task 59."""
    unsaid = ("people", "rooms") if task == "59" else ()
    more = assert_read(queries()[task], database(task), unsaid)
    assert more == ({"attraction_must_visit_named"} if task == "59" else set())


@pytest.mark.parametrize("number", range(38))
def test_texts_of_made_tasks(number):
    """All 38 types of constraints."""
    task = made(number)
    assert assert_read(task.query, task.database) == set()


def kinds(text):
    """Return the types of the wishes of a text, with what they say besides names."""
    return {wish.kind: wish.fields for wish in read_request(text).wishes}


ENGLISH = {
    "We'd fly out and back, in first class please.": ("flight_seat_class", {"way": "both"}),
    "Please book the cheapest direct train for the way back.": ("train_cheapest_direct", {"way": "inbound"}),
    "Our return flight should land between 6 PM and 9:30 PM.": (
        "flight_arrival_time_range",
        {"way": "inbound", "clocks": ("18:00", "21:30")},
    ),
    "The outbound train may leave from 07:00 to 08:15.": (
        "train_departure_time_range",
        {"way": "outbound", "clocks": ("07:00", "08:15")},
    ),
    "Choose the quickest direct flight there.": ("flight_shortest_duration_direct", {"way": "outbound"}),
    "Stay in a four-star hotel with laundry.": (
        "hotel_star_service_required",
        {"star": 4, "service": "Washer and Dryer"},
    ),
    "A hotel renovated in or after 2024 would be nice.": ("hotel_newest_decoration", {"year": 2024}),
    "The hotel may cost 300 to 350 yuan a night.": ("hotel_price_range", {"prices": (300, 350)}),
    "Find me the best-rated 5-star hotel.": ("hotel_highest_rated", {"star": 5}),
    "One dinner near 'Old Gate', where we can queue online.": (
        "restaurant_specific_tag_nearby",
        {"near": ["Old Gate"], "tag": "Online Queue"},
    ),
    "Have lunch at the nearest restaurant to 'Old Gate'.": (
        "restaurant_closest_to_attraction",
        {"near": ["Old Gate"]},
    ),
    "I want one meal at 'Aunt Li's Kitchen'.": (
        "restaurant_must_eat_named",
        {"names": ["Aunt Li's Kitchen"]},
    ),
    "Include the three best rated attractions.": ("attraction_top_rated_must_visit", {"names": []}),
    "Visit all the free attractions.": ("attraction_all_free_attractions", {}),
    "I must visit 'A Lake' and 'B Hill'.": ("attraction_must_visit_named", {"names": ["A Lake", "B Hill"]}),
}
CHINESE = {
    "去程想坐飞机，帮我选最便宜的直飞航班": ("flight_cheapest_direct", {"way": "outbound"}),
    "回程的火车希望晚上7点到9点半到达": (
        "train_arrival_time_range",
        {"way": "inbound", "clocks": ("19:00", "21:30")},
    ),
    "往返高铁都订一等座": ("train_seat_class", {"way": "both"}),
    "帮我订每晚300到400元的酒店": ("hotel_price_range", {"prices": (300, 400)}),
    "酒店要四星级，能免费停车": ("hotel_star_service_required", {"star": 4, "service": "Free Parking"}),
    "在'大雁塔'附近找一家人均最低的餐厅吃饭": ("restaurant_cheapest_nearby_attraction", {"near": ["大雁塔"]}),
    "想在'大雁塔'附近找一家有等位区的餐厅": (
        "restaurant_specific_tag_nearby",
        {"near": ["大雁塔"], "tag": "Waiting Area"},
    ),
    "一定要去'兵马俑'和'钟楼'这两个景点": ("attraction_must_visit_named", {"names": ["兵马俑", "钟楼"]}),
    "所有免费的景点都要去": ("attraction_all_free_attractions", {}),
}


@pytest.mark.parametrize("text", [*ENGLISH, *CHINESE])
def test_wishes_in_other_words(text):
    """One wish each, in either language."""
    kind, fields = {**ENGLISH, **CHINESE}[text]
    assert kinds(text) == {kind: fields}


def test_a_chinese_request():
    """Cities, dates, party, rooms and budget; dates count before the number of days."""
    found = read_request(
        "我打算2025年11月12号从兰州去成都玩两天，14号晚上回来，总预算5,500元以内。我们一共4个人，要两间房。\n"
        "坐火车吧。酒店选全季里最便宜的。2025年11月12号是周三"
    )
    assert (found.origin, found.destination) == ("兰州", "成都")
    assert (found.depart, found.back, found.days) == (date(2025, 11, 12), date(2025, 11, 14), 3)
    assert (found.people, found.rooms, found.budget) == (4, 2, 5500)
    assert {wish.kind for wish in found.wishes} == {"train_seat_status", "hotel_cheapest"}
    assert found.notes == ()


def test_what_is_not_said_stays_unsaid():
    """No field is filled in; what lacks, contradicts or is not understood is told."""
    empty = read_request("Plan something nice for me.")
    assert empty.days is empty.people is empty.rooms is empty.budget is None
    assert empty.wishes == ()
    assert len(empty.notes) == 4
    odd = read_request(
        "A three-day trip from Lanzhou to Chengdu on November 12, 2025, returning on November 15. My budget"
        " is 3000 yuan, spend 4000 yuan at most. I adore 'Blue Monday'. November 12, 2025 is Friday"
    )
    assert odd.days == 4
    assert odd.budget is None
    assert odd.notes == (
        "the text says 3 days, its dates 4",
        "2025-11-12 is no Friday",
        "the text names several budgets: 3000, 4000",
        "'Blue Monday' was not understood",
    )
    assert (
        read_request("From A to B on November 31, 2025, or November 3, 2025, or the 5th or the 6th").back
        is None
    )


def test_wishes_that_no_row_answers_are_told():
    """Nothing is made up: an unknown brand, place, tag or type names no row."""
    text = (
        "A trip from Hefei to Nanjing on November 12, 2025, back the next day. Stay at the cheapest Yak"
        " hotel. Have a meal near 'Nowhere'. See the best rated attraction of type Volcano. There are two of"
        " us. We take the train; seats in first class."
    )
    request = read_request(text)
    assert request.days == 2
    found = answered(request.wishes, database("0"), ("Hefei", "Nanjing"))
    assert found.constraints == {}
    assert [note.split(":")[0] for note in found.notes] == [
        "no row answers train_seat_class",
        "no row answers hotel_cheapest",
        "no row answers restaurant_specific_cuisine_nearby",
        "no row answers attraction_type_highest_rated",
    ]
