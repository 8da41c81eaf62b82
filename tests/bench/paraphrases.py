"""
Requests in words that the reader was not made from: neither the sentences of made tasks nor its own phrases.

``LEADS`` and the other sentences have slots in braces; ``PERSONAS`` says each persona in two ways.
"""

from planassay.kb.draw import Draw
from planassay.kb.money import format_cents
from planassay.kb.task import Task

LEADS = (
    "Hi! {party} of us are hoping to fly {way} from {origin} to {stops}. We have {days} days, need {rooms} "
    "rooms, and {budget} dollars is our absolute ceiling.",
    "Looking for a {way} itinerary: {origin} to {stops}, {days} days, a group of {party}, {rooms} rooms, no "
    "more than ${budget}.",
    "Can you sort out a {way} trip to {stops} for {party} people? We depart from {origin}, have {days} days, "
    "want {rooms} rooms and can put US${budget} on the table.",
    "We are {party} and would love to visit {stops} over {days} days ({way} from {origin}). Book {rooms} "
    "rooms and stay under {budget} USD.",
    "Trip: {way}. Start: leaving {origin}. Destinations: {stops}. Travelers: {party} travelers. Length: "
    "{days} days. Rooms: {rooms} rooms. Budget: {budget} USD.",
    "My budget is {budget} US dollars for a {days}-day {way} trip from {origin} to {stops}, {party} "
    "travellers, {rooms} rooms.",
    "Would {budget} USD be enough for {party} adults to go {way} from {origin} to {stops} for {days} days "
    "in {rooms} double rooms?",
    "Please book {rooms} rooms for a party of {party} on a {days}-day {way} journey from {origin} to "
    "{stops}; we will not pay more than {budget} USD.",
)
WAYS = {True: ("round-trip", "there and back", "return trip"), False: ("one-way", "one way")}
LEADS_OF_PERSONAS = (
    "Keep in mind: {personas}.",
    "Something about us: {personas}.",
    "Note that this is about {personas}.",
)
PERSONAS = {
    "with children": ("our two kids are with us", "a family with a three-year-old child"),
    "road trip": ("a classic road trip", "we plan to drive a car all the way around"),
    "elderly travelers": ("an elderly couple", "my grandfather is eighty-five and tires easily"),
    "business travelers": ("business travelers on duty", "we have client meetings and office work to do"),
    "with pets": ("travelling with pets", "our old dog never stays at home"),
    "nightlife enthusiast": ("real nightlife lovers", "we stay in bars and clubs until the early morning"),
    "disabled traveler": ("a disabled person", "my brother is in a wheelchair"),
    "fast-paced budget travel": (
        "fast-paced budget travelers",
        "we are backpackers who rush from sight to sight on little money",
    ),
    "couples trip": ("a couple's trip", "this is our honeymoon and should be romantic"),
    "solo women": ("a solo woman traveler", "I am a woman travelling alone"),
    "luxury travelers": ("luxury travelers through and through", "we expect five-star pampering"),
    "foodie": ("true foodies", "eating great food matters most to us"),
    "photography": ("photography fans", "we carry cameras and love taking photographs"),
}
HOTELS = (
    "It has to be the hotel {name}, nothing else.",
    "We insist on the hotel called {name}!",
    "Our only acceptable hotel is {name}.",
)
PLACES = (
    "It has to include the attraction {name}, nothing else.",
    "A stop at {name} is non-negotiable.",
    "Under no circumstances can we miss {name}.",
)
CARS = (
    "We want to rent a car for {seats} people as well.",
    "A rental car with a capacity of {seats} is needed too.",
    "Also hire a vehicle that takes {seats} passengers.",
)
ENDS = ("Only nonstop flights.", "No layovers whatsoever.", "All flights direct, please.")
ORDERS = ("Visit them in this order.", "The sequence of cities is fixed.")


