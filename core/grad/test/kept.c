// What a loop keeps of each trip: its inputs, or parts of them.
#include "derived.h"

#include "grad/kept.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

static const char body[] = "{ lambda ; a:i64[] b:f64[a] c:i64[]. let\n"
                           " d:i64[] = min a 2\n"
                           " e:f64[d] = dynamic_slice[slice_sizes=(None,)] b 0 d\n"
                           " f:f64[d] = sin e\n"
                           " g:f64[] = reduce_sum[axes=(0,)] b\n"
                           " h:f64[a] = cos b\n"
                           " i:f64[c] = dynamic_slice[slice_sizes=(None,)] b 0 c\n"
                           " in (f, g, h, i) }";

// Results that are wanted; what comes of the array: how many parts, how many of them flat, lengths
// and inputs without what computes them.
static const struct {
  bool want[4], parts;
  uint32_t n, n_flat, lengths, inputs;
} rows[] = {
    {{true, false, false, false}, true, 1, 1, 1, 5}, // a part of a length of its own
    {{true, true, false, false}, true, 2, 1, 1, 6},  // and a sum
    {{false, true, false, false}, true, 1, 0, 0, 4},
    {{true, false, true, false}, false, 0, 0, 0, 3},  // the whole is read
    {{false, false, false, true}, false, 0, 0, 0, 3}, // a length that a carry decides
};

Test(grad_kept, parts) {
  traced x;
  traced_begin(&x, "x:f64[]");
  const dbx_jaxpr *j = facts_jaxpr(body);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    kept k = kept_begin(j);
    cr_expect_eq(kept_parts(&k, 1, rows[i].want, 1), rows[i].parts, "row %zu", i);
    kept_end(&k);
    cr_expect_eq(k.n, rows[i].n, "row %zu", i);
    cr_expect_eq(k.n_flat, rows[i].n_flat, "row %zu", i);
    cr_expect_eq(k.lengths.n, rows[i].lengths, "row %zu", i);
    cr_expect_eq(k.rest->n_in, rows[i].inputs, "row %zu", i);
    cr_expect_eq(k.whole->n_out, j->n_out + k.n + k.lengths.n, "row %zu", i);
    kept_free(&k);
  }
  traced_end(&x);
}

Test(grad_kept, whole_inputs) {
  traced x;
  dbx_val n = dbx_val_int(7), many;
  traced_begin(&x, "x:f64[]");
  kept k = kept_begin(facts_jaxpr(body));
  kept_input(&k, 1, true);
  kept_end(&k);
  cr_expect_eq(k.n_flat, 1);
  cr_expect(kept_is_input(&k, k.lengths.at[0]));
  cr_expect_eq(kept_shape(&k, 0, &n).d[0], dbx_dim_int(7));
  many = kept_elements(&k, 0, &n);
  cr_expect_eq(many.i, 7);
  kept_free(&k);
  traced_end(&x);
}
