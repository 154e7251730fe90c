// The Jaxpr printer, byte-equal to jax 0.4.23 with Catalyst's primitives (docs/semantics.md,
// Printing). A document is built first, which also hands out the variable names in print order.
#include "base/poll.h"
#include "ir/names.h"
#include "ir/pp.h"
#include "ir/primitive.h"
#include "ir/style.h"
#include "ir/target.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- names ----

void dbx_name_digits(dbx_buf *b, uint32_t i) {
  char s[16];
  int n = 0;
  do s[n++] = (char)('a' + i % 26);
  while (i /= 26);
  while (n) dbx_putc(b, s[--n]);
}

static uint64_t text_key(const char *s) { return dbx_hash(s, strlen(s), 7) | 1; }

const char *dbx_name_give(dbx_names *n, dbx_var v) {
  v = dbx_tracer_of(v & DBX_HANDLE);
  uint64_t *known = dbx_map_find(&n->text, v);
  if (known) return (const char *)(uintptr_t)*known;
  dbx_buf b = {0};
  do {
    dbx_clear(&b);
    dbx_name_digits(&b, n->next++);
  } while (dbx_map_find(&n->used, text_key(dbx_text(&b))));
  if (dbx_var_at(v)->suffix && !n->no_suffix) dbx_putc(&b, '_');
  char *text = dbx_arena_copy(&n->arena, b.at, b.n + 1);
  dbx_buf_free(&b);
  dbx_map_put(&n->text, v, (uint64_t)(uintptr_t)text);
  return text;
}

const char *dbx_name_of(const dbx_names *n, dbx_atom v) {
  if (!n || dbx_is_literal(v) || (v & DBX_DROPPED)) return NULL;
  uint64_t *known = dbx_map_find(&n->text, dbx_tracer_of(v));
  return known ? (const char *)(uintptr_t)*known : NULL;
}

void dbx_names_rename(dbx_names *n, dbx_var v, const char *text) {
  uint64_t *known = dbx_map_find(&n->text, dbx_tracer_of(v));
  if (known) *known = (uint64_t)(uintptr_t)dbx_arena_copy(&n->arena, text, strlen(text) + 1);
}

dbx_names *dbx_names_copy(const dbx_names *n) {
  dbx_names *c = dbx_alloc(sizeof *c);
  c->next = n->next, c->no_suffix = n->no_suffix;
  for (uint32_t i = 0; i < n->used.cap; i++)
    if (n->used.slot[i].key) dbx_map_put(&c->used, n->used.slot[i].key, n->used.slot[i].val);
  for (uint32_t i = 0; i < n->text.cap; i++) {
    const char *s = (const char *)(uintptr_t)n->text.slot[i].val;
    if (!n->text.slot[i].key) continue;
    dbx_map_put(&c->text, n->text.slot[i].key,
                (uint64_t)(uintptr_t)dbx_arena_copy(&c->arena, s, strlen(s) + 1));
  }
  return c;
}

dbx_names *dbx_names_free(dbx_names *n) {
  if (!n) return NULL;
  dbx_map_free(&n->used), dbx_map_free(&n->text);
  dbx_arena_free(&n->arena);
  free(n);
  return NULL;
}

// ---- the printer's state ----

typedef struct printer {
  dbx_arena *arena;
  dbx_names *names;
  const dbx_print_opts *opts;
  bool new_style;
  dbx_map hoisted; // Jaxpr -> name (symbol) of those printed in front
} printer;

static bool in_new_style(const dbx_print_opts *o) {
  dbx_jaxpr_style style = o ? o->style : DBX_STYLE_DEFAULT;
  if (!style) style = (dbx_jaxpr_style)ir_now->style;
  return (style ? style : dbx_target_now()->jaxprs) == DBX_STYLE_NEW;
}

static const char *var_text(printer *p, dbx_var v) {
  const char *letter = dbx_name_give(p->names, v), *own = NULL;
  if (p->opts->name) own = p->opts->name(p->opts->name_ctx, v & DBX_HANDLE, letter);
  return own ? own : letter;
}

static dbx_doc *text(printer *p, const char *s) { return dbx_doc_str(p->arena, s); }

static dbx_doc *take(printer *p, dbx_buf *b) {
  dbx_doc *d = dbx_doc_text(p->arena, dbx_text(b), b->n);
  dbx_buf_free(b);
  return d;
}

