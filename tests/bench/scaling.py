"""One thread and several in one run: scripts/bench --scaling=N.

Two processes of dbidx, one that uses one thread and one that uses N, are asked for every program in turn, in the other
order every round; the least of all rounds counts. What takes longer with N threads than ALLOWED of the time of one is
measured again, so that what else the machine did for a moment does not count; the last line is `N passed, N failed`.
Sums of results have to be the same to the last bit.
"""
import os

ALLOWED = 1 / 0.98
AGAIN = 3  # times as many rounds for what takes longer


def ratio(one, several):
    return one["best_ms"] / several["best_ms"]


def table(rows, threads):
    lines = [f"| program | 1 thread, ms | {threads} threads, ms | ratio |", "| --- | ---: | ---: | ---: |"]
    for name, one, several in rows:
        cells = f"{one['best_ms']:.3g} | {several['best_ms']:.3g} | {ratio(one, several):.2f}"
        lines.append(f"| {name} | {cells} |")
    return "\n".join(lines) + "\n"


def measure(start, threads, rounds, calls, better, say):
    """start(threads, env) gives a worker. Gives the text and how many programs fail."""
    both = [start(n, dict(os.environ, OPENBLAS_NUM_THREADS=str(n), OMP_NUM_THREADS=str(n))) for n in (1, threads)]
    found = [[None, None] for _ in calls]
    again = range(len(calls))
    for r in range(rounds * (1 + AGAIN)):
        if r >= rounds:
            again = [k for k in again if all(found[k]) and 1 / ratio(*found[k]) > ALLOWED]
        for k in again:
            for who in (0, 1) if r % 2 else (1, 0):
                found[k][who] = better(found[k][who], both[who].ask(calls[k][0]))
        say(f"round {r + 1}: {len(again)} programs")
    for worker in both:
        worker.stop()
    rows = [(name, *pair) for (_, name), pair in zip(calls, found) if all(pair)]
    slower = [f"slower: {name}: {ratio(a, b):.2f}" for name, a, b in rows if 1 / ratio(a, b) > ALLOWED]
    other = [f"another sum: {name}: {a['sum']!r} and {b['sum']!r}" for name, a, b in rows if a["sum"] != b["sum"]]
    missing = [f"failed: {name}" for (_, name), pair in zip(calls, found) if not all(pair)]
    bad = len({line.split(": ")[1] for line in slower + other + missing})
    lines = slower + other + missing + [f"{len(calls) - bad} passed, {bad} failed"]
    return table(rows, threads) + "\n" + "\n".join(lines) + "\n", bad
