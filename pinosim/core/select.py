"""Finding the n-th set bit: one instruction where the processor has it (x86 with BMI2), a short loop elsewhere.

Drawing a random card is this search. Loops of unpredictable length were a third of the time of random play; spreading
a single bit over the marks (`pdep`) needs none. Both ways give the same bit.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

from pinosim.core.jit import kernel
from pinosim.core.layout import lowest_bit


def _has_pdep() -> bool:
    try:
        return bool(binding.get_host_cpu_features().get("bmi2", False))
    except RuntimeError:  # llvmlite cannot tell on this processor
        return False


HAS_PDEP = _has_pdep()
_PDEP = "llvm.x86.bmi.pdep.64"


@intrinsic
def _pdep(typing_context: Any, source: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        function = builder.module.globals.get(_PDEP) or ir.Function(
            builder.module, ir.FunctionType(word, [word, word]), _PDEP
        )
        return builder.call(function, args)

    return types.int64(types.int64, types.int64), generate


def nth_bit(marks, n):
    """Keep only the n-th set bit of `marks`, counted from 0; there are more than n."""
    for _ in range(n):
        marks &= marks - 1
    return marks & -marks


@overload(nth_bit)
def _nth_bit_compiled(marks, n):
    if HAS_PDEP:
        return lambda marks, n: _pdep(1 << n, marks)  # type: ignore[call-arg]  # numba adds the first argument
    return nth_bit


@kernel
def nth_mark(marks, n):
    """Find the bit position of the n-th set bit, counted from 0."""
    return lowest_bit(nth_bit(marks, n))