static dbx_doc *brk_group(printer *p, const char *flat) {
  return dbx_doc_group(p->arena, dbx_doc_brk(p->arena, flat));
}

// ---- types, dims, parameters ----

static void put_dim(dbx_buf *b, dbx_dim d, const char *(*name)(void *, dbx_var), void *ctx) {
  int64_t v = dbx_dim_value(d);
  switch (dbx_dim_kind_of(d)) {
  case DBX_DIM_INT: dbx_printf(b, "%" PRId64, v); break;
  case DBX_DIM_VAR: {
    const char *s = name ? name(ctx, (dbx_var)v) : NULL;
    if (s) dbx_put(b, s);
    else if (dbx_var_at((dbx_var)v)->name) dbx_put(b, dbx_sym_text(dbx_var_at((dbx_var)v)->name));
    else if (!ir_now->put_source_name || !ir_now->put_source_name(b, (dbx_var)v)) dbx_put(b, "?");
    break;
  }
  case DBX_DIM_DB: dbx_printf(b, "DBIdx(val=%" PRId64 ")", v); break;
  case DBX_DIM_INDB: dbx_printf(b, "InDBIdx(val=%" PRId64 ")", v); break;
  case DBX_DIM_OUTDB: dbx_printf(b, "OutDBIdx(val=%" PRId64 ")", v); break;
  case DBX_DIM_UNKNOWN: dbx_put(b, "?"); break;
  }
}

// Registers, qubits and observables, as Catalyst prints them: compbasis alone has a length.
static void put_quantum(dbx_buf *b, const dbx_aval_info *v) {
  dbx_printf(b, "%s(", dbx_dtype_short(v->dtype));
  if (v->dtype == DBX_OBS && v->rank)
    dbx_printf(b, "num_qubits=%" PRId64 ",primitive=compbasis", dbx_dim_value(v->dims[0]));
  else if (v->dtype == DBX_OBS) dbx_put(b, "num_qubits=None,primitive=None");
  dbx_putc(b, ')');
}

static void put_aval(dbx_buf *b, dbx_aval a, const char *(*name)(void *, dbx_var), void *ctx) {
  const dbx_aval_info *v = dbx_aval_at(a);
  if (dbx_is_quantum(v->dtype)) return put_quantum(b, v);
  dbx_put(b, dbx_dtype_short(v->dtype));
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < v->rank; i++) {
    if (i) dbx_putc(b, ',');
    put_dim(b, v->dims[i], name, ctx);
  }
  dbx_putc(b, ']');
}

static const char *known_name(void *ctx, dbx_var v) { return dbx_name_of(ctx, v); }
static const char *given_name(void *ctx, dbx_var v) { return var_text(ctx, v); }

void dbx_put_aval(dbx_buf *b, dbx_aval a, const dbx_names *names) {
  put_aval(b, a, known_name, (void *)(uintptr_t)names);
}
void dbx_put_dim(dbx_buf *b, dbx_dim d, const dbx_names *names) {
  put_dim(b, d, known_name, (void *)(uintptr_t)names);
}

void dbx_put_shaped(dbx_buf *b, dbx_aval a) {
  const dbx_aval_info *v = dbx_aval_at(a);
  bool brief = dbx_target_now()->short_tracers;
  if (brief) dbx_printf(b, "%s%s[", v->weak ? "~" : "", dbx_dtype_name(v->dtype));
  else dbx_printf(b, "ShapedArray(%s[", dbx_dtype_name(v->dtype));
  for (uint32_t i = 0; i < v->rank; i++) {
    if (i) dbx_putc(b, ',');
    put_dim(b, v->dims[i], known_name, NULL);
  }
  dbx_put(b, brief ? "]" : v->weak ? "], weak_type=True)" : "])");
}

static void put_param(dbx_buf *b, const dbx_param *p, bool new_style);

static void put_items(dbx_buf *b, const dbx_param *p, const char *open, const char *close,
                      bool new_style) {
  dbx_put(b, open);
  for (uint32_t i = 0; i < p->n; i++) {
    if (i) dbx_put(b, ", ");
    if (p->keys) dbx_printf(b, "%s=", dbx_sym_text(p->keys[i]));
    put_param(b, p->item[i], new_style);
  }
  const char *more = new_style && p->keys ? dbx_new_fields(p->text) : NULL;
  if (more) dbx_put(b, more);
  if (p->kind == DBX_P_TUPLE && p->n == 1) dbx_putc(b, ',');
  dbx_put(b, close);
}

