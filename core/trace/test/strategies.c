// A loop is shown before it is bound, with what is needed to bind it in any way.
#include "trace/strategies.h"
#include "control.h"
#include "trace/attempt.h"

#include <criterion/criterion.h>
#include <string.h>

static uint32_t shown, fitting[DBX_STRATEGIES];
static dbx_resizing own;

// Tries every strategy on what it is shown.
static void observe(const dbx_loop_call *c) {
  shown++;
  own = c->own;
  cr_expect(c->n == 1 && c->body->call);
  for (int r = 0; r < DBX_STRATEGIES; r++) {
    dbx_leaves out;
    dbx_attempt *a = dbx_attempt_begin();
    fitting[r] += c->bind(c, (dbx_resizing)r, &out) == DBX_OK;
    dbx_diag_free(dbx_diag_take());
    dbx_attempt_undo(a);
  }
}

static const struct {
  const char *body;
  uint32_t fits[DBX_STRATEGIES];
} rows[] = {{"i, a -> a + 1", {1, 1, 1, 1}},
            {"i, a -> jnp.ones(i)", {0, 1, 1, 1}},
            {"i, a -> a + x", {1, 0, 1, 0}},
            {"i, a -> a.sum()", {0, 0, 0, 0}}};

Test(strategies, an_observer_may_try_all_of_them) {
  trace_now->loop_observer = observe;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int r = 0; r < DBX_STRATEGIES; r++) {
      traced x;
      control c;
      traced_begin(&x, "n:i64[] implicit, x:f64[n]");
      shown = 0;
      memset(fitting, 0, sizeof fitting);
      control_for(&c, &x, (dbx_resizing)r, "0, n, 1", "x", rows[i].body);
      taken();
      cr_expect(shown == 1 && own == (dbx_resizing)r, "what it binds itself is not shown to it");
      cr_expect_eq(c.status == DBX_OK, rows[i].fits[r], "%s", rows[i].body);
      for (int k = 0; k < DBX_STRATEGIES; k++)
        cr_expect_eq(fitting[k], rows[i].fits[k], "%s, strategy %d", rows[i].body, k);
      cr_expect_eq(x.trace->binds.n, 1, "the tries left nothing");
      traced_end(&x);
    }
  trace_now->loop_observer = NULL;
}

Test(strategies, their_names_tell_them_apart) {
  for (int r = 0; r < DBX_STRATEGIES; r++)
    for (int k = 0; k < r; k++) {
      cr_expect_str_neq(dbx_strategy_words[r], dbx_strategy_words[k]);
      cr_expect_str_neq(dbx_strategy_phrases[r], dbx_strategy_phrases[k]);
    }
}
