// Shows what a line did (see changes.h). Letters are always those of the Jaxpr as it is now.
#include "cmd/session/changes.h"

#include "base/poll.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/sample.h"
#include "cmd/session/state.h"
#include "ir/primitive.h"
#include "viz/draw/tape.h"
#include "viz/report/report.h"

#include <string.h>
#include <unistd.h>

// The name of a tracer at the prompt: of the program's arguments first.
static const char *source_name(void *ctx, dbx_var v) {
  (void)ctx;
  dbx_var what = dbx_referent(v);
  for (int implicit = 0; implicit < 2; implicit++) {
    uint32_t n;
    const program_input *in = program_inputs(implicit, &n);
    for (uint32_t i = 0; i < n; i++)
      if (in[i].var == what) return dbx_sym_text(in[i].name);
  }
  uint32_t i = 0;
  dict_entry *e;
  while (dict_next(lang_now->globals, &i, &e))
    if (e->val.tag == PV_TRACER && e->val.tracer == what && is_str(e->key)) return STR(e->key)->s;
  return NULL;
}

dbx_report_style changes_style(int detail) {
  return (dbx_report_style){.width = host_width(),
                            .color = host_color(STDOUT_FILENO),
                            .detail = (dbx_detail)detail,
                            .by_source = session_now->by_source,
                            .so_far = program_so_far(),
                            .source = source_name};
}

static void put_letter(dbx_buf *b, dbx_atom a) {
  const dbx_names *names = program_names();
  if (dbx_is_literal(a)) {
    const dbx_literal *l = dbx_literal_at(a);
    dbx_put_scalar(b, l->value, dbx_aval_at(l->aval)->dtype);
    return;
  }
  const char *name = names ? dbx_name_of(names, a) : NULL;
  dbx_put(b, name ? name : "_");
}

static dbx_atom shown(dbx_var v) {
  const dbx_var_info *info = dbx_var_at(v);
  const dbx_frame *f = dbx_frame_by_id(info->frame);
  const dbx_jaxpr *j = f && f->trace == program_trace() && !f->parent ? program_jaxpr() : NULL;
  return dbx_jaxpr_atom(j ? j : f ? f->jaxpr : NULL, v);
}

void changes_put_type(dbx_buf *b, dbx_var v) {
  dbx_put_aval(b, dbx_atom_aval(shown(v)), program_names());
}

void changes_put_binder(dbx_buf *b, dbx_var v) {
  dbx_atom a = shown(v);
  put_letter(b, a);
  if (dbx_is_literal(a)) return;
  dbx_putc(b, ':');
  dbx_put_aval(b, dbx_var_aval(a), program_names());
}

// ---- arguments ----

static const dbx_sym *size_of(dbx_var v, uint32_t *axis) {
  uint32_t n;
  const program_input *in = program_inputs(false, &n);
  for (uint32_t i = 0; i < n; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(in[i].var));
    for (uint32_t k = 0; k < t->rank; k++)
      if (t->dims[k] == dbx_dim_var(v)) return *axis = k, &in[i].name;
  }
  return NULL;
}

static void put_input(dbx_buf *b, const program_input *in, uint32_t position, bool implicit) {
  size_t begin = b->n;
  uint32_t axis;
  dbx_printf(b, "    %s = ", dbx_sym_text(in->name));
  changes_put_binder(b, in->var);
  int fill = 28 - (int)dbx_columns(b->at + begin, b->n - begin);
  dbx_pad(b, fill > 3 ? fill : 3);
  const dbx_sym *of = implicit ? size_of(in->var, &axis) : NULL;
  if (of) dbx_printf(b, "implicit: size of %s, axis %u\n", dbx_sym_text(*of), axis);
  else dbx_printf(b, "argument %u, explicit\n", position);
}