static void put_param(dbx_buf *b, const dbx_param *p, bool new_style) {
  switch (p->kind) {
  case DBX_P_NONE: dbx_put(b, "None"); break;
  case DBX_P_BOOL: dbx_put(b, p->i ? "True" : "False"); break;
  case DBX_P_INT: dbx_printf(b, "%" PRId64, p->i); break;
  case DBX_P_SCALAR:
    if (new_style && p->dtype == DBX_I64) dbx_printf(b, "np.int64(%" PRId64 ")", p->scalar.i);
    else dbx_put_scalar(b, p->scalar, p->dtype);
    break;
  case DBX_P_DTYPE: dbx_put(b, dbx_dtype_name(p->dtype)); break;
  case DBX_P_TEXT: dbx_put(b, dbx_sym_text(p->text)); break;
  case DBX_P_TUPLE: put_items(b, p, "(", ")", new_style); break;
  case DBX_P_LIST: put_items(b, p, "[", "]", new_style); break;
  case DBX_P_RECORD:
    dbx_put(b, dbx_sym_text(p->text));
    put_items(b, p, "(", ")", new_style);
    break;
  case DBX_P_JAXPR: dbx_put(b, "{ lambda ... }"); break;
  case DBX_P_AVAL: dbx_put_shaped(b, p->aval); break;
  case DBX_P_HOST:
    dbx_printf(b, "<%s at 0x%012" PRIx64 ">", dbx_sym_text(p->text), (uint64_t)p->i);
    break;
  }
}

void dbx_put_param(dbx_buf *b, const dbx_param *p) { put_param(b, p, in_new_style(NULL)); }

// ---- variables and atoms ----

static void put_atom(printer *p, dbx_buf *b, dbx_atom a) {
  if (!dbx_is_literal(a)) return dbx_put(b, var_text(p, a));
  const dbx_literal *l = dbx_literal_at(a);
  dbx_dtype t = dbx_aval_at(l->aval)->dtype;
  if (!p->new_style) return dbx_put_scalar(b, l->value, t);
  dbx_put_short_scalar(b, l->value, t);
  dbx_putc(b, ':');
  put_aval(b, l->aval, NULL, NULL);
}

static dbx_doc *vars(printer *p, const dbx_atom *v, uint32_t n, const char *sep, bool typed) {
  dbx_docs parts = {0};
  for (uint32_t i = 0; i < n; i++) {
    if (i && *sep) dbx_push(&parts, text(p, sep));
    if (i) dbx_push(&parts, brk_group(p, " "));
    dbx_buf b = {0};
    bool dropped = typed && (v[i] & DBX_DROPPED);
    if (dropped) dbx_putc(&b, '_');
    else put_atom(p, &b, v[i]);
    if (typed) {
      dbx_putc(&b, ':');
      put_aval(&b, dbx_var_aval(v[i]), given_name, p);
    }
    dbx_push(&parts, take(p, &b));
  }
  return dbx_doc_nest(p->arena, 2, dbx_doc_group(p->arena, dbx_doc_cat(p->arena, &parts)));
}

// ---- equations ----

static dbx_doc *jaxpr_doc(printer *p, const dbx_jaxpr *j);

// str() of a Python list of Jaxprs: each printed on its own, with names from "a" and width 80.
static dbx_doc *list_of_jaxprs(printer *p, const dbx_param *v) {
  dbx_buf b = {0};
  dbx_putc(&b, '[');
  for (uint32_t i = 0; i < v->n; i++) {
    if (i) dbx_put(&b, ", ");
    dbx_print_opts own = *p->opts;
    own.width = 0;
    dbx_print_jaxpr(&b, v->item[i]->jaxpr, &own);
  }
  dbx_putc(&b, ']');
  return take(p, &b);
}

static bool holds_jaxprs(const dbx_param *v) {
  for (uint32_t i = 0; i < v->n; i++)
    if (v->item[i]->kind != DBX_P_JAXPR) return false;
  return true;
}

