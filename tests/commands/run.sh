#!/bin/sh
# The subcommands: exit statuses, what goes to standard output and what to standard error.
# usage: run.sh DBIDX
set -u
dbidx=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

# expect NAME STATUS STDOUT-PATTERN STDERR-PATTERN ARGS...: patterns of grep -E, "" for no output
expect() {
  name=$1 status=$2 out=$3 err=$4
  shift 4
  "$dbidx" "$@" >out 2>err </dev/null
  got=$?
  ok=1
  [ "$got" = "$status" ] || ok=0
  if [ -n "$out" ]; then grep -qE -e "$out" out || ok=0; else [ ! -s out ] || ok=0; fi
  if [ -n "$err" ]; then grep -qE -e "$err" err || ok=0; else [ ! -s err ] || ok=0; fi
  if [ $ok = 1 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $name: status $got"
    head -n 5 out err
  fi
}

# piped NAME STDOUT STDERR-PATTERN [STATUS]: a session on standard input. At the end of a pipe this
# is a process of its own: it counts in a file.
piped() {
  name=$1 want=$2 err=$3 status=${4:-0}
  "$dbidx" >out 2>err
  got=$?
  ok=1
  [ $got = "$status" ] || ok=0
  [ "$(cat out)" = "$want" ] || ok=0
  if [ -n "$err" ]; then grep -qE -e "$err" err || ok=0; else [ ! -s err ] || ok=0; fi
  if [ $ok = 1 ]; then
    echo passed >>counted
  else
    echo failed >>counted
    echo "FAIL $name: status $got"
    head -n 5 out err
  fi
}

# silent NAME ARGS...: nothing is said of the last file, and what has to be of a file that fails, put after it
silent() {
  name=$1
  shift
  expect "$name" 1 '^[^l]*fails.py:2:1: error.*KeyError[^l]*$' '' "$@" fails.py
  if [ $ok = 1 ] && { [ "$(wc -l <out)" != 1 ] || ! "$dbidx" "$@" >out 2>&1 </dev/null || [ -s out ]; }; then
    passed=$((passed - 1)) failed=$((failed + 1))
    echo "FAIL $name: it says something"
    head -n 5 out
  fi
}

cat >loop.py <<'PROGRAM'
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    a = jnp.ones([n], dtype=float)

    @for_loop(0, 10, 1)
    def loop(i, x):
        return x + a

    return loop(a)

def g(n):
    return n
print(f(3))
PROGRAM
cat >mismatch.py <<'PROGRAM'
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    a = jnp.ones([n])
    @for_loop(0, 10, 1, allow_array_resizing=True)
    def loop(i, x): return x + a
    return loop(a)
PROGRAM
printf 'print(1)\nraise KeyError("k")\n' >fails.py
printf 'print(1\n' >syntax.py
printf '{ lambda ; a:i64[]. let b:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a in (b,) }' >one.jaxpr
printf '{ lambda ; a:f64[3]. let b:f64[4] = add a a in (b,) }' >bad.jaxpr

expect 'version' 0 '^dbidx [0-9.]+$' '' --version
expect 'help' 0 'subcommands:' '' --help
for c in run check inspect conform jaxpr; do expect "$c --help" 0 "usage: dbidx $c" '' $c --help; done
expect 'explain a term' 0 '^InDBIdx$' '' explain indbidx
expect 'explain by another name' 0 '^deduceInputType' '' explain expandArgs
for t in tracer aval ShapedArray DShapedArray trace frame 'tracing context' 'constant tracer' 'lifted tracer' capture referent \
  'dimension equality' InputType OutputType in_type out_type explicit implicit collapsed expanded 'nested primitive' \
  ExpansionStrategy strategy preserving resizing infer shared slot bindNested findTracingContext deduceInputType \
  abstractEval newTracingContext parseInputType newArgTracer newConstTracer eval deduceOutputType toJaxpr \
  parseOutputType emitJaxprLine collapse DBIdx InDBIdx OutDBIdx expandArgs expandResults initialize traceNested \
  nimplicit body_nconsts preserve_dimensions apply_reverse_transform abstracted_axes primitive bind Jaxpr for_loop \
  while_loop cond symbolic; do
  expect "explain $t" 0 . '' explain $t
done
expect 'explain a code' 0 'E301' '' explain e301
expect 'explain lists the terms' 0 'OutDBIdx' '' explain
expect 'explain nothing known' 2 '' 'no page' explain frobnicate
expect 'explain several' 2 '' 'could be.*parseInputType' explain parse
expect 'unknown subcommand' 2 '' 'no subcommand' frobnicate
expect 'unknown option' 2 '' 'no option' run --frobnicate loop.py
printf '# A sheet\n\n```python\nprint(1 + 1)\n```\n```output\n2\n```\n\n```python\n>>> x = 3\n>>> x\n```\n' >sheet.md
expect 'run a worksheet' 0 '^>>> x = 3$' '' run sheet.md
expect 'check a worksheet' 1 'sheet.md:13: it prints something else' '' check sheet.md
expect 'check a worksheet, JSON' 1 '"line": 13, "message": "it prints something else", "expected": "", "got": "3' '' check --json sheet.md
"$dbidx" check --update sheet.md >out 2>err </dev/null
if [ "$(sed -n 13p sheet.md)" = 3 ] && [ ! -s out ] && [ ! -s err ]; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  echo 'FAIL update a worksheet'
fi
silent 'an updated worksheet' check sheet.md
printf 'a\0b' >binary.md
expect 'a worksheet that is no text' 1 '' 'is no text' check binary.md
expect 'recovery in a pipe' 2 '' 'needs a terminal' --recover
expect 'missing operand' 2 '' 'usage' run
expect 'option without value' 2 '' 'needs a value' inspect loop.py --emit
expect 'wrong choice' 2 '' 'jit\|interp' run --engine=gpu loop.py
expect 'missing file' 2 '' 'cannot read' run nowhere.py
expect 'a file that is misspelt' 2 '' "did you mean './loop.py'" run ./lopp.py
expect 'run' 0 '^\[11\. 11\. 11\.\]$' '' run loop.py
expect 'run by the interpreter' 0 '^\[11\. 11\. 11\.\]$' '' run --engine=interp loop.py
expect 'run with arguments of the program' 0 '^\[11' '' run loop.py --engine=other 2
expect 'a file without a subcommand' 0 '^\[11\. 11\. 11\.\]$' '' --engine=interp loop.py --emit=jaxpr
expect 'a file that is not there' 2 '' 'cannot read' nowhere.py
expect 'a text' 0 '^3$' '' -c 'print(1 + 2)' loop.py
expect 'a text that fails' 1 '' '<string>:1:1' -c 'x'
expect '-c without a text' 2 '' '-c needs a value' -c
expect 'the prompt behind a file' 0 '^\[11\. 11\. 11\.\]$' '' -i loop.py
expect 'the prompt behind a text' 0 '^4$' '' -i -c 'x = 3
x + 1'
expect 'the prompt behind a program that failed' 0 '^1$' 'fails.py:2:1' -i fails.py
expect 'a failing program' 1 '^1$' "KeyError" run fails.py
expect 'the exception line' 1 '^!KeyError$' "KeyError" run --exception-line fails.py
expect 'a syntax error' 1 '' 'E101.*SyntaxError' run syntax.py
expect 'diagnostics as JSON' 1 '^1$' '^\{.*"class": ?"KeyError"' run --json fails.py
expect 'colour on request' 1 '^1$' "$(printf '\033')" run --color=always fails.py
silent 'check' check loop.py
expect 'inspect jaxpr' 0 '^\{ lambda ; a:i64\[\]\. let$' '^\[11' inspect loop.py --emit=jaxpr
expect 'inspect of a function' 0 'for_loop' '^\[11' inspect loop.py:f --emit=jaxpr
cat >derived.py <<'EOT'
from catalyst import qjit
from jax import numpy as jnp

@qjit(abstracted_axes={0: "n"})
def cubes(x):
    return jnp.sum(x * x * x)

cubes(jnp.array([1.0, 2.0]))
EOT
expect 'inspect of a derivative' 0 '^\{ lambda ; a:i64\[\] b:f64\[a\]. let$' '' inspect derived.py:cubes --mode=grad --emit=jaxpr
"$dbidx" inspect derived.py:cubes --mode=grad --emit=jaxpr >first.jaxpr
expect 'the Jaxpr of a derivative runs' 0 '^\[ 3\. 12\. 27\.\]$' '' jaxpr first.jaxpr --run 'jnp.array([1.0, 2.0, 3.0])'
"$dbidx" inspect derived.py:cubes --mode=grad2 --emit=jaxpr >second.jaxpr
expect 'the Jaxpr of a second derivative runs' 0 '^ \[ 0\. 12\.\]\]$' '' jaxpr second.jaxpr --run 'jnp.array([1.0, 2.0])'
expect 'the MLIR of a derivative' 0 'func.func' '' inspect derived.py:cubes --mode=grad --emit=mlir
expect 'an unknown mode' 2 '' '--mode is one of eval.grad.grad2' inspect derived.py:cubes --mode=third --emit=jaxpr
expect 'a mode of what has none' 2 '' 'go with --emit=jaxpr' inspect derived.py:cubes --mode=grad --emit=types
expect 'inspect of a derivative, piped' 0 '^\[ 3\. 12\.\]$' '' jaxpr first.jaxpr --run 'jnp.array([1.0, 2.0])'
expect 'what is declared' 0 '^cubes \(a:i64\[\] b:f64\[a\]\) -> \(f64\[\]\)' '' inspect derived.py:cubes --decls
expect 'what is declared by a derivative' 0 '^cubes \(a:i64\[\] b:f64\[a\]\) -> \(f64\[a\]\)' '' inspect derived.py:cubes --mode=grad --decls
expect 'what names held' 0 '^x = b:f64\[a\]' '' inspect derived.py:cubes --stores
expect 'variables are bound' 0 '^unbound: 0 unbound of [1-9]' '' inspect derived.py:cubes --check=unbound
expect 'equations have places' 0 '^source: 0 without a place of [1-9]' '' inspect derived.py:cubes --mode=grad2 --check=unbound,source,shape
expect 'types are right' 0 '^shape: 0 ill-typed of [1-9]' '' inspect derived.py:cubes --mode=grad --emit=jaxpr --check=shape
expect 'an unknown check' 1 '' '--check is of unbound, source and shape' inspect derived.py:cubes --check=all
expect 'checks of all functions' 2 '' 'of one function' inspect derived.py --emit=calls --check=shape
expect 'inspect calls the function' 0 'for_loop' '^\[11' inspect loop.py:f --emit=jaxpr --args 4
expect 'inspect of an untraced function' 1 '' 'no function' inspect loop.py:g --emit=jaxpr
expect 'inspect binds' 0 '"primitive": ?"for_loop"' '^\[11' inspect loop.py --emit=binds
expect 'inspect events' 0 'BIND_OPEN' '^\[11' inspect loop.py --emit=events
expect 'inspect types' 0 'i64' '^\[11' inspect loop.py --emit=types
cat >graph.py <<'END'
from catalyst import qjit
@qjit(autograph=True)
def f(n, x):
    names = ["a", "bc"]
    for i in range(n):
        x = x + i
    for k in range(2):
        x = x + len(names[k])
    return x
print(f(3, 1.5))
END
expect 'inspect autograph' 0 '^graph.py:5 .*for i in range.n.: +becomes for_loop$' 'W102' inspect graph.py --emit=autograph
expect 'inspect autograph, what is left to Python' 0 'TracerIntegerConversionError: .*__index__' 'W102' inspect graph.py --emit=autograph
expect 'check of what AutoGraph leaves to Python' 1 '^graph.py:7:5: warning.W102' '' check graph.py
expect 'inspect of a function without AutoGraph' 0 'no statement of f' '^\[11' inspect loop.py --emit=autograph
expect 'inspect svg' 0 '^<svg xmlns=' '^\[11' inspect loop.py --emit=svg
expect 'inspect dot' 0 '^digraph "f" \{$' '^\[11' inspect loop.py --emit=dot
expect 'inspect html' 0 '^<!DOCTYPE html>$' '^\[11' inspect loop.py --emit=html
expect 'inspect json' 0 '^\{"format": 1, "program": "loop.py"' '^\[11' inspect loop.py --emit=json
expect 'the page of a failing program' 1 '"diagnostics": \[\{"severity": "error", "code": ' "KeyError" inspect fails.py --emit=json
expect 'the page of a program that does not parse' 1 '"class": "SyntaxError"' 'E101' inspect syntax.py --emit=html
expect 'the page of a Jaxpr' 0 '"drawing": "<svg' '' inspect one.jaxpr --emit=json
expect 'a picture by Graphviz' 0 '' '^\[11' inspect loop.py --emit=dot -o loop.png
printf ':set names source\nfrom catalyst import qjit\nfrom jax import numpy as jnp\n@qjit\ndef g(n: int):\n    return jnp.ones([n * 2])\n\n:export named.json\n' |
  "$dbidx" >out 2>err
if grep -q '\["b", 0\]' named.json && ! grep -q "$(printf '\357\277\275')" named.json; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  echo 'FAIL pages name variables by letters, also with the names of the source'
fi
expect 'inspect mlir' 0 'func' '^\[11' inspect loop.py --emit=mlir
expect 'inspect llvm' 0 'define' '^\[11' inspect loop.py --emit=llvm
expect 'inspect why' 0 'x\.shape\[0\] \(.\) == n \(letter a\): equal|= both stand for n' '^\[11' inspect loop.py --emit=why --of 'loop.x.shape[0] == n'
expect 'inspect why of a line' 0 'add . .*loop.py:10:16' '^\[11' inspect loop.py:f --emit=why --of 10
expect 'inspect why as JSON' 0 '^\{"of": "n".*"kind": "argument".*"line": ' '^\[11' inspect loop.py --emit=why --json --of n
expect 'inspect why of nothing' 1 '' "E201.*'nothing'" inspect loop.py --emit=why --of nothing
expect 'inspect why needs --of' 2 '' 'need --of' inspect loop.py --emit=why
expect 'inspect users' 0 'captured .*in the body of loop' '^\[11' inspect loop.py --emit=users --of n
expect 'inspect users as JSON' 0 '"use": "captured"' '^\[11' inspect loop.py --emit=users --json --of n
expect 'inspect why of a trace that failed' 1 'step 2 \(deduceInputType\) made' 'E301' inspect mismatch.py --emit=why --of 8
expect 'inspect why of a Jaxpr' 0 'argument 0 of one.jaxpr' '' inspect one.jaxpr --emit=why --of 'b.shape[0]'
echo nothing >not.dbidx
expect 'open is for recordings' 2 '' 'reads recordings .*loop.py' open loop.py
expect 'open of what is no recording' 0 '' 'E608' open not.dbidx
expect 'open of no file' 0 '' 'E208' open nothing.dbidx
expect 'inspect asm' 0 'ret' '^\[11' inspect loop.py --emit=asm
expect 'MLIR names equations and their places' 0 '// .*= add .* loop.py:10:16' '^\[11' inspect loop.py --emit=mlir
expect 'LLVM IR names equations and their places' 0 '; .*= add .* loop.py:10:16' '^\[11' inspect loop.py --emit=llvm
expect 'assembly names equations and their places' 0 '# .*= add .* loop.py:10:16' '^\[11' inspect loop.py --emit=asm
cat >branch.py <<'END'
from jax import numpy as jnp
from catalyst import qjit, cond
@qjit(abstracted_axes={0: "n"})
def f(x):
    @cond(x[0] > 1)
    def big():
        return x * x
    @big.otherwise
    def small():
        return x + x
    return big()
f(jnp.arange(3.0))
END
expect 'MLIR names equations of branches' 0 '// e:f64\[c\] = add d d   branch.py:10:16' '' inspect branch.py --emit=mlir
expect 'MLIR after a pass' 0 'cf.cond_br' '^\[11' inspect loop.py --emit=mlir --pass=convert-scf-to-cf
expect 'an unknown pass' 1 '' "no pass 'nope' .turns" inspect loop.py --emit=mlir --pass=nope
expect 'bench' 0 '^ +[0-9.]+ .* 2 +[0-9]+  f.3.$' '' bench --repeat=2 loop.py 'f(3)'
expect 'bench of the program' 0 'loop.py$' '' bench --repeat=2 --engine=interp loop.py
expect 'bench of a program with calls, again and again' 0 'game_of_life.py$' '' \
  bench --repeat=5 "$root/tests/programs/arrays/game_of_life.py"
expect 'bench as JSON' 0 '"best_ms": .*"sum": 33,' '' bench --repeat=2 --json loop.py 'f(3)'
expect 'bench of a failing expression' 1 'first' 'E701' bench loop.py 'f(-1)'
expect 'inspect needs --emit' 2 '' 'needs --emit' inspect loop.py
expect 'inspect into a file' 0 '' '^\[11' inspect loop.py --emit=jaxpr -o f.jaxpr
expect 'what was written reads back' 0 'for_loop' '' jaxpr f.jaxpr
expect 'jaxpr runs' 0 '^\[1\. 1\. 1\. 1\.\]$' '' jaxpr one.jaxpr --run 4
expect 'jaxpr runs by the interpreter' 0 '^\[1\. 1\.\]$' '' jaxpr --engine=interp one.jaxpr --run=2
expect 'run takes a Jaxpr' 0 '^\[1\. 1\. 1\.\]$' '' run one.jaxpr --args 3
expect 'run tells how to give arguments' 1 '' '--args=' run one.jaxpr
expect 'check takes a Jaxpr' 1 'bad.jaxpr:1:26: error\[E604\]' '' check bad.jaxpr
expect 'inspect takes a Jaxpr' 0 'argument 0' '' inspect one.jaxpr --emit=types
expect 'calls of a program' 0 '"args": \["jnp.array\(3, dtype=jnp.int64\)"\]' '^\[11' inspect loop.py --emit=calls
expect 'the new style' 0 '1\.0:f64\[\] a' '' jaxpr --jaxpr-style=new one.jaxpr
expect 'jaxpr refuses a wrong type' 1 '' 'E604' jaxpr bad.jaxpr
expect 'jaxpr refuses other text' 1 '' 'E601' jaxpr loop.py
expect 'a run-time fault' 1 '' 'E701' jaxpr one.jaxpr --run=-1
expect 'arguments are checked' 1 '' 'E707' jaxpr one.jaxpr --run 1.5

printf 'x = 1\nx + 1\ndef f(a):\n    b = a\n\n    return b * 2\nf(4)\n' | piped 'a session in a pipe' '2
8' ''
printf '1 +\nx = 3\nnope\nx\n' | piped 'a session goes on after errors' '3' 'NameError'
printf '>>> 1 + 1\n2\n>>> for i in range(2):\n...     print(i)\n...\n0\n1\n>>> 5\n5\n' | piped 'a transcript in a pipe' '2
0
1
5' ''
printf 'n: int\n1 + 1\n' | piped 'an annotation in a pipe declares nothing' '2' ''
printf 'if True:\n    x = 1\nelse:\n    x = 2\nx\ny = [1,\n  2]\ny\n:quit\n3\n' | piped 'blocks and brackets in a pipe' '1
[1, 2]' ''
printf 'x = 1\nx = 2\nl = [str(i) for i in range(10**6)]\nl = 1\nl = [str(i) for i in range(10**6)]\n[l, 1 / 0]\nx + len(l)\n' | piped 'the heap is collected between lines' '1000002' 'ZeroDivisionError'
printf 'x = [1]\nx.append(2); 1 / 0\nx\n' | piped 'a failing line leaves everything as it was' '[1]' 'ZeroDivisionError'
printf 'x = [1]\nx.append(2)\nd = {"a": x}\nd["b"] = 1\n:undo\n:undo\n:undo\nx\n' | piped 'undo takes lines back' 'taken back: d["b"] = 1
taken back: d = {"a": x}
taken back: x.append(2)
[1]' ''
(cat one.jaxpr; printf '\n:run 2\n:run a=1\n{ lambda x: x }.__class__\n') | piped 'a Jaxpr becomes the program' "array([1., 1.])
array([1.])
<class 'set'>" ''
mkdir folder
printf ':load folder\n' | piped 'a folder to load' '' 'cannot read folder: Is a directory'
printf ':load loopp.py\n' | piped 'a file to load that is misspelt' '' "did you mean 'loop.py'"
printf ':help lern\n' | piped 'a group that is misspelt' '' "did you mean ':help learn'"
printf ':replay folder\n' | piped 'a folder to replay' '' "cannot read 'folder'"
expect 'a folder to run' 2 '' 'Is a directory' run folder
printf ':nope\n:d 7\n:jaxpr\n:run 3\n:undo\n1\n' | piped 'wrong commands' '3
1' 'no command'
(cat loop.py; printf '\n:mlir --pass\n') | piped 'the passes' '[11. 11. 11.]
turns
ahead
polls
bare-pointers
convert-scf-to-cf
convert-to-llvm
reconcile-unrealized-casts' ''
printf 'd = {}\nd[1] = [i for i in range(200000)]; b = sum([[i][0] for i in range(200000)])\nb\n' |
  piped 'garbage is collected while a line is open' '19999900000' ''
# numbers that no line and no breakpoint has: beyond 32 bits, and with more behind them
for n in 5x 99999999999 4294967299 -1x; do
  (cat loop.py; printf '\n:debug f(3)\nbreak 11\nbreak %s\ndelete 4294967297\ndelete %s\ndelete 1\ndelete 1\nquit\n' "$n" "$n") >typed
  "$dbidx" <typed >out 2>err
  case $n in -*) lines=0 ;; *) lines=1 ;; esac # a name
  if [ "$(grep -c "E208. ValueError: $n is no line" err)" = $lines ] && [ "$(grep -c 'there is no breakpoint 4294967297$' err)" = 1 ] &&
    [ "$(grep -c -e "there is no breakpoint $n\$" err)" = 1 ] && [ "$(grep -c 'there is no breakpoint 1$' err)" = 1 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL break $n"
    head -n 12 out err
  fi
done

printf 'x = 1\nx + 1' | piped 'a last line without its end' '2' ''
printf '\357\273\277x = 5\r\nx\r\n' | piped 'a byte order mark and CRLF' '5' ''

# A long function: what an error is offered takes a time that grows as the text does.
awk 'BEGIN {
  print "import jax.numpy as jnp\nfrom catalyst import qjit\n\n@qjit\ndef long(n: int, m: int):\n    x0 = jnp.ones(n)"
  for (i = 1; i < 300; i++)
    printf "    x%d = x%d * 2.0 + jnp.sum(x%d) - x%d[0]\n", i, i - 1, i - 1, int(i / 2)
  print "    y = jnp.ones(m)\n    return x299 + y\n\nlong(3, 4)"
}' >long.py
expect 'a fix in a long function' 1 '' '= tried: y = jnp.ones\(n\) +traces; result f64\[n\]' long.py

