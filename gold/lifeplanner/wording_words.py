"""Words: what things are called in questions, Chinese and English."""

from planassay.kb.formats.lifeplanner.asks import Column, Need, Want
from planassay.kb.roads import Mode, Vehicle

ZH, EN = "zh", "en"
LANGUAGES = (ZH, EN)

TYPES = {
    "Food": "餐饮",
    "Noodles": "面馆",
    "Hot Pot": "火锅店",
    "Cafe": "咖啡馆",
    "Seafood": "海鲜餐厅",
    "Barbecue": "烧烤店",
    "Nightlife": "夜生活场所",
    "Bar": "酒吧",
    "Shopping": "购物场所",
    "Supermarket": "超市",
    "Convenience Store": "便利店",
    "Bookshop": "书店",
    "Sight": "景点",
    "Museum": "博物馆",
    "Park": "公园",
    "Temple": "寺庙道观",
    "Service": "生活服务点",
    "Bank": "银行",
    "Clinic": "诊所",
    "Auto Service": "汽车服务点",
    "Dedicated Charging Station": "充电站",
    "Lodging": "住宿",
    "Hotel": "酒店",
}
"""Chinese words for levels of types; a question names the type itself beside them."""
SOME_PLACE = {ZH: "地点", EN: "places"}

COLUMNS = {
    ZH: {
        Column.TYPE: "类型",
        Column.RATING: "评分",
        Column.COST: "人均消费",
        Column.ADDRESS: "地址",
        Column.HOURS: "营业时间",
        Column.TAG: "标签",
        Column.DISTANCE: "距离",
    },
    EN: {
        Column.TYPE: "place type",
        Column.RATING: "rating",
        Column.COST: "cost per head",
        Column.ADDRESS: "address",
        Column.HOURS: "opening hours",
        Column.TAG: "list of tags",
        Column.DISTANCE: "distance",
    },
}
NOTE_COLUMNS = {
    ZH: {"time": "发布日期", "title": "标题", "liked_count": "点赞数", "collected_count": "收藏数"},
    EN: {
        "time": "date of publication",
        "title": "title",
        "liked_count": "number of likes",
        "collected_count": "number of saves",
    },
}
WANTS = {
    ZH: {Want.HIGHEST: "最高", Want.LOWEST: "最低"},
    EN: {Want.HIGHEST: "highest", Want.LOWEST: "lowest"},
}
VEHICLES = {
    ZH: {Vehicle.WALKING: "步行", Vehicle.CYCLING: "骑车", Vehicle.DRIVING: "开车"},
    EN: {Vehicle.WALKING: "on foot", Vehicle.CYCLING: "by bike", Vehicle.DRIVING: "by car"},
}
MODES = {
    ZH: {Mode.TIME: "用时最短", Mode.DISTANCE: "路程最短"},
    EN: {Mode.TIME: "quickest", Mode.DISTANCE: "shortest"},
}
NEEDS = {
    ZH: {
        Need.DOG: "我带着狗，得有人发帖说过能带宠物进",
        Need.WHEELCHAIR: "同行的人坐轮椅，得有人发帖说过轮椅进得去",
        Need.TODDLER: "带着小宝宝，得有人发帖说过有宝宝椅",
        Need.CAR: "要找地方停车，得有人发帖说过好停车",
        Need.CASHLESS: "我没带现金，别是帖子里说只收现金的",
        Need.UNBOOKED: "我没有预约，别是帖子里说非预约不可的",
    },
    EN: {
        Need.DOG: "I have a dog with me, so a post should confirm that pets may come in",
        Need.WHEELCHAIR: "one of us uses a wheelchair, so a post should confirm that it gets in",
        Need.TODDLER: "we have a toddler, so a post should confirm that there are high chairs",
        Need.CAR: "I need to park, so a post should confirm that one can",
        Need.CASHLESS: "I carry no cash, so no place that posts call cash only",
        Need.UNBOOKED: "I have not booked, so no place that posts call booking only",
    },
}
FACTS = {
    ZH: {
        "pet_friendly": "可以带宠物进去吗",
        "wheelchair": "轮椅进得去吗",
        "child_seat": "有宝宝椅吗",
        "parking": "好停车吗",
        "cash_only": "只收现金吗",
        "booking_only": "必须预约才能进吗",
        "queue_min": "要排队多少分钟",
    },
    EN: {
        "pet_friendly": "may pets come in",
        "wheelchair": "does a wheelchair get in",
        "child_seat": "are there high chairs",
        "parking": "can one park there",
        "cash_only": "is it cash only",
        "booking_only": "is it booking only",
        "queue_min": "how many minutes does one queue",
    },
}
WEEKDAYS = {
    ZH: "一二三四五六日",
    EN: ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
