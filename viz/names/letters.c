// Letters for a trace that did not become a Jaxpr (see letters.h): its open frames are put together
// as if the innermost one were the body of an equation of the next.
#include "viz/names/letters.h"

#include "prim/prim.h"
#include "trace/trace.h"
#include "viz/names/naming.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// The frame so far. Every binder counts as used, so that none is dropped.
static dbx_jaxpr *so_far(const dbx_frame *f, dbx_arena *arena) {
  dbx_vec(dbx_atom) outs = {0};
  for (uint32_t i = 0; i < f->consts.n; i++) dbx_push(&outs, f->consts.at[i].inner);
  for (uint32_t i = 0; i < f->eqns.n; i++)
    for (uint32_t k = 0; k < f->eqns.at[i].n_out; k++)
      dbx_push(&outs, f->eqns.at[i].out[k] & DBX_HANDLE);
  dbx_jaxpr *j = dbx_to_jaxpr(f, arena, outs.at, outs.n, true, NULL);
  dbx_vec_free(&outs);
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

// The name of v, NULL if it has none; typed: its type, with the lengths by their names.
static char *letter(const dbx_naming *n, dbx_var v, bool typed) {
  dbx_buf b = {0};
  dbx_atom a = dbx_printed_atom(n, NULL, v);
  if (!a || dbx_is_literal(a) || !dbx_put_tracer(&b, n, NULL, v)) return NULL;
  if (typed) dbx_clear(&b), dbx_put_type(&b, n, dbx_naming_aval(n, dbx_tracer_of(v)), "?", false);
  char *text = copy(&b);
  dbx_buf_free(&b);
  return text;
}

// Of a constant the variable that it stands for, where only that has a name.
static char *letter_of(const dbx_naming *n, dbx_var v) {
  char *s = letter(n, v, false);
  return s ? s : letter(n, dbx_referent(v), false);
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
static char *letter_of_length(const dbx_diag *d, const dbx_naming *n, const dbx_frame *f,
                              dbx_var v) {
  char *own = letter_of(n, v);
  for (const dbx_frame *in = f; in && !(own && is_in_types(d, own)); in = in->parent) {
    uint64_t *inner = dbx_map_find(&in->const_of, v);
    char *s = inner ? letter(n, (dbx_var)*inner, false) : NULL;
    if (s && is_in_types(d, s)) return free(own), s;
    free(s);
  }
  return own;
}

const dbx_frame *dbx_innermost(const dbx_trace *t) {
  for (uint32_t i = t->events.n; i-- > 0;) {
    const dbx_event *e = &t->events.at[i];
    bool unwinding =
        dbx_event_nesting(e) < 0 || e->kind == DBX_EV_ERROR || e->kind == DBX_EV_TRACE_END;
    if (!unwinding) return dbx_frame_by_id(e->frame);
  }
  return NULL;
}

dbx_jaxpr *dbx_jaxpr_so_far(const dbx_frame *f, dbx_arena *arena, dbx_map *jaxprs) {
  dbx_jaxpr *whole = NULL;
  for (const dbx_frame *at = f; at; at = at->parent) {
    dbx_jaxpr *j = so_far(at, arena);
    if (jaxprs) dbx_map_put(jaxprs, at->id, (uint64_t)(uintptr_t)j);
    if (whole) enclose(j, whole, arena);
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
static void add_constants(dbx_diag *d, const dbx_naming *names, const dbx_frame *f) {
  for (uint32_t i = 0, n = d->n_births; i < n; i++)
    for (const dbx_frame *in = f; in && d->births[i].tracer; in = in->parent) {
      uint64_t *inner = dbx_map_find(&in->const_of, d->births[i].tracer);
      char *s = inner ? letter(names, (dbx_var)*inner, false) : NULL;
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

static bool is_word(char c) { return c == '_' || isalnum((unsigned char)c); }

// Does the text of the error's source have a name like the letter?
static bool is_name_there(const dbx_diag *d, const char *letter) {
  size_t n = 0, k = strlen(letter);
  const char *text = d->span.file ? dbx_source_text(d->span.file, &n) : "";
  for (const char *s = text; (s = memmem(s, n - (size_t)(s - text), letter, k)); s += k) {
    const char *line = memrchr(text, '\n', (size_t)(s - text));
    line = line ? line + 1 : text;
    if (memchr(line, '#', (size_t)(s - line))) continue; // a comment
    bool begins = s == text || !is_word(s[-1]), ends = s + k == text + n || !is_word(s[k]);
    if (begins && ends) return true;
  }
  return false;
}

static void name_by(dbx_diag *d, const dbx_frame *f, const dbx_so_far *now) {
  dbx_naming *n = dbx_naming_inside(f, now, DBX_NAMING_LETTERS);
  for (uint32_t i = 0; i < d->n_operands; i++) {
    dbx_involved *x = &d->operands[i];
    if (!x->tracer || x->variable || !(x->variable = letter_of(n, x->tracer))) continue;
    x->typed = letter(n, x->tracer, true);
  }
  for (uint32_t i = 0; i < d->n_births; i++)
    if (d->births[i].tracer && !d->births[i].variable)
      d->births[i].variable = letter_of_length(d, n, f, d->births[i].tracer);
  add_constants(d, n, f);
  for (uint32_t i = 0; i < d->n_operands; i++) { // another branch has constants of its own
    dbx_var v = d->operands[i].tracer;
    add_constants(d, n, v ? dbx_frame_by_id(dbx_var_at(v)->frame) : NULL);
  }
  for (uint32_t i = 0; i < d->n_births; i++) {
    const char *x = d->births[i].variable;
    d->births[i].twofold = x && strcmp(x, d->births[i].length) && is_name_there(d, x);
  }
  dbx_naming_free(n);
}

void dbx_diag_letters(dbx_diag *d, const dbx_so_far *now) {
  const dbx_frame *f = d->frame ? dbx_frame_by_id(d->frame) : NULL;
  if (f) name_by(d, f, now);
  for (uint32_t i = 0; i < d->n_operands; i++) { // of another branch
    const dbx_involved *o = &d->operands[i];
    f = o->tracer && !o->variable ? dbx_frame_by_id(dbx_var_at(o->tracer)->frame) : NULL;
    if (f) name_by(d, f, now);
  }
}
