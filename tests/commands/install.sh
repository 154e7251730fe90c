#!/bin/sh
# `ninja install` into a prefix: the program there finds its back end and runs.
# usage: install.sh BUILD
set -u
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
ok() {
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL $1"; fi
}
DESTDIR=$work meson install -C "$build" --quiet >/dev/null 2>&1
ok 'meson install' $?
program=$(find "$work" -path '*/bin/dbidx' -type f)
[ -n "$program" ]
ok 'bin/dbidx' $?
find "$work" -path '*/dbidx/dbxlower.so' -type f | grep -q .
ok 'lib/dbidx/dbxlower.so' $?
printf 'from catalyst import qjit\n@qjit\ndef f(n: int):\n    return n + 1\nprint(f(2))\n' >"$work/p.py"
[ "$("$program" run --engine=jit "$work/p.py")" = 3 ]
ok 'the installed program runs on the JIT' $?
echo "$passed passed, $failed failed"
[ $failed = 0 ]
