"""
Templates: the sentences of questions, several for each form of an ask in each language.

Slots in braces are filled by :mod:`planassay.gold.lifeplanner.wording`; no two templates of a language can
give the same text, so that a question tells of which form it is.
"""

from collections.abc import Mapping

ZH: Mapping[str, tuple[str, ...]] = {
    "trip": (
        "我想{vehicle}去这几个地方，每个地方去一次，先后由你安排：{stops}。{bounds}要{aim}，该怎么走？{show}",
        "帮我安排一次{vehicle}行程，下面每个地方各去一次，顺序不限：{stops}。{bounds}目标是{aim}。{show}",
    ),
    "column": ("{name}的{column}是什么？", "我想知道{name}的{column}。", "帮我查一下{name}的{column}。"),
    "newest note": (
        "提到{name}的最新一篇帖子，{column}是什么？",
        "找出最近一篇写到{name}的帖子，告诉我它的{column}。",
    ),
    "count notes": (
        "从{since}（含当天）起，有多少篇帖子提到{name}？",
        "数一数{since}（含当天）以来写到{name}的帖子有几篇。",
    ),
    "compare": ("{names}里，哪一家{column}{want}？", "帮我比一比{names}，{column}{want}的是哪家？"),
    "difference": ("{names}的{column}相差多少？", "{names}两家，{column}差了多少？"),
    "verify limits": ("{name}是不是{limits}？", "请核实：{name}{limits}，对吗？"),
    "verify hours": ("{name}在{at}开门吗？", "请核实：{at}的时候{name}在营业，对吗？"),
    "verify both": (
        "{name}是不是{limits}，而且在{at}开门？",
        "请核实：{name}{limits}，并且{at}的时候在营业，对吗？",
    ),
    "branches count": (
        "名字里带{word}的店中，{limits}的有几家？",
        "店名含{word}、同时{limits}的，一共有多少家？",
    ),
    "branches best": (
        "名字里带{word}、{limits}的店中，{column}{want}的是哪一家？",
        "店名含{word}的，在{limits}的里面挑{column}{want}的一家，是哪家？",
    ),
    "said": ("大家的帖子里怎么说：{name}{fact}？", "按最新的帖子，{name}{fact}？"),
    "fit": ("{outing}。去{name}行得通吗？", "我想去{name}。{outing}。这样可行吗？"),
    "fits count": ("{outing}。{names}里有几家去得成？", "我在考虑{names}。{outing}。其中几家可行？"),
    "fits best": (
        "{outing}。{names}里去得成的，{column}{want}的是哪家？",
        "我在考虑{names}。{outing}。可行的当中，{column}{want}的是哪家？",
    ),
    "nearby": (
        "{middle}{second}有哪些{places}？{top}请列出每家的{show}。",
        "请找出{middle}{second}的所有{places}。{top}附上每家的{show}。",
    ),
    "nearby outing": (
        "{middle}{second}有哪些{places}是我去得成的？{outing}。{top}请列出每家的{show}。",
        "请找出{middle}{second}我能去成的所有{places}。{outing}。{top}附上每家的{show}。",
    ),
    "path": (
        "从{start}{vehicle}到{end}，{mode}的路线怎么走？{via}{avoid}",
        "请规划从{start}到{end}的{vehicle}路线，要{mode}的。{via}{avoid}",
    ),
    "vehicles": (
        "从{start}到{end}，{vehicles}相比，哪种方式{mode}？请给出路线。",
        "要从{start}去{end}，在{vehicles}里选{mode}的一种，给我路线。",
    ),
    "ends": (
        "从{start}{vehicle}出发，{ends}里去哪一个{mode}？请给出路线。",
        "我在{start}，想{vehicle}去{ends}中的一个，选{mode}的，给我路线。",
    ),
    "along": (
        "从{start}{vehicle}到{end}，走用时最短的路线，沿途两侧{buffer}米内有哪些{places}？请给出路线和这些地点。",
        "请规划从{start}到{end}用时最短的{vehicle}路线，并列出路线两侧{buffer}米内的所有{places}。",
    ),
    "reach": (
        "我在{start}。{outing}。{radius}米（直线）内的{places}里，去得成的哪一家路上用时最短？请给出路线。",
        "{start}周围直线{radius}米内，我想找一家去得成、路上用时最短的{places}，给我路线。{outing}。",
    ),
    "detour": (
        "我要从{start}{vehicle}去{end}，想在直达最快路线两侧{buffer}米内的{places}里停一家。{outing}。"
        "停哪家去得成而且全程路上用时最短？请给出路线。",
        "从{start}到{end}的{vehicle}途中，要停一家离直达最快路线不超过{buffer}米的{places}，"
        "去得成的里面选全程路上用时最短的，给我路线。{outing}。",
    ),
}
EN: Mapping[str, tuple[str, ...]] = {
    "trip": (
        "I want to go {vehicle} to these places, once to each, in whatever order is best: {stops}. "
        "{bounds}I want {aim}. How should I go? {show}",
        "Plan a trip {vehicle} that stops once at each of these, in an order of your choice: {stops}. "
        "{bounds}What matters is {aim}. {show}",
    ),
    "column": (
        "What is the {column} of {name}?",
        "I would like to know the {column} of {name}.",
        "Please look up the {column} of {name}.",
    ),
    "newest note": (
        "Take the newest post that mentions {name}: what is its {column}?",
        "What is the {column} of the latest post on {name}?",
    ),
    "count notes": (
        "Since {since} (that day included), how many posts mention {name}?",
        "How many posts on {name} have been published from {since} on, that day included?",
    ),
    "compare": (
        "Which of {names} has the {want} {column}?",
        "Compare {names}: which one has the {want} {column}?",
    ),
    "difference": (
        "By how much do {names} differ in {column}?",
        "What is the difference in {column} between {names}?",
    ),
    "verify limits": ("Is {name} {limits}?", "Please verify: {name} is {limits}. True?"),
    "verify hours": ("Is {name} open on {at}?", "Please verify: {name} is open on {at}. True?"),
    "verify both": (
        "Is {name} {limits}, and open on {at}?",
        "Please verify: {name} is {limits}, and it is open on {at}. True?",
    ),
    "branches count": (
        "Of the places with {word} in their names, how many are {limits}?",
        "How many places have {word} in their names and are {limits}?",
    ),
    "branches best": (
        "Of the places with {word} in their names that are {limits}, which has the {want} {column}?",
        "Which place with {word} in its name has the {want} {column} of those {limits}?",
    ),
    "said": ("What do posts say of {name}: {fact}?", "Going by the newest posts on {name}, {fact}?"),
    "fit": (
        "{outing}. Can I visit {name} like that?",
        "I would like to visit {name}. {outing}. Is that possible?",
    ),
    "fits count": (
        "{outing}. How many of {names} can I visit like that?",
        "I am thinking of {names}. {outing}. How many of them are possible?",
    ),
    "fits best": (
        "{outing}. Of {names}, which has the {want} {column} among those I can visit?",
        "I am thinking of {names}. {outing}. Of those that are possible, which has the {want} {column}?",
    ),
    "nearby": (
        "Which {places} are there {middle}{second}? {top}List the {show} of each.",
        "Find all {places} {middle}{second}. {top}Give the {show} of each.",
    ),
    "nearby outing": (
        "Which {places} {middle}{second} can I visit? {outing}. {top}List the {show} of each.",
        "Find all {places} {middle}{second} that I can visit. {outing}. {top}Give the {show} of each.",
    ),
    "path": (
        "What is the {mode} way from {start} to {end} {vehicle}? {via}{avoid}",
        "Plan the {mode} route {vehicle} from {start} to {end}. {via}{avoid}",
    ),
    "vehicles": (
        "From {start} to {end}, which way of travelling has the {mode} route: {vehicles}? Give the route.",
        "I am going from {start} to {end}. Choose the {mode} of these: {vehicles}. Give the route.",
    ),
    "ends": (
        "Starting from {start} {vehicle}, for which of {ends} is the way {mode}? Give the route.",
        "I am at {start} and will go {vehicle} to one of {ends}. Choose the {mode} way, and give the route.",
    ),
    "along": (
        "Taking the quickest way from {start} to {end} {vehicle}, which {places} lie within {buffer} metres "
        "of it? Give the route and the places.",
        "Plan the quickest route {vehicle} from {start} to {end}, "
        "and list all {places} within {buffer} metres of it.",
    ),
    "reach": (
        "I am at {start}. {outing}. Of the {places} within {radius} metres in a straight line, "
        "which can I visit with the quickest way there? Give the route.",
        "Within {radius} metres of {start} in a straight line, find the one of the {places} that I can "
        "visit with the quickest way there, and give the route. {outing}.",
    ),
    "detour": (
        "I am going from {start} to {end} {vehicle} and want to stop at one of the {places} within "
        "{buffer} metres of the quickest direct way. {outing}. Which can I visit with the least time on the "
        "road in all? Give the route.",
        "On the way {vehicle} from {start} to {end} I need one stop within {buffer} metres of the quickest "
        "direct way, at one of the {places}. {outing}. Choose the one I can visit with the least time on the "
        "road in all, and give the route.",
    ),
}
