// The artefact of jax.export: symbols for lengths, arrays of truths for sizes, what XLA refuses.
#include "cases.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *jaxpr;
  const char *texts[4]; // that are in the bytes; or the failure alone
} rows[] = {
    {"{ lambda ; a:i64[] x:f64[a]. let y:f64[a] = add x x in (y,) }",
     {"stablehlo.add", "tensor<?xf64>", "cpu"}},
    {"{ lambda ; n:i64[]. let y:f64[n] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] "
     "1.0:f64[] n in (y,) }",
     {"@main(%0: tensor<?xi1>)", "get_dimension_size %0", "dynamic_broadcast_in_dim"}},
    {"{ lambda ; n:i64[] m:i64[]. let k:i64[] = add n 1 y:f64[k] = "
     "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0:f64[] k z:i64[] = add m 1 in (y, "
     "z) }",
     {"@main(%0: tensor<?xi1>, %3: tensor<i64>)"}},
    {"{ lambda ; x:i64[3]. let n:i64[] = reduce_sum[axes=(0,)] x y:f64[n] = "
     "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0:f64[] n in (y,) }",
     {"E804 broadcast_in_dim: its sizes are not decided by the shapes of arguments"}},
    {"{ lambda ; n:i64[] x:f64[n]. let d:i64[] y:f64[d] = for_loop[apply_reverse_transform=False "
     "body_jaxpr={ lambda ; a:i64[] i:i64[] p:f64[a]. let b:i64[] = add a a q:f64[b] = "
     "concatenate[dimension=0] p p in (b, q) } body_nconsts=0 nimplicit=1 "
     "preserve_dimensions=True] n 0 3 1 0 x z:f64[] = reduce_sum[axes=(0,)] y in (z,) }",
     {"E804 for_loop: trips change the length of what is carried, which XLA refuses; IREE does"}},
    {"{ lambda ; p:bool[] n:i64[] x:f64[n]. let d:i64[] y:f64[d] = cond[branch_jaxprs=[{ lambda ; "
     "a:i64[] b:f64[a]. let in (a, b) }, { lambda ; a:i64[] b:f64[a]. let c:i64[] = add a a "
     "d:f64[c] = concatenate[dimension=0] b b in (c, d) }] nimplicit_outputs=1] p n x z:f64[] = "
     "reduce_sum[axes=(0,)] y in (z,) }",
     {"E804 cond: its branches give arrays of different lengths, which XLA refuses; IREE does"}},
    {"{ lambda ; a:i64[] k:i64[] x:f64[a]. let y:f64[k,2] = reshape[dimensions=None "
     "new_sizes=(None, 2)] x k in (y,) }",
     {"E706: an array cannot be reshaped into one of another size", "stablehlo.dynamic_pad"}},
    {"{ lambda ; a:i64[] x:f64[a]. let y:f64[2] = dynamic_slice[slice_sizes=(2,)] x 0 in (y,) }",
     {"E706: a slice is longer than its axis", "stablehlo.maximum", "stablehlo.dynamic_pad"}},
    {"{ lambda ; a:i64[] b:i64[] x:f64[a] u:f64[b]. let y:f64[a] = dynamic_update_slice x u 0 in "
     "(y,) }",
     {"E706: a slice is longer than its axis", "stablehlo.dynamic_pad"}},
    {"{ lambda ; n:i64[] m:i64[]. let k:i64[] = sub m 2 d:i64[] = pjit[name=floor_divide jaxpr={ "
     "lambda ; p:i64[] q:i64[]. let r:i64[] = div p q in (r,) }] n k y:f64[d] = "
     "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0:f64[] d in (y,) }",
     {"E703: integer division by zero", "stablehlo.select", "floordiv(d0, max(d1 - 2, 1))"}},
    {"{ lambda ; n:i64[]. let k:i64[] = mul n n m:i64[] = sub k 4 y:f64[m] = "
     "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0:f64[] m in (y,) }",
     {"shape_assertion", "max(d0^2 - 4, 0)"}},
};

static bool has(const dbx_buf *b, const char *text) {
  return b->n && memmem(b->at, b->n, text, strlen(text)) != NULL;
}

Test(hlo_artefact, rows) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_buf b = {0};
    dbx_status st = dbx_hlo_artefact(facts_jaxpr(rows[i].jaxpr), "f", &b);
    const char *failure = facts_failure(st);
    for (int k = 0; rows[i].texts[k]; k++)
      if (st == DBX_OK) cr_assert(has(&b, rows[i].texts[k]), "row %zu: %s", i, rows[i].texts[k]);
      else cr_assert(facts_match(failure, rows[i].texts[k]), "row %zu: %s", i, failure);
    cr_assert_eq(b.n % 4, 0);
    dbx_buf_free(&b);
  }
}