static dbx_doc *tuple_of_jaxprs(printer *p, const dbx_param *v) {
  dbx_docs in = {0}, all = {0};
  dbx_push(&in, text(p, "("));
  dbx_push(&in, dbx_doc_brk(p->arena, ""));
  for (uint32_t i = 0; i < v->n; i++) {
    if (i) dbx_push(&in, dbx_doc_brk(p->arena, " "));
    dbx_push(&in, jaxpr_doc(p, v->item[i]->jaxpr));
  }
  dbx_push(&all, dbx_doc_nest(p->arena, 2, dbx_doc_cat(p->arena, &in)));
  dbx_push(&all, dbx_doc_brk(p->arena, ""));
  dbx_push(&all, text(p, ")"));
  return dbx_doc_group(p->arena, dbx_doc_cat(p->arena, &all));
}

static dbx_doc *param_doc(printer *p, dbx_kv kv) {
  const dbx_param *v = kv.val;
  dbx_docs parts = {0};
  dbx_buf b = {0};
  dbx_printf(&b, "%s=", p->new_style ? dbx_new_key(kv.key) : dbx_sym_text(kv.key));
  dbx_push(&parts, take(p, &b));
  dbx_doc *value;
  if (v->kind == DBX_P_JAXPR) value = jaxpr_doc(p, v->jaxpr);
  else if (v->kind == DBX_P_LIST && v->n && holds_jaxprs(v)) value = list_of_jaxprs(p, v);
  else if (v->kind == DBX_P_TUPLE && holds_jaxprs(v)) value = tuple_of_jaxprs(p, v);
  else {
    put_param(&b, v, p->new_style);
    value = take(p, &b);
  }
  dbx_push(&parts, value);
  return dbx_doc_cat(p->arena, &parts);
}

static dbx_doc *params_doc(printer *p, const dbx_eqn *e) {
  dbx_docs in = {0}, all = {0};
  dbx_push(&in, text(p, "["));
  dbx_push(&in, dbx_doc_brk(p->arena, ""));
  for (uint32_t i = 0; i < e->n_params; i++) {
    if (i) dbx_push(&in, dbx_doc_brk(p->arena, " "));
    dbx_push(&in, param_doc(p, e->params[i]));
  }
  const char *more = p->new_style ? dbx_new_parameters(e->prim) : NULL;
  if (more) dbx_push(&in, dbx_doc_brk(p->arena, " ")), dbx_push(&in, text(p, more));
  dbx_push(&all, dbx_doc_nest(p->arena, 2, dbx_doc_cat(p->arena, &in)));
  dbx_push(&all, dbx_doc_brk(p->arena, ""));
  dbx_push(&all, text(p, "]"));
  return dbx_doc_group(p->arena, dbx_doc_cat(p->arena, &all));
}

// In the new style the inputs and results of a called Jaxpr are named as those of the call.
static void same_names(printer *p, const dbx_atom *these, uint32_t n, const dbx_atom *as,
                       uint32_t n_as) {
  dbx_map used = {0};
  for (uint32_t i = 0; n == n_as && i < n; i++) {
    dbx_atom v = these[i], like = as[i];
    if (dbx_is_literal(v) || dbx_is_literal(like) || (like & DBX_DROPPED) ||
        dbx_map_find(&used, like) || dbx_name_of(p->names, v))
      continue;
    dbx_map_put(&used, like, 1);
    dbx_map_put(&p->names->text, v, (uint64_t)(uintptr_t)dbx_name_give(p->names, like));
  }
  dbx_map_free(&used);
}

static void share_names(printer *p, const dbx_eqn *e) {
  const dbx_param *j = dbx_eqn_param(e, DBX_S_name) ? dbx_eqn_param(e, DBX_S_jaxpr) : NULL;
  if (!j || j->kind != DBX_P_JAXPR || dbx_map_find(&p->hoisted, (uint64_t)(uintptr_t)j->jaxpr))
    return;
  same_names(p, j->jaxpr->invars, j->jaxpr->n_in, e->in, e->n_in);
  same_names(p, j->jaxpr->outs, j->jaxpr->n_out, e->out, e->n_out);
}

static dbx_doc *eqn_doc(printer *p, const dbx_eqn *e) {
  dbx_docs parts = {0};
  if (e->n_out) {
    dbx_push(&parts, vars(p, e->out, e->n_out, "", true));
    dbx_push(&parts, text(p, " = "));
  }
  dbx_push(&parts, text(p, p->new_style ? dbx_new_primitive(e->prim) : e->prim->name));
  if (p->new_style) share_names(p, e);
  if (e->n_params) dbx_push(&parts, params_doc(p, e));
  dbx_push(&parts, text(p, " "));
  dbx_push(&parts, vars(p, e->in, e->n_in, "", false));
  return dbx_doc_cat(p->arena, &parts);
}