# seen FILE PATTERN: waits until the file has it, or until the watcher has ended without it
seen() {
  for _ in $(seq 1200); do
    alive=1
    kill -0 $watcher 2>/dev/null || alive=0
    grep -qE -e "$2" "$1" && return 0
    [ $alive = 1 ] || return 1
    sleep 0.1
  done
  return 1
}

cat >draft.py <<'END'
from catalyst import qjit, for_loop
from jax import numpy as jnp

@qjit(abstracted_axes={0: 'n'})
def f(x):
    a = x @ jnp.ones([3, 4])
    b = a + 1
    c = undefined_thing(x)
    @for_loop(0, 3, 1)
    def loop(i, v):
        w = v + jnp.ones(4)
        u = w * 2
        return v + 1
    r = loop(x)
    s = r + jnp.ones([7])
    try:
        t = x + jnp.ones([9])
    except ValueError:
        t = x
    t = t.sum(axis=3)
    return b

y = f(jnp.ones(5))
print(y + 1)
z = [1, 2][7]
for k in [1, 2]:
    z = 1 // (k - 1)
print(z)
END
"$dbidx" check --draft draft.py >out 2>err
if [ "$(cut -d: -f2 out | tr '\n' ' ')" = "6 8 11 15 20 25 27 " ]; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  echo "FAIL independent errors are found at once"
  cat out err
