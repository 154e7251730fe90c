// :needs: what must be known of which arguments, and the equations that say so.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/subject.h"

#include "ir/names.h"
#include "needs/needs.h"
#include "prim/prim.h"

#include <ctype.h>
#include <string.h>

typedef struct question {
  subject of;
  bool value;
  bool one;        // result number k, not all
  uint32_t result; // among the explicit ones
  dbx_names *names;
} question;

// ---- what was asked ----

static dbx_status misread(const char *text) {
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "not '%s': `:needs f shape 0` asks for a shape, `:needs f value 0` for a value",
                  text);
}

// "", "shape", "value 1".
static dbx_status read_what(const char *text, question *q) {
  char *end;
  bool shape = !strncmp(text, "shape", 5), value = !strncmp(text, "value", 5);
  const char *rest = text + (shape || value ? 5 : 0) + strspn(text + (shape || value ? 5 : 0), " ");
  q->value = value;
  if (!*rest) return DBX_OK;
  unsigned long k = strtoul(rest, &end, 10);
  if ((!shape && !value) || *end || !isdigit((unsigned char)*rest) || k >= UINT32_MAX)
    return misread(text);
  q->one = true, q->result = (uint32_t)k;
  return DBX_OK;
}

static bool is_word(const char *s, const char *word) {
  size_t n = strlen(word);
  return !strncmp(s, word, n) && (!s[n] || s[n] == ' ');
}

static dbx_status read_question(const char *rest, question *q) {
  size_t n = is_word(rest, "shape") || is_word(rest, "value") ? 0 : strcspn(rest, " ");
  char *name = dbx_strdup_trimmed(rest, n);
  dbx_status st = read_what(rest + n + strspn(rest + n, " "), q);
  if (st == DBX_OK) st = subject_find(name, &q->of);
  free(name);
  DBX_TRY(st);
  if (q->of.bind)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "of a whole function: a loop's results are asked for where they are returned");
  uint32_t results = q->of.jaxpr->n_out - q->of.jaxpr->n_implicit_out;
  if (q->one && q->result >= results)
    return dbx_fail(DBX_E208, (dbx_span){0}, "there is no result %u: there %s %u, counted from 0",
                    q->result, results == 1 ? "is" : "are", results);
  return DBX_OK;
}

// ---- arguments ----

// As the program called it first, or its letter.
static const char *argument_name(const question *q, dbx_var v) {
  v &= DBX_HANDLE;
  dbx_report_style style = subject_style();
  const char *name = style.source ? style.source(style.source_ctx, v) : NULL;
  const dbx_trace *t = q->of.trace;
  for (uint32_t i = 0; !name && t && i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_NAME && e->u.name.variable == dbx_tracer_of(v))
      name = dbx_sym_text(e->u.name.name);
  }
  return name ? name : dbx_name_of(q->names, v);
}

// The first argument that has this length, on which axis.
static bool sized_by(const dbx_jaxpr *j, dbx_var v, uint32_t *argument, uint32_t *axis) {
  for (uint32_t i = j->n_implicit_in; i < j->n_in; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(j->invars[i]));
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_is_var(t->dims[k]) &&
          dbx_tracer_of((dbx_var)dbx_dim_value(t->dims[k])) == dbx_tracer_of(v))
        return *argument = i, *axis = k, true;
  }
  return false;
}

// Is the length known with an argument whose value is needed?
static bool is_of_value(const dbx_jaxpr *j, const dbx_set *values, dbx_var v) {
  for (uint32_t i = j->n_implicit_in; i < j->n_in; i++) {
    dbx_set lengths = {0};
    dbx_needs_add_lengths(&lengths, j->invars[i]);
    bool has = dbx_needs_has(values, j->invars[i]) && dbx_needs_has(&lengths, v);
    dbx_set_free(&lengths);
    if (has) return true;
  }
  return false;
}

// "[1]", "[1:3]" of an argument of which nothing but these elements are needed.
static void put_elements(dbx_buf *b, const dbx_jaxpr *j, const dbx_set *values, dbx_var v) {
  const dbx_eqn *only = NULL;
  uint32_t n;
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    bool *out = DBX_TMP(bool, e->n_out + 1);
    if (!dbx_needs_results(e, values, out)) continue;
    for (uint32_t k = 0; k < e->n_in; k++) {
      if (dbx_is_literal(e->in[k]) || dbx_tracer_of(e->in[k]) != dbx_tracer_of(v)) continue;
      if (only || e->prim->id != DBX_PRIM_slice) return;
      only = e;
    }
  }
  if (!only || dbx_aval_at(dbx_var_aval(v))->rank != 1) return;
  int64_t from = *dbx_param_ints(dbx_eqn_param(only, DBX_S_start_indices), &n),
          to = *dbx_param_ints(dbx_eqn_param(only, DBX_S_limit_indices), &n);
  if (to == from + 1) dbx_printf(b, "[%lld]", (long long)from);
  else dbx_printf(b, "[%lld:%lld]", (long long)from, (long long)to);
}

// An item of the list, on its way.
typedef struct items {
  dbx_buf *b;
  uint32_t n;
} items;

