// Every case of a function, and one of them as the program (see cases.h).
#include "cmd/cases/cases.h"

#include "cmd/host/show.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/state.h"

#include "lang/lang.h"
#include <ctype.h>
#include <string.h>

// ---- the paths ----

static const char *text_of(cases *c, const char *left, const char *sign, const char *right) {
  dbx_buf b = {0};
  dbx_printf(&b, "%s%s%s", left, sign, right);
  const char *ret = dbx_arena_copy(&c->arena, dbx_text(&b), b.n + 1);
  dbx_buf_free(&b);
  return ret;
}

static void add_row(cases *c, cases_row r) { dbx_push(&c->rows, r); }

static void add_unfollowed(cases *c, const cases_path *p, int64_t question) {
  add_row(c, (cases_row){.path = *p,
                         .unfollowed = true,
                         .question = question,
                         .outcome = "not followed any further"});
}

static void add_failure(cases *c, const cases_path *p, const char *refuted, const char *error) {
  add_row(c, (cases_row){.path = *p, .refuted = refuted, .outcome = error, .fails = true});
}

static dbx_status explore(cases *c, const cases_path *p, cases_memo *m);

static bool is_digits(const char *s) { return isdigit((unsigned char)*s); }

// The path on which `from` is the same length as `to`.
static cases_path with_equal(cases *c, const cases_path *p, const char *left, const char *right) {
  cases_path more = *p;
  bool number = is_digits(right);
  more.at[more.n++] = (cases_step){.text = text_of(c, left, " == ", right),
                                   .from = number ? left : right,
                                   .to = number ? right : left};
  return more;
}

// The path with an answer; those to later questions are asked again.
static cases_path with_answer(const cases *c, const cases_path *p, uint32_t question, bool yes,
                              const char *text) {
  cases_path more = {.n = 0};
  bool known;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->at[i].from || cases_before(c, p->at[i].question, question, &known))
      more.at[more.n++] = p->at[i];
  more.at[more.n++] = (cases_step){.text = text, .question = question, .yes = yes};
  return more;
}

// An axis of one element that is known is another program: only mentioned.
static dbx_status advise(cases *c, const cases_path *p, const char *name) {
  cases_path more = with_equal(c, p, name, "1");
  cases_found found;
  if (is_digits(name) || p->n) return DBX_OK;
  DBX_TRY(cases_try(c, &more, &found));
  if (!found.fails)
    dbx_push(&c->advice, text_of(c, name, " written as the number 1 gives ", found.outcome));
  return DBX_OK;
}

static dbx_status fork_on_lengths(cases *c, const cases_path *p, const cases_found *f,
                                  cases_memo *m) {
  bool left = is_digits(f->left);
  const char *a = left ? f->right : f->left, *b = left ? f->left : f->right;
  cases_path more = with_equal(c, p, a, b);
  DBX_TRY(explore(c, &more, m));
  add_failure(c, p, text_of(c, a, " != ", b), f->outcome);
  DBX_TRY(advise(c, p, a));
  return is_digits(b) ? DBX_OK : advise(c, p, b);
}

static bool same_outcomes(const cases *c, uint32_t from, uint32_t middle) {
  if (middle - from != 1 || c->rows.n - middle != 1) return false;
  const cases_row *a = &c->rows.at[from], *b = &c->rows.at[middle];
  return !strcmp(a->outcome, b->outcome) && a->fails == b->fails && !a->refuted && !b->refuted;
}

static void add_success(cases *c, const cases_path *p, const cases_found *f) {
  add_row(c, (cases_row){.path = *p,
                         .refuted = f->fits,
                         .outcome = f->outcome,
                         .over = f->over,
                         .parts = f->parts,
                         .n_parts = f->n_parts});
  if (f->unfit) add_failure(c, p, f->unfit, f->unfit_error);
}

// Both answers; where they come to the same, it does not hang on the question.
static dbx_status fork_on_question(cases *c, const cases_path *p, const cases_found *f,
                                   cases_memo *m) {
  uint32_t first = c->rows.n, question = (uint32_t)f->question;
  cases_path yes = with_answer(c, p, question, true, f->yes),
             no = with_answer(c, p, question, false, f->no);
  DBX_TRY(explore(c, &yes, m));
  uint32_t middle = c->rows.n;
  DBX_TRY(explore(c, &no, m));
  if (f->stops) return DBX_OK;
  if (!f->fails && same_outcomes(c, first, middle)) {
    c->rows.n = first;
    add_success(c, p, f);
  } else if (f->fails) {
    add_failure(c, p, text_of(c, "", "else", ""), f->outcome);
  }
  return DBX_OK;
}