static void put_inputs(dbx_buf *b, const program_mark *since) {
  for (int implicit = 1; implicit >= 0; implicit--) {
    uint32_t n, from = implicit ? since->n_implicit : since->n_explicit;
    const program_input *in = program_inputs(implicit, &n);
    for (uint32_t i = from; i < n; i++) put_input(b, &in[i], i, implicit);
  }
}

// ---- equations and binds ----

static void put_report(dbx_buf *b, const dbx_trace *t, const dbx_bind *x, int detail) {
  dbx_report_style s = changes_style(detail);
  dbx_put_bind_report(b, t, x, &s);
}

// The bind of an equation and those inside it.
static bool put_binds(dbx_buf *b, const dbx_trace *t, const dbx_eqn *e, int detail) {
  const dbx_bind *top = NULL;
  for (uint32_t i = 0; i < t->binds.n && !top; i++)
    if (t->binds.at[i]->event == e->event && t->binds.at[i]->prim == e->prim) top = t->binds.at[i];
  for (uint32_t i = top ? top->id : t->binds.n; i < t->binds.n; i++)
    if (t->binds.at[i]->first_event <= top->last_event) put_report(b, t, t->binds.at[i], detail);
  return top != NULL;
}

static void put_equations(dbx_buf *b, const program_mark *since, int detail) {
  const dbx_jaxpr *j = program_jaxpr();
  sample_begin(b);
  for (uint32_t i = 0; dbx_go_on(i, j->n_eqns); i++) {
    const dbx_eqn *e = &j->eqns[i];
    if (e->event < since->n_events) continue;
    if (detail < 1 || !e->prim->nested || !put_binds(b, program_trace(), e, detail)) {
      dbx_put(b, "    ");
      dbx_print_eqn(b, e, program_names());
      dbx_putc(b, '\n');
    }
    sample_put(b, e);
  }
  sample_end();
}

// ---- letters that moved ----

void changes_forget(void) { session_now->letters.n = 0; }

static dbx_sym known(dbx_sym name) {
  for (uint32_t i = 0; i < session_now->letters.n; i++)
    if (session_now->letters.at[i].name == name) return session_now->letters.at[i].text;
  return 0;
}

// "    n: a -> b, y: b -> c": the names that the program has.
static uint32_t put_named_moves(dbx_buf *b, dbx_map *named) {
  dbx_vec(letter) now = {0};
  uint32_t i = 0, moved = 0;
  dict_entry *e;
  while (dict_next(lang_now->globals, &i, &e)) {
    dbx_buf text = {0};
    if (e->val.tag != PV_TRACER || !is_str(e->key)) continue;
    dbx_atom a = shown(e->val.tracer);
    put_letter(&text, a);
    if (!dbx_is_literal(a)) dbx_map_put(named, dbx_tracer_of(a), 1);
    letter l = {dbx_intern(STR(e->key)->s), dbx_intern(dbx_text(&text))};
    dbx_sym before = known(l.name);
    if (before && before != l.text)
      dbx_printf(b, "%s%s: %s -> %s", moved++ ? ", " : "    ", dbx_sym_text(l.name),
                 dbx_sym_text(before), dbx_sym_text(l.text));
    dbx_push(&now, l);
    dbx_buf_free(&text);
  }
  dbx_vec_free(&session_now->letters);
  session_now->letters.at = now.at, session_now->letters.n = now.n,
  session_now->letters.cap = now.cap;
  return moved;
}

// What has no name: letters that follow each other and move alike are one entry, "d..g -> e..h".
typedef struct moves {
  dbx_buf *b;
  const dbx_map *named;
  uint32_t n;
  bool open;                            // the entry may go on
  int64_t from, to, last_from, last_to; // numbers of letters
} moves;

static int64_t number_of(const char *letters) {
  int64_t n = 0, digits = 0;
  for (; *letters >= 'a' && *letters <= 'z' && digits < 8; letters++, digits++)
    n = n * 26 + (*letters - 'a');
  return *letters ? -1 : n;
}

