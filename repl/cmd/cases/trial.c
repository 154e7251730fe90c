// One path of a what-if: the function is traced with its answers (see cases.h).
#include "cmd/cases/cases.h"

#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"

#include "lang/lang.h"
#include "needs/needs.h"
#include "prim/prim.h"
#include <ctype.h>
#include <string.h>

// ---- the program of a path ----

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The type with the names of lengths replaced.
static void put_type(dbx_buf *b, const char *type, const cases_path *p) {
  for (const char *s = type; *s;) {
    size_t n = 0;
    while (is_word(s[n])) n++;
    const char *word = s;
    size_t length = n;
    for (uint32_t i = 0; n && i < p->n; i++)
      if (p->at[i].from && strlen(p->at[i].from) == length && !strncmp(p->at[i].from, word, length))
        word = p->at[i].to, length = strlen(word);
    dbx_putn(b, word, n ? length : 1);
    s += n ? n : 1;
  }
}

static dbx_status declare(const cases_argument *a, const cases_path *p) {
  dbx_buf text = {0};
  dbx_module *m;
  dbx_printf(&text, "%s: ", a->name);
  put_type(&text, a->type, p);
  dbx_status st = lang_load(dbx_source_add("<whatif>", dbx_text(&text), text.n), &m, NULL);
  dbx_buf_free(&text);
  DBX_TRY(st);
  if (m->root->l.n != 1 || !program_is_declaration(m->root->l.at[0]))
    return dbx_fail(DBX_E511, (dbx_span){0}, "'%s' is no type of an argument", a->type);
  return program_declare(m->root->l.at[0]);
}

// The function itself, not its compiled form, on the declared arguments.
static dbx_status call(const cases *c, pv *ret) {
  dbx_buf text = {0};
  pv f = dict_get_sym(lang_now->globals, dbx_intern(c->function));
  dbx_printf(&text, "%s%s(", c->function, is_obj(f, T_QJIT) ? ".__wrapped__" : "");
  for (uint32_t i = 0; i < c->args.n; i++) {
    const cases_argument *a = &c->args.at[i];
    dbx_printf(&text, "%s%s", i ? ", " : "", a->value ? a->value : a->name);
  }
  dbx_putc(&text, ')');
  dbx_status st = lang_eval_text("<whatif>", dbx_text(&text), ret);
  dbx_buf_free(&text);
  return st;
}

static dbx_status trace(const cases *c, const cases_path *p) {
  dbx_answer given[CASES_STEPS + 1];
  uint32_t n = 0;
  pv v;
  for (uint32_t i = 0; i < p->n; i++)
    if (!p->at[i].from)
      given[n++] = (dbx_answer){c->questions.at[p->at[i].question].which, p->at[i].yes};
  dbx_questions_begin(given, n);
  dbx_status st = call(c, &v);
  if (st == DBX_OK && program_now() == PROGRAM_OPEN) st = program_finish(v);
  return st;
}

static dbx_status declare_all(const cases *c, const cases_path *p) {
  bool any = false;
  DBX_TRY(program_forget());
  for (uint32_t i = 0; i < c->args.n; i++) {
    if (c->args.at[i].type) any = true;
    if (c->args.at[i].type) DBX_TRY(declare(&c->args.at[i], p));
  }
  if (any) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "no argument is unknown: `x: f64[n]` is one");
}

static void without_traces(void (**before)(dbx_trace *t, void *ctx)) {
  *before = lang_now->on_trace;
  lang_now->on_trace = NULL;
}

dbx_status cases_make(cases *c, const cases_path *path) {
  void (*before)(dbx_trace *t, void *ctx);
  DBX_TRY(declare_all(c, path));
  without_traces(&before);
  dbx_status st = trace(c, path);
  dbx_questions_end();
  lang_now->on_trace = before;
  changes_forget();
  return st;
}

// ---- words ----

static const char *kept(cases *c, dbx_buf *b) {
  const char *ret = dbx_arena_copy(&c->arena, dbx_text(b), b->n + 1);
  dbx_buf_free(b);
  return ret;
}

