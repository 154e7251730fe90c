// Who uses a variable (see provenance.h).
#include "viz/why/provenance.h"

#include "prim/prim.h"
#include "viz/text/spans.h"
#include "viz/why/links.h"
#include <string.h>

typedef struct use {
  dbx_var var; // the variable itself, or a constant or argument that stands for it
  const char *how;
  dbx_buf what;
  uint32_t event, order;
  dbx_span span;
} use;

typedef struct uses {
  const dbx_scene *s;
  dbx_vec(use) at;
  dbx_map wanted; // the variable and what stands for it
  dbx_map said;   // hashes of what was shown
} uses;

static bool wants(const uses *u, dbx_atom a) {
  return !dbx_is_literal(a) && dbx_map_find(&u->wanted, dbx_tracer_of(a & DBX_HANDLE));
}

static dbx_buf *add(uses *u, dbx_var v, const char *how, uint32_t event, dbx_span span) {
  dbx_push(&u->at, ((use){v & DBX_HANDLE, how, {0}, event, u->at.n, span}));
  return &u->at.at[u->at.n - 1].what;
}

static dbx_span span_of(const dbx_trace *t, uint32_t event) {
  return event < t->events.n ? t->events.at[event].span : (dbx_span){0};
}

// ---- what stands for it ----

static void want_constants(uses *u) {
  for (uint32_t i = 0; i < u->s->frames.n; i++) {
    const dbx_frame *f = u->s->frames.at[i];
    for (uint32_t k = 0; k < f->consts.n; k++)
      if (f->consts.at[k].outer && wants(u, f->consts.at[k].outer))
        dbx_map_put(&u->wanted, f->consts.at[k].inner, 1);
  }
}

// ---- types ----

static bool in_type(const uses *u, dbx_aval a, dbx_var *v) {
  const dbx_aval_info *t = dbx_aval_at(a);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i]) && wants(u, (dbx_atom)dbx_dim_value(t->dims[i])))
      return *v = (dbx_var)dbx_dim_value(t->dims[i]), true;
  return false;
}

static void use_in_type(uses *u, dbx_var array, uint32_t event) {
  dbx_var v;
  if (!in_type(u, dbx_naming_aval(u->s->names, array), &v)) return;
  dbx_put_known(add(u, v, "length", event, span_of(u->s->t, event)), u->s, array);
}

// ---- frames ----

static void put_short(dbx_buf *b, const dbx_scene *s, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    dbx_put_typed(b, s, e->out[i] & DBX_HANDLE);
    dbx_putc(b, ' ');
  }
  dbx_put(b, "= ");
  dbx_put_operation(b, s, e);
}

static void use_in_eqn(uses *u, const dbx_eqn *e) {
  const char *how = e->prim->nested ? "operand of" : "operand";
  dbx_var seen = 0; // the results' lengths go without saying then
  for (uint32_t i = 0; i < e->n_in; i++) {
    if (!wants(u, e->in[i]) || e->in[i] == seen) continue;
    seen = e->in[i];
    put_short(add(u, e->in[i], how, e->event, e->span), u->s, e);
  }
  for (uint32_t i = 0; i < e->n_out && !seen; i++) use_in_type(u, e->out[i], e->event);
}

// The second evaluation of a branch says what the first one said.
static bool is_second(const dbx_frame *f) {
  uint32_t part = 0;
  const dbx_bind *b = dbx_bind_of_frame(f, &part);
  return b && b->parts[part].frame != f;
}

static void use_in_frame(uses *u, const dbx_frame *f) {
  if (is_second(f)) return;
  for (uint32_t i = 0; i < f->invars.n; i++)
    use_in_type(u, f->invars.at[i], dbx_var_at(f->invars.at[i])->birth);
  for (uint32_t i = 0; i < f->consts.n; i++) {
    const dbx_capture *c = &f->consts.at[i];
    uint32_t birth = dbx_var_at(c->inner)->birth;
    use_in_type(u, c->inner, birth);
    if (!c->outer || !wants(u, c->outer)) continue;
    dbx_buf *b = add(u, c->outer, "captured", birth, span_of(f->trace, birth));
    dbx_put_typed(b, u->s, c->inner);
    dbx_put(b, " in ");
    dbx_put_frame(b, u->s, f);
  }
  for (uint32_t i = 0; i < f->eqns.n; i++) use_in_eqn(u, &f->eqns.at[i]);
}

// ---- results ----

static void use_in_results(uses *u, const char *of, const dbx_list *outs, uint32_t n_implicit,
                           const dbx_frame *f, uint32_t event) {
  for (uint32_t i = 0; i < outs->n; i++) {
    dbx_atom a = f ? dbx_naming_subst(u->s->names, f, outs->at[i]) : outs->at[i];
    if (!wants(u, a)) continue;
    dbx_buf *b = add(u, a, "result", event, span_of(u->s->t, event));
    if (i < n_implicit) dbx_printf(b, "implicit result %u of %s", i, of);
    else dbx_printf(b, "result %u of %s", i - n_implicit, of);
  }
}

// What starts as it inside a loop.
static void use_in_starts(uses *u, const dbx_bind *bind, const dbx_part *p) {
  for (uint32_t i = 0; i < p->expanded_inputs.n && i < p->body_inputs.n; i++) {
    if (!wants(u, p->expanded_inputs.at[i])) continue;
    dbx_buf *b = add(u, p->expanded_inputs.at[i], "start of", bind->first_event, bind->span);
    dbx_put_known(b, u->s, p->body_inputs.at[i]);
    dbx_put(b, i < p->n_implicit_in ? " (implicit) in " : " in ");
    dbx_put_frame(b, u->s, p->frame);
  }
}