static dbx_doc *eqns_doc(printer *p, const dbx_jaxpr *j) {
  dbx_docs parts = {0};
  dbx_push(&parts, dbx_doc_brk(p->arena, " "));
  for (uint32_t i = 0; i < j->n_eqns && !dbx_stopping(); i++) {
    if (i) dbx_push(&parts, dbx_doc_brk(p->arena, "; "));
    dbx_push(&parts, eqn_doc(p, &j->eqns[i]));
  }
  return dbx_doc_nest(p->arena, 2, dbx_doc_cat(p->arena, &parts));
}

static dbx_doc *jaxpr_doc(printer *p, const dbx_jaxpr *j) {
  uint64_t *name = dbx_map_find(&p->hoisted, (uint64_t)(uintptr_t)j);
  if (name) return text(p, dbx_sym_text((dbx_sym)*name));
  dbx_docs in = {0}, all = {0};
  dbx_push(&in, text(p, "{ lambda "));
  dbx_push(&in, vars(p, j->constvars, j->n_const, "", true));
  dbx_push(&in, text(p, "; "));
  dbx_push(&in, vars(p, j->invars, j->n_in, "", true));
  dbx_push(&in, text(p, ". let"));
  dbx_push(&in, eqns_doc(p, j));
  dbx_push(&in, dbx_doc_brk(p->arena, " "));
  dbx_push(&in, text(p, "in ("));
  dbx_push(&in, vars(p, j->outs, j->n_out, ",", false));
  dbx_push(&in, text(p, j->n_out == 1 ? ",)" : ")"));
  dbx_push(&all, dbx_doc_nest(p->arena, 2, dbx_doc_cat(p->arena, &in)));
  dbx_push(&all, text(p, " }"));
  return dbx_doc_group(p->arena, dbx_doc_cat(p->arena, &all));
}

// ---- Jaxprs that occur more than once are printed in front (docs/semantics.md, Printing) ----

typedef struct census {
  dbx_vec(const dbx_jaxpr *) queue; // breadth first, with repetitions
  dbx_vec(const dbx_jaxpr *) order; // first occurrences
  dbx_map count, name;
} census;

static void meet(census *c, const dbx_jaxpr *j, dbx_sym name) {
  dbx_push(&c->queue, j);
  uint64_t key = (uint64_t)(uintptr_t)j;
  if (name && !dbx_map_find(&c->name, key)) dbx_map_put(&c->name, key, name);
}

static dbx_sym stripped(const char *s) {
  size_t n = strlen(s);
  while (n && strchr("<>", s[n - 1])) n--;
  while (n && strchr("<>", *s)) s++, n--;
  return dbx_intern_n(s, n);
}

static void count_eqn(census *c, const dbx_eqn *e) {
  const dbx_param *name = dbx_eqn_param(e, DBX_S_name);
  dbx_sym sym = name && name->kind == DBX_P_TEXT ? stripped(dbx_sym_text(name->text)) : 0;
  for (uint32_t i = 0; i < e->n_params; i++) {
    const dbx_param *v = e->params[i].val;
    if (v->kind == DBX_P_JAXPR) meet(c, v->jaxpr, sym);
    if (v->kind == DBX_P_TUPLE)
      for (uint32_t k = 0; k < v->n; k++)
        if (v->item[k]->kind == DBX_P_JAXPR) meet(c, v->item[k]->jaxpr, sym);
  }
}

static void take_census(census *c, const dbx_jaxpr *top) {
  meet(c, top, 0);
  for (uint32_t i = 0; i < c->queue.n; i++) {
    const dbx_jaxpr *j = c->queue.at[i];
    uint64_t key = (uint64_t)(uintptr_t)j, *n = dbx_map_find(&c->count, key);
    if (!n) dbx_push(&c->order, j);
    dbx_map_put(&c->count, key, n ? *n + 1 : 1);
    for (uint32_t k = 0; k < j->n_eqns; k++)
      if (j->eqns[k].prim->nested || j->eqns[k].n_params) count_eqn(c, &j->eqns[k]);
  }
}