static const char *input_name(dbx_var v) { // NULL: it is none
  for (int implicit = 0; implicit < 2; implicit++) {
    uint32_t n;
    const program_input *in = program_inputs(implicit, &n);
    for (uint32_t i = 0; i < n; i++)
      if (in[i].var == dbx_referent(v)) return dbx_sym_text(in[i].name);
  }
  return NULL;
}

// The length among the sizes of the arguments, as it is named there. NULL: it is none of them.
static const char *size_name(cases *c, dbx_atom a) {
  dbx_buf b = {0};
  if (!dbx_is_literal(a)) return input_name(a);
  dbx_printf(&b, "%lld", (long long)dbx_literal_at(a)->value.i);
  return kept(c, &b);
}

static const dbx_eqn *made_by(const dbx_trace *t, dbx_var v) {
  uint32_t birth = dbx_var_at(v)->birth;
  return birth < t->events.n ? dbx_event_eqn(&t->events.at[birth]) : NULL;
}

// A value as the program writes it, on one line.
static void put_value(dbx_buf *b, dbx_var v) {
  const dbx_trace *t = program_trace();
  const char *name = input_name(v);
  const dbx_eqn *e = name ? NULL : made_by(t, v);
  bool cast = e && e->prim->id == DBX_PRIM_convert_element_type && !dbx_is_literal(e->in[0]);
  if (cast) return put_value(b, dbx_referent(e->in[0]));
  if (name) return dbx_put(b, name);
  size_t all;
  dbx_span s = t->events.at[dbx_var_at(v)->birth].span;
  const char *text = dbx_source_text(s.file, &all);
  size_t n = s.end - s.begin;
  if (n && n <= 48 && !memchr(text + s.begin, '\n', n)) dbx_putn(b, text + s.begin, n);
  else dbx_printf(b, "what line %u asks", dbx_source_place(s.file, s.begin).line);
}

static void put_question(dbx_buf *b, const dbx_question *q, bool yes) {
  if (!yes && !q->no_trips) dbx_put(b, "not ");
  put_value(b, q->of);
  if (q->no_trips) dbx_printf(b, " %s %lld", yes ? "<=" : ">", (long long)q->lower);
}

// As often as the same text was decided before on the path.
static uint32_t said_before(const cases_path *p, const char *text) {
  uint32_t n = 0;
  if (!strncmp(text, "not ", 4)) text += 4;
  for (uint32_t i = 0; i < p->n; i++) {
    const char *s = p->at[i].text;
    size_t length = strlen(text);
    if (!strncmp(s, "not ", 4)) s += 4;
    n += !p->at[i].from && !strncmp(s, text, length) && (!s[length] || s[length] == ' ');
  }
  return n;
}

const char *cases_condition(cases *c, const cases_path *p, uint32_t question, bool yes) {
  const cases_question *q = &c->questions.at[question];
  dbx_buf b = {0};
  dbx_put(&b, yes ? q->yes : q->no);
  uint32_t n = said_before(p, dbx_text(&b));
  if (n) dbx_printf(&b, " (%u)", n + 1);
  return kept(c, &b);
}

static const char *question_text(cases *c, const dbx_question *q, bool yes) {
  dbx_buf b = {0};
  put_question(&b, q, yes);
  return kept(c, &b);
}

// The number of a question, which may be a new one.
static uint32_t number_of(cases *c, const dbx_question *q) {
  uint32_t i = 0;
  while (i < c->questions.n && !dbx_same_asked(&c->questions.at[i].which, &q->which)) i++;
  if (i == c->questions.n)
    dbx_push(&c->questions,
             ((cases_question){q->which, question_text(c, q, true), question_text(c, q, false)}));
  return i;
}

static void note_order(cases *c) {
  uint32_t n;
  const dbx_question *q = dbx_questions(&n);
  uint32_t *at = DBX_NEWN(&c->arena, uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) at[i] = number_of(c, &q[i]);
  dbx_push(&c->orders, ((cases_order){at, n}));
}

static uint32_t place_in(const cases_order *o, uint32_t question) {
  uint32_t i = 0;
  while (i < o->n && o->at[i] != question) i++;
  return i;
}

