// The heap: what is reachable stays and everything else goes, also if every safe point collects.
#include "lang/lang.h"
#include "unit/program.h"

#include <criterion/criterion.h>
#include <string.h>

// Programs that make objects of all kinds in all places: while others are made, called, compared.
static const char *const programs[] = {
    "x = [[i, str(i)] for i in range(20)]\nprint(x[3:6], len(x), sum(a for a, _ in x))",
    "d = {str(i): (i, [i]) for i in range(30)}\nd.pop('3')\nprint(sorted(d, key=lambda k: "
    "-d[k][0])[:4])",
    "s = {str(i % 7) for i in range(50)} | {'a', 'b'}\nprint(sorted(s), len(s - {'a'}))",
    "def counter():\n  n = [0]\n  def f():\n    n[0] += 1\n    return n[0]\n  return f\n"
    "a, b = counter(), counter()\nprint([a(), a(), b(), a()])",
    "class A:\n  def __init__(self, x):\n    self.x = [x]\n  def __add__(self, o):\n"
    "    return A(self.x + o.x)\n  def __repr__(self):\n    return f'A({self.x!r:>12})'\n"
    "print(A(1) + A('b' * 3) + A(A(2)))",
    "def fib(n):\n  return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint([fib(i) for i in "
    "range(12)])",
    "r = []\nfor i in range(5):\n  try:\n    if i % 2: raise ValueError(f'no {i}')\n"
    "    r.append([1][i])\n  except (ValueError, IndexError) as e:\n    r.append(str(e))\n"
    "  finally:\n    r.append(i)\nprint(r)",
    "print('-'.join(w.upper() for w in 'a bc def'.split() if len(w) > 1), '%s %5.2f' % ('x', 1.5), "
    "'{:>{}}|'.format('y', 4))",
    "x = 3 ** 200\ny = [x * i for i in range(5)]\nprint(sum(y) % 10**12, x // 7**50)",
    "z = list(map(lambda p: p[0] + p[1], zip(range(5), reversed(range(5)))))\n"
    "print(z, max(z, key=str), dict(enumerate('abc')))",
    "import numpy as np\na = np.arange(12).reshape(3, 4)\na[1] = a[0] * 2\n"
    "print(a.sum(axis=0).tolist(), [r.max() for r in a], (a + a.T[:1, 0]).shape)",
    "from jax import numpy as jnp\nx = jnp.ones([3]) + jnp.arange(3)\n"
    "print([float(v) for v in x], jnp.concatenate([x, x]).shape)",
    "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop\n@qjit\ndef f(n: int):\n"
    "  @for_loop(0, n, 1, allow_array_resizing=True)\n  def grow(i, a):\n"
    "    return jnp.concatenate([a, jnp.ones([i])])\n  return grow(jnp.ones([n])), {'k': [n, (n + "
    "1,)]}\n"
    "print(f(3)[0], f(2)[1])",
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

Test(heap, every_collection_keeps_what_a_program_uses) {
  program_start();
  for (int i = 0; i < PROGRAMS; i++) {
    char *plain = dbx_strdup(program_run(programs[i]));
    program_fresh();
    cr_assert(*plain && *plain != 'E', "%s\n%s", programs[i], plain);
    program_collect_always(true);
    const char *collected = program_run(programs[i]);
    cr_expect_str_eq(collected, plain, "%s\n%s", programs[i], collected);
    program_fresh();
    free(plain);
  }
  program_stop();
}

static uint32_t count(obj_type t) {
  heap_collect();
  return heap_counts()[t];
}

// Bound, then unbound: as many objects as before, and no bytes more.
static const struct {
  const char *bind, *unbind;
  obj_type type;
  uint32_t objects; // at least, while it is bound
} rows[] = {
    {"x = [[i] for i in range(1000)]", "del x", T_LIST, 1001},
    {"x = {i: {} for i in range(500)}", "x = None", T_DICT, 501},
    {"x = tuple((i, [i]) for i in range(100))", "del x", T_TUPLE, 101},
    {"x = []\nx.append(x)\nx.append([x, x])", "del x", T_LIST, 2}, // a circle
    {"class A: pass\nx = A()\nx.me = x\nx.f = lambda: x", "del x, A", T_INSTANCE, 1},
    {"def f():\n  a = [1]\n  def g():\n    return a\n  return g\nx = [f() for i in range(50)]",
     "del x, f", T_FUNCTION, 51},
    {"x = {str(i) for i in range(300)}", "x.clear()\ndel x", T_SET, 1},
    {"x = [str(i) for i in range(1000, 1400)]", "x[:] = []\ndel x", T_STR, 300},
};

Test(heap, what_nobody_reaches_goes) {
  program_start();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    program_run("x = f = None\ndel x, f");
    uint32_t before = count(rows[i].type);
    size_t live = heap_now->live;
    cr_expect_str_eq(program_run(rows[i].bind), "");
    uint32_t bound = count(rows[i].type);
    cr_expect_geq(bound, before + rows[i].objects, "%s: %u", rows[i].bind, bound);
    cr_expect_eq(count(rows[i].type), bound, "a second collection finds nothing more");
    cr_expect_str_eq(program_run(rows[i].unbind), "");
    cr_expect_eq(count(rows[i].type), before, "%s: %u, not %u", rows[i].bind, count(rows[i].type),
                 before);
    cr_expect_lt(heap_now->live, live + 20000, "%s: %zu bytes more", rows[i].bind,
                 heap_now->live - live);
    program_fresh();
  }
  program_stop();
}

Test(heap, a_pin_is_a_root_until_it_is_given_back) {
  program_start();
  uint32_t before = count(T_LIST), mark = lang_pins();
  pv inner = list_new(NULL, 0), items[] = {inner, inner, pv_int(3)};
  lang_pin(inner);
  pv outer = list_new(items, 3);
  lang_pin(outer);
  lang_set_pinned(mark, pv_none()); // reached by the other one still
  cr_expect_eq(count(T_LIST), before + 2);
  cr_expect(SEQ(outer)->n == 3 && pv_same(SEQ(outer)->at[1], inner) && SEQ(outer)->at[2].i == 3);
  lang_set_pinned(mark + 1, inner);
  cr_expect_eq(count(T_LIST), before + 1);
  lang_unpin(mark);
  cr_expect_eq(count(T_LIST), before);
  program_stop();
}

static pv held;
static void mark_held(void (*visit)(pv v)) { visit(held); }

Test(heap, roots_of_others_and_what_they_keep) {
  program_start();
  held = pv_none();
  lang_add_root(mark_held);
  uint32_t before = count(T_LIST);
  held = program_value("[[0] * 100000]");
  cr_expect_eq(count(T_LIST), before + 2);
  size_t all = heap_now->live, without = heap_live_without(mark_held);
  cr_expect_geq(all, without + 100000 * sizeof(pv), "%zu, %zu", all, without);
  cr_expect_eq(count(T_LIST), before + 2, "asking changes nothing");
  held = pv_none();
  cr_expect_eq(count(T_LIST), before);
  program_stop();
}

Test(heap, rooms_grow_and_keep_their_bytes) {
  size_t bytes = 0;
  char *at = NULL;
  program_start();
  for (size_t need = 1; need < 1 << 20; need = need * 2 + 1) {
    size_t from = bytes;
    bytes = need;
    at = heap_grow_room(at, from, need, &bytes);
    cr_assert_geq(bytes, need);
    for (size_t i = 0; i < from; i++) cr_assert_eq(at[i], 7);
    memset(at, 7, bytes);
  }
  heap_free_room(at, bytes);
  program_stop();
}
