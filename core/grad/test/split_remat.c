// What is known of a function that is computed again, and what the rest takes.
#include "derived.h"

#include "grad/split.h"
#include "trace/state.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

#define AGAIN(policy, body)                                                                        \
  "{ lambda ; x:f64[] t:f64[]. let y:f64[] z:f64[] = remat2[differentiated=False jaxpr={ lambda "  \
  "; "                                                                                             \
  "a:f64[] b:f64[]. let " body " } policy=" policy " prevent_cse=True] x t in (y, z) }"
#define SIN_SIN "c:f64[] = sin a; d:f64[] = cos a; e:f64[] = mul b d; f:f64[] = sin c in (f, e)"

static void put_eqns(dbx_buf *b, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_param *inner = dbx_eqn_param(&j->eqns[i], DBX_S_jaxpr);
    dbx_printf(b, "%s ", j->eqns[i].prim->name);
    if (!inner) continue;
    dbx_printf(b, "%u(", inner->jaxpr->n_in), put_eqns(b, inner->jaxpr), dbx_put(b, ") ");
  }
}

// Of x, which is known, and t, which is not: "known equations | the rest".
static void expect_split(const char *text, const char *expected) {
  traced x;
  grad_split s;
  dbx_buf b = {0};
  bool unknown[] = {false, true};
  traced_begin(&x, "x:f64[]");
  cr_assert_eq(grad_split_of(facts_jaxpr(text), dbx_intern("f"), unknown, grad_keep_residuals, &s),
               DBX_OK, "%s", taken());
  put_eqns(&b, s.known.j);
  dbx_put(&b, "| ");
  put_eqns(&b, s.linear);
  cr_expect_str_eq(dbx_text(&b), expected, "%s gives %s, not %s", text, dbx_text(&b), expected);
  dbx_buf_free(&b);
  traced_end(&x);
}

Test(grad_split_remat, what_is_not_kept_is_computed_again) {
  expect_split(AGAIN("None", SIN_SIN), "sin sin | remat2 2(cos mul ) ");
}

Test(grad_split_remat, of_calls_inside_both_halves_are_calls) {
  expect_split(
      AGAIN("None",
            "c:f64[] d:f64[] = pjit[name=g jaxpr={ lambda ; p:f64[] q:f64[]. let r:f64[] = sin p; "
            "s:f64[] = cos p; u:f64[] = mul q s in (r, u) }] a b in (c, d)"),
      "pjit 1(sin ) | remat2 2(pjit 2(cos mul ) ) ");
}

Test(grad_split_remat, of_a_conditional_what_is_known_is_bound) {
  expect_split(
      AGAIN("None",
            "c:f64[] d:f64[] = cond[branch_jaxprs=[{ lambda ; p:f64[] q:f64[]. let r:f64[] = "
            "sin p in (r, q) }, { lambda ; p:f64[] q:f64[]. let r:f64[] = mul q p in (p, r) }] "
            "nimplicit_outputs=0] True a b in (c, d)"),
      "cond | remat2 2(cond ) ");
}

Test(grad_split_remat, lengths_lead) {
  expect_split("{ lambda ; n:i64[] t:f64[n]. let y:f64[n] z:f64[] = remat2[differentiated=False "
               "jaxpr={ lambda "
               "; m:i64[] b:f64[m]. let c:f64[] = convert_element_type[new_dtype=float64 "
               "weak_type=False] m; d:f64[] = sin c; e:f64[m] = "
               "mul b d in (e, d) } policy=None prevent_cse=True] n t in (y, z) }",
               "convert_element_type sin | remat2 2(convert_element_type sin mul ) ");
}

static dbx_status keep_cosines(int64_t number, const dbx_jaxpr *j, uint32_t k, bool *ret) {
  cr_expect_eq(number, 3);
  return *ret = !strcmp(j->eqns[k].prim->name, "cos"), DBX_OK;
}

// policies are of the program: text has none
static const dbx_jaxpr *with_policy(const char *text) {
  const dbx_jaxpr *j = facts_jaxpr(text);
  dbx_kv *kv = (dbx_kv *)(uintptr_t)j->eqns[0].params;
  for (uint32_t i = 0; i < j->eqns[0].n_params; i++)
    if (kv[i].key == DBX_S_policy) kv[i].val = dbx_p_host("f", 3);
  return j;
}

Test(grad_split_remat, the_policy_says_what_is_kept) {
  traced x;
  grad_split s;
  bool unknown[] = {false, true};
  dbx_buf b = {0};
  traced_begin(&x, "x:f64[]");
  const dbx_jaxpr *j = with_policy(AGAIN("None", SIN_SIN));
  cr_expect_eq(grad_split_of(j, dbx_intern("f"), unknown, grad_keep_residuals, &s), DBX_FAIL);
  cr_expect(strstr(taken(), "E218"));
  trace_now->saves = keep_cosines;
  cr_assert_eq(grad_split_of(j, dbx_intern("f"), unknown, grad_keep_residuals, &s), DBX_OK, "%s",
               taken());
  trace_now->saves = NULL;
  put_eqns(&b, s.known.j), dbx_put(&b, "| "), put_eqns(&b, s.linear);
  cr_expect_str_eq(dbx_text(&b), "sin cos sin | remat2 2(mul ) ");
  dbx_buf_free(&b);
  traced_end(&x);
}