bool cases_before(const cases *c, uint32_t a, uint32_t b, bool *known) {
  for (uint32_t i = c->orders.n; i-- > 0;) {
    const cases_order *o = &c->orders.at[i];
    uint32_t x = place_in(o, a), y = place_in(o, b);
    if (x == o->n || y == o->n) continue;
    return *known = true, x < y;
  }
  return *known = false;
}

static void hang_on(cases *c, const cases_path *p, uint32_t question, const dbx_question *q,
                    cases_found *ret) {
  ret->question = question;
  ret->stops = q->stops;
  ret->yes = cases_condition(c, p, question, true);
  ret->no = cases_condition(c, p, question, false);
}

// ---- what comes of it ----

// Is it an open question on whose answer the values hang?
static bool hangs_on(const dbx_question *q, const dbx_jaxpr *j, const dbx_set *values) {
  dbx_atom of = dbx_jaxpr_atom(j, q->of);
  return !q->known && !dbx_is_literal(of) && dbx_needs_has(values, of);
}

// The first of them.
static void find_question(cases *c, const cases_path *p, const dbx_jaxpr *j, const dbx_set *values,
                          cases_found *ret) {
  uint32_t n;
  const dbx_question *q = dbx_questions(&n);
  for (uint32_t i = 0; i < n; i++)
    if (hangs_on(&q[i], j, values)) return hang_on(c, p, number_of(c, &q[i]), &q[i], ret);
}

static void say_yes(void *ctx, dbx_jaxpr *j) { (void)j, *(bool *)ctx = true; }

static bool is_made_in_parts(const dbx_eqn *e) {
  bool parts = false;
  dbx_eqn_each_jaxpr(e, say_yes, &parts);
  return parts && !dbx_is_call(e->prim);
}

// Is one of the lengths what a loop or conditional makes?
static bool is_over(const dbx_jaxpr *j, const dbx_set *lengths) {
  for (uint32_t i = 0; i < j->n_eqns; i++)
    for (uint32_t k = 0; is_made_in_parts(&j->eqns[i]) && k < j->eqns[i].n_out; k++)
      if (dbx_needs_has(lengths, j->eqns[i].out[k])) return true;
  return false;
}

static cases_part typed_part(cases *c, const dbx_aval_info *t) {
  dbx_buf b = {0};
  const char **dims = DBX_NEWN(&c->arena, const char *, t->rank + 1);
  dbx_printf(&b, "%s[", dbx_dtype_short(t->dtype));
  for (uint32_t k = 0; k < t->rank; k++) {
    dbx_buf dim = {0};
    dbx_put_dim_words(&dim, t->dims[k]);
    dims[k] = kept(c, &dim);
    dbx_printf(&b, "%s%s", k ? "," : "", dims[k]);
  }
  dbx_putc(&b, ']');
  return (cases_part){
      .type = kept(c, &b), .dtype = dbx_dtype_short(t->dtype), .dims = dims, .rank = t->rank};
}

// Questions that one equation has lengths of are of one group: with both answered it may be another
// one, and fail.
static void join_groups(const dbx_jaxpr *j, const dbx_eqn *e, uint32_t *group) {
  uint32_t n, first = UINT32_MAX;
  const dbx_question *q = dbx_questions(&n);
  dbx_set lengths = {0};
  for (uint32_t i = 0; i < e->n_in; i++) dbx_needs_add_lengths(&lengths, e->in[i]);
  for (uint32_t i = 0; i < e->n_out; i++) dbx_needs_add_lengths(&lengths, e->out[i] & DBX_HANDLE);
  dbx_needs_close(j, &lengths);
  for (uint32_t i = 0; i < n; i++) {
    if (!hangs_on(&q[i], j, &lengths)) continue;
    if (first == UINT32_MAX) first = group[i];
    uint32_t old = group[i];
    for (uint32_t k = 0; k < n; k++)
      if (group[k] == old) group[k] = first;
  }
  dbx_set_free(&lengths);
}

static uint32_t *groups_of(const dbx_jaxpr *j) {
  uint32_t n;
  (void)dbx_questions(&n);
  uint32_t *group = DBX_TMP(uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) group[i] = i;
  for (uint32_t i = 0; n > 1 && i < j->n_eqns; i++) join_groups(j, &j->eqns[i], group);
  return group;
}

