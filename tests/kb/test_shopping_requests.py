"""English requests read: wishes by phrasing, articles by introduction, and what is left unread."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shops import MINI

from planassay.kb.errands import Window
from planassay.kb.formats.deepplanning_shopping import Vocabulary, read_cases, read_request
from planassay.kb.formats.deepplanning_shopping.articles import split_articles
from planassay.kb.formats.deepplanning_shopping.measures import read_measures
from planassay.kb.formats.deepplanning_shopping.requests import BRANDS, COLORS, LIKELY, SURE

CASES = read_cases(MINI / "mini_db")


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_request_of_each_mini_case_is_read(number):
    """Every wish of every article, the range, and nothing else."""
    case = CASES[number]
    vocabulary = Vocabulary().widened(product.brand for product in case.shelves.products)
    read = read_request(case.errand.text, vocabulary)
    assert [set(r.wishes) for r in read.requirements()] == [set(r.wishes) for r in case.errand.requirements]
    assert read.window == case.errand.window
    assert (read.is_complete, read.confidence) == (True, SURE)


def told(text):
    """Return the comparisons in a text, in short."""
    measures, unread = read_measures(text)
    return [m.wish.text() for m in measures], unread


STAR = "rating.distribution.{}_star"


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("more than 300 total reviews", ["rating.total_reviews greater than 300"]),
        ("total reviews over 1,900", ["rating.total_reviews greater than 1900"]),
        ("a total of 388 reviews", ["rating.total_reviews equals 388"]),
        ("monthly sales exceeding 150 units", ["sales_volume.monthly greater than 150"]),
        ("whose monthly sales exceed 700", ["sales_volume.monthly greater than 700"]),
        ("over 100 monthly sales", ["sales_volume.monthly greater than 100"]),
        ("a monthly sales volume of more than 450", ["sales_volume.monthly greater than 450"]),
        ("a sales volume over 11,000", ["sales_volume.total greater than 11000"]),
        ("over 3500 in total sales", ["sales_volume.total greater than 3500"]),
        ("sold over 90 units", ["sales_volume.total greater than 90"]),
        ("a stock quantity of more than 200", ["stock_quantity greater than 200"]),
        ("with inventory over 200 units", ["stock_quantity greater than 200"]),
        ("more than 180 available", ["stock_quantity greater than 180"]),
        ("exactly 178 units in stock", ["stock_quantity equals 178"]),
        ("an average rating score greater than 4.5", ["rating.average_score greater than 4.5"]),
        ("a rating above 4.8 stars", ["rating.average_score greater than 4.8"]),
        ("a precise 4.8 rating", ["rating.average_score equals 4.8"]),
        ("rated above 4.5", ["rating.average_score greater than 4.5"]),
        ("fewer than 10 one-star reviews", [f"{STAR.format(1)} less than 10"]),
        ("at least 90 4-star ratings", [f"{STAR.format(4)} greater than or equal 90"]),
        ("no less than 5 four-star reviews", [f"{STAR.format(4)} greater than or equal 5"]),
        ("no more than 5 two-star reviews", [f"{STAR.format(2)} less than or equal 5"]),
        ("less than one one-star review", [f"{STAR.format(1)} less than 1"]),
        ("absolutely zero 1-star reviews", [f"{STAR.format(1)} equals 0"]),
        ("fewer than 9 one-star and two-star reviews", [f"{STAR.format(k)} less than 9" for k in (1, 2)]),
        (
            "fewer than 15 one-star and 20 two-star ratings",
            [f"{STAR.format(1)} less than 15", f"{STAR.format(2)} less than 20"],
        ),
        ("more than 30 of which are 5-star", [f"{STAR.format(5)} greater than 30"]),
        ("850 total reviews with 150 of those being 4-star", [f"{STAR.format(4)} equals 150"]),
        (
            "that has 18 four-star ratings and 689 total sales",
            [f"{STAR.format(4)} equals 18", "sales_volume.total equals 689"],
        ),
        ("a transport time of less than 2 and blue", ["transport_time less than 2"]),
        ("delivered in less than 3 days", ["transport_time less than 3"]),
        ("must reach me in under 4 days", ["transport_time less than 4"]),
        ("arrives within 1 day", ["transport_time less than or equal 1"]),
        ("transport time must be just 1 day", ["transport_time equals 1"]),
        ("with a 2-day transport time", ["transport_time equals 2"]),
        ("next-day delivery", ["transport_time less than or equal 1"]),
        (
            "it ships in less than 2, over 5 total reviews",
            ["transport_time less than 2", "rating.total_reviews greater than 5"],
        ),
    ],
)
def test_comparisons_and_their_measures(text, wishes):
    """Behind the number or before it, in the words of requests."""
    assert told(text) == (wishes, [])


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("more than 5 of something", ["more than 5"]),
        ("a rating above 90", ["above 90"]),
        ("Monthly sales are fine. It has over 7.", ["over 7"]),
    ],
)
def test_a_number_without_a_measure_is_left_unread(text, unread):
    """Its words are told; a measure in another sentence is not its own."""
    assert told(text) == ([], unread)


@pytest.mark.parametrize(
    ("words", "field", "value", "confidence"),
    [
        ("a Nike hat", "brand", "Nike", SURE),
        ("something from The North Face", "brand", "The North Face", SURE),
        ("a hat from Levi\u2019s", "brand", "Levi's", SURE),
        ("a hat from the brand Unheard Of", "brand", "Unheard Of", LIKELY),
        ("a navy blue hat", "color", "Navy Blue", SURE),
        ("a camel-colored hat", "color", "Camel", SURE),
        ("a hat in size XXL", "size", "XXL", SURE),
        ("a shoe, size '39'", "size", "39", SURE),
        ("a women's hat", "target_demographic", "Women", SURE),
        ("a hat for men", "target_demographic", "Men", SURE),
        ("an all-seasons hat", "suitable_season", "All Seasons", SURE),
        ("a hat for spring and autumn", "suitable_season", "Spring/Autumn", SURE),
        ("a winter hat", "suitable_season", "Winter", SURE),
        ("a hat with 'Men's Winter Trail' in its name", "name", "Men's Winter Trail", SURE),
        ('a hat with "Blue Sky" in its name', "name", "Blue Sky", SURE),
        ("a hat with \u201cBlue Sky\u201d in its name", "name", "Blue Sky", SURE),
        ("a hat with \u2018Blue Sky\u2019 in its name", "name", "Blue Sky", SURE),
        ("a hat with Himalayan in its name", "name", "Himalayan", LIKELY),
        ("the Women's Cropped Rain Jacket", "name", "Women's Cropped Rain Jacket", LIKELY),
    ],
)
def test_texts(words, field, value, confidence):
    """One wish and no other, with the words it rests on."""
    read = read_request(f"I need two things. First, I want {words}. Lastly, some socks.")
    (found,) = read.articles[0].wishes
    assert (found.wish.field, found.wish.value, found.confidence) == (field, value, confidence)
    assert found.words in read.articles[0].text


@pytest.mark.parametrize(
    ("sentence", "window"),
    [
        ("My budget is between 1290 and 1,302.", Window(129000, 130200)),
        ("I'm looking for something that costs somewhere in the range of 20 to 30.", Window(2000, 3000)),
        ("I'd like to keep my total spending between 7 and 8.50. Please help me.", Window(700, 850)),
        ("Find products whose total price is no less than 5 and no more than 5.", Window(500, 500)),
        ("Please find options that fall within a budget of 8316 to 8615.", Window(831600, 861500)),
        ("My budget is between 9 and 8.", None),
        ("It is somewhere between here and there.", None),
    ],
)
def test_ranges(sentence, window):
    """Five templates; what is none is none."""
    read = read_request(f"First, a red hat. Lastly, a blue hat. {sentence}")
    assert read.window == window
    assert len(read.articles) == 2


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("I shop. First, a hat. It must be red. Next, a coat. Then, shoes. Additionally, socks.", 4),
        ("I shop. First, I'm looking for a hat. I also need some shoes. I want it soon. Finally, socks.", 3),
        ("I shop. To start, a hat. For layering, I need a coat. I want something well-made, too.", 2),
        ("I need: a hat; a coat; and some shoes.", 3),
        ("Please get me a hat with a total of 5 reviews, some shoes, and an orange coat.", 3),
        ("I want a hat.", 1),
        ("Hello.", 0),
        ("", 0),
    ],
)
def test_articles(text, count):
    """By order, by a new wish, or in a list."""
    assert len(split_articles(text).articles) == count


def test_a_delivery_that_is_wished_for_everything_binds_every_article():
    """Unless an article has its own; a vague one binds none."""
    start = "I need everything with a transport time of less than 2 days."
    read = read_request(f"{start} First, a red hat. Lastly, a blue hat that arrives within 5 days.")
    days = [[w.wish.value for w in a.wishes if w.wish.field == "transport_time"] for a in read.articles]
    assert days == [[2], [5]]
    vague = read_request("I need everything quickly. First, a red hat. Lastly, a blue hat.")
    assert [len(article.wishes) for article in vague.articles] == [1, 1]
    assert vague.is_complete


def test_what_is_not_read_is_told():
    """Numbers without a measure, in an article or before all; an article without a wish."""
    read = read_request("I paid more than 7 before. First, a red hat with 12 holes. Lastly, some socks.")
    assert read.unread == ("more than 7",)
    assert [words for words in read.articles[0].unread if "12 holes" in words]
    assert not read.is_complete
    assert len(read.requirements()) == 1
    assert read_request("").confidence == 0.0
    early = read_request("It cost over 9 total reviews. First, a red hat. Lastly, a blue hat.")
    assert early.unread == ("over 9 total reviews",)


def generated(seed):
    """Return a made-up request and what it asks for, as texts."""
    random = Random(seed)
    phrases = [
        ("more than {n} total reviews", "rating.total_reviews greater than {n}"),
        ("monthly sales over {n}", "sales_volume.monthly greater than {n}"),
        ("fewer than {n} two-star ratings", "rating.distribution.2_star less than {n}"),
        ("exactly {n} units in stock", "stock_quantity equals {n}"),
        ("a transport time of less than {d} days", "transport_time less than {d}"),
        ("an average rating above 4.5", "rating.average_score greater than 4.5"),
    ]
    articles, wanted = [], []
    for _ in range(random.randint(2, 5)):
        color, brand = random.choice(COLORS), random.choice(BRANDS)
        chosen = random.sample(phrases, random.randint(1, 3))
        numbers = {"n": random.randint(2, 9000), "d": random.randint(2, 6)}
        asked = " and ".join(said for said, _ in chosen).format(**numbers)
        articles.append(f"a {color.lower()} item from {brand} with {asked}")
        wishes = {f"color equals {color}", f"brand equals {brand}"}
        wanted.append(wishes | {meant.format(**numbers) for _, meant in chosen})
    if random.random() < 0.5:
        return f"I'm after some things: {'; '.join(articles)}.", wanted
    orders = ["First, I need", *["Next, I'm looking for"] * (len(articles) - 2), "Finally, I want"]
    return " ".join(f"{order} {article}." for order, article in zip(orders, articles, strict=True)), wanted


@pytest.mark.parametrize("seed", range(60))
def test_generated_requests_are_read(seed):
    """In lists and in sentences, any brand and color with any comparison."""
    text, wanted = generated(seed)
    read = read_request(text)
    assert [{w.text() for w in r.wishes} for r in read.requirements()] == wanted
    assert read.is_complete


PIECES = [
    "First, ", "'", "more than ", "5", " one-star", ". ", "; ", "size M", "a ", "Nike ", "with ",
    "in its name", "budget of 5 to ", "Women's ",
]  # fmt: skip


@given(st.text(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_text_is_read_without_an_error(text):
    """Twice the same."""
    assert read_request(text) == read_request(text)


def test_a_text_without_end_is_cut():
    """Reading takes no more than its first characters."""
    assert len(read_request("First, a red hat. " * 100_000).articles) < 1200
