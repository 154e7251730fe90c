// What may be left out: it ends, and fails nowhere.
#include "rewrite/step.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *equation, *why; // of n:i64[] m:i64[] x:f64[n] s:f64[]; "" may be left out
  bool exact;
} rows[] = {
    {"r:f64[n] = sin x", "", false},
    {"r:f64[n] = add x x", "", true},
    {"r:f64[n] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] s n", "", false},
    {"r:f64[m] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] s m", "a size may not fit",
     false},
    {"r:i64[5] = iota[dimension=0 dtype=int64 shape=(5,)]", "", false},
    {"r:i64[n] = iota[dimension=0 dtype=int64 shape=(None,)] n", "", false},
    {"r:i64[m] = iota[dimension=0 dtype=int64 shape=(None,)] m", "a size may not fit", false},
    {"r:f64[m] = reshape[dimensions=None new_sizes=(None,)] x m", "a size may not fit", false},
    {"r:f64[] = reduce_sum[axes=(0,)] x", "", false},
    {"r:f64[] = pjit[name=f jaxpr={ lambda ; p:f64[]. let q:f64[] = neg p in (q,) }] s", "", false},
};
Test(rewrite_total, rows) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "{ lambda ; n:i64[] m:i64[] x:f64[n] s:f64[]. let %s in (r,) }",
               rows[i].equation);
    dbx_jaxpr *j = facts_jaxpr(dbx_text(&b));
    dbx_buf_free(&b);
    dbx_set given = {0};
    const char *why = "";
    rw_given_of(j, &given);
    bool total = rw_total(&j->eqns[0], &given, &why);
    cr_expect_str_eq(total ? "" : why, rows[i].why, "%s: %s", rows[i].equation, why);
    cr_expect(rw_is_exact(&j->eqns[0]) == rows[i].exact, "%s", rows[i].equation);
    cr_expect(!rw_calls_host(&j->eqns[0]) && rw_is_pure(&j->eqns[0]));
    dbx_set_free(&given);
  }
}
