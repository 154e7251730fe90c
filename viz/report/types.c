// Types and argument lists of whole functions (see report.h).
#include "prim/prim.h"
#include "viz/names/lists.h"
#include "viz/report/report.h"
#include "viz/text/text.h"

#include <string.h>

typedef struct function_view {
  const dbx_view *view;
  const dbx_trace *t;
  const dbx_jaxpr *j;
  const dbx_sig *out_type;
} function_view;

static const dbx_frame *frame_of(const dbx_trace *t) {
  return t->frames.n ? t->frames.at[0] : NULL;
}

static void input(dbx_buf *b, const void *ctx, uint32_t entry) {
  const function_view *f = ctx;
  const dbx_frame *frame = frame_of(f->t);
  uint32_t of, axis, implicit = 0;
  for (uint32_t i = 0; i < f->t->in_type.n; i++) implicit += !f->t->in_type.expl[i];
  dbx_atom a = frame && entry < frame->invars.n ? frame->invars.at[entry] : 0;
  if (a && dbx_put_tracer(b, f->view->names, NULL, a)) dbx_put(b, ": ");
  if (f->t->in_type.expl[entry]) {
    dbx_printf(b, "argument %u", entry - implicit);
    dbx_put_source(b, f->view, ", ", a);
  } else if (dbx_find_index(&f->t->in_type, DBX_DIM_DB, entry, &of, &axis)) {
    dbx_printf(b, "size of input %u, axis %u", of, axis);
    dbx_put_source(b, f->view, " of ", frame && of < frame->invars.n ? frame->invars.at[of] : 0);
  }
}

static void index_text(dbx_buf *b, const function_view *f, dbx_dim d) {
  uint32_t k = (uint32_t)dbx_dim_value(d);
  const dbx_jaxpr *j = f->j;
  dbx_atom a = 0;
  if (dbx_dim_kind_of(d) == DBX_DIM_INDB)
    a = k < j->n_const ? j->constvars[k] : k - j->n_const < j->n_in ? j->invars[k - j->n_const] : 0;
  else a = k < j->n_out ? j->outs[k] : 0;
  dbx_printf(b, "%s %u", dbx_dim_kind_of(d) == DBX_DIM_INDB ? "input" : "result", k);
  dbx_put(b, " (");
  if (!a || !dbx_put_tracer(b, f->view->names, NULL, a)) dbx_putc(b, '_');
  dbx_putc(b, ')');
}

static void output(dbx_buf *b, const void *ctx, uint32_t entry) {
  const function_view *f = ctx;
  const dbx_sig *s = f->out_type;
  uint32_t of, axis;
  if (entry < f->j->n_out && dbx_put_tracer(b, f->view->names, NULL, f->j->outs[entry]))
    dbx_put(b, ": ");
  if (!s->expl[entry]) {
    if (dbx_find_index(s, DBX_DIM_OUTDB, entry, &of, &axis))
      dbx_printf(b, "size of result %u, axis %u", of, axis);
    return;
  }
  dbx_printf(b, "result %u", entry - f->j->n_implicit_out);
  const dbx_aval_info *v = dbx_aval_at(s->aval[entry]);
  for (uint32_t i = 0; i < v->rank; i++) {
    dbx_dim_kind kind = dbx_dim_kind_of(v->dims[i]);
    if (kind != DBX_DIM_INDB && kind != DBX_DIM_OUTDB) continue;
    dbx_printf(b, "; axis %u is ", i);
    index_text(b, f, v->dims[i]);
  }
}

void dbx_put_types(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style) {
  dbx_naming *names = dbx_naming_now(t, style->so_far, dbx_naming_of(style));
  dbx_view v = {style, names};
  function_view f = {&v, t, dbx_style_jaxpr(style, t), dbx_trace_out_type(t, style->so_far)};
  dbx_printf(b, "%s%s%s\n", dbx_ink_on(style->color, DBX_INK_BOLD), dbx_sym_text(t->function),
             dbx_ink_off(style->color, DBX_INK_BOLD));
  dbx_put_sig(b, &v, "  in_type ", &t->in_type, input, &f);
  dbx_putc(b, '\n');
  if (t->failed) dbx_printf(b, "  out_type  none: tracing failed, %s\n", dbx_sym_text(t->failed));
  else if (f.j) {
    dbx_put_sig(b, &v, "  out_type", f.out_type, output, &f);
    dbx_putc(b, '\n');
  }
  dbx_naming_free(names);
}

static void put_row(dbx_table *table, const dbx_view *v, const char *label, const dbx_frame *in,
                    const dbx_list *all, const bool *expl) {
  dbx_row *r = dbx_table_add(table);
  dbx_scratch_mark m = dbx_scratch_here();
  dbx_list some = dbx_explicit_of(all, expl, DBX_TMP(dbx_atom, all->n));
  dbx_put(&r->cell[0], label);
  dbx_put_list(&r->cell[1], v, in, some.at, some.n);
  dbx_put_list(&r->cell[2], v, in, all->at, all->n);
  dbx_scratch_release(m);
}

void dbx_put_args(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style) {
  dbx_naming *names = dbx_naming_now(t, style->so_far, dbx_naming_of(style));
  dbx_view v = {style, names};
  dbx_table table = {0};
  const dbx_frame *f = frame_of(t);
  const dbx_jaxpr *j = dbx_style_jaxpr(style, t);
  dbx_row *titles = dbx_table_add(&table);
  dbx_put(&titles->cell[0], dbx_sym_text(t->function));
  dbx_put(&titles->cell[1], "collapsed");
  dbx_put(&titles->cell[2], "expanded");
  dbx_list in = {f ? f->invars.at : NULL, f ? f->invars.n : 0};
  if (in.n > t->in_type.n) in.n = t->in_type.n;
  put_row(&table, &v, "arguments", NULL, &in, t->in_type.expl);
  const dbx_sig *out_type = dbx_trace_out_type(t, style->so_far);
  if (j && out_type->n == j->n_out) {
    dbx_list out = {j->outs, j->n_out};
    put_row(&table, &v, "results", NULL, &out, out_type->expl);
  }
  dbx_put_table(b, &table, 2, false);
  dbx_table_free(&table);
  dbx_naming_free(names);
}
