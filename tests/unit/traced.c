// See traced.h.
#include "traced.h"

#include "ir/primitive.h"
#include "read/read.h"
#include "trace/types_text.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static dbx_sig_text read_type(dbx_arena *a, const char *text) {
  dbx_sig_text s;
  uint32_t n = (uint32_t)strlen(text), file = dbx_source_add("type", text, n);
  dbx_status st = dbx_read_sig(a, (dbx_span){file, 0, n}, DBX_SIG_EITHER, NULL, &s);
  cr_assert_eq(st, DBX_OK, "%s: %s", text, taken());
  return s;
}

dbx_sig traced_type(const traced *x, const char *text) {
  return read_type(&x->trace->arena, text).sig;
}

void traced_begin(traced *x, const char *in_type) {
  *x = (traced){.trace = dbx_trace_begin(dbx_intern("f"))};
  x->frame = dbx_frame_open(DBX_FRAME_FUNCTION, dbx_intern("f"));
  dbx_sig_text s = read_type(&x->trace->arena, in_type);
  cr_assert_leq(s.sig.n, 8);
  dbx_atom at[8];
  x->trace->in_type = s.sig;
  cr_assert_eq(dbx_tracers_of_input(x->frame, &s.sig, at), DBX_OK);
  for (uint32_t i = 0; i < s.sig.n; i++) {
    x->n_implicit += !s.sig.expl[i];
    snprintf(x->text[i], sizeof x->text[i], "%s", s.name[i] ? dbx_sym_text(s.name[i]) : "");
    x->name[x->n++] = (expr_name){x->text[i], dbx_val_tracer(at[i])};
  }
}

void traced_end(traced *x) {
  dbx_trace_end(x->trace);
  dbx_trace_free(x->trace);
}

void traced_let(traced *x, const char *name, const char *expr) {
  dbx_val v;
  cr_assert_lt(x->n, 8);
  cr_assert_eq(expr_eval(expr, x->name, x->n, &v), DBX_OK, "%s: %s", expr, taken());
  snprintf(x->text[x->n], sizeof x->text[x->n], "%s", name);
  x->name[x->n] = (expr_name){x->text[x->n], v};
  x->n++;
}

dbx_val traced_get(const traced *x, const char *name) {
  for (uint32_t i = x->n; i-- > 0;)
    if (!strcmp(x->text[i], name)) return x->name[i].val;
  cr_assert_fail("no name %s", name);
  return dbx_val_none();
}

// The Jaxpr with the leaves of the expression's value as results.
static dbx_status function_of(const traced *x, const char *results, const dbx_jaxpr **ret) {
  dbx_val v;
  dbx_atom outs[8];
  uint32_t n = 0;
  DBX_TRY(expr_eval(results, x->name, x->n, &v));
  const dbx_val *item = dbx_is_seq(&v) ? v.item : &v;
  for (uint32_t count = dbx_is_seq(&v) ? v.n : 1; n < count; n++)
    DBX_TRY(dbx_frame_atom(x->frame, &item[n], &outs[n]));
  *ret = dbx_function_so_far(x->frame, outs, n, x->n_implicit).jaxpr;
  return DBX_OK;
}

const char *traced_jaxpr(const traced *x, const char *results) {
  static dbx_buf b;
  const dbx_jaxpr *j;
  dbx_clear(&b);
  if (function_of(x, results, &j) != DBX_OK) return taken();
  cr_expect_eq(dbx_check_jaxpr(j), DBX_OK, "%s: %s", results, taken());
  dbx_print_jaxpr(&b, j, NULL);
  return dbx_text(&b);
}

static void put_function(dbx_buf *b, const dbx_jaxpr *j) {
  dbx_names *names = dbx_names_of(j);
  for (uint32_t i = 0; i < j->n_eqns; i++) dbx_printf(b, "%s ", j->eqns[i].prim->name);
  dbx_put(b, "->");
  for (uint32_t i = j->n_implicit_out; i < j->n_out; i++) {
    dbx_put(b, " ");
    dbx_put_aval(b, dbx_atom_aval(j->outs[i]), names);
    if (dbx_aval_at(dbx_atom_aval(j->outs[i]))->weak) dbx_put(b, "*");
  }
  dbx_names_free(names);
}

const char *traced_text(const char *in_type, const char *expr) {
  static dbx_buf b;
  traced x;
  const dbx_jaxpr *j;
  uint32_t pool = dbx_pool_mark();
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_clear(&b);
  traced_begin(&x, in_type);
  if (function_of(&x, expr, &j) == DBX_OK) {
    cr_expect_eq(dbx_check_jaxpr(j), DBX_OK, "%s: %s", expr, taken());
    put_function(&b, j);
  } else {
    dbx_put(&b, taken());
  }
  traced_end(&x);
  dbx_pool_release(pool);
  dbx_scratch_release(m);
  return dbx_text(&b);
}

void put_type(dbx_buf *b, const dbx_sig *s) {
  for (uint32_t i = 0; i < s->n; i++) {
    const dbx_aval_info *v = dbx_aval_at(s->aval[i]);
    dbx_printf(b, "%s%s[", i ? ", " : "", dbx_dtype_short(v->dtype));
    for (uint32_t k = 0; k < v->rank; k++) {
      static const char *const kinds[] = {"", "?", "DBIdx", "InDBIdx", "OutDBIdx", "unknown"};
      dbx_dim_kind kind = dbx_dim_kind_of(v->dims[k]);
      int at = (int)dbx_dim_value(v->dims[k]);
      dbx_printf(b, "%s%s", k ? "," : "", kinds[kind]);
      if (kind == DBX_DIM_INT) dbx_printf(b, "%d", at);
      else if (kind != DBX_DIM_VAR) dbx_printf(b, "(%d)", at);
    }
    dbx_put(b, s->expl[i] ? "]" : "] implicit");
  }
}

void expr_rows(const expr_row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *v = expr_text(rows[i].expr, NULL, 0);
    cr_expect_str_eq(v, rows[i].value, "%s gives %s, not %s", rows[i].expr, v, rows[i].value);
    cr_expect_null(dbx_diag_pending(), "%s", rows[i].expr);
  }
}

void traced_rows(const traced_row *rows, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *v = traced_text(rows[i].in_type, rows[i].expr);
    cr_expect_str_eq(v, rows[i].value, "%s: %s gives %s, not %s", rows[i].in_type, rows[i].expr, v,
                     rows[i].value);
    cr_expect_null(dbx_diag_pending(), "%s", rows[i].expr);
  }
}
