"""Search by meaning: near rows first, the same everywhere, kept beside the knowledge base."""

import shutil

import numpy as np
import pytest
from tests.worlds import isles

from planassay.bench.sandbox import search
from planassay.bench.sandbox.opening import open_tools
from planassay.bench.sandbox.search import FOLDER, SearchIndex, build, open_search, words
from planassay.bench.sandbox.session import Session
from planassay.kb.catalog import Catalog, MemorySource
from planassay.kb.errors import UnknownSystemError
from planassay.kb.formats.trek import open_folder, parts
from planassay.kb.store import Store, write_store


@pytest.fixture(scope="module")
def kb(trek_slice):
    """Return the knowledge base of the slice."""
    return open_folder(trek_slice)


@pytest.fixture(scope="module")
def index(kb):
    """Return its search index."""
    return open_search(kb)


@pytest.fixture
def store(kb, tmp_path):
    """Return it as a store."""
    write_store(tmp_path / "kb", "trek", list(parts(kb.source)))
    return tmp_path / "kb"


def best(index, kb, text, count=3):
    """Return the hotels of Riga that come first."""
    scores = index.scores("hotels", "Riga", text)
    order = sorted(range(len(scores)), key=lambda row: (-scores[row], row))
    return [kb.hotels("Riga")[row] for row in order[:count]]


@pytest.mark.parametrize("text", ["Pet-friendly", "pet friendly", "PET FRIENDLY", "Baby cots", "baby cot"])
def test_rows_that_offer_just_that_come_first(index, kb, text):
    """Whatever the case, the hyphen and the plural."""
    offering = [hotel for hotel in kb.hotels("Riga") if words(text) in [words(a) for a in hotel.amenities]]
    assert offering
    assert {hotel.name for hotel in best(index, kb, text, len(offering))} == {
        hotel.name for hotel in offering
    }


def test_whom_a_row_suits_counts_though_it_is_not_shown(index, kb):
    """As the published service ranks by tags."""
    assert "with children" in best(index, kb, "with children", 1)[0].personas


def test_related_words_rank_without_a_literal_match(index, kb):
    """No amenity is called ``toddler stroller``, but one is near."""
    assert "Stroller storage" in best(index, kb, "toddler stroller", 1)[0].amenities


@pytest.mark.parametrize(("text", "persona"), [("kids", "with children"), ("bring our dog", "with pets")])
def test_words_of_travellers_stand_for_words_of_the_tables(index, kb, text, persona):
    """Though no row says ``kids`` or ``dog``."""
    assert persona in best(index, kb, text, 1)[0].personas


def test_synonyms_are_words_as_they_are_compared():
    """Each is what its own text becomes, so that none is dead."""
    for word, others in search.SYNONYMS.items():
        assert [words(text) for text in (word, *others)] == [[text] for text in (word, *others)]


def test_words_of_no_meaning_rank_all_alike(index):
    """Every score is zero; also for no words at all."""
    assert set(index.scores("hotels", "Riga", "zzzz qqqq")) == {0.0}
    assert set(index.scores("cars", "Riga", "!?")) == {0.0}


def test_scores_are_rounded_and_repeatable(index, kb):
    """Built twice, the scores are the same numbers."""
    again = SearchIndex(kb, build(kb))
    for text in ("wheelchair", "quiet spa with late room service", "pets " * 100):
        scores = index.scores("attractions", "Cairo", text)
        assert scores == again.scores("attractions", "Cairo", text)
        assert scores == [round(score, 4) for score in scores]


def test_the_index_is_kept_and_used_again(store, monkeypatch):
    """The second opening builds nothing; a stale or damaged index is made anew."""
    catalog = Store(store).catalog()
    first = open_search(catalog, store).scores("hotels", "Riga", "spa")
    assert (store / FOLDER / "index.json").exists()
    monkeypatch.setattr(search, "build", lambda kb: pytest.fail("built again"))
    assert open_search(catalog, store).scores("hotels", "Riga", "spa") == first
    monkeypatch.undo()
    (store / FOLDER / "weights.npy").write_bytes(b"junk")
    assert open_search(catalog, store).scores("hotels", "Riga", "spa") == first


def test_a_store_that_cannot_be_written_is_searched_all_the_same(store, monkeypatch):
    """The index is then in memory alone."""

    def refuse(*arguments, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(search, "aside", refuse)
    assert max(open_search(Store(store).catalog(), store).scores("hotels", "Riga", "spa")) > 1
    assert not (store / FOLDER).exists()


def test_the_index_makes_no_store_worse(store):
    """It is no part of the records: the store verifies, and its identity stays."""
    before = Store(store).manifest
    open_search(Store(store).catalog(), store)
    Store(store).verify()
    assert Store(store).manifest == before


@pytest.mark.parametrize("rows", [0, 1])
def test_tiny_worlds_have_an_index(rows):
    """Without words, or with too few for any dimension, rows rank by what they offer."""
    kb = Catalog(MemorySource("tiny", hotel_table={"Anvil": isles().hotels("Anvil")[:rows]}))
    scores = open_search(kb).scores("hotels", "Anvil", "spa")
    assert scores == [1.0] * rows


def test_open_tools_opens_a_store(store):
    """From a folder to a session."""
    session = Session(open_tools(store, "v1"))
    page = session.call("search_hotels", {"city": "Riga", "amenity": "spa", "limit": 1})
    assert page["items"][0]["score"] >= 1
    assert session.toolset.kb_hash == Store(store).manifest.content_hash
    with pytest.raises(UnknownSystemError):
        open_tools(store, "v9")


def test_vectors_have_length_one(index):
    """So that their product with a query is a cosine."""
    vectors = np.asarray(index._arrays["hotels.vectors"])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)


def test_a_copied_store_keeps_its_index(store, tmp_path):
    """It is keyed by content, not by place."""
    open_search(Store(store).catalog(), store)
    shutil.copytree(store, tmp_path / "copy")
    assert open_search(Store(tmp_path / "copy").catalog(), tmp_path / "copy").scores("cars", "Riga", "wifi")
