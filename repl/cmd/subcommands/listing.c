// --decls, --stores and --check of inspect (see listing.h).
#include "cmd/subcommands/listing.h"

#include "base/poll.h"
#include "ir/names.h"
#include "prim/prim.h"
#include "read/read.h"

#include <string.h>

// ---- graphs, outermost first ----

typedef void (*visit)(void *ctx, const dbx_jaxpr *j, const dbx_eqn *of, const char *key);

static void each_inside(const dbx_jaxpr *j, visit f, void *ctx);

static void each_param(const dbx_eqn *e, dbx_sym key, const dbx_param *p, visit f, void *ctx) {
  if (p->kind == DBX_P_JAXPR) f(ctx, p->jaxpr, e, dbx_sym_text(key)), each_inside(p->jaxpr, f, ctx);
  for (uint32_t i = 0; p->kind == DBX_P_TUPLE && i < p->n; i++)
    each_param(e, key, p->item[i], f, ctx);
}

static void each_inside(const dbx_jaxpr *j, visit f, void *ctx) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; k < j->eqns[i].n_params; k++)
      each_param(&j->eqns[i], j->eqns[i].params[k].key, j->eqns[i].params[k].val, f, ctx);
}

// ---- --decls ----

typedef struct writer {
  dbx_buf *b;
  const dbx_names *names; // of the outermost graph
} writer;

static void put_place(dbx_buf *b, dbx_span s) {
  dbx_place p = dbx_source_place(s.file, s.begin);
  if (p.line) dbx_printf(b, "  %s:%u:%u", dbx_source_name(s.file), p.line, p.column);
}

static void put_binders(dbx_buf *b, const dbx_names *names, const dbx_var *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const char *name = dbx_name_of(names, v[i] & DBX_HANDLE);
    dbx_printf(b, "%s%s:", i ? " " : "", name ? name : "_");
    dbx_put_aval(b, dbx_var_aval(v[i]), names);
  }
}

static void put_signature(dbx_buf *b, const dbx_names *names, const dbx_jaxpr *j) {
  dbx_putc(b, '(');
  put_binders(b, names, j->constvars, j->n_const);
  if (j->n_const) dbx_put(b, "; ");
  put_binders(b, names, j->invars, j->n_in);
  dbx_put(b, ") -> (");
  for (uint32_t i = 0; i < j->n_out; i++) {
    if (i) dbx_putc(b, ' ');
    dbx_put_aval(b, dbx_atom_aval(j->outs[i]), names);
  }
  dbx_put(b, ")");
}

static void put_decl(void *ctx, const dbx_jaxpr *j, const dbx_eqn *of, const char *key) {
  const writer *w = ctx;
  bool apart = j->n_in && !dbx_name_of(w->names, j->invars[0]);
  dbx_names *own = apart ? dbx_names_of(j) : NULL;
  dbx_printf(w->b, "  %s of %s ", key, of->prim->name);
  put_signature(w->b, own ? own : w->names, j);
  put_place(w->b, of->span);
  dbx_putc(w->b, '\n');
  dbx_names_free(own);
}

void listing_put_decls(dbx_buf *b, const dbx_trace *t, const dbx_jaxpr *j) {
  dbx_names *names = dbx_names_of(j);
  dbx_printf(b, "%s ", dbx_sym_text(t->function));
  put_signature(b, names, j);
  put_place(b, t->span);
  dbx_putc(b, '\n');
  each_inside(j, put_decl, &(writer){b, names});
  dbx_names_free(names);
}

// ---- --stores ----

void listing_put_stores(dbx_buf *b, const dbx_trace *t) {
  dbx_names *names = dbx_names_of(t->jaxpr);
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind != DBX_EV_NAME) continue;
    dbx_var v = e->u.name.variable;
    const char *letter = dbx_name_of(names, v);
    dbx_printf(b, "%s = %s:", dbx_sym_text(e->u.name.name), letter ? letter : "_");
    dbx_put_aval(b, dbx_var_aval(v), names);
    put_place(b, e->span);
    dbx_putc(b, '\n');
  }
  dbx_names_free(names);
}

// ---- --check ----

typedef struct count {
  uint32_t of, wrong;
  dbx_buf first; // the first one that is wrong
} count;