fi

cat >watched.py <<'END'
from catalyst import qjit
@qjit
def f(x: float):
    return x + 1
END
"$dbidx" watch watched.py >out 2>err &
watcher=$!
if seen out 'is watched' && sed -i 's/x + 1/x * 3/' watched.py && seen out '^\+.*mul a 3' &&
  sed -i 's/x \* 3/y/' watched.py && seen err "name 'y'"; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  echo "FAIL watch shows what a save changes"
  head -n 20 out err
fi
kill $watcher
expect 'watch needs a file' 2 '' 'cannot read' watch nothing.py

# what a program is given
printf 'import sys\nprint(sys.argv)\n' >given.py
expect 'arguments of a program' 0 "^\['given.py', '1', '--json', '-x'\]$" '' given.py 1 --json -x
expect 'of one that is named so' 0 "^\['./given.py', 'a b', ''\]$" '' run ./given.py 'a b' ''
expect 'of a text' 0 "^\['-c', '2'\]$" '' -c 'import sys; print(sys.argv)' 2
expect 'of one that the prompt runs' 0 "^\['given.py', '1'\]$" '' -i given.py 1
expect 'bytes that are no text' 0 "^\['given.py', '.+b'\]$" '' given.py "$(printf '\377b')"
printf 'import sys\nsys.argv\n' | piped 'arguments of nothing' "['']" ''