static void put_number(dbx_buf *b, int64_t n) {
  char s[16];
  int k = 0;
  do s[k++] = (char)('a' + n % 26);
  while (n /= 26);
  while (k) dbx_putc(b, s[--k]);
}

static void put_range(dbx_buf *b, int64_t from, int64_t to) {
  put_number(b, from);
  if (to > from) dbx_put(b, ".."), put_number(b, to);
}

static void end_entry(moves *m) {
  if (!m->open) return;
  dbx_put(m->b, m->n++ ? ", " : "    ");
  put_range(m->b, m->from, m->last_from);
  dbx_put(m->b, " -> ");
  put_range(m->b, m->to, m->last_to);
  m->open = false;
}

static void look_at(moves *m, dbx_var v) {
  const char *before = dbx_name_of(program_shown(), v), *now = dbx_name_of(program_names(), v);
  if (!before || !now || !strcmp(before, now) || dbx_map_find(m->named, dbx_tracer_of(v))) return;
  int64_t x = number_of(before), y = number_of(now);
  if (x < 0 || y < 0) return;
  if (m->open && x == m->last_from + 1 && y == m->last_to + 1) {
    m->last_from = x, m->last_to = y;
    return;
  }
  end_entry(m);
  *m = (moves){m->b, m->named, m->n, true, x, y, x, y};
}

static void look_in(moves *m, const dbx_jaxpr *j) {
  for (uint32_t i = 0; i < j->n_const; i++) look_at(m, j->constvars[i]);
  for (uint32_t i = 0; i < j->n_in; i++) look_at(m, j->invars[i]);
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    for (uint32_t k = 0; k < e->n_out; k++)
      if (!(e->out[k] & DBX_DROPPED)) look_at(m, e->out[k]);
    for (uint32_t k = 0; k < e->n_params; k++)
      if (e->params[k].val->kind == DBX_P_JAXPR) look_in(m, e->params[k].val->jaxpr);
  }
}

static void put_moves(dbx_buf *b) {
  dbx_map named = {0};
  moves m = {.b = b, .named = &named};
  m.n = put_named_moves(b, &named);
  if (program_shown()) look_in(&m, program_jaxpr());
  end_entry(&m);
  if (m.n) dbx_putc(b, '\n');
  dbx_map_free(&named);
}

void changes_announce(void) {
  dbx_buf b = {0};
  if (!program_jaxpr()) return changes_forget();
  put_moves(&b);
  show_lines(&b);
}

// ---- all of it ----

static bool is_new(const program_mark *since, const dbx_node *stmt) {
  return !stmt || !since->program || since->state != PROGRAM_OPEN;
}

void changes_show(const program_mark *since, const dbx_node *stmt, int detail) {
  dbx_buf b = {0};
  program_mark from = *since;
  if (is_new(since, stmt)) from = (program_mark){0}, changes_forget();
  if (!program_jaxpr()) return;
  put_inputs(&b, &from);
  put_equations(&b, &from, detail);
  if (!b.n && stmt && stmt->kind == DBX_N_Expr && stmt->a->kind == DBX_N_Name) {
    pv v = dict_get_sym(lang_now->globals, stmt->a->name);
    if (v.tag == PV_TRACER) {
      dbx_printf(&b, "    %s = ", dbx_sym_text(stmt->a->name));
      changes_put_binder(&b, v.tracer);
      dbx_putc(&b, '\n');
    }
  }
  put_moves(&b);
  show_lines(&b);
}

void changes_show_trace(dbx_trace *t, int detail) {
  dbx_buf b = {0};
  for (uint32_t i = 0; detail > 0 && t->jaxpr && i < t->binds.n; i++)
    put_report(&b, t, t->binds.at[i], detail);
  dbx_report_style s = changes_style(detail);
  for (const dbx_circuit *c = NULL; detail > 2 && t->jaxpr && (c = dbx_circuit_next(t, c));)
    dbx_put_tape(&b, t, c, &s);
  show_lines(&b);
}
