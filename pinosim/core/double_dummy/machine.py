"""What the machine does in one instruction: bit counts, and memory without bounds or strides.

numba reads an array through a record of pointer, shape and strides, which a search of this size cannot keep in
registers: taking the bare pointer once makes the whole search faster. With numba switched off the same names are plain
Python.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic


@intrinsic
def _address(typing_context: Any, array: Any) -> Any:
    """Give the address of the first element of a contiguous array."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), code  # type: ignore[no-untyped-call]


@intrinsic
def _count_ones(typing_context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def _lowest_one(typing_context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), code


@intrinsic
def _highest_one(typing_context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], cgutils.true_bit)
        return builder.sub(context.get_constant(types.int64, 63), zeros)

    return types.int64(types.int64), code


@intrinsic
def _prefetch(typing_context: Any, pointer: Any, place: Any) -> Any:
    """Ask for a place of the memory before it is needed."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), ir.IntType(8).as_pointer())
        word = ir.IntType(32)
        kinds = [address.type, word, word, word]
        ask = builder.module.declare_intrinsic("llvm.prefetch", [address.type], ir.FunctionType(ir.VoidType(), kinds))
        builder.call(ask, [address, word(0), word(3), word(1)])  # to be read, and kept near, as data
        return context.get_dummy_value()

    return types.void(pointer, types.int64), code


def _same_array(array: Any) -> Any:
    return array


def _python_prefetch(array: Any, place: int) -> None:
    pass


def _python_count_ones(x: int) -> int:
    return int(x).bit_count()


def _python_lowest_one(x: int) -> int:
    return (int(x) & -int(x)).bit_length() - 1 if x else 64


def _python_highest_one(x: int) -> int:
    return int(x).bit_length() - 1


raw: Any = _address
count_ones: Any = _count_ones
lowest_one: Any = _lowest_one
highest_one: Any = _highest_one
prefetch: Any = _prefetch
if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
    raw, count_ones, lowest_one, highest_one = _same_array, _python_count_ones, _python_lowest_one, _python_highest_one
    prefetch = _python_prefetch
