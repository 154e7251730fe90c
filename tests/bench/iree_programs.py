"""The peer "IREE" of scripts/bench: what dbidx exports of programs.py for IREE, compiled for this processor.

DBIDX names the program that exports. Lengths stay what they are in the program: dynamic where it says so. A program that
IREE does not take has no function here. One thread runs on the caller, several on IREE's own ones.
"""
import os
import subprocess
import types
from pathlib import Path

import iree.compiler
import iree.runtime as runtime
import numpy

PROGRAMS = Path(__file__).parent / "programs.py"
THREADS = int(os.environ.get("OMP_NUM_THREADS", "1"))
FLAGS = ["--iree-input-demote-f64-to-f32=false", "--iree-llvmcpu-target-cpu=host", "--iree-llvmcpu-link-embedded=false",
         "--iree-llvmcpu-fail-on-out-of-bounds-stack-allocation=false", "--iree-opt-level=O3"]
DRIVER = "local-sync" if THREADS == 1 else "local-task"
if THREADS > 1:
    runtime.flags.parse_flags(f"--task_topology_max_group_count={THREADS}")
config = runtime.Config(DRIVER)
calls = {}  # name -> how scripts/bench calls it


def kept(x):
    return runtime.asdevicearray(config.device, numpy.ascontiguousarray(x))


jnp = types.SimpleNamespace(asarray=kept)  # inputs are where IREE wants them before time is taken


def expect(line):
    """A call, by which the program is traced."""
    calls[line[:line.index("(")]] = line[line.index("(") + 1:-1]


def loaded(name):
    text = subprocess.run([os.environ["DBIDX"], "inspect", f"{PROGRAMS}:{name}", "--emit=iree", "--args", calls[name]],
                          capture_output=True, text=True)
    if text.returncode:
        raise AttributeError(f"{name}: {text.stderr.strip()[:200]}")
    code = iree.compiler.compile_str(text.stdout, target_backends=["llvm-cpu"], input_type="stablehlo", extra_args=FLAGS)
    context = runtime.SystemContext(config=config)
    context.add_vm_module(runtime.VmModule.copy_buffer(context.instance, code))
    return next(m for n, m in context.modules.items() if n != "hal").main


def __getattr__(name):
    if name not in calls:
        raise AttributeError(name)
    run = loaded(name)
    globals()[name] = lambda *args: run(*(numpy.asarray(a) if isinstance(a, (int, float)) else a for a in args))
    return globals()[name]
