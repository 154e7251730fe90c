// Types, argument lists and binds in a page's document (see page.h).
#include "viz/page/page_parts.h"

#include "prim/prim.h"
#include "trace/strategies.h"
#include "viz/names/meanings.h"
#include <string.h>

// ---- entries of lists ----

static void entry(page_writer *w, const dbx_frame *in, dbx_atom a) {
  dbx_buf b = {0};
  if (!dbx_put_tracer(&b, w->s->names, in, a)) dbx_putc(&b, '_');
  if (a && !dbx_is_literal(a)) {
    dbx_atom printed = dbx_printed_atom(w->s->names, in, a);
    dbx_putc(&b, ':');
    dbx_put_type(&b, w->s->names, dbx_atom_aval(printed ? printed : a), "_", false);
  }
  dbx_put_json_pieces(&w->json, w->s->dims, dbx_text(&b));
  dbx_buf_free(&b);
}

// Those that are explicit, or (expl NULL) all.
static void entries(page_writer *w, const char *key, const dbx_frame *in, const dbx_list *l,
                    const bool *expl) {
  page_list(w, key);
  for (uint32_t i = 0; i < l->n; i++)
    if (!expl || expl[i]) entry(w, in, l->at[i]);
  dbx_json_close(&w->json, ']');
}

// ---- types ----

// What the indices of a type refer to: up to two lists for inputs and results each, or what has
// the type once they are resolved.
typedef struct references {
  const dbx_list *in[2], *out[2], *resolved;
} references;

static void put_number(page_writer *w, uint32_t dim) {
  if (dim != UINT32_MAX) dbx_json_int(&w->json, dim);
}

static void put_dim_of(page_writer *w, const dbx_list *l, uint32_t k) {
  if (l && k < l->n && l->at[k]) put_number(w, dbx_dim_table_find(w->s->dims, l->at[k]));
}

// The length of an axis of the entry, as its type says it after the indices were resolved.
static uint32_t resolved_dim(page_writer *w, const dbx_list *l, uint32_t entry, uint32_t axis) {
  const dbx_aval_info *v =
      entry < l->n ? dbx_aval_at(dbx_naming_aval(w->s->names, l->at[entry])) : NULL;
  if (!v || axis >= v->rank || !dbx_dim_is_var(v->dims[axis])) return UINT32_MAX;
  return dbx_dim_table_find(w->s->dims, (dbx_atom)dbx_dim_value(v->dims[axis]));
}

static void put_axis(page_writer *w, const references *r, const dbx_sig *s, uint32_t entry,
                     uint32_t axis) {
  dbx_buf b = {0};
  dbx_dim d = dbx_aval_at(s->aval[entry])->dims[axis];
  dbx_dim_kind kind = dbx_dim_kind_of(d);
  uint32_t k = (uint32_t)dbx_dim_value(d);
  const dbx_list *const *l = kind == DBX_DIM_OUTDB ? r->out : r->in;
  dbx_put_type_dim(&b, w->s->names, d, "_", false);
  if (kind == DBX_DIM_INT || kind == DBX_DIM_VAR || kind == DBX_DIM_UNKNOWN) {
    dbx_put_json_run(&w->json, w->s->dims, dbx_text(&b), b.n);
  } else {
    dbx_json_open(&w->json, '[');
    dbx_json_str(&w->json, dbx_text(&b));
    if (r->resolved) put_number(w, resolved_dim(w, r->resolved, entry, axis));
    else put_dim_of(w, l[0], k), put_dim_of(w, l[1], k);
    dbx_json_close(&w->json, ']');
  }
  dbx_buf_free(&b);
}

static void put_type(page_writer *w, const references *r, const dbx_sig *s, uint32_t entry) {
  const dbx_aval_info *v = dbx_aval_at(s->aval[entry]);
  dbx_buf head = {0};
  dbx_printf(&head, "%s[", dbx_dtype_short(v->dtype));
  page_list(w, "type");
  dbx_json_str(&w->json, dbx_text(&head));
  for (uint32_t i = 0; i < v->rank; i++) {
    if (i) dbx_json_str(&w->json, ",");
    put_axis(w, r, s, entry, i);
  }
  dbx_json_str(&w->json, "]");
  dbx_json_close(&w->json, ']');
  dbx_buf_free(&head);
}

typedef struct type_view {
  const char *key;
  const dbx_sig *sig;
  references refers;
  const dbx_list *self[2]; // what the entries themselves are
  dbx_meaning meaning;
  const void *ctx;
} type_view;

