// See mapped.h.
#include "mapped.h"

#include "batch/batch.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct arguments {
  expr_name name[8];
  dbx_mapped at[8];
  uint32_t n;
} arguments;

static dbx_status result_of(const arguments *a, dbx_batch *b, const char *expr, dbx_val *ret) {
  expr_name names[8];
  for (uint32_t i = 0; i < a->n; i++) {
    names[i].name = a->name[i].name;
    DBX_TRY(dbx_batch_argument(b, a->at[i], &names[i].val));
  }
  dbx_val v;
  DBX_TRY(expr_eval(expr, names, a->n, &v));
  return dbx_batch_result(b, &v, 0, ret);
}

static dbx_status over_examples(const arguments *a, const char *expr, dbx_val *ret) {
  uint32_t i = 0;
  while (a->at[i].axis == DBX_UNMAPPED) i++;
  dbx_aval type = dbx_val_aval(&a->at[i].v);
  dbx_batch *b =
      dbx_batch_begin(dbx_intern("f"), dbx_aval_at(type)->dims[a->at[i].axis], dbx_intern("rows"));
  dbx_status st = result_of(a, b, expr, ret);
  dbx_batch_end(b);
  return st;
}

static void set_axes(arguments *a, uint32_t first, const char *axes) {
  for (uint32_t i = 0; i < a->n; i++) {
    a->at[i] = (dbx_mapped){a->name[i].val, DBX_UNMAPPED};
    if (i < first) continue;
    if (*axes != '-') a->at[i].axis = *axes - '0';
    axes += 1 + (axes[1] == ' ');
  }
}

static void traced_row_text(const mapped_row *r, dbx_buf *b) {
  traced x;
  arguments a = {0};
  dbx_val v;
  traced_begin(&x, r->args);
  a.n = x.n;
  memcpy(a.name, x.name, sizeof a.name);
  set_axes(&a, x.n_implicit, r->axes);
  if (over_examples(&a, r->expr, &v) == DBX_OK) {
    for (uint32_t i = 0; i < x.frame->eqns.n; i++)
      dbx_printf(b, "%s ", x.frame->eqns.at[i].prim->name);
    dbx_printf(b, "-> %s", dbx_aval_text(dbx_val_aval(&v)));
  } else {
    dbx_put(b, taken());
  }
  traced_end(&x);
}

static void computed_row_text(const mapped_row *r, dbx_buf *b) {
  static const char *const names[] = {"x", "y"};
  arguments a = {0};
  dbx_val v;
  char *text = dbx_strdup(r->args);
  for (char *s = strtok(text, ";"); s; s = strtok(NULL, ";")) {
    a.name[a.n].name = names[a.n];
    cr_assert_eq(expr_eval(s, NULL, 0, &a.name[a.n].val), DBX_OK, "%s: %s", s, taken());
    a.n++;
  }
  free(text);
  set_axes(&a, 0, r->axes);
  if (over_examples(&a, r->expr, &v) == DBX_OK) put_val(b, &v);
  else dbx_put(b, taken());
}

void mapped_rows(const mapped_row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    dbx_buf b = {0};
    uint32_t pool = dbx_pool_mark();
    dbx_scratch_mark m = dbx_scratch_here();
    if (strchr(rows[i].args, ':')) traced_row_text(&rows[i], &b);
    else computed_row_text(&rows[i], &b);
    cr_expect_str_eq(dbx_text(&b), rows[i].value, "%s gives %s, not %s", rows[i].expr, dbx_text(&b),
                     rows[i].value);
    dbx_pool_release(pool);
    dbx_scratch_release(m);
    dbx_buf_free(&b);
  }
}