static dbx_sym unique_name(dbx_map *counts, dbx_sym base) {
  uint64_t *n = dbx_map_find(counts, base);
  if (!n) return dbx_map_put(counts, base, 1), base;
  dbx_buf b = {0};
  dbx_printf(&b, "%s%" PRIu64, dbx_sym_text(base), *n);
  dbx_map_put(counts, base, *n + 1);
  dbx_sym s = dbx_intern(dbx_text(&b));
  dbx_map_put(counts, s, 1);
  dbx_buf_free(&b);
  return s;
}

static void hoist(printer *p, const dbx_jaxpr *top, dbx_docs *docs) {
  census c = {0};
  take_census(&c, top);
  dbx_map counts = {0};
  for (uint32_t i = 0; i < c.order.n; i++) {
    uint64_t key = (uint64_t)(uintptr_t)c.order.at[i];
    if (*dbx_map_find(&c.count, key) == 1) continue;
    uint64_t *base = dbx_map_find(&c.name, key);
    dbx_sym name = unique_name(&counts, base ? (dbx_sym)*base : DBX_S_jaxpr);
    dbx_buf b = {0};
    dbx_printf(&b, "let %s = ", dbx_sym_text(name));
    dbx_push(docs, take(p, &b));
    dbx_push(docs, jaxpr_doc(p, c.order.at[i]));
    dbx_push(docs, text(p, " in"));
    dbx_push(docs, dbx_doc_brk(p->arena, " "));
    dbx_map_put(&p->names->used, text_key(dbx_sym_text(name)), 1);
    dbx_map_put(&p->hoisted, key, name);
  }
  dbx_vec_free(&c.queue), dbx_vec_free(&c.order);
  dbx_map_free(&c.count), dbx_map_free(&c.name), dbx_map_free(&counts);
}

static dbx_names *print(dbx_buf *b, const dbx_jaxpr *j, const dbx_print_opts *opts) {
  static const dbx_print_opts plain;
  dbx_arena arena = {0};
  printer p = {.arena = &arena, .opts = opts ? opts : &plain};
  p.new_style = in_new_style(p.opts);
  p.names = dbx_alloc(sizeof *p.names);
  p.names->no_suffix = p.new_style;
  dbx_docs docs = {0};
  hoist(&p, j, &docs);
  dbx_push(&docs, jaxpr_doc(&p, j));
  dbx_doc *doc = dbx_doc_cat(&arena, &docs);
  if (b) dbx_doc_format(b, doc, p.opts->width ? p.opts->width : 80);
  dbx_arena_free(&arena);
  dbx_map_free(&p.hoisted);
  return p.names;
}

void dbx_print_jaxpr(dbx_buf *b, const dbx_jaxpr *j, const dbx_print_opts *opts) {
  dbx_names_free(print(b, j, opts));
}

void dbx_print_eqn_alone(dbx_buf *b, const dbx_eqn *e) {
  static const dbx_print_opts plain;
  dbx_arena arena = {0};
  printer p = {.arena = &arena, .opts = &plain, .new_style = in_new_style(NULL)};
  p.names = dbx_alloc(sizeof *p.names);
  p.names->no_suffix = p.new_style;
  dbx_doc_format(b, eqn_doc(&p, e), 80);
  dbx_arena_free(&arena);
  dbx_names_free(p.names);
}

dbx_names *dbx_names_of(const dbx_jaxpr *j) { return print(NULL, j, NULL); }

void dbx_print_eqn(dbx_buf *b, const dbx_eqn *e, const dbx_names *names) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    const char *s = dbx_name_of(names, e->out[i]);
    dbx_printf(b, "%s%s:", i ? " " : "", s ? s : "_");
    dbx_put_aval(b, dbx_var_aval(e->out[i]), names);
  }
  dbx_printf(b, "%s%s", e->n_out ? " = " : "", e->prim->name);
  for (uint32_t i = 0; i < e->n_params; i++) {
    dbx_printf(b, "%s%s=", i ? " " : "[", dbx_sym_text(e->params[i].key));
    dbx_put_param(b, e->params[i].val);
  }
  if (e->n_params) dbx_putc(b, ']');
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_putc(b, ' ');
    const char *s = dbx_name_of(names, e->in[i]);
    if (s) dbx_put(b, s);
    else if (dbx_is_literal(e->in[i]))
      dbx_put_scalar(b, dbx_literal_at(e->in[i])->value,
                     dbx_aval_at(dbx_literal_at(e->in[i])->aval)->dtype);
    else dbx_putc(b, '?');
  }
}
