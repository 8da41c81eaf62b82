"""
Texts: the sentences that requests are made of, as data.

All are ours. None holds a word that means an order of visits (see ``kb.worlds.trek.naming``), because the
official loader would take the request for one about order. Slots stand in braces; ``wording`` fills them and
reads them back.
"""

LEADS = (
    "Please plan a {trip} from {origin} to {stops} for {party}: {days}, {rooms}, at most {budget} in all.",
    "We need a {trip} from {origin} to {stops}. It is for {party} and {days}, with {rooms}. Our budget "
    "is {budget}.",
    "Could you work out a {trip} from {origin} to {stops}? Count on {party}, {days} and {rooms}; the "
    "total must not exceed {budget}.",
    "Trip wanted, {origin} to {stops}: a {trip} of {days} for {party}, {rooms}, total cost up to {budget}.",
    "I am looking for a {trip} that leaves {origin} and takes in {stops}. Travelling: {party}. Length: "
    "{days}. Lodging: {rooms}. Limit: {budget}.",
    "With {budget} to spend, {party} would like a {trip} from {origin} to {stops} that lasts {days} and "
    "uses {rooms}.",
    "Our plan is a {trip} to {stops}, starting in {origin}. Make it {days} for {party} in {rooms}, and "
    "keep all costs within {budget}.",
    "Put together a {trip} for {party}, please, from {origin} to {stops}. We have {days}, want {rooms}, "
    "and can pay {budget}.",
    "From {origin} to {stops} in {days}: a {trip} for {party}, {rooms} each night, no more than {budget}.",
    "What would a {trip} from {origin} to {stops} look like for {party} over {days}, with {rooms} and a "
    "ceiling of {budget}?",
    "Arrange a {trip} from {origin} to {stops}; {party}, {days}, {rooms}. Everything together may cost "
    "{budget}.",
    "My budget is {budget}. For that I want a {trip} from {origin} to {stops}, {days} long, for {party} "
    "sharing {rooms}.",
    "Help us with a {trip}: we start in {origin} and want to see {stops}. {days}, {party}, {rooms}, "
    "{budget} at the most.",
    "A {trip} from {origin} to {stops} is what we have in mind, {days} in total. Book {rooms} for "
    "{party} and do not go above {budget}.",
    "Can {budget} pay for a {trip} from {origin} to {stops} for {party}? We have {days} and need {rooms}.",
    "Design a {trip} for {party} with {days} away from {origin}, staying in {stops}. Reserve {rooms}; "
    "spend {budget} or less.",
    "For {party}: a {trip} from {origin} to {stops}, {days}, {rooms}, all for {budget} or less.",
    "We leave {origin} and wish to stay in {stops}. Make that a {trip} of {days} for {party} with "
    "{rooms}; our limit is {budget}.",
    "Please find flights, beds and sights for a {trip} from {origin} to {stops}: {party}, {days}, "
    "{rooms}, {budget} overall.",
    "It is time for a holiday: a {trip} from {origin} to {stops}. Who: {party}. How long: {days}. Where "
    "to sleep: {rooms}. How much: up to {budget}.",
    "Given {budget} and {days}, plan a {trip} from {origin} to {stops} for {party}, {rooms} included.",
    "Someone asked me to book a {trip} from {origin} to {stops} for {party}. That means {days}, {rooms} "
    "and a total of no more than {budget}.",
    "Is a {trip} from {origin} to {stops} within reach? We speak of {days}, {party}, {rooms} and "
    "{budget} in total.",
    "Sketch a {trip} of {days} from {origin} to {stops}. Needed: {rooms} for {party}. Available: {budget}.",
    "To {stops} from {origin}, please: a {trip}, {days}, {party}, {rooms}. The whole thing should cost "
    "{budget} or less.",
    "Tell me how {party} can make a {trip} from {origin} to {stops} in {days}, with {rooms}, for "
    "{budget} at most.",
)
"""How a request begins; each says who, from where to where, how long, in how many rooms and for how much."""

ROUND_TRIPS = ("round trip", "return trip", "trip there and back", "round-trip holiday")
ONE_WAY_TRIPS = ("one-way trip", "one-way journey", "one-way holiday")

SUITS = (
    "It should suit {personas}.",
    "Have {personas} in mind.",
    "We think of {personas}.",
    "Every stop should be right for {personas}.",
)
"""For whom the trip is."""

PERSONA_PHRASES = {
    "with children": "a trip with children",
    "road trip": "a road trip",
    "elderly travelers": "elderly travelers",
    "business travelers": "business travelers",
    "with pets": "a trip with pets",
    "nightlife enthusiast": "a nightlife enthusiast",
    "disabled traveler": "a disabled traveler",
    "fast-paced budget travel": "fast-paced budget travel",
    "couples trip": "a couples trip",
    "solo women": "solo women",
    "luxury travelers": "luxury travelers",
    "foodie": "a foodie",
    "photography": "photography",
}
"""How a persona is spoken of; each phrase holds the persona's own name."""

CARS = (
    "We also need a rental car with {seats} seats.",
    "Please add a rental car that seats {seats}.",
    "A hired car is part of it, with room for {seats}.",
)
HOTELS = (
    "We must stay at the hotel {hotel}, and no other will do.",
    "The hotel has to be {hotel}; please take no substitute.",
    "Only the hotel {hotel} is good enough for us.",
)
ATTRACTIONS = (
    "We must visit the attraction {attraction}, and no other will do.",
    "The attraction {attraction} has to be part of it; please take no substitute.",
    "Only with the attraction {attraction} is the trip complete for us.",
)
DIRECT = (
    "Direct flights only, please.",
    "Every flight must be nonstop.",
    "We do not change planes, so each leg has to be a direct flight.",
    "No connections: fly direct or not at all.",
    "Use direct flights for all legs.",
)
KEEP_ORDER = (
    "Please visit the cities in the order given.",
    "The cities are to be visited in the order in which they are listed.",
    "Keep to the order of the cities as written here.",
)