static void put_sig(page_writer *w, const type_view *v) {
  dbx_buf text = {0};
  page_list(w, v->key);
  for (uint32_t i = 0; i < v->sig->n; i++) {
    dbx_json_open(&w->json, '{');
    put_type(w, &v->refers, v->sig, i);
    dbx_json_key(&w->json, "explicit");
    dbx_json_bool(&w->json, v->sig->expl[i]);
    page_list(w, "dims");
    put_dim_of(w, v->self[0], i), put_dim_of(w, v->self[1], i);
    dbx_json_close(&w->json, ']');
    dbx_clear(&text);
    if (v->meaning) v->meaning(&text, v->ctx, i);
    dbx_json_key(&w->json, "meaning");
    dbx_put_json_pieces(&w->json, w->s->dims, dbx_text(&text));
    dbx_json_close(&w->json, '}');
  }
  dbx_json_close(&w->json, ']');
  dbx_buf_free(&text);
}

// ---- the function ----

void page_types(page_writer *w, const dbx_jaxpr *j, const dbx_sig *out_type) {
  const dbx_trace *t = w->s->trace;
  const dbx_frame *f = t->frames.n ? t->frames.at[0] : NULL;
  dbx_list in = {f ? f->invars.at : NULL, f ? f->invars.n : 0}, ins = {0}, out = {0};
  if (j) {
    ins.at = dbx_alloc(sizeof *ins.at * (j->n_const + j->n_in + 1));
    for (uint32_t i = 0; i < j->n_const; i++) ins.at[ins.n++] = j->constvars[i];
    for (uint32_t i = 0; i < j->n_in; i++) ins.at[ins.n++] = j->invars[i];
    out = (dbx_list){j->outs, j->n_out};
  }
  put_sig(w, &(type_view){"in_type", &t->in_type, {{&in}, {0}}, {&in}, NULL, NULL});
  put_sig(w, &(type_view){"out_type", out_type, {{&ins}, {&out}}, {&out}, NULL, NULL});
  free(ins.at);
}

// ---- binds ----

static void constants(page_writer *w, const dbx_part *p) {
  const dbx_part *q = p->retrace && p->retrace->jaxpr ? p->retrace : p;
  page_list(w, "constants");
  for (uint32_t i = 0; i < q->n_constants; i++) {
    const dbx_capture *c = &q->constants[i];
    dbx_buf b = {0};
    if (!dbx_put_tracer(&b, w->s->names, NULL, c->inner)) dbx_putc(&b, '_');
    dbx_putc(&b, ':');
    dbx_put_type(&b, w->s->names, dbx_var_aval(c->inner), "_", false);
    dbx_put(&b, " = ");
    if (c->array) dbx_put(&b, "an array");
    else if (!dbx_put_tracer(&b, w->s->names, NULL, c->outer)) dbx_putc(&b, '_');
    dbx_put_json_pieces(&w->json, w->s->dims, dbx_text(&b));
    dbx_buf_free(&b);
  }
  dbx_json_close(&w->json, ']');
}

// Of a branch: the second evaluation, which the equation has.
static void outputs(page_writer *w, const dbx_bind *b, const dbx_part *p,
                    const dbx_part_view *view) {
  const dbx_part *q = p->retrace && p->retrace->jaxpr ? p->retrace : p;
  dbx_part_view again = {view->view, b, q};
  dbx_list invars = {q->jaxpr ? q->jaxpr->invars : NULL, q->jaxpr ? q->jaxpr->n_in : 0};
  const dbx_list *results = q->expanded_outputs.n == b->results.n ? &b->results : NULL;
  entries(w, "collapsed_outputs", q->frame, &q->expanded_outputs, q->out_type.expl);
  entries(w, "expanded_outputs", q->frame, &q->expanded_outputs, NULL);
  put_sig(w, &(type_view){"out_type",
                          &q->out_type,
                          {{&invars}, {&q->expanded_outputs, results}},
                          {&q->expanded_outputs, results},
                          dbx_output_meaning,
                          &again});
}

static void part(page_writer *w, const dbx_bind *b, const dbx_part *p, const dbx_part_view *view) {
  dbx_json_open(&w->json, '{');
  page_text(w, "part", p->name);
  entries(w, "collapsed_inputs", b->frame, &p->expanded_inputs, p->in_type.expl);
  entries(w, "expanded_inputs", b->frame, &p->expanded_inputs, NULL);
  put_sig(w, &(type_view){"in_type",
                          &p->in_type,
                          {{&p->expanded_inputs, &p->body_inputs}, {0}},
                          {&p->expanded_inputs, &p->body_inputs},
                          dbx_input_meaning,
                          view});
  constants(w, p);
  entries(w, "collapsed_body_inputs", p->frame, &p->body_inputs, p->in_type.expl);
  entries(w, "body_inputs", p->frame, &p->body_inputs, NULL);
  outputs(w, b, p, view);
  dbx_json_close(&w->json, '}');
}

