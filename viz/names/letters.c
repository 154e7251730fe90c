// Letters for a trace that did not become a Jaxpr (see letters.h): its open frames are put together
// as if the innermost one were the body of an equation of the next.
#include "viz/names/letters.h"

#include "prim/prim.h"
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

// The frame so far. Every binder counts as used, so that none is dropped.
static dbx_jaxpr *so_far(dbx_frame *f) {
  dbx_vec(dbx_atom) outs = {0};
  dbx_captures consts = {0};
  for (uint32_t i = 0; i < f->consts.n; i++) dbx_push(&outs, f->consts.at[i].inner);
  for (uint32_t i = 0; i < f->eqns.n; i++)
    for (uint32_t k = 0; k < f->eqns.at[i].n_out; k++)
      dbx_push(&outs, f->eqns.at[i].out[k] & DBX_HANDLE);
  dbx_jaxpr *j = dbx_to_jaxpr(f, outs.at, outs.n, true, &consts);
  dbx_vec_free(&outs);
  dbx_vec_free(&consts);
  return j;
}

static void enclose(dbx_jaxpr *outer, dbx_jaxpr *inner, dbx_arena *a) {
  dbx_eqn *eqns = DBX_NEWN(a, dbx_eqn, outer->n_eqns + 1);
  if (outer->n_eqns) memcpy(eqns, outer->eqns, outer->n_eqns * sizeof *eqns);
  dbx_kv kv = {DBX_S_jaxpr, dbx_p_jaxpr(inner)};
  eqns[outer->n_eqns++] = (dbx_eqn){.prim = dbx_primitive_of(DBX_PRIM_pjit),
                                    .params = dbx_arena_copy(a, &kv, sizeof kv),
                                    .n_params = 1};
  outer->eqns = eqns;
}

static char *copy(const dbx_buf *b) { return dbx_strdup(dbx_text(b)); }

static char *letter(const dbx_names *names, dbx_frame *f, dbx_var v, bool typed) {
  dbx_buf b = {0};
  dbx_atom a = v;
  for (dbx_frame *in = f; in; in = in->parent) a = dbx_frame_subst(in, a);
  if (dbx_is_literal(a)) return NULL;
  const char *s = dbx_name_of(names, a);
  if (!s && !typed) return NULL;
  if (typed) dbx_put_aval(&b, dbx_var_aval(a), names);
  else dbx_put(&b, s);
  char *text = copy(&b);
  dbx_buf_free(&b);
  return text;
}

// Of a constant the variable that it stands for, where only that has a name.
static char *letter_of(const dbx_names *names, dbx_frame *f, dbx_var v) {
  char *s = letter(names, f, v, false);
  return s ? s : letter(names, f, dbx_referent(v), false);
}

static bool is_in_types(const dbx_diag *d, const char *name) {
  size_t n = strlen(name);
  for (uint32_t i = 0; i < d->n_operands; i++)
    for (const char *at = d->operands[i].typed ? strchr(d->operands[i].typed, '[') : NULL;
         at && (at = strstr(at + 1, name));)
      if (strchr("[,", at[-1]) && strchr(",]", at[n])) return true;
  return false;
}

// A length goes by the name that it has in the operands' types: that of a constant of an inner
// frame that stands for it, or its own.
static char *letter_of_length(const dbx_diag *d, const dbx_names *names, dbx_frame *f, dbx_var v) {
  char *own = letter_of(names, f, v);
  for (dbx_frame *in = f; in && !(own && is_in_types(d, own)); in = in->parent) {
    uint64_t *inner = dbx_map_find(&in->const_of, v);
    char *s = inner ? letter(names, f, (dbx_var)*inner, false) : NULL;
    if (s && is_in_types(d, s)) return free(own), s;
    free(s);
  }
  return own;
}

dbx_jaxpr *dbx_jaxpr_so_far(dbx_frame *f) {
  dbx_jaxpr *whole = NULL;
  for (dbx_frame *at = f; at; at = at->parent) {
    dbx_jaxpr *j = so_far(at);
    if (whole) enclose(j, whole, &f->trace->arena);
    whole = j;
  }
  return whole;
}

static bool is_born(const dbx_diag *d, const char *name) {
  for (uint32_t i = 0; i < d->n_births; i++)
    if (d->births[i].variable && !strcmp(d->births[i].variable, name)) return true;
  return false;
}

// An inner frame has a constant of its own for a length of an outer one.
static void add_constants(dbx_diag *d, const dbx_names *names, dbx_frame *f) {
  for (uint32_t i = 0, n = d->n_births; i < n; i++)
    for (dbx_frame *in = f; in && d->births[i].tracer; in = in->parent) {
      uint64_t *inner = dbx_map_find(&in->const_of, d->births[i].tracer);
      char *s = inner ? letter(names, f, (dbx_var)*inner, false) : NULL;
      const char *outer = d->births[i].variable;
      if (s && outer && is_in_types(d, s) && !is_born(d, s)) {
        dbx_buf text = {0};
        dbx_printf(&text, "constant of '%s' that stands for %s", dbx_sym_text(in->name), outer);
        d->births = dbx_realloc(d->births, (d->n_births + 1) * sizeof *d->births);
        d->births[d->n_births++] = (dbx_birth){.length = dbx_strdup(d->births[i].length),
                                               .tracer = (dbx_var)*inner,
                                               .variable = dbx_strdup(s),
                                               .text = dbx_strdup(dbx_text(&text))};
        dbx_buf_free(&text);
      }
      free(s);
    }
}

static void name_by(dbx_diag *d, dbx_frame *f) {
  dbx_names *names = dbx_names_of(dbx_jaxpr_so_far(f));
  for (uint32_t i = 0; i < d->n_operands; i++) {
    dbx_involved *o = &d->operands[i];
    if (!o->tracer || o->variable || !(o->variable = letter_of(names, f, o->tracer))) continue;
    o->typed = letter(names, f, o->tracer, true);
  }
  for (uint32_t i = 0; i < d->n_births; i++)
    if (d->births[i].tracer && !d->births[i].variable)
      d->births[i].variable = letter_of_length(d, names, f, d->births[i].tracer);
  add_constants(d, names, f);
  dbx_names_free(names);
}

void dbx_diag_letters(dbx_diag *d) {
  dbx_frame *f = d->frame ? dbx_frame_by_id(d->frame) : NULL;
  if (f) name_by(d, f);
  for (uint32_t i = 0; i < d->n_operands; i++) { // of another branch
    const dbx_involved *o = &d->operands[i];
    f = o->tracer && !o->variable ? dbx_frame_by_id(dbx_var_at(o->tracer)->frame) : NULL;
    if (f) name_by(d, f);
  }
}