// What a path gives: from the memo of the paths around it, if that knows, else traced.
static dbx_status find(cases *c, const cases_path *p, cases_memo **m, cases_found *f) {
  if (*m && !cases_memo_fits(*m, p)) *m = NULL;
  if (*m && cases_memo_find(c, *m, p, f)) return c->remembered++, DBX_OK;
  if (c->traced >= CASES_MOST) return *f = (cases_found){.question = -1}, DBX_OK;
  DBX_TRY(cases_try(c, p, f));
  if (!*m && f->parts) *m = cases_memo_new(c, p);
  if (*m && f->parts) cases_memo_learn(c, *m, p, f);
  return DBX_OK;
}

// One path, and those that it splits into. m: what is known of those around it, NULL: nothing.
static dbx_status explore(cases *c, const cases_path *p, cases_memo *m) {
  cases_found f = {.question = -1};
  if (p->n <= CASES_STEPS) DBX_TRY(find(c, p, &m, &f));
  if (!f.outcome) return add_unfollowed(c, p, -1), DBX_OK;
  if (f.question >= 0 && p->n < CASES_STEPS) return fork_on_question(c, p, &f, m);
  if (f.stops) return add_unfollowed(c, p, f.question), DBX_OK;
  if (f.left && f.right && !(is_digits(f.left) && is_digits(f.right)) && p->n < CASES_STEPS)
    return fork_on_lengths(c, p, &f, m);
  if (f.fails) return add_failure(c, p, NULL, f.outcome), DBX_OK;
  return add_success(c, p, &f), DBX_OK;
}

static dbx_status all_rows(cases *c) {
  DBX_TRY(explore(c, &(cases_path){.n = 0}, NULL));
  return cases_widen(c), DBX_OK;
}

// ---- the rows ----

static void put_conditions(dbx_buf *b, const cases_row *r) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->path.n; i++)
    dbx_printf(b, "%s%s", n++ ? ", " : "", r->path.at[i].text);
  if (r->refuted) dbx_printf(b, "%s%s", n++ ? ", " : "", r->refuted);
  if (!n) dbx_put(b, "always");
}

static void put_rows(dbx_buf *b, const cases *c, bool fails, bool unfollowed) {
  for (uint32_t i = 0; i < c->rows.n; i++) {
    const cases_row *r = &c->rows.at[i];
    dbx_buf conditions = {0};
    if (r->fails != fails || r->unfollowed != unfollowed) continue;
    put_conditions(&conditions, r);
    dbx_printf(b, "  %-28s  %s%s\n", dbx_text(&conditions), r->outcome,
               fails || unfollowed ? ""
               : r->over           ? "  over"
                                   : "  exact");
    dbx_buf_free(&conditions);
  }
}

static void put_notes(dbx_buf *b, const cases *c) {
  bool over = false, widened = false;
  for (uint32_t i = 0; i < c->rows.n; i++) {
    over |= c->rows.at[i].over && !c->rows.at[i].widened;
    widened |= c->rows.at[i].widened;
  }
  for (uint32_t i = 0; i < c->advice.n; i++) dbx_printf(b, "  = %s\n", c->advice.at[i]);
  if (c->remembered)
    dbx_printf(b, "  = traced %u time%s; %u path%s more from the memo\n", c->traced,
               c->traced == 1 ? "" : "s", c->remembered, c->remembered == 1 ? "" : "s");
  if (over)
    dbx_put(b,
            "  = over: it may mean more than can happen, since a loop makes one of the lengths\n");
  if (widened)
    dbx_put(b, "  = over: of more turns than were followed, which are taken to give what those "
               "gave; a length in which they differ is _\n");
}