// The type of a result, and the open questions on which its lengths hang.
static cases_part part_of(cases *c, const dbx_jaxpr *j, dbx_atom out, const uint32_t *group) {
  dbx_set lengths = {0};
  const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(out));
  cases_part p = typed_part(c, t);
  p.keys = cases_keys(c, j, t);
  uint32_t n;
  const dbx_question *q = dbx_questions(&n);
  uint32_t *hangs = DBX_NEWN(&c->arena, uint32_t, n + 1),
           *touches = DBX_NEWN(&c->arena, uint32_t, n + 1);
  bool *with = DBX_TMP(bool, n + 1);
  for (uint32_t i = 0; i < n; i++) with[i] = false;
  dbx_needs_add_lengths(&lengths, out);
  p.over = is_over(j, &lengths);
  dbx_needs_close(j, &lengths);
  for (uint32_t i = 0; i < n; i++)
    if (hangs_on(&q[i], j, &lengths))
      with[group[i]] = true, hangs[p.n_hangs++] = number_of(c, &q[i]);
  for (uint32_t i = 0; i < n; i++)
    if (!q[i].known && with[group[i]]) touches[p.n_touches++] = number_of(c, &q[i]);
  p.hangs = hangs, p.touches = touches;
  dbx_set_free(&lengths);
  return p;
}

const char *cases_outcome(cases *c, const cases_part *parts, uint32_t n) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < n; i++) dbx_printf(&b, "%s%s", i ? ", " : "", parts[i].type);
  return kept(c, &b);
}

static void put_product(dbx_buf *b, const dbx_aval_info *t) {
  for (uint32_t i = 0; i < t->rank; i++) {
    if (i) dbx_put(b, " * ");
    dbx_put_dim_words(b, t->dims[i]);
  }
  if (!t->rank) dbx_putc(b, '1');
}

static bool same_lengths(const dbx_aval_info *a, const dbx_aval_info *b) {
  bool *used = DBX_TMP(bool, b->rank + 1);
  for (uint32_t i = 0, k; i < a->rank; i++) {
    for (k = 0; k < b->rank && (used[k] || !dbx_dim_equal(a->dims[i], b->dims[k]));) k++;
    if (k == b->rank && a->dims[i] != dbx_dim_int(1)) return false;
    if (k < b->rank) used[k] = true;
  }
  for (uint32_t k = 0; k < b->rank; k++)
    if (!used[k] && b->dims[k] != dbx_dim_int(1)) return false;
  return true;
}

// The first reshape of which only the run knows whether it fits.
static void find_unfit(cases *c, const dbx_jaxpr *j, cases_found *ret) {
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    if (e->prim->id != DBX_PRIM_reshape) continue;
    const dbx_aval_info *from = dbx_aval_at(dbx_atom_aval(e->in[0])),
                        *to = dbx_aval_at(dbx_var_aval(e->out[0]));
    if (same_lengths(from, to)) continue;
    dbx_buf fits = {0}, unfit = {0}, error = {0};
    put_product(&fits, to), put_product(&unfit, to);
    dbx_put(&fits, " == "), dbx_put(&unfit, " != ");
    put_product(&fits, from), put_product(&unfit, from);
    dbx_printf(&error, "ValueError in line %u: the reshape does not fit (when it runs)",
               dbx_source_place(e->span.file, e->span.begin).line);
    ret->fits = kept(c, &fits), ret->unfit = kept(c, &unfit), ret->unfit_error = kept(c, &error);
    return;
  }
}