static void put_equation(page_writer *w, const dbx_bind *b) {
  const dbx_eqn *e = dbx_emitted_eqn(b);
  dbx_buf text = {0};
  if (!e) return page_null(w, "equation");
  dbx_put_eqn(&text, w->s->names, e);
  dbx_json_key(&w->json, "equation");
  dbx_put_json_pieces(&w->json, w->s->dims, dbx_text(&text));
  dbx_buf_free(&text);
}

// An index of the equation's type stands for what it was resolved to: the dims of the results.
static void resolved_type(page_writer *w, const dbx_bind *b, const dbx_part_view *view) {
  put_sig(w, &(type_view){"eqn_out_type",
                          &b->eqn_out_type,
                          {.resolved = &b->results},
                          {&b->results},
                          b->results.n ? dbx_result_meaning : NULL,
                          view});
}

static void put_results(page_writer *w, const dbx_bind *b, const dbx_part_view *view) {
  bool typed = b->results.n && b->eqn_out_type.n == b->results.n;
  entries(w, "collapsed_results", b->frame, &b->results, typed ? b->eqn_out_type.expl : NULL);
  entries(w, "results", b->frame, &b->results, NULL);
  resolved_type(w, b, view);
  put_equation(w, b);
}

// ---- trips ----

// Those of which a trip has values: the captured ones are the same at each.
static void put_names(page_writer *w, const char *key, const dbx_atom *at, uint32_t from,
                      uint32_t n) {
  page_list(w, key);
  for (uint32_t i = from; i < n; i++) entry(w, NULL, at[i]);
  dbx_json_close(&w->json, ']');
}

static void put_values(page_writer *w, const char *key, char *const *at, uint32_t from,
                       uint32_t n) {
  page_list(w, key);
  for (uint32_t i = from; i < n; i++) dbx_json_str(&w->json, at[i]);
  dbx_json_close(&w->json, ']');
}

static void put_trip(page_writer *w, const dbx_page_trip *t, uint32_t captured) {
  dbx_json_open(&w->json, '{');
  page_text(w, "number", t->number);
  dbx_json_key(&w->json, "skips");
  dbx_json_bool(&w->json, t->skips);
  put_values(w, "inputs", t->in, captured, t->body->n_in);
  if (t->out) put_values(w, "results", t->out, 0, t->body->n_out);
  else page_null(w, "results");
  dbx_json_close(&w->json, '}');
}

static void put_trips(page_writer *w, const dbx_bind *b) {
  const dbx_part *p = b->n_parts ? &b->parts[b->n_parts - 1] : NULL;
  const dbx_page_trips *all = w->trips;
  uint32_t first = 0;
  while (p && first < all->n && all->at[first].body != p->jaxpr) first++;
  if (!p || first == all->n) return page_null(w, "trips");
  dbx_json_key(&w->json, "trips");
  dbx_json_open(&w->json, '{');
  dbx_json_key(&w->json, "cut");
  dbx_json_bool(&w->json, all->cut);
  put_names(w, "inputs", p->jaxpr->invars, p->n_constants, p->jaxpr->n_in);
  put_names(w, "results", p->jaxpr->outs, 0, p->jaxpr->n_out);
  page_list(w, "rows");
  for (uint32_t i = first; i < all->n; i++)
    if (all->at[i].body == p->jaxpr) put_trip(w, &all->at[i], p->n_constants);
  dbx_json_close(&w->json, ']');
  dbx_json_close(&w->json, '}');
}

static void put_bind(page_writer *w, const dbx_bind *b) {
  static const dbx_report_style style;
  dbx_view view = {&style, w->s->names};
  dbx_part_view p = {&view, b, NULL};
  dbx_json_open(&w->json, '{');
  page_int(w, "id", b->id);
  if (b->parent < 0) page_null(w, "parent");
  else page_int(w, "parent", b->parent);
  page_text(w, "primitive", b->prim->name);
  page_text(w, "name", dbx_sym_text(b->name));
  if (b->failed) page_text(w, "failed", dbx_sym_text(b->failed));
  else page_null(w, "failed");
  if (dbx_is_choice(b->prim)) page_null(w, "strategy");
  else page_text(w, "strategy", dbx_strategy_phrases[b->resizing]);
  page_span(w, b->span);
  page_int(w, "first", b->first_event);
  page_int(w, "last", b->last_event);
  page_list(w, "parts");
  for (uint32_t i = 0; i < b->n_parts; i++) {
    p.part = &b->parts[i];
    if (b->parts[i].frame) part(w, b, &b->parts[i], &p);
  }
  dbx_json_close(&w->json, ']');
  put_results(w, b, &p);
  put_trips(w, b);
  dbx_json_close(&w->json, '}');
}

void page_binds(page_writer *w) {
  page_list(w, "binds");
  for (uint32_t i = 0; i < w->s->trace->binds.n; i++) put_bind(w, w->s->trace->binds.at[i]);
  dbx_json_close(&w->json, ']');
}