dbx_status cases_show(const char *text) {
  cases c;
  dbx_buf b = {0};
  dbx_status st = cases_read(text, &c);
  if (st == DBX_OK) st = all_rows(&c);
  if (st == DBX_OK) {
    free(session_now->cases);
    session_now->cases = dbx_strdup(c.text);
    put_rows(&b, &c, false, false), put_rows(&b, &c, true, false), put_rows(&b, &c, false, true);
    put_notes(&b, &c);
    show_report(&b);
  }
  dbx_buf_free(&b);
  cases_free(&c);
  return st;
}

// ---- a row as the program ----

// Without blanks, the sides of an equality in one order.
static char *normal(const char *s, size_t n) {
  dbx_buf b = {0}, turned = {0};
  for (size_t i = 0; i < n; i++)
    if (!isspace((unsigned char)s[i]) || (i >= 3 && !strncmp(s + i - 3, "not", 3)))
      dbx_putc(&b, s[i]);
  const char *text = dbx_text(&b), *sign = strstr(text, "==");
  if (!sign) sign = strstr(text, "!=");
  if (sign && strncmp(text, sign + 2, (size_t)(sign - text)) > 0) {
    dbx_printf(&turned, "%s%.2s%.*s", sign + 2, sign, (int)(sign - text), text);
    dbx_buf_free(&b);
    b = turned;
  }
  char *ret = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return ret;
}

static bool has_condition(const cases_row *r, const char *wanted) {
  bool has = false;
  for (uint32_t i = 0; !has && i <= r->path.n; i++) {
    const char *text = i < r->path.n ? r->path.at[i].text : r->refuted;
    char *own = normal(text ? text : "", text ? strlen(text) : 0);
    has = !strcmp(own, wanted);
    free(own);
  }
  return has;
}

// The end of the next condition: a comma that is not in brackets.
static size_t condition_length(const char *s) {
  size_t n = 0;
  for (int depth = 0; s[n] && (s[n] != ',' || depth); n++)
    depth += (strchr("([{", s[n]) != NULL) - (strchr(")]}", s[n]) != NULL);
  return n;
}

// Does the row have these conditions, and no others?
static bool is_row(const cases_row *r, const char *conditions) {
  uint32_t found = 0, has = r->path.n + (r->refuted != NULL);
  for (const char *s = conditions; *s;) {
    size_t n = condition_length(s);
    char *one = normal(s, n);
    bool any = *one && strcmp(one, "always") != 0, ok = !any || has_condition(r, one);
    found += any;
    free(one);
    if (!ok) return false;
    s += n + (s[n] == ',');
  }
  return found == has;
}

static dbx_status find_row(const cases *c, const char *conditions, const cases_row **ret) {
  for (uint32_t i = 0; i < c->rows.n; i++)
    if (is_row(&c->rows.at[i], conditions)) return *ret = &c->rows.at[i], DBX_OK;
  dbx_here = (dbx_span){0};
  dbx_fail_(DBX_E208, (dbx_span){0}, "no row has just these conditions");
  for (uint32_t i = 0; i < c->rows.n; i++) {
    dbx_buf b = {0};
    put_conditions(&b, &c->rows.at[i]);
    dbx_diag_note("row: %s", dbx_text(&b));
    dbx_buf_free(&b);
  }
  return DBX_FAIL;
}

typedef struct making {
  cases *of;
  const cases_row *row;
} making;

static dbx_status make(void *ctx) {
  const making *m = ctx;
  return cases_make(m->of, &m->row->path);
}

static dbx_status assume(cases *c, const char *conditions) {
  const cases_row *row;
  dbx_buf step = {0};
  DBX_TRY(all_rows(c));
  DBX_TRY(find_row(c, conditions, &row));
  dbx_printf(&step, ":assume %s of %s", conditions, c->text);
  dbx_status st = line_step(dbx_text(&step), make, &(making){c, row});
  dbx_buf_free(&step);
  return st;
}

dbx_status cases_assume(const char *text) {
  const char *of = strstr(text, " of "), *call = of ? of + 4 : session_now->cases;
  cases c;
  if (!call)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "of which function? `:whatif f(x: f64[n], y: f64[m])` says the rows, or "
                    "`:assume n == m of f(x: f64[n], y: f64[m])`");
  char *conditions = dbx_strdup_trimmed(text, of ? (size_t)(of - text) : strlen(text));
  dbx_status st = cases_read(call, &c);
  if (st == DBX_OK) st = assume(&c, conditions);
  cases_free(&c);
  free(conditions);
  return st;
}