typedef struct scope {
  dbx_set bound;
  count *counts;
} scope;

static void use(scope *s, const dbx_eqn *e, dbx_var v) {
  s->counts->of++;
  if (dbx_set_has(&s->bound, dbx_tracer_of(v & DBX_HANDLE))) return;
  if (!s->counts->wrong++)
    dbx_printf(&s->counts->first, " in %s", e ? e->prim->name : "the results");
}

static void use_lengths(scope *s, const dbx_eqn *e, dbx_aval a) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) use(s, e, (dbx_var)dbx_dim_value(t->dims[i]));
}

static void bind(scope *s, const dbx_eqn *e, const dbx_var *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) dbx_set_add(&s->bound, dbx_tracer_of(v[i] & DBX_HANDLE));
  for (uint32_t i = 0; i < n; i++) use_lengths(s, e, dbx_var_aval(v[i]));
}

static void look_for_unbound(void *ctx, const dbx_jaxpr *j, const dbx_eqn *of, const char *key) {
  scope s = {.counts = ctx};
  (void)key;
  bind(&s, of, j->constvars, j->n_const), bind(&s, of, j->invars, j->n_in);
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    for (uint32_t k = 0; k < e->n_in; k++)
      if (!dbx_is_literal(e->in[k])) use(&s, e, e->in[k]);
    bind(&s, e, e->out, e->n_out);
  }
  for (uint32_t i = 0; i < j->n_out; i++)
    if (!dbx_is_literal(j->outs[i])) use(&s, of, j->outs[i]);
  dbx_set_free(&s.bound);
}

static void look_for_places(void *ctx, const dbx_jaxpr *j, const dbx_eqn *of, const char *key) {
  count *c = ctx;
  (void)of, (void)key;
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    c->of++;
    if (dbx_source_place(e->span.file, e->span.begin).line) continue;
    if (!c->wrong++) dbx_printf(&c->first, ", the first is %s", e->prim->name);
  }
}

static void count_equations(void *ctx, const dbx_jaxpr *j, const dbx_eqn *of, const char *key) {
  (void)of, (void)key;
  ((count *)ctx)->of += j->n_eqns;
}

static void everywhere(const dbx_jaxpr *j, visit f, count *c) {
  f(c, j, NULL, "");
  each_inside(j, f, c);
}

static void check_shapes(const dbx_jaxpr *j, count *c) {
  everywhere(j, count_equations, c);
  if (dbx_check_jaxpr(j) == DBX_OK) return;
  dbx_diag *d = dbx_diag_take();
  c->wrong = 1;
  dbx_printf(&c->first, ": %s", d->message);
  dbx_diag_free(d);
}

static void check_unbound(const dbx_jaxpr *j, count *c) { everywhere(j, look_for_unbound, c); }
static void check_source(const dbx_jaxpr *j, count *c) { everywhere(j, look_for_places, c); }

static const struct check {
  const char *name, *wrong, *of;
  void (*run)(const dbx_jaxpr *j, count *c);
} checks_known[] = {
    {"unbound", "unbound", "uses of variables", check_unbound},
    {"source", "without a place", "equations", check_source},
    {"shape", "ill-typed", "equations", check_shapes},
};

static const struct check *find_check(const char *name, size_t n) {
  for (size_t i = 0; i < sizeof checks_known / sizeof *checks_known; i++)
    if (strlen(checks_known[i].name) == n && !strncmp(checks_known[i].name, name, n))
      return &checks_known[i];
  return NULL;
}

dbx_status listing_put_checks(dbx_buf *b, const dbx_jaxpr *j, const char *checks, bool *ok) {
  *ok = true;
  for (const char *s = checks; *s;) {
    size_t n = strcspn(s, ",");
    const struct check *k = find_check(s, n);
    count c = {0};
    if (!k)
      return dbx_fail(DBX_E208, (dbx_span){0},
                      "--check is of unbound, source and shape, not '%.*s'", (int)n, s);
    k->run(j, &c);
    dbx_printf(b, "%s: %u %s of %u %s%s\n", k->name, c.wrong, k->wrong, c.of, k->of,
               dbx_text(&c.first));
    *ok &= !c.wrong;
    dbx_buf_free(&c.first);
    s += n + (s[n] == ',');
  }
  return DBX_OK;
}
