# How scripts/test counts, read by it: one function for each kind of check, parts that run side by side, and
# stand-ins for the program, with which nothing may pass. Needs root, parts, builds (the folder of the builds).

limit=1800    # seconds that one command may take: a hang, on a machine that does other things, too
stand_in=     # set while a stand-in is in place of the program
failures=/dev/null # a file: what failed, a line each
unit_tests='jaxpr_text types_text provenance viz tables quiz poll lower reuse guard to_jaxpr
  sessions events lang core_base core_ir core_random core_read core_prim core_trace core_interp core_jnp core_batch
  core_grad prompt'

say() { printf '\n== %s\n' "$*"; }
add() { passed=$((passed + $1)) failed=$((failed + $2)); }
fail() {
  add 0 1
  echo "FAIL $*" | tee -a "$failures"
}

# A command, with build/ where the builds are; its output is in $out.
quietly() {
  for word; do
    shift
    case $word in build/*) word=$builds/${word#build/} ;; esac
    set -- "$@" "$word"
  done
  timeout --foreground -k 5 $limit "$@" >"$out" 2>&1 </dev/null
}

# check NAME COMMAND...: it has to succeed; its output is shown if it does not.
check() {
  [ -z "$stand_in" ] || { without_program check "$@"; return; }
  what=$1
  shift
  if quietly "$@"; then
    add 1 0
    echo "ok   $what"
  else
    fail "$what"
    tail -n 40 "$out"
  fi
}

# shows NAME PATTERN COMMAND...: it has to succeed, and to print what grep -E finds by the pattern.
shows() {
  [ -z "$stand_in" ] || { without_program shows "$@"; return; }
  what=$1 pattern=$2
  shift 2
  if quietly "$@" && grep -qE -e "$pattern" "$out"; then
    add 1 0
    echo "ok   $what"
  else
    fail "$what"
    tail -n 40 "$out"
  fi
}

# Sets used: seconds of processor of this shell's commands, with what they waited for. In $(...) there would be none.
processor() {
  times >"$out.times"
  used=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%.0f\n", 60 * $1 + $2 + 60 * $3 + $4 }' "$out.times")
}

counted() { tail -n 1 "$out" | sed -n "s/^\([0-9]*\) passed, \([0-9]*\) failed\$/\\$1/p"; }

# tally NAME LEAST COMMAND...: its last line is `N passed, N failed`, and N is not below LEAST.
tally() {
  [ -z "$stand_in" ] || { without_program tally "$@"; return; }
  what=$1 least=$2
  shift 2
  case $least in '' | *[!0-9]*) fail "$what: $least is no number: how many have to pass at least?"; return ;; esac
  since=$(date +%s)
  processor
  used_before=$used
  quietly "$@"
  status=$?
  processor
  p=$(counted 1) f=$(counted 2)
  if [ -z "$p" ]; then
    fail "$what: it did not end with its count, but with status $status"
    tail -n 20 "$out"
    return
  fi
  add "$p" "$f"
  echo "     $what: $p passed, $f failed ($(($(date +%s) - since)) s, $((used - used_before)) s of processor)"
  if [ "$f" != 0 ]; then
    sed '$d' "$out" | cut -c 1-300 | head -n 60
    { grep -a '^FAIL' "$out" || echo "FAIL $f"; } | sed "s#^FAIL#FAIL $what:#" | cut -c 1-300 | head -n 60 >>"$failures"
  fi
  [ "$p" -ge "$least" ] || fail "$what: $p passed, and at least $least have to"
  [ "$f" != 0 ] || [ $status = 0 ] || fail "$what: nothing failed, but it ended with status $status"
}

# conform NAME LEAST PROGRAM [OPTION|FOLDER]...: every program below the folders prints what is beside it.
conform() {
  [ -z "$stand_in" ] || { without_program conform "$@"; return; }
  what=$1 least=$2 program=$3
  shift 3
  tally "$what" "$least" "$program" conform "$@"
}

# unit BUILD NAME LEAST: Criterion's summary is "Synthesis: Tested: 12 | Passing: 11 | Failing: 1 | Crashing: 0".
unit() {
  [ -z "$stand_in" ] || { without_program unit "$@"; return; }
  what=$1/test_$2
  quietly env DBX_SOURCE_ROOT="$root" "build/$1/tests/test_$2"
  line=$(grep -a 'Synthesis: Tested:' "$out" | sed 's/\x1b\[[0-9;]*m//g')
  t=$(printf '%s' "$line" | sed -n 's/.*Tested: *\([0-9]*\).*/\1/p')
  p=$(printf '%s' "$line" | sed -n 's/.*Passing: *\([0-9]*\).*/\1/p')
  [ -n "$t" ] && [ -n "$p" ] || t=1 p=0
  # leaks are found after the count; a logged warning makes Criterion's status 1, so that says nothing
  ! grep -aqE 'Sanitizer|runtime error' "$out" || p=$((p - 1))
  add "$p" $((t - p))
  echo "     $what: $p of $t"
  if [ "$t" != "$p" ]; then
    tail -n 40 "$out"
    echo "FAIL $what: $((t - p)) of $t" >>"$failures"
  fi
  [ "$t" -ge "$3" ] || fail "$what: $t tests, and there have to be at least $3"
}