static void use_in_binds(uses *u) {
  const dbx_trace *t = u->s->t;
  for (uint32_t i = 0; i < t->binds.n; i++) {
    const dbx_bind *bind = t->binds.at[i];
    for (uint32_t k = 0; k < bind->n_parts; k++) {
      const dbx_part *p = &bind->parts[k];
      dbx_buf of = {0};
      if (!p->frame) continue;
      dbx_put_frame(&of, u->s, p->frame);
      use_in_results(u, dbx_text(&of), &p->expanded_outputs, p->n_implicit_out, p->frame,
                     bind->first_event);
      dbx_buf_free(&of);
      use_in_starts(u, bind, p);
    }
  }
}

static uses find(const dbx_scene *s, dbx_var v) {
  const dbx_trace *t = s->t;
  const dbx_jaxpr *j = dbx_style_jaxpr(s->style, t);
  uses u = {.s = s};
  dbx_map_put(&u.wanted, v, 1);
  want_constants(&u);
  for (uint32_t i = 0; i < s->frames.n; i++) use_in_frame(&u, s->frames.at[i]);
  use_in_binds(&u);
  if (j)
    use_in_results(&u, dbx_sym_text(t->function), &(dbx_list){j->outs, j->n_out}, j->n_implicit_out,
                   NULL, 0);
  return u;
}

// ---- order and text ----

static int by_event(const void *x, const void *y) {
  const use *a = x, *b = y;
  uint32_t i = a->event ? a->event : UINT32_MAX, k = b->event ? b->event : UINT32_MAX;
  if (i != k) return i < k ? -1 : 1;
  return a->order < b->order ? -1 : a->order > b->order;
}

// Calls that share a Jaxpr, for one, say the same several times.
static bool repeats(uses *u, const use *x) {
  uint64_t place = dbx_mix(x->span.file, x->span.begin);
  uint64_t key = dbx_hash(dbx_text(&x->what), x->what.n, dbx_mix(place, (uintptr_t)x->how)) | 1;
  if (dbx_map_find(&u->said, key)) return true;
  dbx_map_put(&u->said, key, 1);
  return false;
}

static void put_text(dbx_buf *b, uses *u) {
  enum { HOW = 11, NAME = 6, INDENT = 2 };
  for (uint32_t i = 0; i < u->at.n; i++) {
    const use *x = &u->at.at[i];
    size_t line = b->n;
    if (repeats(u, x)) continue;
    dbx_pad(b, INDENT);
    dbx_put_letter(b, u->s, x->var);
    uint32_t at = (uint32_t)(b->n - line);
    dbx_pad(b, at < NAME ? (int)(NAME - at) : 1);
    dbx_printf(b, "%-*s", HOW, x->how);
    dbx_put(b, dbx_text(&x->what));
    dbx_put_place(b, u->s, x->span, line, INDENT + 4);
    dbx_putc(b, '\n');
  }
}

static void put_json(dbx_buf *b, uses *u) {
  for (uint32_t i = 0; i < u->at.n; i++) {
    const use *x = &u->at.at[i];
    dbx_json j = {.out = b, .indent = -1};
    dbx_buf name = {0};
    if (repeats(u, x)) continue;
    dbx_put_letter(&name, u->s, x->var);
    dbx_json_open(&j, '{');
    dbx_json_key(&j, "variable"), dbx_json_str(&j, dbx_text(&name));
    dbx_json_key(&j, "use"), dbx_json_str(&j, x->how);
    dbx_json_key(&j, "text"), dbx_put_json_text(&j, dbx_text(&x->what));
    dbx_json_key(&j, "event");
    x->event ? dbx_json_int(&j, x->event) : dbx_json_null(&j);
    dbx_put_json_span(&j, "span", x->span);
    dbx_json_close(&j, '}');
    dbx_putc(b, '\n');
    dbx_buf_free(&name);
  }
}

static dbx_status subject(const dbx_scene *s, const char *of, dbx_var *ret) {
  dbx_thing x;
  DBX_TRY(dbx_find(s, of, false, &x));
  dbx_atom a = x.atom;
  if (x.kind == DBX_THING_AXIS) {
    dbx_dim d = dbx_aval_at(dbx_naming_aval(s->names, a))->dims[x.axis];
    a = dbx_dim_is_var(d) ? (dbx_atom)dbx_dim_value(d) : 0;
  }
  if (!a || dbx_is_literal(a) || x.kind == DBX_THING_EVENT || x.kind == DBX_THING_LINE)
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is no variable", of);
  return *ret = a & DBX_HANDLE, DBX_OK;
}

static dbx_status users(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                        const char *of, bool json) {
  dbx_scene s = dbx_scene_open(t, style);
  dbx_var v;
  dbx_status st = subject(&s, of, &v);
  if (st == DBX_OK) {
    uses u = find(&s, v);
    dbx_vec_sort(&u.at, by_event);
    if (json) put_json(b, &u);
    else if (u.at.n) dbx_put_known(b, &s, v), dbx_put(b, " is used as\n"), put_text(b, &u);
    else dbx_put_known(b, &s, v), dbx_put(b, " is used nowhere\n");
    for (uint32_t i = 0; i < u.at.n; i++) dbx_buf_free(&u.at.at[i].what);
    dbx_vec_free(&u.at), dbx_map_free(&u.wanted), dbx_map_free(&u.said);
  }
  dbx_scene_close(&s);
  return st;
}

dbx_status dbx_put_users(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                         const char *of) {
  return users(b, t, style, of, false);
}

dbx_status dbx_put_users_json(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                              const char *of) {
  return users(b, t, style, of, true);
}
