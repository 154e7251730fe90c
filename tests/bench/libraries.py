"""The peer "library" of scripts/bench: programs.py as libraries of `dbidx build`, called by programs.c."""
import concurrent.futures
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "aot"))
import library  # noqa: E402

SMALL = re.compile(r"\b\d{2,}\b")  # lengths, on which the types of a call do not depend
FIXED = re.compile(r"} \w+; // \w+\[[^]]*\d")  # but here: an argument that has a length as its type


def built(dbidx, folder, call, threads):
    name, args = call[:call.index("(")], call[call.index("(") + 1:-1]
    path = folder / f"lib{name}.so"
    for given in (SMALL.sub("4", args), args):
        r = subprocess.run([dbidx, "build", f"{HERE / 'programs.py'}:{name}", "--args", given, f"--threads={threads}", "--lend", "--force", "-o", path],
                           capture_output=True, text=True)
        if r.returncode:
            return print(f"no library of {name}: {r.stderr.strip()}", file=sys.stderr)
        if not FIXED.search(path.with_suffix(".h").read_text().partition(f"}} {name}_in;")[0]):
            break
    return name, path


def field(position, c, axes):
    if not axes:
        return f"c->number[{position}]"
    lengths = ", ".join(f"c->a[{position}].dims[{k}]" for k in range(axes))
    return f"{{c->a[{position}].{'f' if c.__name__ == 'c_double' else 'i'}, {{{lengths}}}}}"


def case(name, path):
    """Its branch of run and of drop."""
    header = path.with_suffix(".h").read_text()
    given = [field(k, c, axes) for k, (_, c, axes, _) in enumerate(library.members(header, f"{name}_in"))]
    axes = library.members(header, f"{name}_out")[0][2]
    size = " * ".join(f"all.{name}.r0.shape[{k}]" for k in range(axes))
    ends = f"return *size = {size}, *ret = all.{name}.r0.data, 0;" if axes else f"return all.{name}.r0;"
    run = (f'  if (IS("{name}")) {{\n    if ({name}_call(&({name}_in){{{", ".join(given)}}}, &all.{name}, NULL)) exit(1);\n'
           f"    dropped = (void (*)(void *)){name}_free;\n    {ends}\n  }}\n")
    return f'#include "{path.with_suffix(".h")}"\n', f"  {name}_out {name};\n", run


def prepare(dbidx, folder, calls, threads):
    """The program, with what scripts/bench asks a peer."""
    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = dict(filter(None, pool.map(lambda call: built(dbidx, folder, call, threads),
                                          {call[:call.index("(")]: call for call in calls}.values())))
    cases = [case(*c) for c in made.items()]
    text = "".join(c[0] for c in cases) + "static union {\n" + "".join(c[1] for c in cases) + "} all;\nstatic void (*dropped)(void *);\n"
    text += "static double run(const call *c, double **ret, long *size) {\n  const char *p = c->name;\n" + "".join(c[2] for c in cases)
    text += "  exit(1);\n}\nstatic void drop(double *r) { (void)r, dropped(&all); }\n"
    (folder / "cases.h").write_text(text)
    program = folder / "programs"
    subprocess.run(["cc", "-O2", f'-DLIBRARIES="{folder / "cases.h"}"', HERE / "programs.c", "-o", program, *(p for p in made.values()),
                    f"-Wl,-rpath,{folder}", "-lm"], check=True)
    return program
