// Slices: which inputs the results of a Jaxpr need.
#include "needs/needs.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *inputs, *eqns;
  const char *needs; // inputs that result 0's value needs, "; exactly" where no more is said
} values[] = {
    {"n:i64[] m:i64[]", "r:i64[] = add n 1 in (r,)", "n; exactly"},
    {"n:i64[] m:i64[]", "r:i64[] = sub n m in (r,)", "n m; exactly"},
    {"n:i64[] m:i64[]", "r:i64[] = sub n n in (r,)", "n"},
    {"n:i64[] m:i64[]", "r:i64[] = mul n m in (r,)", "n m"},
    {"n:i64[] m:i64[]", "p:i64[] = add n 1 q:i64[] = add m 1 in (q,)", "m; exactly"},
    {"x:f64[3] n:i64[]", "r:f64[] = reduce_sum[axes=(0,)] x in (r,)", "x"},
    {"n:i64[] m:i64[]",
     "r:i64[] = pjit[name=f jaxpr={ lambda ; p:i64[] q:i64[]. let s:i64[] = add q 1 in (s,) }] n m "
     "in (r,)",
     "m"},
    {"n:i64[] k:i64[] s:i64[]",
     "r:i64[] t:i64[] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; i:i64[] "
     "p:i64[] q:i64[]. let u:i64[] = add q 1 in (p, u) } body_nconsts=0 nimplicit=0 "
     "preserve_dimensions=True] 0 k 1 0 n s in (r,)",
     "n"}, // the body gives it back: how often does not matter
    {"n:i64[] k:i64[] s:i64[]",
     "r:i64[] t:i64[] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; i:i64[] "
     "p:i64[] q:i64[]. let u:i64[] = add p 1 in (u, q) } body_nconsts=0 nimplicit=0 "
     "preserve_dimensions=True] 0 k 1 0 n s in (r,)",
     "n k"},
    {"n:i64[] k:i64[] s:i64[]",
     "r:i64[] t:i64[] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; i:i64[] "
     "p:i64[] q:i64[]. let in (q, p) } body_nconsts=0 nimplicit=0 preserve_dimensions=True] 0 k 1 "
     "0 n s in (r,)",
     "n k s"},
    {"n:i64[] k:i64[] s:i64[]",
     "r:i64[] t:i64[] u:i64[] = while_loop[body_jaxpr={ lambda ; p:i64[] q:i64[] v:i64[]. let "
     "w:i64[] = add q 1 in (p, w, v) } body_nconsts=0 cond_jaxpr={ lambda ; p:i64[] q:i64[] "
     "v:i64[]. let w:bool[] = lt q v in (w,) } cond_nconsts=0 nimplicit=0 "
     "preserve_dimensions=True] n k s in (t,)",
     "k s"},
    {"p:bool[] n:i64[] m:i64[]",
     "r:i64[] = cond[branch_jaxprs=[{ lambda ; a:i64[] b:i64[]. let in (a,) }, { lambda ; a:i64[] "
     "b:i64[]. let in (a,) }] nimplicit_outputs=0] p n m in (r,)",
     "n"}, // whichever it is
    {"p:bool[] n:i64[] m:i64[]",
     "r:i64[] = cond[branch_jaxprs=[{ lambda ; a:i64[] b:i64[]. let in (a,) }, { lambda ; a:i64[] "
     "b:i64[]. let in (b,) }] nimplicit_outputs=0] p n m in (r,)",
     "p n m"},
    {"k:i64[4] x:i64[4] y:i64[4]",
     "p:i64[4] q:i64[4] r:i64[4] = sort[dimension=0 is_stable=True num_keys=1] k x y in (r,)",
     "k y"},
    {"c:f64[] d:f64[] xs:f64[4]",
     "r:f64[] t:f64[] ys:f64[4] = scan[jaxpr={ lambda ; p:f64[] q:f64[] x:f64[]. let s:f64[] = add "
     "p x in (s, q, q) } length=4 linear=(False, False, False) num_carry=2 num_consts=0 "
     "reverse=False unroll=1] c d xs in (ys,)",
     "d"},
};

Test(needs, values) {
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    dbx_buf b = {0}, got = {0};
    dbx_printf(&b, "{ lambda ; %s. let %s }", values[i].inputs, values[i].eqns);
    dbx_jaxpr *j = facts_jaxpr(dbx_text(&b));
    dbx_set set = {0};
    dbx_needs_values(j, (bool[]){true, false, false, false}, &set);
    for (uint32_t k = 0; k < j->n_in; k++)
      if (dbx_needs_has(&set, j->invars[k]))
        dbx_printf(&got, "%s%s", got.n ? " " : "", dbx_sym_text(dbx_var_at(j->invars[k])->name));
    if (dbx_needs_exactly(j, &set)) dbx_put(&got, "; exactly");
    cr_expect_str_eq(dbx_text(&got), values[i].needs, "%s: %s", values[i].eqns, dbx_text(&got));
    dbx_set_free(&set);
    dbx_buf_free(&got), dbx_buf_free(&b);
  }
}

// A length is the value of a variable.
Test(needs, lengths) {
  dbx_jaxpr *j = facts_jaxpr("{ lambda ; n:i64[] m:i64[] x:f64[n] s:f64[]. let k:i64[] = add n 1 "
                             "r:f64[k] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] s "
                             "k in (r,) }");
  dbx_set set = {0};
  dbx_needs_add_lengths(&set, j->outs[0]);
  dbx_needs_close(j, &set);
  cr_expect(dbx_needs_has(&set, facts_var(j, "n")) && !dbx_needs_has(&set, facts_var(j, "m")));
  cr_expect(!dbx_needs_has(&set, facts_var(j, "x")) && !dbx_needs_has(&set, facts_var(j, "s")));
  dbx_set_free(&set);
}

static void count(void *ctx, const dbx_jaxpr *j, const bool *outs) {
  uint32_t *n = ctx;
  for (uint32_t i = 0; i < j->n_out; i++) *n += outs[i];
}

// What is visited is what is needed of the nested Jaxprs.
Test(needs, visits) {
  dbx_jaxpr *j = facts_jaxpr(
      "{ lambda ; n:i64[] m:i64[]. let r:i64[] t:i64[] = pjit[name=f jaxpr={ lambda ; p:i64[] "
      "q:i64[]. let s:i64[] = add q 1 in (s, p) }] n m in (r,) }");
  uint32_t n = 0;
  bool in[2], out[2] = {true, false};
  dbx_needs_operands(&j->eqns[0], out, in, count, &n);
  cr_expect(n == 1 && !in[0] && in[1]);
}