# ---- stand-ins ----

# A folder like build/, where FILE is each program.
put_in_place() {
  for b in gcc sanitize nolower; do
    mkdir -p "$builds/$b/repl" "$builds/$b/tests" && cp "$1" "$builds/$b/repl/dbidx" || return 1
    for t in $unit_tests; do cp "$1" "$builds/$b/tests/test_$t" || return 1; done
    cp "$1" "$builds/$b/tests/race_threads" || return 1
  done
}

# without_program FUNCTION ARG...: a check with a stand-in fails, and no single thing that it counts passes. Once
# for each harness, with few random programs; what does not start the program is not asked.
without_program() {
  case "$1 $*" in 'unit '* | *' build/'*) ;; *) return ;; esac
  key=$(printf '%s\n' "$@" | grep -m 1 -E '^(tests|scripts|build)/')
  case $1.$key in conform.*) key='dbidx conform' ;; unit.*) key=test_$3 ;; shows.build/*) key="dbidx $5" ;; esac
  case $seen in *"|$key|"*) return ;; esac
  seen="$seen|$key|" cut=
  for word; do
    shift
    case $cut$word in
    -n[0-9]* | --count[0-9]*) word=10 ;;
    --count=[0-9]*) word=--count=10 ;;
    esac
    cut=
    case $word in -n | --count) cut=$word ;; esac
    set -- "$@" "$word"
  done
  began=$(date +%s)
  result=$(
    with=$stand_in stand_in= passed=0 failed=0 failures=/dev/null
    "$@" >"$logs/$with.said"
    echo "$passed $failed"
  )
  took=$(($(date +%s) - began))
  [ $took -lt 10 ] || echo "     $key: $took s"
  if [ "${result% *}" = 0 ] && [ "${result#* }" -gt 0 ]; then
    add 1 0
  else
    fail "with $stand_in in place of the program, $key has ${result% *} passed, ${result#* } failed"
  fi
}

# stand_ins FILE... -- PART...: every check of the parts, with programs that do nothing of what is asked. FILE may be
# `nothing`: then there is no program.
stand_ins() {
  stand_in=
  while [ "$1" != -- ]; do files="${files-} $1"; shift; done
  shift
  limit=120
  for file in $files; do
    seen= before=$passed stand_in=${file##*/}
    builds=$logs/with_$stand_in
    [ "$file" = nothing ] || put_in_place "$file" || { fail "$file cannot be put in place of the program"; continue; }
    for part; do "$part" >"$logs/$stand_in.log"; grep -E '^(FAIL| .* s$)' "$logs/$stand_in.log"; done
    echo "     $stand_in: $((passed - before)) harnesses fail, as they have to"
  done
}

# ---- parts ----

run_part() (
  passed=0 failed=0 out=$logs/$1.out failures=$logs/$1.failures begun=$(date +%s)
  "$1"
  processor
  echo "$passed $failed $(($(date +%s) - begun)) $used" >"$logs/$1.count"
) >"$logs/$1.log" 2>&1

# Takes what nobody else has taken, until nothing is left.
worker() {
  for part; do
    mkdir "$logs/$part.taken" 2>/dev/null || continue
    run_part "$part"
    flock "$logs" cat "$logs/$part.log"
  done
}

# side_by_side N PART...: so many at a time
side_by_side() {
  workers=$1
  shift
  for _ in $(seq "$workers"); do worker "$@" & done
  wait
}

# The table of the parts, what failed once more, and the closing line; false if anything failed or did not run.
total() {
  passed=0 failed=0 all_used=0
  printf '\n'
  for part; do
    if ! read -r p f s used 2>/dev/null <"$logs/$part.count"; then
      p=0 f=1 s='? ' used=0
      echo "FAIL it did not end" >>"$logs/$part.failures"
    elif [ "$p" = 0 ] && [ "$f" = 0 ]; then
      f=1
      echo "FAIL nothing was checked" >>"$logs/$part.failures"
    fi
    printf '%-16s %6s passed %4s failed %5s s %5s s of processor\n' "$part" "$p" "$f" "$s" "$used"
    add "$p" "$f"
    all_used=$((all_used + used))
  done
  for part; do
    [ ! -s "$logs/$part.failures" ] || { echo; sed "s/^FAIL/FAIL $part:/" "$logs/$part.failures"; }
  done
  printf '\n(%s s, %s s of processor)\n%s passed, %s failed\n' $(($(date +%s) - start)) "$all_used" "$passed" "$failed"
  [ "$failed" = 0 ] && [ "$passed" != 0 ]
}