static void put_sizes(items *l, const question *q, const dbx_set *values, uint32_t argument) {
  const dbx_jaxpr *j = q->of.jaxpr;
  for (uint32_t i = 0; i < j->n_implicit_in; i++) {
    uint32_t of, axis;
    if (!dbx_needs_has(values, j->invars[i]) || !sized_by(j, j->invars[i], &of, &axis)) continue;
    if (of != argument || is_of_value(j, values, j->invars[i])) continue;
    dbx_printf(l->b, "%sshape %s[%u]", l->n++ ? ", " : "", argument_name(q, j->invars[of]), axis);
  }
}

static void put_items(dbx_buf *b, const question *q, const dbx_set *values) {
  const dbx_jaxpr *j = q->of.jaxpr;
  items l = {b, 0};
  for (uint32_t i = j->n_implicit_in; i < j->n_in; i++) {
    put_sizes(&l, q, values, i);
    if (!dbx_needs_has(values, j->invars[i])) continue;
    dbx_printf(b, "%svalue %s", l.n++ ? ", " : "", argument_name(q, j->invars[i]));
    put_elements(b, j, values, j->invars[i]);
  }
  if (!l.n) dbx_put(b, "nothing");
  else if (!dbx_needs_exactly(j, values)) dbx_put(b, "; at most");
}

// ---- the slice ----

typedef struct listing {
  dbx_buf *b;
  const dbx_names *names;
  uint32_t depth;
} listing;

static void put_slice(const listing *l, const dbx_jaxpr *j, const dbx_set *values);

static void put_nested(void *ctx, const dbx_jaxpr *j, const bool *outs) {
  const listing *l = ctx;
  bool apart = j->n_in && !dbx_name_of(l->names, j->invars[0]); // a branch has letters of its own
  dbx_names *own = apart ? dbx_names_of(j) : NULL;
  listing inner = {l->b, own ? own : l->names, l->depth + 1};
  dbx_set values = {0};
  dbx_needs_values(j, outs, &values);
  put_slice(&inner, j, &values);
  dbx_set_free(&values);
  dbx_names_free(own);
}

static void put_slice(const listing *l, const dbx_jaxpr *j, const dbx_set *values) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    bool *out = DBX_TMP(bool, e->n_out + 1), *in = DBX_TMP(bool, e->n_in + 1);
    if (!dbx_needs_results(e, values, out)) continue;
    dbx_printf(l->b, "%*s", (int)(2 + 2 * l->depth), "");
    dbx_print_eqn(l->b, e, l->names);
    dbx_putc(l->b, '\n');
    dbx_needs_operands(e, out, in, put_nested, (void *)(uintptr_t)l);
  }
}

static void put_of(dbx_buf *b, const question *q, const char *title, const dbx_set *values,
                   dbx_set *all) {
  dbx_printf(b, "%s", title);
  put_items(b, q, values);
  dbx_putc(b, '\n');
  const dbx_jaxpr *j = q->of.jaxpr;
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_out; k++)
      if (dbx_needs_has(values, j->eqns[i].out[k])) dbx_needs_add(all, j->eqns[i].out[k]);
}

static void put_axes(dbx_buf *b, const question *q, dbx_atom result, dbx_set *all) {
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(result));
  if (!t->rank) dbx_put(b, "  nothing: it is a scalar\n");
  for (uint32_t i = 0; i < t->rank; i++) {
    dbx_set values = {0};
    char title[48];
    snprintf(title, sizeof title, "  axis %u: ", i);
    if (dbx_dim_is_var(t->dims[i])) dbx_needs_add(&values, (dbx_var)dbx_dim_value(t->dims[i]));
    dbx_needs_close(q->of.jaxpr, &values);
    if (dbx_dim_is_var(t->dims[i])) put_of(b, q, title, &values, all);
    else dbx_printf(b, "%snothing: it is %lld\n", title, (long long)dbx_dim_value(t->dims[i]));
    dbx_set_free(&values);
  }
}

static void put_result(dbx_buf *b, const question *q, uint32_t result) {
  const dbx_jaxpr *j = q->of.jaxpr;
  dbx_atom a = j->outs[j->n_implicit_out + result];
  dbx_set all = {0};
  dbx_printf(b, "%s of result %u, ", q->value ? "value" : "shape", result);
  dbx_put_aval(b, dbx_atom_aval(a), q->names);
  dbx_put(b, ":\n");
  if (q->value) {
    dbx_set values = {0};
    dbx_needs_add(&values, a);
    dbx_needs_close(j, &values);
    put_of(b, q, "  ", &values, &all);
    dbx_set_free(&values);
  } else {
    put_axes(b, q, a, &all);
  }
  put_slice(&(listing){b, q->names, 1}, j, &all);
  dbx_set_free(&all);
}

dbx_status cmd_needs(const char *rest) {
  question q = {0};
  dbx_buf b = {0};
  DBX_TRY(read_question(rest, &q));
  dbx_scratch_mark mark = dbx_scratch_here();
  const dbx_jaxpr *j = q.of.jaxpr;
  q.names = dbx_names_of(j);
  if (q.one) put_result(&b, &q, q.result);
  for (uint32_t i = 0; !q.one && i < j->n_out - j->n_implicit_out; i++) put_result(&b, &q, i);
  if (j->n_out == j->n_implicit_out)
    dbx_put(&b, "there are no results yet: `:out EXPR` says them\n");
  show_report(&b);
  dbx_names_free(q.names);
  dbx_buf_free(&b);
  dbx_scratch_release(mark);
  return DBX_OK;
}
