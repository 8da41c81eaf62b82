"""
Languages: what streets and houses are called where, and how an address is written.

One family of languages or a region an entry. Streets are common street names; *stems* are words and surnames,
most of them made up, that names of hotels and places are built from. Nothing here names a real business.
"""

from dataclasses import dataclass
from types import MappingProxyType

from planassay.kb.worlds.trek.naming import listed

NUMBER_FIRST = "{number} {street}, {city}"
NUMBER_LAST = "{street} {number}, {city}"
NUMBER_APART = "{street}, {number}, {city}"
"""The three ways in which TREK's tables write an address."""


@dataclass(frozen=True, slots=True)
class Language:
    """A family of languages: its countries (codes), its form of address, its streets and its stems."""

    countries: tuple[str, ...]
    address: str
    streets: tuple[str, ...]
    stems: tuple[str, ...]


def _language(countries: str, address: str, streets: str, stems: str) -> Language:
    """Return an entry from texts: countries by blanks, streets and stems by commas."""
    return Language(
        tuple(countries.split()),
        address,
        listed(streets),
        listed(stems),
    )


ENGLISH = _language(
    "GB IE US CA AU NZ ZA ZW ZM BW NA NG GH LR SL GM KE UG JM BS BZ KY LC TC SX GI GU SB VU PG SZ SS RW "
    "MT MU SC",
    NUMBER_FIRST,
    "High Street, Mill Lane, Church Road, Station Road, Market Square, Victoria Terrace, Harbour Road, "
    "Orchard Lane, Chapel Street, Union Street, Bridge Street, Castle Hill, Quarry Road, Meadow Drive, "
    "Willow Avenue, Cedar Court, Foundry Street, Regent Place, Lighthouse Road, Ferry Road, "
    "Hawthorn Close, Larch Avenue, Weaver Street, Tannery Row, Signal Hill Road",
    "O'Callan, Marlowe, Wexcombe, Harrowdale, St. Brannoc, Fenwright, D'Arcy, Penhallow, Kestrelby, "
    "Ashgrove, McTavon, Rowanlea, Thistlemore, Larkwell, O'Donovar, Quillhaven",
)
FRENCH = _language(
    "FR BE LU MQ GP GF RE PF SN ML NE TD CD DJ HT MG MR",
    NUMBER_FIRST,
    "Rue de la Fontaine, Avenue des Tilleuls, Rue du Moulin, Boulevard du Canal, Place du Marché, "
    "Rue des Écoles, Quai des Brumes, Rue de l'Abreuvoir, Allée des Platanes, Rue Saint-Éloi, "
    "Chemin du Lavoir, Rue de la Paix, Impasse des Lilas, Rue du Vieux Pont, Avenue de l'Europe, "
    "Rue des Tanneurs, Cours du Midi, Rue de la Gare, Boulevard des Érables, Passage de l'Horloge",
    "L'Étoile, Saint-Éloi, Belle-Aurore, d'Argenval, Mirabelle, Clairmont, L'Ormeau, Château-Gris, "
    "Valrosé, La Rivière, Cœurvolant, Beaulieu-d'Or, Hêtraie, L'Églantine",
)
SPANISH = _language(
    "ES MX AR CL CO PE EC BO PY UY VE CR CU DO GT SV PA PR",
    NUMBER_LAST,
    "Calle Mayor, Calle del Sol, Avenida de la Paz, Paseo de la Alameda, Calle de los Naranjos, "
    "Plaza Vieja, Calle San Martín, Avenida del Mar, Calle Real, Calle de la Luna, Camino de los Olivos, "
    "Calle Nueva, Avenida Libertad, Calle del Río, Paseo de los Tilos, Calle de la Rosa, "
    "Ronda del Molino, Calle Jardín, Calle de la Estación, Travesía del Puente",
    "Alarcón, Montenieve, Peñaclara, La Golondrina, Río Sereno, Doña Inés, Valdeluz, Sierrazul, "
    "Niño Perdido, El Almendro, Marbravo, Cañaveral, Jacarandá, Altamira Vieja",
)
PORTUGUESE = _language(
    "PT BR AO MZ CV",
    NUMBER_APART,
    "Rua das Flores, Avenida da Liberdade, Rua do Comércio, Travessa do Carmo, Rua da Alegria, "
    "Largo do Chafariz, Rua do Sol, Avenida Beira-Mar, Rua das Acácias, Rua São João, Rua da Aurora, "
    "Praça da República, Rua do Porto, Rua dos Pescadores, Avenida Atlântica, Rua Nova, Rua do Moinho, "
    "Calçada da Estrela",
    "Vilarinho, São Telmo, Conceição, Maré Alta, Açucena, Monte Claro, Guimarões, Lua Cheia, Andorinha, "
    "Pé de Serra, Dom Duarte, Coração, Ipêroxo, Varandim",
)
ITALIAN = _language(
    "IT",
    NUMBER_LAST,
    "Via Roma, Via Garibaldi, Corso Italia, Via dei Mulini, Piazza del Mercato, Via San Rocco, "
    "Viale dei Tigli, Via della Fonte, Via Mazzini, Vicolo Stretto, Via del Porto, Via degli Ulivi, "
    "Via Nazionale, Largo dei Pini, Via dell'Orto, Via Santa Lucia, Via del Campo, Salita della Torre",
    "Montefiore, L'Airone, Sant'Elmo, Belvento, Dell'Acqua, Rocca Serena, Città Vecchia, Fontelunga, "
    "D'Amaro, Valdorata, Torrechiara, Il Gelsomino, Nonantico, Pietrabianca",
)
GERMAN = _language(
    "DE AT CH",
    NUMBER_LAST,
    "Bahnhofstraße, Lindenweg, Schulgasse, Am Markt, Gartenstraße, Mühlweg, Kirchplatz, Rosenallee, "
    "Brückenstraße, Hafenstraße, Birkenweg, Ringstraße, Burgweg, Talstraße, Am Stadtgraben, "
    "Weinbergstraße, Kastanienallee, Schlossgasse, Uferweg, Sonnenstraße",
    "Lindenhof, Grünewald, Sankt Florian, Mühlbach, Königsruh, Silberfels, Rosental, Weißenstein, "
    "Falkenau, Brückner, Auersberg, Hölderbusch, Morgenrot, Alpenrösli",
)
DUTCH = _language(
    "NL AW CW BQ SR",
    NUMBER_LAST,
    "Kerkstraat, Molenweg, Dorpsstraat, Havenkade, Lindelaan, Prinsengracht Oost, Stationsweg, "
    "Marktplein, Dijkweg, Beukenlaan, Zeestraat, Tulpenstraat, Bruglaan, Koningsweg, Schoolstraat, "
    "Windmolenpad",
    "Van der Linde, Zonnehoek, 't Veerhuis, De Reiger, Molenzicht, Duinrust, Zilvermeer, De Kroon, "
    "Waterlelie, Oud Haven, Vogelzang, Klaproos",
)
NORDIC = _language(
    "DK NO SE FI IS",
    NUMBER_LAST,
    "Storgatan, Kirkegata, Havnegade, Skolegata, Nygade, Björkvägen, Strandveien, Møllevej, Rådhusgata, "
    "Lövstigen, Fjordveien, Torggata, Engvej, Solbakken, Ringvägen, Kastanjevej, Skärgårdsgatan, "
    "Bryggen Allé",
    "Fjällheim, Nordstjerne, Solvik, Bjørnholt, Lindö, Skogsro, Havfrue, Åsgård, Midtsommer, Granlund, "
    "Sørvind, Hjortsberg, Älvdal, Vinterhus",
)
SLAVIC = _language(
    "PL CZ SK SI HR BA RS ME MK BG UA BY RU",
    NUMBER_LAST,
    "Ulica Lipowa, Ulica Ogrodowa, Ulica Szkolna, Hlavní ulice, Zahradní, Ulica Zelena, Nova cesta, "
    "Trg slobode, Ulitsa Sadovaya, Ulitsa Mira, Naberezhnaya Ulitsa, Ulitsa Lesnaya, Ulica Słoneczna, "
    "Mostecká, Dunavska, Vinogradska, Ulitsa Rechnaya, Bulevar Reke, Ulica Brzozowa, Ulitsa Vishneva",
    "Białowieżka, Złoty Gaj, Vltavín, Sněženka, Gorica, Zlatibreg, Lastochka, Beryozka, Šumava, Rusalka, "
    "Čarobna, Dunajec, Zvezda, Kalinka, Łabędź",
)
BALTIC_AND_NEAR = _language(
    "EE LV LT HU RO AL GE AM",
    NUMBER_LAST,
    "Brīvības iela, Pīlādžu iela, Vilniaus gatvė, Liepų gatvė, Pikk tänav, Kooli tänav, Kossuth utca, "
    "Rózsa utca, Strada Florilor, Strada Teiului, Rruga e Dëshmorëve, Rruga e Pishave, Rustavi Kucha, "
    "Mashtots Poghota, Fő utca, Strada Mare",
    "Saulėtekis, Dzintars, Meretuul, Tündérkert, Gólyafészek, Luceafărul, Izvorul Rece, Shqiponja, "
    "Mtatsmindeli, Arevik, Baltoji Gulbė, Pilskalns, Kuldlind, Csillagles",
)
GREEK = _language(
    "GR CY",
    NUMBER_LAST,
    "Odos Anoixis, Leoforos Thalassis, Odos Elaion, Odos Ermou Palaia, Odos Ilios, Odos Dafnis, "
    "Plateia Agoras, Odos Limani, Odos Kyparission, Odos Selinis, Odos Nikis, Odos Pefkon",
    "Kalliroi, Agios Fanourios, Thalassinos, Asteria, Meltemi, Elaionas, Gorgona, Chrysomilia, Petrini, "
    "Anemoni, Levanta, Kyparissi",
)
TURKIC = _language(
    "TR AZ KZ KG UZ TM",
    NUMBER_LAST,
    "Cumhuriyet Caddesi, Gül Sokak, Çınar Caddesi, Lale Sokak, Deniz Caddesi, Bahçe Sokak, Nizami küçəsi, "
    "Abay Koshesi, Zhibek Zholy, Bogʻ koʻchasi, İnönü Caddesi, Kale Sokak, Zeytin Sokak, "
    "Istiqlol koʻchasi, Köprü Sokak, Yıldız Caddesi",
    "Gülbahçe, Çınaraltı, Yıldızlı, Kervan, Şahin Tepesi, Altın Köprü, Denizkızı, Nargül, Aybike, Tulpar, "
    "Samalgan, Ipek Yuldi, Karagöl, Bülbül",
)
ARABIC = _language(
    "AE SA QA KW BH OM JO LB SY IQ EG LY TN DZ MA SD",
    NUMBER_FIRST,
    "Al Nakheel Street, Al Bahr Street, Sharia al-Salam, Al Qamar Street, Souq Street, Al Zaytoun Street, "
    "Al Manara Road, Rue des Orangers, Al Yasmin Street, Al Wadi Road, Al Fajr Street, "
    "Bab al-Bahr Street, Al Rawda Street, Al Nahda Road, Dar al-Hekma Street, Al Ward Street",
    "Al-Yasmin, Dar al-Qamar, Bab al-Ward, Nakheel, Al-Zahra'a, Qasr al-Nour, Wahat Salma, Riad Zitouna, "
    "Al-Safeena, Layali, Marsa Noor, Bayt al-Hamam, Al-Mas'ud, Rimal",
)
HEBREW = _language(
    "IL",
    NUMBER_LAST,
    "Rehov HaGefen, Rehov HaZayit, Sderot HaYam, Rehov HaShaked, Rehov HaNamal, Rehov HaTamar, "
    "Rehov HaErez, Sderot HaPrahim",
    "Gan HaShaked, Tikvah, Eshel, Nof Yam, Zohar, Rimon, Be'er Shoshan, Alonim",
)
PERSIAN = _language(
    "IR PK",
    NUMBER_FIRST,
    "Bagh Street, Golestan Street, Anar Street, Chinar Road, Bahar Street, Gulberg Road, Shalimar Road, "
    "Darya Road, Kuhsar Road, Minar Street, Chaman Street, Noor Street",
    "Golestan, Chinar Bagh, Nilufar, Mahtab, Simorgh, Gulzar, Shahmina, Anarkali, Parvaneh, Sarv-e Naz, "
    "Koh-i-Safed, Firuzeh",
)
INDIAN = _language(
    "IN BD LK NP MV",
    NUMBER_FIRST,
    "Temple Road, Lake View Road, Gandhi Marg, Mango Grove Road, Lotus Street, Station Bazaar Road, "
    "Banyan Lane, River Front Road, Peepal Chowk, Coconut Grove Road, Tea Garden Road, Jasmine Street, "
    "Old Fort Road, Saraswati Marg, Galle Lane, Himalaya Marg",
    "Chandanvan, Kamal Mahal, Neelgiri, Suryodaya, Mayurbhav, Gulmohar, Tara Niwas, Kaveripoo, Himsagar, "
    "Padmasar, Ratnakar, Sandhyavan, Nilavan, Sagarika",
)
MALAY = _language(
    "MY ID BN SG PH",
    NUMBER_LAST,
    "Jalan Melati, Jalan Kenanga, Jalan Pantai, Jalan Merdeka, Lorong Delima, Jalan Bukit, Jalan Anggrek, "
    "Jalan Pelabuhan, Jalan Kelapa, Jalan Cempaka, Rizal Avenue, Mabini Street, Sampaguita Street, "
    "Jalan Mawar, Jalan Seroja, Jalan Raya Timur",
    "Melati, Teluk Indah, Anggrek, Cempaka, Bunga Laut, Rumah Kayu, Mutiara, Bayu Senja, Kampung Biru, "
    "Narra, Sampaguita, Bukit Awan, Merpati, Tanjung Bintang",
)
SOUTH_EAST = _language(
    "TH VN KH MM",
    NUMBER_FIRST,
    "Thanon Dokmai, Soi Mali, Thanon Rim Nam, Duong Hoa Sen, Pho Cau Go, Duong Bien, Soi Talat, "
    "Street of the Lotus, Thanon Chan, Duong Tre, Bogyoke Lane, Pagoda Road, Riverside Quay, Duong Ban Mai",
    "Dok Champa, Ruen Mali, Baan Talay, Hoa Sen, Làng Tre, Sông Xanh, Bến Mây, Chan Dara, Phka Romduol, "
    "Shwe Pyi, Nagar Hlaing, Baan Din",
)
CHINESE = _language(
    "CN TW HK MO",
    NUMBER_FIRST,
    "Zhongshan Road, Renmin Road, Xinhua Street, Jiefang Road, Heping Road, Binjiang Avenue, "
    "Guanghua Road, Wenhua Street, Dongfeng Road, Huayuan Road, Xihu Lane, Yunnan Lane, Taiping Street, "
    "Minzu Road, Longteng Avenue, Meihua Road",
    "Yunxi, Qinglan, Mingyue, Baihe, Zhu'an, Tingtao, Hongyan, Songfeng, Lüzhu, Xi'yuan, Jinghu, "
    "Fengming, Chun'hui, Lianchi, Wanxia, Taohua, Yulan, Guiyu, Xingchen, Shuimo, Liuxu, Bishui, Heming, "
    "Ziteng",
)
JAPANESE = _language(
    "JP",
    NUMBER_APART,
    "Sakura-dori, Chuo-dori, Ekimae-dori, Matsu-dori, Hana-machi, Minato-dori, Kawabata-dori, Tera-machi, "
    "Momiji-dori, Asahi-machi, Midori-dori, Tsuki-machi, Kaede-dori, Sumiyoshi-dori",
    "Hoshizora, Tsukimi, Kawasemi, Hanaikada, Yūnagi, Mizuiro, Kaede-an, Shin'etsu, Akatombo, Sazanami, "
    "Matsukaze, Komorebi, Asagiri, Fūrin, Ume no Ki, Tamayura, Hotaru, Suzukaze, Kōyō, Yamabuki, Shiosai, "
    "Natsuhi, Kogarashi, Ajisai",
)
KOREAN = _language(
    "KR KP",
    NUMBER_LAST,
    "Haneul-ro, Bada-ro, Kkot-gil, Namsan-gil, Gangbyeon-ro, Sijang-gil, Eunhaeng-ro, Dalbit-ro, "
    "Solsup-gil, Hangang-daero, Mugunghwa-ro, Byeolbit-gil, Sanho-ro, Beodeul-gil",
    "Dalbit, Haneulsaem, Byeolmaru, Solbaram, Eunhasu, Moonjagyo, Sansae, Kkotnarae, Garam, On'gil, "
    "Hae'oreum, Noeul, Saebyeok, Iseul, Mirinae, Darak, Hwawon, Supsok, Baramgil, Yeonkkot",
)
MONGOL = _language(
    "MN",
    NUMBER_LAST,
    "Enkh Taivny Örgön Chölöö, Tsetseg Gudamj, Narny Zam, Khöshöö Gudamj, Salkhit Gudamj, Tal Gudamj",
    "Khökh Tenger, Altan Nar, Tsagaan Uul, Sarnai, Morin Khuur, Salkhi, Gerelt Tal, Öndör Tal",
)
AFRICAN = _language(
    "ET TZ",
    NUMBER_FIRST,
    "Uhuru Street, Kilimani Road, Baobab Road, Bahari Road, Mlima Street, Adwa Lane, Meskel Road, "
    "Entoto Road, Soko Street, Maua Road, Jua Street, Amani Road",
    "Mbuyu, Jua Kali, Tumaini, Simba Hill, Maua, Nyota, Entoto View, Tsehay, Abeba, Bahati, Kilele, Wenz'a",
)

LANGUAGES = (
    ENGLISH, FRENCH, SPANISH, PORTUGUESE, ITALIAN, GERMAN, DUTCH, NORDIC, SLAVIC, BALTIC_AND_NEAR, GREEK,
    TURKIC, ARABIC, HEBREW, PERSIAN, INDIAN, MALAY, SOUTH_EAST, CHINESE, JAPANESE, KOREAN, MONGOL, AFRICAN,
)  # fmt: skip

_BY_COUNTRY = MappingProxyType(
    {country: language for language in LANGUAGES for country in language.countries}
)


def language_of(country_code: str) -> Language:
    """Return the language in which a country names its streets."""
    return _BY_COUNTRY[country_code]
