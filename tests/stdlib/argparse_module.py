"""Command lines: what is read of them, and the help."""
import argparse, contextlib, io, sys
def run(parser, *words, known=False):
    """What is read of a command line, or what is printed, and the status."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            found = parser.parse_known_args(list(words)) if known else parser.parse_args(list(words))
        print(list(words), found)
    except SystemExit as e: print(list(words), "exit", e.code); print(out.getvalue() + err.getvalue(), end="")
def tried(f, *a, **k):
    try: return f(*a, **k)
    except Exception as e: return type(e).__name__, str(e)
def made(*args, **k):
    p = argparse.ArgumentParser(prog="p"); p.add_argument(*args, **k); return p

p = argparse.ArgumentParser(prog="train", description="Trains a model of a few layers, of which the widths are given one after another on the command line.", epilog="See also: evaluate.")
p.add_argument("data", help="what is learned")
p.add_argument("widths", nargs="*", type=int, help="of the layers (default: none)")
p.add_argument("-n", "--steps", type=int, default=100, help="steps of the optimizer (default: %(default)s)")
p.add_argument("--lr", "--learning-rate", type=float, default="1e-3", metavar="RATE")
p.add_argument("-o", "--optimizer", choices=["sgd", "adam"], default="adam", help="one of %(choices)s")
p.add_argument("-v", "--verbose", action="count", default=0, help="say more")
p.add_argument("-q", action="store_true"); p.add_argument("--no-jit", dest="jit", action="store_false", help="without the compiler, which is of use where errors are looked for in the program itself")
p.add_argument("--tag", action="append", help="%(prog)s marks the run with it"); p.add_argument("--seed", type=int, required=True, help="of random numbers")
p.add_argument("--cache", action=argparse.BooleanOptionalAction, default=True, help="keep what was compiled")
p.add_argument("--secret", help=argparse.SUPPRESS); p.add_argument("--version", action="version", version="%(prog)s 1.2")
print(p.format_usage(), end=""); p.print_usage(); print(p.format_help(), end=""); p.print_help(); print(p)
for line in ("d --seed 1", "d 1 2 --seed=1 3", "d --seed 1 --steps=5 -v -vv", "--seed 1 d 3 4", "-n5 --seed 1 d", "-vqn 5 --seed 1 d", "-vvq --seed 1 d --tag a --tag=b", "--st 4 --se 1 d", "--s 1 d", "--se 1 --sec x d", "--seed x d", "--seed 1", "d", "", "--seed 1 d --lr 0.5 --no-jit --no-cache", "--cache --seed 1 d -o sgd", "--seed 1 d -o rms", "--learning-rate 2 --seed 1 d", "--lr", "d --seed 1 --nope", "d --seed 1 a b", "d -- --seed", "--seed 1 -- d 1", "--seed 1 -- -d 1", "d --seed -1 -2", "d --seed 1 -q=1", "d --seed 1 --no-jit=1", "--version", "-h", "d --seed 1 --steps", "d --seed=", "d --seed 1 -vx", "--secret s --seed 1 d"):
    run(p, *line.split())
run(p, "d", "--seed", "1", "--bad", "x", "-z", known=True)

for nargs in (None, 1, 2, "?", "*", "+", argparse.REMAINDER):
    k = {} if nargs is None else {"nargs": nargs}
    q = argparse.ArgumentParser(prog="q"); q.add_argument("--opt", default="D", const="C" if nargs == "?" else None, **k); q.add_argument("-f", action="store_true"); q.add_argument("pos", **k)
    print(nargs, q.format_usage(), end="")
    for words in ([], ["a"], ["a", "b"], ["a", "b", "c"], ["--opt"], ["--opt", "x"], ["--opt", "x", "y", "-f", "a"], ["--opt=x", "a"], ["a", "--opt", "x", "y"], ["a", "-f", "b"], ["-f", "--", "-a", "-b"], ["--opt", "-f", "a"], ["a", "--opt"], ["a", "--opt=", "-f"]): run(q, *words)
q = argparse.ArgumentParser(prog="q"); q.add_argument("a"); q.add_argument("b", nargs="?", default="7", type=int); q.add_argument("c", nargs="*", default=[9]); q.add_argument("d", nargs=2, metavar="X")
print(q.format_help(), end="")
for line in ("1 2 3", "1 2 3 4", "1 2 3 4 5 6", "1", "1 x 3 4"): run(q, *line.split())
q = argparse.ArgumentParser(prog="q"); q.add_argument("--foo", action="store_true"); q.add_argument("cmd"); q.add_argument("rest", nargs=argparse.REMAINDER)
for line in ("--foo c a --foo b", "c --bar -x", "c", "--bar c", "c -- a -- b"): run(q, *line.split())

q = argparse.ArgumentParser(prog="q"); q.add_argument("-x", type=float); q.add_argument("y", nargs="*", type=float)
for line in ("-x -1", "-x -1.5 -2 -.5", "-1 -2", "-x -1e3", "-x 1e3", "-1x"): run(q, *line.split())
q.add_argument("-1", dest="one", action="store_true")
for line in ("-1 2", "-x -2", "-x -1"): run(q, *line.split())
q = argparse.ArgumentParser(prog="q", allow_abbrev=False); q.add_argument("--foobar"); q.add_argument("-ab"); q.add_argument("-a")
for line in ("--foo 1", "--foobar 1", "-ab 1", "-ac", "-a=b", "-ab=c"): run(q, *line.split())
q = argparse.ArgumentParser(prog="q", prefix_chars="-+/", argument_default=argparse.SUPPRESS); q.add_argument("+f", "++full"); q.add_argument("/s", action="store_true"); q.add_argument("-t", default=3)
for line in ("", "+f 1", "++full=2 /s", "++fu 2", "-t 4 +g"): run(q, *line.split())
print(q.format_help(), end="")
q = argparse.ArgumentParser(prog="q"); q.add_argument("--c", action="store_const", const=42); q.add_argument("--int", dest="types", action="append_const", const=int); q.add_argument("--str", dest="types", action="append_const", const=str); q.add_argument("--e", action="extend", nargs="+", type=int, default=[0]); q.add_argument("-v", action="count"); q.add_argument("--l", action="append", nargs=2, default=[])
for line in ("", "--c --int --str", "--e 1 2 --e 3", "-vvv -v", "--l 1 2 --l 3 4", "--c 3"): run(q, *line.split())

def even(text):
    if int(text) % 2: raise argparse.ArgumentTypeError(f"{text} is odd")
    return int(text)
for of, choices, words in ((even, None, ["2"]), (even, None, ["3"]), (even, None, ["x"]), (int, range(3), ["2"]), (int, range(3), ["3"]), (int, [1, 2], ["--", "-1"]), (lambda s: s.split(","), None, ["a,b"]), (str.upper, None, ["a"]), (float, None, ["nan"]), (complex, None, ["1+2j"]), (bool, None, [""]), (str, "abc", ["b"]), (str, {"a": 1}, ["q"])):
    run(made("v", type=of, choices=choices), *words)
run(made("--v", type=int, default="5")); run(made("--v", type=int, default=5.5)); run(made("--v", default="5", type=even)); run(made("--v", default="x", type=int)); run(made("v", nargs="?", choices="ab", default="c")); run(made("v", nargs="*", choices="ab", default="c")); run(made("v", nargs="*", choices=["a", "b"])); run(made("v", nargs="+", choices="ab"), "a", "b", "c")

q = argparse.ArgumentParser(prog="q"); g = q.add_mutually_exclusive_group(); g.add_argument("--a", action="store_true"); g.add_argument("--b", type=int); h = q.add_mutually_exclusive_group(required=True); h.add_argument("-c"); h.add_argument("-d", default=1); h.add_argument("e", nargs="?")
for line in ("-c 1", "--a --b 1 -c 1", "--b 1 -d 2", "", "-c 1 -d 2", "x", "x -c 1", "--a x"): run(q, *line.split())
print(q.format_help(), end=""); print(tried(g.add_argument, "x"), tried(g.add_argument, "--x", required=True))
q = argparse.ArgumentParser(prog="q", add_help=False); g = q.add_argument_group("model", "What is trained,\nand how."); g.add_argument("--depth", type=int); m = g.add_mutually_exclusive_group(); m.add_argument("--relu", action="store_true"); m.add_argument("--tanh", action="store_true"); q.add_argument_group("empty"); q.add_argument_group("said", "only this"); q.add_argument("x"); q.set_defaults(depth=3, extra="e")
print(q.format_help(), end=""); run(q, "1"); run(q, "1", "--relu", "--tanh"); run(q, "-h"); print(q.get_default("depth"), q.get_default("extra"), q.get_default("no"))
child = argparse.ArgumentParser(prog="child", parents=[q], conflict_handler="resolve"); child.add_argument("--depth", help="again"); print(child.format_help(), end=""); run(child, "1", "--depth", "4")
print(tried(argparse.ArgumentParser, prog="z", parents=[child]))

top = argparse.ArgumentParser(prog="top"); top.add_argument("--level", type=int, default=0); subs = top.add_subparsers(dest="cmd", required=True, help="what to do", metavar="CMD")
fit = subs.add_parser("fit", help="fits a model", description="Fits.", aliases=["f", "ft"]); fit.add_argument("file"); fit.add_argument("--epochs", type=int, default=1); fit.set_defaults(func=len)
show = subs.add_parser("show", help="shows a model, with a help that is so long that it is broken at some place of the line"); inner = show.add_subparsers(title="parts", description="of a model", dest="part"); inner.add_parser("weights", help="w").add_argument("-k", action="append"); inner.add_parser("biases"); subs.add_parser("hidden")
for q in (top, fit, show): print(q.format_help(), end="")
for line in ("fit a", "--level 2 f a --epochs 3", "fit", "", "nope", "show weights -k 1 -k 2", "show", "show nope", "fit a --bad", "show biases x", "fit a --level 3", "hidden", "-h", "show weights -h", "fi a"): run(top, *line.split())
run(top, "fit", "a", "b", "--bad", known=True); print(sorted(subs.choices), tried(subs.add_parser, "fit"))
q = argparse.ArgumentParser(prog="q"); q.add_argument("first"); q.add_argument("-z", required=True); s = q.add_subparsers(); s.add_parser("one"); s.add_parser("two", prog="other").add_argument("y")
print(q.format_help(), end="")
for line in ("1 -z 2", "1 -z 2 one", "1 -z 2 two", "-z 1 a two 3", "-z 1 a three"): run(q, *line.split())

long = "A text that is longer than one line of a terminal, with words-that-have-hyphens in it, and   with\n  blanks and\nlines of its own: 100%."
for kind in (argparse.HelpFormatter, argparse.RawDescriptionHelpFormatter, argparse.RawTextHelpFormatter, argparse.ArgumentDefaultsHelpFormatter, argparse.MetavarTypeHelpFormatter, lambda prog: argparse.HelpFormatter(prog, max_help_position=40, width=60), lambda prog: argparse.HelpFormatter(prog, indent_increment=4, width=30)):
    q = argparse.ArgumentParser(prog="q", formatter_class=kind, description=long, epilog="%(prog)s: " + long.replace("100%.", "all"))
    q.add_argument("pos", nargs="?", type=int, default=3, help="a position"); q.add_argument("--a-rather-long-option", type=float, default=2.5, help=long.replace("%", "%%")); q.add_argument("-s", type=str, help="short"); q.add_argument("--flag", action="store_true", help=" "); q.add_argument("--n", type=int, help="(%(type)s, %(default)r, %(dest)s)"); q.add_argument("--both", "-b", type=int, nargs="+", help="lines\nof it", default=argparse.SUPPRESS)
    print(q.format_help(), end="")
class Both(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter): pass
q = argparse.ArgumentParser(prog="a_program_of_a_long_name_that_takes_most_of_a_line_of_a_terminal_here", formatter_class=Both, description="a\n  b"); q.add_argument("x" * 30, metavar="a_long_metavar_of_an_argument"); q.add_argument("--y", default=[1], metavar=("ONE", "TWO"), nargs=2, help="two"); q.add_argument("z", nargs="+", help="more")
print(q.format_help(), end="")
q = argparse.ArgumentParser(usage="%(prog)s [options] file", prog="q"); print(q.format_usage(), q.format_help(), sep="", end=""); run(q, "x")
q = argparse.ArgumentParser(prog="q", usage=argparse.SUPPRESS); q.add_argument("x", help=argparse.SUPPRESS); print(repr(q.format_usage()), q.format_help(), sep="\n", end=""); run(q)

class Twice(argparse.Action):
    def __init__(self, option_strings, dest, nargs=None, **kwargs):
        if nargs is not None: raise ValueError("nargs not allowed")
        super().__init__(option_strings, dest, **kwargs)
    def __call__(self, parser, namespace, values, option_string=None):
        if values == "bad": parser.error("it is bad")
        if values == "worse": raise argparse.ArgumentError(self, "it is worse")
        setattr(namespace, self.dest, (values * 2, option_string))
q = argparse.ArgumentParser(prog="q"); print(q.add_argument("--twice", action=Twice, type=str)); q.add_argument("pos", action=Twice)
for line in ("--twice a b", "b --twice bad", "b --twice worse", "bad"): run(q, *line.split())
print(tried(q.add_argument, "--x", action=Twice, nargs=1), tried(q.add_argument, "--x", action="nope"), tried(q.add_argument, "--twice"), tried(q.add_argument, "-h", "--help"), tried(q.add_argument, "x", dest="y"), tried(q.add_argument, "x", required=True), tried(q.add_argument, "--x", type="int"), tried(q.add_argument, "--"), tried(q.add_argument, "-a", "b"), tried(q.add_argument, "--x", nargs=2, metavar=("A",)), tried(q.add_argument, "--x", defualt=0), tried(q.add_argument, "--x", nargs=0), tried(q.add_argument, "--x", const=1), tried(q.add_argument, "--x", action="store_true", type=int), tried(q.add_argument, "--x", action="append", nargs=0))
q = argparse.ArgumentParser(prog="q", exit_on_error=False); q.add_argument("--n", type=int)
print(tried(q.parse_args, ["--n", "x"]), tried(q.parse_args, ["--n"]), q.parse_args(["--n", "3"]))
class Said(argparse.ArgumentParser):
    def error(self, message): raise ValueError(message)
q = Said(prog="q"); q.add_argument("x"); q.add_subparsers().add_parser("s").add_argument("y")
print(tried(q.parse_args, []), tried(q.parse_args, ["1", "s"]), tried(q.parse_args, ["1", "t"]), q)

n = argparse.Namespace(a=1, b="x"); n.c = [2]
print(n, n == argparse.Namespace(a=1, b="x", c=[2]), n != argparse.Namespace(), n == 3, "a" in n, "z" in n, vars(n), getattr(n, "b"), argparse.Namespace(**{"x y": 1, "b": 2}), argparse.Namespace())
q = made("--a-b", default=1); print(q.parse_args(["--a-b", "2"], n) is n, n, vars(q.parse_args([])))
sys.argv = ["some/where/prog.py", "--x", "1"]; q = argparse.ArgumentParser(); q.add_argument("--x"); print(q.prog, q.parse_args(), q.format_usage(), end="")
print(argparse.OPTIONAL, argparse.ZERO_OR_MORE, argparse.ONE_OR_MORE, argparse.REMAINDER, argparse.PARSER, argparse.SUPPRESS, str(argparse.ArgumentError(None, "m")), issubclass(argparse.ArgumentTypeError, Exception))
err = io.StringIO()
try:
    with contextlib.redirect_stderr(err): q.exit(3, "gone\n")
except SystemExit as e: print(e.code, repr(err.getvalue()))
q.print_help(err); q.print_usage(file=err); print(err.getvalue())
run(made("a b", nargs="?")); run(made("--x", dest="y"), "--x", "a b"); run(made("pos"), "-a b"); run(made("pos"), "-"); run(made("pos"), ""); run(made("--x", nargs="?", const="c"), "--x="); run(made("-v", action="count"), "-v=")
run(argparse.ArgumentParser(prog="p", description=__doc__), "-h")
