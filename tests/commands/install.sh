#!/bin/sh
# `ninja install` into the prefix of a build: the program there finds its back end and runs.
# usage: install.sh BUILD PREFIX
set -u
build=$1 prefix=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
ok() {
  if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL $1"; fi
}
rm -rf "$prefix"
ninja --quiet -C "$build" install >/dev/null 2>&1
ok 'ninja install' $?
[ -x "$prefix/bin/dbidx" ]
ok 'bin/dbidx' $?
find "$prefix" -path '*/dbidx/dbxlower.so' -type f | grep -q .
ok 'lib/dbidx/dbxlower.so' $?
printf 'from catalyst import qjit\n@qjit\ndef f(n: int):\n    return n + 1\nprint(f(2))\n' >"$work/p.py"
[ "$("$prefix/bin/dbidx" run --engine=jit "$work/p.py")" = 3 ]
ok 'the installed program runs on the JIT' $?
"$prefix/bin/dbidx" build "$work/p.py:f" -o "$work/libf.so" >/dev/null && [ -s "$work/libf.so" ]
ok 'the installed program builds a library' $?
for f in share/man/man1/dbidx.1 share/bash-completion/completions/dbidx share/zsh/site-functions/_dbidx \
  share/fish/vendor_completions.d/dbidx.fish share/doc/dbidx/docs/course/1-tracers.md; do
  [ -s "$prefix/$f" ]
  ok "$f" $?
done
"$prefix/bin/dbidx" explain DBIdx | grep -q InputType
ok 'the installed program has its pages' $?
echo "$passed passed, $failed failed"
[ $failed = 0 ]
