"""The yardsticks do the same jobs as the kernels: their means agree with each other and with the exact ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.bench import Job, compile_yardstick, jobs, run_yardstick
from test_core_chances import mean_meld

pytestmark = pytest.mark.bench


@pytest.mark.parametrize("job", [job for job in jobs(0.2) if job.yardstick], ids=lambda job: job.yardstick)
def test_yardstick_and_kernel_do_the_same_job(job: Job, tmp_path: Path) -> None:
    program = compile_yardstick(tmp_path)
    assert program is not None, "gcc is needed for this comparison"
    _, theirs = run_yardstick(program, job.yardstick, job.n)
    ours = job.run(job.n)
    assert ours == pytest.approx(theirs, rel=0.01)
    if "meld" in job.name:
        name = "guide-double" if "80" in job.name else "family250"
        exact = sum(float(mean_meld(name, trump)) for trump in "SHDC") / 4
        assert theirs == pytest.approx(exact, rel=0.005)