def paraphrase(task: Task, seed: int) -> str:
    """Return a request for what a task asks for, in words of this module."""
    draw = Draw(seed, "paraphrase", task.task_id)
    text = draw.pick(LEADS).format(
        party=task.party,
        way=draw.pick(WAYS[task.round_trip]),
        origin=task.origin,
        stops=listing(task.stops),
        days=task.days,
        rooms=task.rooms,
        budget=format_cents(task.budget_cents).removesuffix(".00"),
    )
    sentences = [text]
    if task.personas:
        said = listing([draw.pick(PERSONAS[name]) for name in task.personas])
        sentences.append(draw.pick(LEADS_OF_PERSONAS).format(personas=said))
    if task.car is not None and "road trip" not in task.personas:
        sentences.append(draw.pick(CARS).format(seats=task.car.seats))
    sentences += [draw.pick(HOTELS).format(name=name) for name in task.required_hotels]
    sentences += [draw.pick(PLACES).format(name=name) for name in task.required_attractions]
    sentences.append(draw.pick(ENDS))
    if len(task.stops) > 1:
        sentences.append(draw.pick(ORDERS))
    return " ".join(sentences)


def listing(items: tuple[str, ...] | list[str]) -> str:
    """Return items as a sentence lists them."""
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


UNSEEN = {
    "with children": (
        "we bring along a baby and a six-year-old",
        "the kids should enjoy it as much as the parents",
        "a toddler and a teenager are part of the group",
        "we need cots and playgrounds",
        "the twins are four years old",
    ),
    "road trip": (
        "we love cruising down highways in our own rental",
        "driving from place to place is half the fun",
        "we plan to drive the whole route ourselves",
        "long drives along the coast",
        "we want the freedom of the highway",
    ),
    "elderly travelers": (
        "grandma and grandpa are the guests of honour",
        "we are both retired and no longer quick on our feet",
        "my mother is eighty-two",
        "we are pensioners who like it quiet",
        "two old people with walking sticks",
    ),
    "business travelers": (
        "a company sends us to negotiate a contract",
        "we have to answer emails and meet customers",
        "I have three meetings with suppliers",
        "the firm pays and we attend a trade show",
        "work comes first on this trip",
    ),
    "with pets": (
        "a small terrier travels in our bag",
        "we cannot leave our two cats behind",
        "our labrador must be welcome everywhere",
        "we are bringing a parrot",
        "a trip with the dog",
    ),
    "nightlife enthusiast": (
        "going out dancing every night",
        "cocktail bars and DJs are what we are after",
        "we want to party all night",
        "clubbing is our thing",
        "we only wake up after sunset",
    ),
    "disabled traveler": (
        "one traveler cannot walk and needs ramps",
        "accessibility is essential because of a disability",
        "my wife uses crutches and a wheelchair",
        "step-free rooms and lifts are a must",
        "one of us is visually impaired",
    ),
    "fast-paced budget travel": (
        "we race through the sights and count every cent",
        "a hectic low-cost backpacking trip",
        "see everything, spend nothing",
        "we sleep in hostels and never stop moving",
        "a cheap trip at a breakneck pace",
    ),
    "couples trip": (
        "celebrating ten years of marriage, just the two of us",
        "a romantic escape with my fiancée",
        "it is our wedding anniversary",
        "my boyfriend and I want some romance",
        "candlelight dinners for two in love",
    ),
    "solo women": (
        "as a lone female traveller I care about safety",
        "a young woman going by herself",
        "I travel by myself as a woman",
        "a female solo traveller",
        "a lady on her own",
    ),
    "luxury travelers": (
        "money buys comfort and we want the very finest",
        "high-end hotels and exclusive service only",
        "nothing but the best for us",
        "we want to be spoiled with luxury",
        "only five-star places",
    ),
    "foodie": (
        "we plan our days around restaurants",
        "tasting street food and regional dishes",
        "food is the reason we travel",
        "we hunt for the best local dishes",
        "cooking and markets fascinate us",
    ),
    "photography": (
        "my camera comes everywhere",
        "we chase the best light for pictures",
        "we shoot photos from dawn to dusk",
        "a photographer with a tripod",
        "pretty motifs for my camera",
    ),
}
"""Other ways to say each, far from those; when the last three of each were written, the reader knew none."""
