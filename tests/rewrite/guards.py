#!/usr/bin/env python3
"""Fifteen rewritings that are tempting and wrong: each is refused by a guard that the log names.

usage: guards.py DBIDX
Of each: the Jaxpr stays as it is, the log has the rule and the reason, and the results for the witness are the same with and
without rewriting. Where a rule without the guard can be written (or `reals` takes it away), that one fires, and its result
for the witness is another one: the guard is needed. The last line is `N passed, N failed`.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from speaks import silent  # noqa: E402

TO32, TO64 = (f"convert_element_type[new_dtype=float{n} weak_type=False]" for n in (32, 64))
SPLAT = "broadcast_in_dim[broadcast_dimensions=() shape=(None,)]"
WHILE = ("while_loop[body_jaxpr={ lambda ; q:f64[]. let in (q,) } body_nconsts=0 cond_jaxpr={ lambda ; p:f64[]. let in (True,) } "
         "cond_nconsts=0 nimplicit=0 preserve_dimensions=True]")
FOR = ("for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; i:i64[] p:f64[]. let q:f64[] = add p 1.0 in (q,) } "
       "body_nconsts=0 nimplicit=0 preserve_dimensions=True]")
F = "jnp.array([{}])"

# Name, inputs, equations, rule, guard, arguments of the witness (None: it does not end), the rule without its guard
# ("": there is none that is typed rightly), rules that are typed besides.
CASES = [
    ("X01", "x:i64[]", f"b:f64[] = {TO64} x c:f64[] = mul b 1.0 in (c,)", "through", "dtype: i64 is not f64", "3", "",
     "through: mul(convert_element_type(X), 1) -> X; -mul_one_r"),
    ("X02", "a:i64[] x:f64[a]", f"z:f64[a] = {SPLAT} 0.0 a b:f64[a] = mul x z in (b,)", "mul_zero_r", "is no integer",
     F.format("jnp.nan, -1.0"), "reals", ""),
    ("X03", "a:i64[] x:f64[a]", "b:f64[a] = sub x x in (b,)", "sub_self", "is no integer", F.format("jnp.inf"), "reals", ""),
    ("X04", "a:i64[] x:f64[a]", "b:f64[a] = div x x in (b,)", "div_self", "real numbers only", F.format("0.0"), "reals", ""),
    ("X05", "x:f64[]", "b:f64[] = add x 0.0 c:f64[] = div 1.0 b in (c,)", "add_zero_r", "is no integer", "-0.0", "reals", ""),
    ("X06", "a:i64[] b:i64[] x:f64[a]", "c:f64[b] = reshape[dimensions=None new_sizes=(None,)] x b in (c,)", "reshape_noop",
     "axis 0: a and b are two lengths", "2, 3, jnp.ones(2)", "", ""),
    ("X07", "a:i64[] b:i64[] x:f64[a]", f"o:f64[a] = {SPLAT} 1.0 a m:f64[a] = mul x o c:f64[b] = reshape[dimensions=None "
     "new_sizes=(None,)] m b in (c,)", "through", "axis 0: a and b are two lengths", "2, 3, jnp.ones(2)", "",
     "through: reshape(mul(X, 1), ...) -> X; -mul_one_r"),
    ("X08", "n:i64[]", f"p:i64[] = add n 1 q:i64[] = add 1 n x:f64[p] = {SPLAT} 1.0 p y:f64[q] = {SPLAT} 1.0 q in (x, y)", "cse",
     "in another order", "2", "", ""),
    ("X09", "a:i64[] x:f64[1]", "c:f64[a] = broadcast_in_dim[broadcast_dimensions=(0,) shape=(None,)] x a in (c,)",
     "broadcast_noop", "axis 0: 1 and a are two lengths", "3, jnp.ones(1)", "", ""),
    ("X10", "x:f64[]", "b:f64[] = log x c:f64[] = exp b in (c,)", "exp_log", "real numbers only", "-1.0", "reals", ""),
    ("X11", "a:i64[] s:f64[]", f"b:f64[a] = {SPLAT} s a c:f64[] = reduce_max[axes=(0,)] b in (c,)", "max_of_splat", "a may be 0",
     "0, 2.0", "", ""),
    ("X12", "x:f64[]", f"b:f32[] = {TO32} x c:f64[] = {TO64} b in (c,)", "convert_convert", "loses bits", "0.1",
     "bare: convert_element_type(convert_element_type(X)) -> X", ""),
    ("X13", "x:f64[]", f"c:f64[] = {WHILE} x in (x,)", "dead", "it may not end", None, "", ""),
    ("X14", "x:f64[]", "b:f64[] = pow x 0.5 in (b,)", "pow_half", "real numbers only", "-jnp.inf", "reals", ""),
    ("X15", "a:i64[] x:f64[]", f"c:f64[] = {FOR} 0 a 1 0 x in (c,)", "loop_zero_trips", "a is no number", "2, 0.5", "", ""),
    ("X15, one trip", "a:i64[] x:f64[]", f"c:f64[] = {FOR} 0 a 1 0 x in (c,)", "loop_one_trip", "a is no number", "2, 0.5", "", ""),
]


class Test:
    def __init__(self, program, folder):
        self.program, self.file = program, pathlib.Path(folder) / "x.jaxpr"

    def dbidx(self, *args):
        r = subprocess.run([self.program, "jaxpr", *args, "--width=1000", str(self.file)], capture_output=True, text=True,
                           timeout=60, check=False)
        return r.stdout + r.stderr

    def one(self, case):
        _, inputs, equations, rule, guard, witness, bare, more = case
        self.file.write_text(f"{{ lambda ; {inputs}. let {equations} }}\n")
        rules = [f"--rules={more}"] if more else []
        before, after = self.dbidx(), self.dbidx("--opt=on", "--log", *rules)
        # letters are those of the text as it is printed
        letters = dict(zip(re.findall(r"(\w+):", inputs), re.findall(r"(\w+):", before)))
        said = re.sub(r"\b([ab])\b(?= (?:and|are|is no number|may))|(?<=and )([ab])\b", lambda m: letters.get(m[0], m[0]), guard)
        refusals = re.findall(r"   - (\w+), equation.*\n +refused: (.*)", after)
        wrong = []
        if not after.endswith(before):
            wrong.append(f"it is rewritten: {after}, was {before}")
        if not any(name == rule and said in why for name, why in refusals):
            wrong.append(f"no refusal of {rule} with '{said}': {refusals}")
        if witness is None:
            return wrong
        for engine in ("interp", "jit"):
            values = {opt: self.dbidx(f"--opt={opt}", f"--engine={engine}", "--run", witness, *rules) for opt in ("off", "on")}
            if values["off"] != values["on"] or not values["off"].strip():
                wrong.append(f"{engine}: {values}")
        if bare:
            loose = self.dbidx("--opt=on", f"--rules={bare}")
            self.file.write_text(loose)
            if loose == before or self.dbidx("--engine=interp", "--run", witness) == values["off"]:
                wrong.append(f"without the guard: {loose}")
        return wrong


def main():
    if silent(sys.argv[1]):
        return 1
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        test = Test(sys.argv[1], folder)
        for case in CASES:
            wrong = test.one(case)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            for w in wrong:
                print(f"FAIL {case[0]}: {w}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