# a program that ends itself
expect 'ends well' 0 '^1$' '' -c 'import sys; print(1); sys.exit(); print(2)'
expect 'ends with a status' 3 '^1$' '' -c 'print(1)
raise SystemExit(3)'
expect 'ends with a text' 1 '' '^why$' -c 'import sys; sys.exit("why")'
printf 'print(1)\nexit()\nprint(2)\n' | piped 'exit() leaves' 1 ''
printf 'import sys\nprint(1)\nsys.exit(3)\nprint(2)\n' | piped 'sys.exit leaves with its status' 1 '' 3
printf 'raise SystemExit("why")\nprint(2)\n' | piped 'SystemExit leaves with a text' '' '^why$' 1
printf 'print(1)\nquit\nprint(2)\n' | piped 'quit alone leaves' 1 ''
printf 'exit = 5\nexit\nprint(2)\n' | piped 'a name called exit does not' '5
2' ''
printf 'exit(1, 2)\nprint(2)\n' | piped 'exit has one argument' 2 'TypeError: Quitter.__call__'
printf 'print(1)\nexit(2)\n' >exits.py
printf ':load exits.py\nprint(3)\n' | piped 'a file that exits leaves the session' '1
(the program has ended, with the status 2)
3' ''
expect 'exit of a program' 2 '^1$' '' exits.py
expect 'ends beyond numbers' 255 '' '' -c 'import sys; sys.exit(2**70)'
expect 'ends, as its class says' 1 '^!SystemExit$' 'SystemExit: 0' run --exception-line -c 'raise SystemExit(0)'
printf 'import sys\nfrom catalyst import qjit\nf = qjit(lambda x: x + 1)\ndef main(): return f(1) - 2\nsys.exit(int(main()))\n' >ends.py
expect 'checked to its end' 0 'testcase classname="ends.py" name="check"/>' '' check --format=junit ends.py
expect 'looked at to its end' 0 'add' '' inspect ends.py --emit=jaxpr
printf 'import sys\nsys.exit(1)\n' >ends.py
expect 'checked, and it fails' 1 '^ends.py:2:1: error\[E214\] SystemExit: 1$' '' check ends.py
printf 'import argparse\np = argparse.ArgumentParser()\np.add_argument("--n", type=int)\nprint(p.parse_args())\n' >parsed.py
expect 'its options' 0 '^Namespace\(n=3\)$' '' parsed.py --n 3
expect 'its help' 0 '^usage: parsed.py \[-h\] \[--n N\]$' '' parsed.py --help
expect 'its misuse' 2 '' '^parsed.py: error: argument --n: invalid int value: .x.$' parsed.py --n x

