# A peer of tests/bench/latency.py in Python: latency_peer.py jax|catalyst. Reads a line of JSON with a
# program's text, defines and calls it anew as often as asked, and answers with the best time; "compile":
# what compiling alone takes (JAX). null: it failed.
import json
import os
import sys
import time

answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
if sys.argv[1] == "jax":
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax

    jax.config.update("jax_enable_x64", True)


def once(program):
    """Seconds for defining, tracing, compiling and running."""
    names = {}
    code = compile(program["text"], "program", "exec")
    begin = time.perf_counter()
    exec(code, names)
    out = eval(program["call"], names)
    out = out.block_until_ready() if hasattr(out, "block_until_ready") else out
    return time.perf_counter() - begin


def compiling(program):
    names = {}
    exec(program["text"], names)
    lowered = names["f"].lower(*eval(program["args"], names))
    begin = time.perf_counter()
    lowered.compile()
    return time.perf_counter() - begin


for line in sys.stdin:
    program = json.loads(line)
    try:
        measure = compiling if program.get("compile") else once
        took = [1e3 * measure(program) for _ in range(program["runs"])]
        answer = {"best_ms": min(took), "median_ms": sorted(took)[len(took) // 2]}
    except Exception as e:
        print(type(e).__name__, str(e)[:300], file=sys.stderr)
        answer = None
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
