// The work list: fuel, rules without an end, the log, and one normal form in any order of rules.
#include "cases.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

#define TWICE                                                                                      \
  "{ lambda ; x:f64[] y:f64[]. let a:f64[] = mul x 1.0 b:f64[] = neg a c:f64[] = neg b d:f64[] = " \
  "add c y in (d,) }"

Test(rewrite_work, log) {
  dbx_rewrite r = {0};
  cr_assert_str_eq(rewritten_text(&r, TWICE),
                   "{ lambda ; a:f64[] b:f64[]. let c:f64[] = add a b in (c,) }");
  cr_assert(r.fired == 3);
  const dbx_rewrite_entry *e = &r.entries.at[0];
  cr_assert_str_eq(e->rule, "mul_one_r");
  cr_assert_str_eq(e->before, "c:f64[] = mul a 1.0");
  cr_assert_str_eq(e->after, "c := a");
  cr_assert(e->step == 1 && e->equation == 1 && e->removed == 1 && !e->added);
  dbx_rewrite_free(&r);
}

Test(rewrite_work, fuel) {
  dbx_rewrite r = {.fuel = 1};
  cr_assert_str_eq(rewritten_text(&r, TWICE),
                   "{ lambda ; a:f64[] b:f64[]. let c:f64[] = neg a; d:f64[] = neg c; "
                   "e:f64[] = add d b in (e,) }");
  cr_assert(r.fired == 1 && !r.endless);
  dbx_rewrite_free(&r);
}

Test(rewrite_work, endless) {
  dbx_rewrite r = {.own_only = true};
  cr_assert(dbx_rewrite_add("swap: add(X, Y) -> add(Y, X)") == DBX_OK);
  cr_assert_str_eq(rewritten_text(&r, TWICE),
                   "{ lambda ; a:f64[] b:f64[]. let c:f64[] = mul a 1.0; d:f64[] = neg c; "
                   "e:f64[] = neg d; f:f64[] = add e b in (f,) }");
  cr_assert_str_eq(r.endless, "rule swap fired 1000 times on equation 4");
  cr_assert(dbx_rewrite_forget("swap") == DBX_OK);
  dbx_rewrite_free(&r);
}

#define FOR(k, body)                                                                               \
  "for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; " body " } body_nconsts=" k        \
  " nimplicit=0 preserve_dimensions=True] "
static const char *const programs[] = {
    TWICE,
    "{ lambda ; n:i64[] x:f64[n]. let a:i64[] = add n 1 b:i64[] = add n 1 o:f64[n] = "
    "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 n y:f64[n] = mul x o z:f64[n] "
    "= copy y s:f64[n] = "
    "pjit[name=sq jaxpr={ lambda ; n:i64[] p:f64[n]. let q:f64[n] = mul p p in (q,) }] n z in "
    "(a, b, s) }",
    "{ lambda ; p:bool[] x:f64[] y:f64[]. let c:f64[] = cond[branch_jaxprs=[{ lambda ; u:f64[] "
    "v:f64[]. let w:f64[] = "
    "mul u 1.0 in (w,) }, { lambda ; u:f64[] v:f64[]. let w:f64[] = copy v in (w,) }] "
    "nimplicit_outputs=0] p x x d:f64[] "
    "= add c 0.0 e:f64[] = add d -0.0 in (e,) }",
    "{ lambda ; x:f64[] y:f64[]. let a:f64[] = mul 2.0 3.0 c:f64[] d:f64[] = " FOR(
        "1", "k:f64[] i:i64[] p:f64[] q:f64[]. let s:f64[] = sin k t:f64[] = neg s u:f64[] = "
             "neg t r:f64[] = add p u in (r, q)") "a 0 9 1 0 x y e:f64[] = add c d in (e,) }",
    "{ lambda ; x:f64[] y:f64[]. let c:f64[] d:f64[] = " FOR(
        "1", "k:f64[] i:i64[] p:f64[] q:f64[]. let s:f64[] = mul k 1.0 r:f64[] = add p s in "
             "(r, s)") "y 0 1 1 0 x y e:f64[] = add c d in (e,) }",
};

static void shuffle(uint32_t *order, uint32_t n, uint64_t *state) {
  for (uint32_t i = n; i-- > 1;) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint32_t k = (uint32_t)((*state >> 33) % (i + 1)), t = order[i];
    order[i] = order[k], order[k] = t;
  }
}

Test(rewrite_work, any_order) {
  uint32_t n = dbx_rewrite_rules(), *order = DBX_TMP(uint32_t, n), compared = 0;
  uint64_t state = 7;
  for (uint32_t i = 0; i < n; i++) order[i] = i;
  for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
    dbx_rewrite first = {0};
    const char *normal = rewritten_text(&first, programs[p]);
    dbx_rewrite_free(&first);
    for (int k = 0; k < 100; k++, compared++) {
      dbx_rewrite r = {.order = order};
      shuffle(order, n, &state);
      cr_expect_str_eq(rewritten_text(&r, programs[p]), normal);
      dbx_rewrite_free(&r);
    }
  }
  cr_assert(compared == 500);
}