static void note_types(cases *c, const cases_path *p, cases_found *ret) {
  const dbx_jaxpr *j = program_jaxpr();
  dbx_set lengths = {0};
  uint32_t n = j->n_out - j->n_implicit_out;
  cases_part *parts = DBX_NEWN(&c->arena, cases_part, n + 1);
  const uint32_t *group = groups_of(j);
  for (uint32_t i = 0; i < n; i++) {
    dbx_atom out = j->outs[j->n_implicit_out + i];
    parts[i] = part_of(c, j, out, group);
    ret->over |= parts[i].over;
    dbx_needs_add_lengths(&lengths, out);
  }
  dbx_needs_close(j, &lengths);
  find_question(c, p, j, &lengths, ret);
  dbx_set_free(&lengths);
  cases_note_lengths(c, p, j);
  ret->outcome = cases_outcome(c, parts, n);
  find_unfit(c, j, ret);
  ret->parts = parts, ret->n_parts = n;
}

static bool is_about_lengths(dbx_code c) {
  return c == DBX_E301 || c == DBX_E303 || c == DBX_E304 || c == DBX_E308 || c == DBX_E310 ||
         c == DBX_E504;
}

// Two lengths that were compared last before the failure, and not known to be equal.
static bool compared(dbx_code code, dbx_atom length[2]) {
  const dbx_trace *t = program_trace();
  dbx_dim a, b;
  for (uint32_t i = t->events.n; code == DBX_E301 && i-- > 0;) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind != DBX_EV_COMPARE) continue;
    length[0] = e->u.compare.left, length[1] = e->u.compare.right;
    return !e->u.compare.equal;
  }
  if (!is_about_lengths(code) || !dbx_questions_unequal(&a, &b)) return false;
  length[0] = dbx_atom_of_dim(a), length[1] = dbx_atom_of_dim(b);
  return true;
}

static bool is_of_program(dbx_atom a) {
  const dbx_frame *f = dbx_is_literal(a) ? NULL : dbx_frame_by_id(dbx_var_at(a)->frame);
  return f && !f->parent;
}

// A length that a conditional or loop made hangs on the answers to a question.
static void find_question_of_lengths(cases *c, const cases_path *p, const dbx_atom length[2],
                                     cases_found *ret) {
  const dbx_jaxpr *j = program_jaxpr();
  dbx_set values = {0};
  for (int i = 0; i < 2; i++)
    if (is_of_program(length[i])) dbx_needs_add(&values, dbx_jaxpr_atom(j, length[i]));
  dbx_needs_close(j, &values);
  find_question(c, p, j, &values, ret);
  dbx_set_free(&values);
}

static void find_stop(cases *c, const cases_path *p, cases_found *ret) {
  uint32_t n;
  const dbx_question *q = dbx_questions(&n);
  for (uint32_t i = 0; i < n; i++)
    if (!q[i].known && q[i].stops) return hang_on(c, p, number_of(c, &q[i]), &q[i], ret);
}

static void note_failure(cases *c, const cases_path *p, dbx_diag *d, cases_found *ret) {
  dbx_buf b = {0};
  dbx_atom length[2];
  dbx_printf(&b, "%s in line %u: %s", dbx_sym_text(d->cls),
             dbx_source_place(d->span.file, d->span.begin).line, d->message);
  ret->fails = true, ret->outcome = kept(c, &b);
  if (d->code == DBX_E402) {
    find_stop(c, p, ret);
  } else if (compared(d->code, length)) {
    ret->left = size_name(c, length[0]), ret->right = size_name(c, length[1]);
    if (!ret->left || !ret->right) find_question_of_lengths(c, p, length, ret);
  }
  dbx_diag_free(d);
}

typedef struct trial {
  cases *of;
  const cases_path *path;
  cases_found *ret;
} trial;

static dbx_status run_trial(void *ctx) {
  const trial *t = ctx;
  DBX_TRY(declare_all(t->of, t->path));
  dbx_status st = trace(t->of, t->path);
  note_order(t->of);
  if (st == DBX_OK) note_types(t->of, t->path, t->ret);
  else note_failure(t->of, t->path, dbx_diag_take(), t->ret);
  return DBX_OK;
}

dbx_status cases_try(cases *c, const cases_path *path, cases_found *ret) {
  void (*before)(dbx_trace *t, void *ctx);
  *ret = (cases_found){.question = -1};
  c->traced++;
  without_traces(&before);
  dbx_status st = line_aside(run_trial, &(trial){c, path, ret});
  dbx_questions_end();
  lang_now->on_trace = before;
  return st;
}