# machine code that another process left: used, refused when it is damaged, kept out, removed
cat >cached.py <<'END'
from catalyst import qjit
@qjit
def f(x: float):
    return x * 3 + 1
print(f(2.0))
END
cached() { # NAME WHERE-FROM
  name=$1 from=$2
  shift 2
  expect "$name" 0 "\"cache\": \"$from\"" '' bench --json --repeat=1 "$@" cached.py 'f(2.0)'
  expect "$name: result" 0 '^7\.0$' '' run "$@" cached.py
}
export DBIDX_CACHE=disk XDG_CACHE_HOME="$work/cache"
cached 'the first process compiles' off --cache=off
[ ! -e cache ] && expect 'code for others' 0 '^7' '' run cached.py
cached 'the next finds the code' disk
for f in cache/dbidx/code/*; do printf x >>"$f"; done
cached 'a damaged file is none' off
cached 'and is written again' disk
cached 'kept to the session' off --cache=session
expect 'no such cache' 2 '' "one of off\|session\|disk" run --cache=shared cached.py
printf ':cache\n:cache clear\n:cache\n' | piped 'clearing' "$work/cache/dbidx/code  1 programs, 0.0 MB
$work/cache/dbidx/code  1 programs, 0.0 MB removed
$work/cache/dbidx/code  0 programs, 0.0 MB" ''
cached 'cleared' off

passed=$((passed + $(grep -c passed counted))) failed=$((failed + $(grep -c failed counted)))
echo "$passed passed, $failed failed"
[ $failed = 0 ]
