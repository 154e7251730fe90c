// Snapshots: taken, whatever a program then does, restored: the same values, in the same objects,
// and what was one object is one.
#include "lang/object/snapshot.h"
#include "lang/lang.h"
#include "unit/program.h"

#include <criterion/criterion.h>
#include <string.h>

// A state, and a program that spoils it. `shown` is an expression of the state.
static const struct {
  const char *state, *change, *shown;
} rows[] = {
    {"x = y = 1", "x = 2\ny = 3\ndel x", "x, y"},
    {"x = [1, [2], {'a': [3]}]", "x[1].append(9)\nx[2]['a'][0] = x\nx.reverse()\nx *= 2", "x"},
    {"d = {'b': 1, 'a': 2}", "d.pop('b')\nd['c'] = 3\nd['b'] = 4\nd.update(a=7)",
     "list(d.items())"},
    {"s = {'x', 'y'}", "s.add('z')\ns.discard('x')\ns.clear()", "sorted(s)"},
    {"class A:\n  k = 1\na = A()\na.v = [1]", "a.v.append(2)\na.w = 3\nA.k = 5\ndel a.v",
     "a.v, A.k, hasattr(a, 'w')"},
    {"def f():\n  n = [0]\n  def g():\n    nonlocal n\n    n = n + [len(n)]\n    return n\n  "
     "return g\n"
     "g = f()\ng()",
     "g()\ng()", "len(g())"},
    {"x = []\nx.append(x)", "x.append(1)\nx[0] = None", "len(x), x[0] is x"},
    {"import numpy as np\na = np.arange(4)\nb = a[1:3]", "b[0] = 9\na *= 2",
     "a.tolist(), b.tolist()"},
    {"x = list(range(5000))", "x.sort(reverse=True)\ndel x[10:]", "len(x), x[:3], x[-1]"},
    {"d = {i: i for i in range(5000)}", "d.clear()", "len(d), d[4999]"},
    {"i = iter([1, 2, 3])\nnext(i)", "next(i)\nnext(i)", "next(i)"},
};

static char *shown(const char *expression) {
  dbx_buf b = {0};
  dbx_printf(&b, "print(repr((%s)))", expression);
  char *text = dbx_strdup(program_run(dbx_text(&b)));
  dbx_buf_free(&b);
  cr_assert(*text != 'E', "%s", text);
  return text;
}

typedef enum way { WHOLE, CHANGED, EVERYTHING, WAYS } way;

// Showing may change the state (a closure that counts), so each way begins anew.
static char *after(const char *state, const char *change, const char *expression, way how,
                   bool always) {
  lang_snapshot s = {0};
  program_collect_always(always);
  cr_assert_str_eq(program_run(state), "");
  if (change) {
    if (how == EVERYTHING) snapshot_take_all(&s);
    else snapshot_take_from(&s, (obj *)lang_now->globals);
    program_collect_always(false); // the copies are no roots of this session
    cr_assert_str_eq(program_run(change), "", "%s", change);
    if (how == CHANGED) snapshot_keep_changed(&s);
    snapshot_restore(&s);
    cr_expect(!s.at && !s.n, "and it is gone");
    heap_collect();
  }
  char *text = shown(expression);
  program_fresh();
  return text;
}

Test(snapshot, everything_is_as_it_was) {
  program_start();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *want = after(rows[i].state, NULL, rows[i].shown, WHOLE, false);
    for (int how = 0; how < WAYS; how++)
      for (int always = 0; always < 2; always++) {
        char *have = after(rows[i].state, rows[i].change, rows[i].shown, (way)how, always);
        cr_expect_str_eq(have, want, "%s\n%s\nway %d: %s", rows[i].state, rows[i].change, how,
                         have);
        free(have);
      }
    free(want);
  }
  program_stop();
}

Test(snapshot, objects_stay_the_same_ones) {
  lang_snapshot s = {0};
  program_start();
  program_run("a = [1]\nb = [a, a]\nd = {'a': a}\nold = id(a), id(b), id(d)");
  snapshot_take_from(&s, (obj *)lang_now->globals);
  program_run("b[0] = [1]\nd['a'] = None\na.append(2)\na = 5");
  snapshot_restore(&s);
  char *text = shown("a is b[0] and b[0] is b[1] and d['a'] is a, old == (id(a), id(b), id(d)), a");
  cr_expect_str_eq(text, "(True, True, [1])\n", "%s", text);
  free(text);
  program_stop();
}

// One after the other: each goes back to its own moment.
Test(snapshot, of_several_moments) {
  enum { MOMENTS = 5 };
  lang_snapshot s[MOMENTS] = {{0}};
  program_start();
  program_run("x = []\nbig = list(range(3000))");
  for (int i = 0; i < MOMENTS; i++) {
    snapshot_take_from(&s[i], (obj *)lang_now->globals);
    program_run("x.append(len(x))\nbig.pop()");
    snapshot_keep_changed(&s[i]);
  }
  for (int i = MOMENTS; i-- > 0;) {
    dbx_buf want = {0};
    snapshot_restore(&s[i]);
    dbx_printf(&want, "(%d, %d)\n", i, 3000 - i);
    char *have = shown("len(x), len(big)");
    cr_expect_str_eq(have, dbx_text(&want), "%s", have);
    free(have);
    dbx_buf_free(&want);
  }
  program_stop();
}

static lang_snapshot kept;
static void mark_kept(void (*visit)(pv v)) { snapshot_mark(&kept, visit); }

// What only a snapshot keeps is alive as long as it is marked, and gone when it is freed.
Test(snapshot, it_keeps_what_it_needs) {
  program_start();
  lang_add_root(mark_kept);
  heap_collect();
  uint32_t before = heap_counts()[T_LIST];
  program_run("x = [[i] for i in range(100)]");
  snapshot_take_from(&kept, (obj *)lang_now->globals);
  program_run("x.clear()\nx = None");
  snapshot_keep_changed(&kept);
  heap_collect();
  cr_expect_geq(heap_counts()[T_LIST], before + 100);
  snapshot_free(&kept);
  heap_collect();
  cr_expect_eq(heap_counts()[T_LIST], before, "%u", heap_counts()[T_LIST] - before);
  snapshot_free(&kept); // of none: nothing
  program_stop();
}

Test(snapshot, what_did_not_change_is_not_kept) {
  lang_snapshot s = {0};
  program_start();
  program_run("a = [1]\nb = [2]\nc = {'k': [3]}");
  snapshot_take_from(&s, (obj *)lang_now->globals);
  cr_expect_geq(s.n, 4);
  program_run("b.append(3)\na.append(1)\na.pop()");
  snapshot_keep_changed(&s);
  cr_expect_leq(s.n, 2, "b, and a at most: %u", s.n);
  snapshot_free(&s);
  program_stop();
}
