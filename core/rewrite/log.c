// The log of a rewriting: texts of equations, refusals.
#include "rewrite/work.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char *rw_kept(rw_work *w, const dbx_buf *b) {
  return dbx_arena_copy(&w->r->arena, dbx_text(b), b->n + 1);
}

void rw_put_atom(rw_work *w, dbx_buf *b, dbx_atom a) {
  const char *name = dbx_name_of(w->names, a);
  if (dbx_is_literal(a)) {
    dbx_literal l = *dbx_literal_at(a);
    return dbx_put_scalar(b, l.value, dbx_aval_at(l.aval)->dtype);
  }
  if (name) return dbx_put(b, name);
  uint64_t *number = dbx_map_find(&w->own, a & DBX_HANDLE);
  if (!number) dbx_map_put(&w->own, a & DBX_HANDLE, w->own.n + 1);
  dbx_printf(b, "t%u", (unsigned)*dbx_map_find(&w->own, a & DBX_HANDLE));
}

void rw_put_dim(rw_work *w, dbx_buf *b, dbx_dim d) {
  if (dbx_dim_is_var(d)) rw_put_atom(w, b, (dbx_atom)dbx_dim_value(d));
  else dbx_printf(b, "%lld", (long long)dbx_dim_value(d));
}

static void put_type(rw_work *w, dbx_buf *b, dbx_aval type) {
  const dbx_aval_info *t = dbx_aval_at(type);
  dbx_printf(b, "%s[", dbx_dtype_short(t->dtype));
  for (uint32_t i = 0; i < t->rank; i++) {
    if (i) dbx_putc(b, ',');
    rw_put_dim(w, b, t->dims[i]);
  }
  dbx_putc(b, ']');
}

bool rw_is_plain(const dbx_param *p) {
  bool plain = p->kind != DBX_P_JAXPR;
  for (uint32_t i = 0; plain && (p->kind == DBX_P_TUPLE || p->kind == DBX_P_LIST) && i < p->n; i++)
    plain = rw_is_plain(p->item[i]);
  return plain;
}

void rw_put_eqn(rw_work *w, dbx_buf *b, const dbx_eqn *e) {
  bool open = false;
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (i) dbx_putc(b, ' ');
    rw_put_atom(w, b, e->out[i] & DBX_HANDLE);
    dbx_putc(b, ':');
    put_type(w, b, dbx_var_aval(e->out[i]));
  }
  dbx_printf(b, "%s%s", e->n_out ? " = " : "", e->prim->name);
  for (uint32_t i = 0; i < e->n_params; i++) {
    if (!rw_is_plain(e->params[i].val)) continue;
    dbx_printf(b, "%s%s=", open ? " " : "[", dbx_sym_text(e->params[i].key));
    dbx_put_param(b, e->params[i].val);
    open = true;
  }
  if (open) dbx_putc(b, ']');
  for (uint32_t i = 0; i < e->n_in; i++) dbx_putc(b, ' '), rw_put_atom(w, b, e->in[i]);
}

dbx_arena *rw_arena(const rw_site *s) { return &s->w->r->arena; }

const char *rw_dim_text(const rw_site *s, dbx_dim d) {
  dbx_clear(&s->w->text);
  rw_put_dim(s->w, &s->w->text, d);
  return rw_kept(s->w, &s->w->text);
}

const char *rw_atom_text(const rw_site *s, dbx_atom a) {
  dbx_clear(&s->w->text);
  rw_put_atom(s->w, &s->w->text, a);
  return rw_kept(s->w, &s->w->text);
}

const char *rw_eqn_text(rw_work *w, const dbx_eqn *e) {
  dbx_clear(&w->text);
  rw_put_eqn(w, &w->text, e);
  return rw_kept(w, &w->text);
}

static void put_why(rw_work *w, const char *fmt, va_list ap) {
  char text[300];
  (void)vsnprintf(text, sizeof text, fmt, ap);
  dbx_clear(&w->why);
  dbx_put(&w->why, text);
}

bool rw_refuse(const rw_site *s, const char *fmt, ...) {
  rw_work *w = s->w;
  if (!w->r->log) return false;
  va_list ap;
  va_start(ap, fmt);
  put_why(w, fmt, ap);
  va_end(ap);
  const char *why = rw_kept(w, &w->why), *before = rw_eqn_text(w, rw_eqn(s));
  dbx_clear(&w->why);
  uint64_t key = dbx_hash(why, strlen(why), dbx_hash(before, strlen(before), s->node));
  key = dbx_hash(s->rule->name, strlen(s->rule->name), key) | 1;
  if (dbx_map_find(&w->refused, key)) return false;
  dbx_map_put(&w->refused, key, 1);
  dbx_rewrite_entry e = {.rule = s->rule->name, .before = before, .after = "", .why = why};
  e.equation = rw_at(s->b, s->node)->number;
  dbx_push(&w->r->entries, e);
  return false;
}

void rw_remark(const rw_site *s, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  put_why(s->w, fmt, ap);
  va_end(ap);
}
