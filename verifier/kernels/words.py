"""
Words: eight letters of a text at once, in compiled form.

A text is walked, hashed and compared word by word, in plain integer arithmetic: eight bytes are one number
of 64 bits, the first letter lowest. Texts must go on for ``PADDING`` bytes behind their last letter.
"""

from typing import Any

import numba
import numpy as np

from planassay.verifier.batch.layout import Bytes
from planassay.verifier.kernels.compiling import inlined

PADDING = 16

U = np.uint64
ONE, EIGHT = np.uint64(1), np.uint64(8)
_EACH = np.uint64(0x0101010101010101)
_TOP = np.uint64(0x8080808080808080)
_REST = np.uint64(0x7F7F7F7F7F7F7F7F)
_QUOTES, _BACKSLASHES, _BLANKS = (np.uint64(letter * 0x0101010101010101) for letter in (34, 92, 32))
_FROM_A, _PAST_Z = (np.uint64((128 - letter) * 0x0101010101010101) for letter in (65, 91))
_POSITIONS = np.uint64(0x0001020304050607)
_SEVEN, _TO_CASE, _TO_FIRST, _THREE, _SIXTY_FOUR = (np.uint64(n) for n in (7, 2, 56, 3, 64))


def _uncompiled_word(text: Bytes, at: np.uint64) -> np.uint64:
    """Return the eight letters that begin somewhere."""
    return np.uint64(int.from_bytes(text[at : at + EIGHT].tobytes(), "little"))


def _compiled_word() -> Any:
    """Return the same as one load, which no loop over letters becomes."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def word(typing: Any, text: Any, at: Any) -> Any:
        del typing

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, values[0])
            letter = builder.gep(array.data, [values[1]])
            bits = ir.IntType(64)
            load = builder.load(builder.bitcast(letter, bits.as_pointer()))
            load.align = 1
            return load

        return types.uint64(text, at), generate

    return word


def _uncompiled_fetch(array: Any, at: np.uint64) -> None:
    """Do nothing: only machine code knows what is near."""


def _compiled_fetch() -> Any:
    """Return what asks for the part of an array around an element, without waiting for it."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def fetch(typing: Any, array: Any, at: Any) -> Any:
        del typing

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            held = context.make_array(signature.args[0])(context, builder, values[0])
            number, letters = ir.IntType(32), ir.IntType(8).as_pointer()
            place = builder.bitcast(builder.gep(held.data, [values[1]]), letters)
            kind = ir.FunctionType(ir.VoidType(), [letters, number, number, number])
            call = builder.module.declare_intrinsic("llvm.prefetch", [letters], kind)
            builder.call(call, [place, *(number(n) for n in (0, 3, 1))])  # to read, soon and often, data
            return context.get_dummy_value()

        return types.void(array, at), generate

    return fetch


_IS_COMPILED = not vars(numba.config)["DISABLE_JIT"]

word = _compiled_word() if _IS_COMPILED else _uncompiled_word
"""Eight letters of a text, from anywhere."""

fetch = _compiled_fetch() if _IS_COMPILED else _uncompiled_fetch
"""Ask for the part of an array around an element, counted through all rows, so that it is near when read."""


@inlined
def _first(marks: np.uint64) -> np.uint64:
    """Return which letter is the first that is marked, by its top bit."""
    lowest = marks & (~marks + ONE)
    return ((lowest >> _SEVEN) * _POSITIONS) >> _TO_FIRST


@inlined
def signs(letters: np.uint64) -> np.uint64:
    """Return marks of the letters that end a text or are not themselves; none before the first is wrong."""
    quotes, backslashes = letters ^ _QUOTES, letters ^ _BACKSLASHES
    found = (quotes - _EACH) & ~quotes
    found |= (backslashes - _EACH) & ~backslashes
    found |= (letters - _BLANKS) & ~letters  # below a blank
    return found & _TOP


@inlined
def to_sign(text: Bytes, i: np.uint64, end: np.uint64) -> np.uint64:
    """Return where the first quote, backslash or control character stands, or the end."""
    while i < end:
        marks = signs(word(text, i))
        if marks != U(0):
            return min(i + _first(marks), end)
        i += EIGHT
    return end


@inlined
def cut(letters: np.uint64, count: np.uint64) -> np.uint64:
    """Return the first few letters of a word, one to eight."""
    return letters & (~U(0) >> (_SIXTY_FOUR - count * EIGHT))


@inlined
def small(letters: np.uint64) -> np.uint64:
    """Return letters with the capitals of ASCII as small ones."""
    rest = letters & _REST
    capitals = ((rest + _FROM_A) ^ (rest + _PAST_Z)) & ~letters & _TOP
    return letters | (capitals >> _TO_CASE)


@inlined
def is_ascii(letters: np.uint64) -> bool:
    """Tell whether all letters of a word are ASCII."""
    return letters & _TOP == U(0)
