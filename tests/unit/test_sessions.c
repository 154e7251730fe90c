// Two sessions in one process: what one of them defines, interns, traces, raises, imports or sets
// is not seen by the other, and ending one leaves the other whole.
#include "base/session.h"
#include "lang/lang.h"
#include "rooms.h"
#include "trace/trace.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct world {
  dbx_session *session;
  dbx_buf out; // what its programs print, and its errors
} world;

static void keep(void *ctx, const char *s, size_t n) { dbx_putn(&((world *)ctx)->out, s, n); }

static void world_begin(world *w) {
  *w = (world){.session = dbx_session_new()};
  core_rooms();
  lang_start();
  lang_now->print = keep, lang_now->print_ctx = w;
}

static void world_end(world *w) {
  dbx_session_free(w->session);
  dbx_buf_free(&w->out);
}

static void say(world *w, const char *line) {
  dbx_session_use(w->session);
  uint32_t file = dbx_source_add("line", line, strlen(line));
  if (lang_run(file, NULL, NULL) == DBX_OK) return;
  dbx_diag *d = dbx_diag_take();
  dbx_printf(&w->out, "%s\n", d->message);
  dbx_diag_free(d);
}

static void without_another(void) { dbx_session_free(dbx_session_use(NULL)); } // that of start.c
TestSuite(sessions, .init = without_another);

static const char *const one[] = {
    "import math, functools\nfrom jax import numpy as jnp\nfrom catalyst import qjit",
    "x = [1, 2, 3]\nname = 'one'",
    "class C:\n    size = 1\n    def __add__(self, other): return 'one'",
    "def f(k): return k + len(x)",
    "f.part = functools.partial(f, 2)",
    "try:\n    {}['missing']\nexcept KeyError as e:\n    kept = e",
    "print(C() + C(), f(1), repr(kept), x)",
    "x.append(2 ** 200)",
    "@qjit\ndef g(n: int): return jnp.ones([n]) * 2",
    "print(g(3), math.sqrt(16), x)",
    "print(undefined_here)",
    "print({1, 'a', (2, 3)} == {'a', 1, (2, 3)}, 'é'[0], f'{name!r:>8}')",
    "print(g.jaxpr)",
    "print(f.part(), C.size, [c for c in 'abc'], sorted(x)[-1])",
    "raise ValueError('one')",
    "print(x.pop(), name.upper())",
};

static const char *const two[] = {
    "import numpy as np, operator",
    "name = 'two'\nother = {name: 2}",
    "class C(ValueError):\n    size = 2",
    "def f(a, b): return a * b",
    "import jax\nfrom jax import numpy as jnp",
    "try:\n    raise C('mine')\nexcept ValueError as e:\n    kept = e.args",
    "print(f(3, 4), kept, x)",
    "x = np.arange(6).reshape(2, 3)",
    "h = jax.jit(lambda v: v @ v.T)",
    "print(h(jnp.ones([2, 2])), x.sum())",
    "print(math)",
    "print(operator.add(1, 2), np.float32(1.5), x.dtype, type(x[0, 0]))",
    "print(g)",
    "print(C.size, other, issubclass(C, Exception), [c.upper() for c in name])",
    "print(C() + C())",
    "print(x.T, name)",
};
enum { LINES = sizeof one / sizeof *one };
_Static_assert(sizeof one == sizeof two, "a line of each in turn");

static void say_all(world *w, const char *const *lines) {
  for (int i = 0; i < LINES; i++) say(w, lines[i]);
}

Test(sessions, each_prints_what_it_prints_alone) {
  world alone[2], together[2];
  world_begin(&alone[0]), say_all(&alone[0], one);
  world_begin(&alone[1]), say_all(&alone[1], two);
  world_begin(&together[0]), world_begin(&together[1]);
  for (int i = 0; i < LINES; i++) {
    say(&together[0], one[i]);
    say(&together[1], two[i]);
    dbx_session_use(together[i % 2].session);
    heap_collect();
  }
  for (int i = 0; i < 2; i++) {
    cr_assert(strstr(dbx_text(&alone[i].out), "is not defined"));
    cr_assert_str_eq(dbx_text(&together[i].out), dbx_text(&alone[i].out));
  }
  cr_assert(strstr(dbx_text(&alone[0].out), "[2. 2. 2.] 4.0"), "%s", dbx_text(&alone[0].out));
  cr_assert(strstr(dbx_text(&alone[1].out), "12 ('mine',)") == NULL); // x is not known yet
  for (int i = 0; i < 2; i++) world_end(&alone[i]), world_end(&together[i]);
}

Test(sessions, names_traces_and_settings_are_of_one) {
  world a, b;
  world_begin(&a), world_begin(&b);
  say(&a, "from catalyst import qjit\n@qjit\ndef f(n: int): return n + 1\nf(1)");
  cr_assert_eq(lang_now->traces.n, 1);
  dbx_session_use(b.session);
  cr_assert_eq(lang_now->traces.n, 0);
  cr_assert_eq(dict_get_sym(lang_now->globals, dbx_intern("f")).tag, PV_UNBOUND);
  lang_now->resizing = 2, heap_now->max_depth = 20;
  dbx_sym of_b = dbx_intern("a name of the second");
  dbx_session_use(a.session);
  cr_assert_eq(lang_now->resizing, 0);
  cr_assert_eq(heap_now->max_depth, 1000);
  cr_assert_str_eq(dbx_sym_text(dbx_intern("a name of the first")), "a name of the first");
  dbx_session_use(b.session);
  cr_assert_str_eq(dbx_sym_text(of_b), "a name of the second");
  world_end(&a), world_end(&b);
}

Test(sessions, an_error_waits_in_its_session) {
  static const char line[] = "raise KeyError('first')";
  world a, b;
  world_begin(&a), world_begin(&b);
  dbx_session_use(a.session);
  cr_assert(lang_run(dbx_source_add("line", line, strlen(line)), NULL, NULL) == DBX_FAIL);
  say(&b, "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print(e)");
  cr_assert(dbx_diag_pending() == NULL);
  cr_assert_str_eq(dbx_text(&b.out), "division by zero\n");
  dbx_session_use(a.session);
  cr_assert(dbx_diag_pending() != NULL);
  pv e = lang_catch();
  cr_assert(is_obj(e, T_INSTANCE));
  cr_assert_str_eq(dbx_sym_text(((o_instance *)e.o)->cls->name), "KeyError");
  world_end(&a), world_end(&b);
}

Test(sessions, the_end_of_one_leaves_the_other_whole) {
  world a, b;
  world_begin(&a), world_begin(&b);
  for (int i = 0; i < LINES / 2; i++) say(&a, one[i]), say(&b, two[i]);
  world_end(&a);
  for (int i = LINES / 2; i < LINES; i++) say(&b, two[i]);
  dbx_buf together = b.out;
  b.out = (dbx_buf){0};
  world_end(&b);
  world_begin(&b), say_all(&b, two);
  cr_assert_str_eq(dbx_text(&together), dbx_text(&b.out));
  world_end(&b);
  dbx_buf_free(&together);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
int __lsan_do_recoverable_leak_check(void);
#define LEAKS() __lsan_do_recoverable_leak_check()
#endif
#endif
#ifndef LEAKS
#define LEAKS() 0
#endif

Test(sessions, nothing_is_left_of_many) {
  for (int i = 0; i < 5; i++) {
    world w[2];
    world_begin(&w[0]), world_begin(&w[1]);
    for (int k = 0; k < LINES; k++) say(&w[0], one[k]), say(&w[1], two[k]);
    world_end(&w[i % 2]), world_end(&w[1 - i % 2]);
  }
  cr_assert_eq(LEAKS(), 0);
}
