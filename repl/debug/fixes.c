// Trying edits in processes of their own (see fixes.h).
#include "debug/fixes.h"

#include "base/poison.h"
#include "base/poll.h"
#include "debug/edits/edits.h"
#include "debug/offers/offers.h"
#include "debug/offers/score.h"
#include "debug/peers.h"
#include "debug/trial.h"
#include "read/read.h"
#include "trace/strategies.h"
#include "trace/trace.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  OFFERED = 3,
  POOL = 10,
  FEW = 5,
  TRIALS = 150,
  SLOWER = DBX_SANITIZED ? 5 : 1, // so much longer everything takes
  ONE_MS = 3000 * SLOWER,
  ALL_MS = 6000 * SLOWER,
  PRINTED = 1 << 16
};

// ---- in the process of a trial ----

typedef struct trial {
  dbx_sym function; // whose trace failed, 0: none
  bool traced, wrong;
  peers_found features; // that the peer does not have
  dbx_buf types;        // of its results
  dbx_buf printed;      // by the program
} trial;

static void see_print(void *ctx, const char *text, size_t n) {
  dbx_buf *b = ctx;
  if (b->n < PRINTED) dbx_putn(b, text, n);
}

// Letters of the edited program would be others than those that were shown.
void fixes_put_results(dbx_buf *b, const dbx_jaxpr *j) {
  for (uint32_t i = j->n_implicit_out; i < j->n_out; i++) {
    if (i > j->n_implicit_out) dbx_put(b, ", ");
    dbx_put_aval(b, dbx_atom_aval(j->outs[i]), NULL);
  }
}

static void see_trace(dbx_trace *t, void *ctx) {
  trial *seen = ctx;
  if (!t->jaxpr) return;
  peers_see_trace(&seen->features, t);
  if (dbx_check_jaxpr(t->jaxpr) != DBX_OK) {
    dbx_diag_forget();
    seen->wrong = true;
  }
  if (t->function != seen->function) return;
  seen->traced = true;
  dbx_clear(&seen->types);
  fixes_put_results(&seen->types, t->jaxpr);
}

static void be_quiet(trial *seen) {
  trial_be_quiet();
  lang_now->print = see_print;
  lang_now->print_ctx = &seen->printed;
  lang_now->engine = (dbx_engine){0};
  lang_now->on_trace = see_trace;
  lang_now->on_trace_ctx = seen;
  lang_now->on_call = NULL;
  base_now->warn_sink = NULL;
  trace_now->loop_observer = NULL;
}

static bool is_unread(const dbx_diag *d) { return dbx_code_is_of(d->code, "E1"); }

static bool tell(int out, const dbx_buf *b) { return write(out, b->at, b->n) == (ssize_t)b->n; }

// Tells what it gives, behind a zero, what the whole program prints and another one: without that,
// it has not come to its end.
static _Noreturn void run_trial(const dbx_diag *d, const fix_host *host, const edit *e,
                                uint32_t end, bool to_end, int out) {
  size_t n;
  const char *text = dbx_source_text(e->span.file, &n);
  dbx_buf b = {0};
  const dbx_frame *f = d->frame ? dbx_frame_by_id(d->frame) : NULL;
  trial seen = {.function = f ? f->trace->function : 0};
  be_quiet(&seen);
  dbx_putn(&b, text, e->span.begin);
  dbx_put(&b, e->replacement);
  dbx_putn(&b, text + e->span.end, n - e->span.end);
  uint32_t edited = dbx_source_add(dbx_source_name(e->span.file), dbx_text(&b), b.n);
  if (end) end += (uint32_t)strlen(e->replacement) - (e->span.end - e->span.begin);
  dbx_status st = host->run(host->ctx, e->span.file, edited, end);
  bool good = st == DBX_OK && !seen.wrong;
  dbx_clear(&b);
  if (good && is_unread(d)) dbx_put(&b, "can be read");
  else if (good && seen.traced && seen.types.n)
    dbx_printf(&b, "traces; result %s", dbx_text(&seen.types));
  else if (good && !seen.traced && f && host->put_result) {
    dbx_put(&b, "traces; result ");
    size_t empty = b.n;
    host->put_result(host->ctx, &b);
    if (b.n == empty) b.n -= strlen("; result ");
  } else if (good) dbx_put(&b, seen.traced ? "traces; no result" : f ? "traces" : "runs");
  bool whole = host->run == fixes_of_file.run; // at the prompt blocks are its own
  for (uint32_t i = lang_now->modules.n; whole && b.n && i-- > 0;)
    if (lang_now->modules.at[i]->file == edited)
      peers_see_text(&seen.features, lang_now->modules.at[i]->root);
  if (b.n) peers_put(&b, &seen.features), dbx_putc(&b, 0);
  bool told = b.n && tell(out, &b);
  if (told && to_end && host->rest && host->rest(host->ctx, edited, end) == DBX_OK)
    tell(out, &seen.printed), dbx_clear(&b), dbx_putc(&b, 0), tell(out, &b);
  _exit(told ? 0 : 1);
}

// ---- here ----

typedef struct trying {
  const dbx_diag *d;
  const fix_host *host;
  const edit *e;
  uint32_t end;
  bool to_end;
} trying;

static void run_edit(void *ctx, int out) {
  const trying *t = ctx;
  run_trial(t->d, t->host, t->e, t->end, t->to_end, out);
}

// The statement of the module that failed, where the edit's text ends for the trial.
static uint32_t end_of_statement(const dbx_diag *d) {
  dbx_span at = d->span;
  size_t length;
  if (d->frames_n && d->frames[d->frames_n - 1].span.file == at.file)
    at = d->frames[d->frames_n - 1].span;
  dbx_source_text(at.file, &length);
  for (uint32_t i = lang_now->modules.n; i-- > 0;) {
    const dbx_module *m = lang_now->modules.at[i];
    for (uint32_t k = 0; m->file == at.file && k < m->root->l.n; k++) {
      const dbx_node *n = m->root->l.at[k];
      uint32_t begin = n->kind == DBX_N_FunctionDef && n->more->m.n ? n->more->m.at[0]->span.begin
                                                                    : n->span.begin;
      if (begin <= at.begin + 1 && at.begin < n->span.end) return n->span.end;
    }
  }
  return (uint32_t)length;
}

// ---- the program without compilation: what plain Python makes of it ----

typedef struct uncompiled {
  const char *text;
  dbx_buf out;
  uint32_t at; // what follows is not in out yet
} uncompiled;

// A compiled function is the function itself; a loop or a conditional outside of one is Python's.
static void leave_compilation(void *ctx, const dbx_node *n) {
  uncompiled *u = ctx;
  static const char *const names[] = {"qjit", "jit"};
  bool found = false;
  if (n->kind != DBX_N_Name && n->kind != DBX_N_Attribute) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    found |= !strcmp(dbx_sym_text(n->name), names[i]);
  if (!found || n->span.begin < u->at) return;
  dbx_putn(&u->out, u->text + u->at, n->span.begin - u->at);
  dbx_put(&u->out, "(lambda f=None, *a, **k: (lambda f: f) if f is None else f)");
  u->at = n->span.end;
}

static _Noreturn void run_uncompiled(const dbx_diag *d, const fix_host *host, int out) {
  size_t n;
  trial seen = {0};
  uncompiled u = {.text = dbx_source_text(d->span.file, &n)};
  be_quiet(&seen);
  for (uint32_t i = 0; i < lang_now->modules.n; i++)
    if (lang_now->modules.at[i]->file == d->span.file && !u.at)
      edit_walk(lang_now->modules.at[i]->root, leave_compilation, &u);
  dbx_putn(&u.out, u.text + u.at, n - u.at);
  uint32_t file = dbx_source_add(dbx_source_name(d->span.file), dbx_text(&u.out), u.out.n);
  dbx_status st = u.at ? host->run(host->ctx, d->span.file, file, UINT32_MAX) : DBX_FAIL;
  const dbx_buf *b = &seen.printed;
  bool good = st == DBX_OK && b->n;
  _exit(good && tell(out, b) ? 0 : 1);
}

static void run_plainly(void *ctx, int out) {
  const trying *t = ctx;
  run_uncompiled(t->d, t->host, out);
}

// Branches of two shapes or carries of two lengths: plain Python takes those, and they are not
// meant.
static bool has_meaning(const dbx_diag *d) {
  return d->code != DBX_E506 && d->code != DBX_E507 && !is_unread(d);
}

// The next number from here on, as it is printed: "f64[3]" and "dtype=int64" have none. False: none
// is left.
static bool next_number(const char **at, double *ret, bool *whole) {
  for (const char *p = *at; *p; p++) {
    bool word = isalpha((unsigned char)*p) || *p == '_';
    static const char *const words[] = {"False", "True"};
    for (int i = 0; i < 2; i++)
      if (!strncmp(p, words[i], strlen(words[i])))
        return *at = p + strlen(words[i]), *ret = i, *whole = true;
    if (word)
      while (isalnum((unsigned char)p[1]) || p[1] == '_') p++;
    if (word || (!isdigit((unsigned char)*p) && !(*p == '-' && isdigit((unsigned char)p[1]))))
      continue;
    char *end;
    *ret = strtod(p, &end), *whole = !memchr(p, '.', (size_t)(end - p));
    return *at = end, true;
  }
  return false;
}

enum { SAME, SAME_NUMBERS, OTHER, UNFINISHED };

// Whether two texts print the same values: equal, or equal as numbers of another kind.
static int compare_printed(const char *a, const char *b) {
  double x, y;
  bool whole_x, whole_y, same = true;
  for (;;) {
    bool more = next_number(&a, &x, &whole_x);
    if (more != next_number(&b, &y, &whole_y)) return OTHER;
    if (!more) return same ? SAME : SAME_NUMBERS;
    if (!(fabs(x - y) <= 1e-6 * (1 + fabs(x)))) return OTHER;
    same &= whole_x == whole_y;
  }
}

// ---- what is offered ----

typedef struct success {
  const edit *e;
  char *said;    // owned
  char *printed; // by the whole program, "" if that is not known; owned
  int kept;      // is what plain Python makes of the program kept?
  bool again;    // another one that is as good prints the same
  scored of;
  int score;
} success;
typedef dbx_vec(success) successes;

static bool is_known(const successes *l, const edit *e) {
  for (uint32_t i = 0; i < l->n; i++)
    if (!strcmp(l->at[i].e->text, e->text)) return true;
  return false;
}

static uint32_t count(const successes *l, int kept) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n; i++) n += l->at[i].kept <= kept && !l->at[i].again;
  return n;
}

static bool is_printed(const successes *l, const char *printed, int kept) {
  for (uint32_t i = 0; *printed && i < l->n; i++)
    if (l->at[i].kept == kept && !strcmp(l->at[i].printed, printed)) return true;
  return false;
}

// A carry of another shape: what the first round of a loop of Python makes of it is no proof.
static bool is_carried(const dbx_diag *d) { return d->code == DBX_E503 || d->code == DBX_E504; }

static bool is_nan(const success *x) { return strstr(x->printed, "nan"); }

static uint32_t count_same(const successes *l, const success *x) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n; i++)
    n += &l->at[i] != x && *x->printed && !strcmp(l->at[i].printed, x->printed);
  return n;
}

// known: what plain Python prints. Else what the text says comes first.
static void score_all(const dbx_diag *d, successes *l, bool known) {
  enum { SAID = 1000 };
  for (uint32_t i = 0; i < l->n; i++) {
    success *x = &l->at[i];
    int kept = x->kept < OTHER ? x->kept : OTHER;
    x->of = (scored){x->e, i, count_same(l, x), (score_kept)kept, is_nan(x), {0}};
    x->score = score_fix(d, &x->of) + (x->e->meant && !known ? SAID : 0);
  }
}

// Those that mean the same as another one that is as good are behind those that mean something
// else.
static int by_score(const void *a, const void *b) {
  const success *x = a, *y = b;
  if (x->again != y->again) return x->again - y->again;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return (x->of.order > y->of.order) - (x->of.order < y->of.order);
}

static void tell_terms(dbx_buf *said, const success *x) {
  dbx_printf(said, "; score %d:", x->score);
  score_put(said, &x->of);
}

static const char *behind_brackets(const char *s) { return s + strspn(s, "([]) "); }

// One text but for brackets: `jnp.ones(n)` and `jnp.ones([n])`.
static bool is_spelled_alike(const char *a, const char *b) {
  for (a = behind_brackets(a), b = behind_brackets(b); *a && *a == *b;)
    a = behind_brackets(a + 1), b = behind_brackets(b + 1);
  return *a == *b;
}

// Does one before it say and do the same?
static bool is_twin(const successes *l, uint32_t i) {
  const success *x = &l->at[i];
  for (uint32_t k = 0; k < i && *x->printed; k++)
    if (!strcmp(l->at[k].printed, x->printed) && !strcmp(l->at[k].said, x->said) &&
        is_spelled_alike(l->at[k].e->text, x->e->text))
      return true;
  return false;
}

// Those that do not keep the values that plain Python prints (known) are offered if no edit keeps
// them.
static void offer_best(dbx_diag *d, successes *l, bool known, uint32_t wanted) {
  bool keeps = known && count(l, SAME) && !is_carried(d);
  int most = keeps ? SAME_NUMBERS : count(l, OTHER) ? OTHER : UNFINISHED;
  score_all(d, l, known);
  dbx_vec_sort(l, by_score);
  for (uint32_t i = 0; i < l->n; i++) {
    success *x = &l->at[i];
    dbx_buf said = {0};
    dbx_put(&said, x->said);
    if (wanted) tell_terms(&said, x);
    if (x->kept <= most && d->n_fixes < (wanted ? wanted : OFFERED) && !is_twin(l, i))
      dbx_diag_edit(d, x->e->text, dbx_text(&said), x->e->span, x->e->replacement);
    dbx_buf_free(&said);
  }
  for (uint32_t i = 0; i < l->n; i++) free(l->at[i].said), free(l->at[i].printed);
  dbx_vec_free(l);
}

typedef struct offering {
  dbx_diag *d;
  const fix_host *host;
  int64_t start;
  dbx_buf plain; // what plain Python prints; empty: unknown
  bool to_end;   // the whole program is run
  uint32_t end;
  successes good;
} offering;

static void run_without_compilation(offering *o) {
  int64_t until = o->start + ONE_MS / 3;
  o->to_end = o->host->rest && !is_unread(o->d);
  if (!o->to_end || !has_meaning(o->d)) return;
  if (!trial_run(run_plainly, &(trying){.d = o->d, .host = o->host}, until, &o->plain))
    dbx_clear(&o->plain);
  o->to_end = trial_now_ms() < until; // else it takes long
}

// A carry that is forgotten, or a condition, makes loops without an end.
static bool may_run_forever(const dbx_diag *d) {
  return d->code == DBX_E501 || d->code == DBX_E505;
}

static bool is_of_a_run(const dbx_diag *d) { return dbx_code_is_of(d->code, "E7"); }

static void try_edit(offering *o, const edit *e) {
  dbx_buf b = {0};
  int64_t until = trial_now_ms() + (o->host->one_ms ? o->host->one_ms : ONE_MS);
  trying t = {o->d, o->host, e, o->end, o->to_end};
  bool ended = trial_run(run_edit, &t, until, &b);
  const char *said = dbx_text(&b);
  size_t n = strlen(said);
  int kept = !o->to_end ? OTHER : UNFINISHED;
  if (o->to_end && b.n > n + 1 && !b.at[b.n - 1])
    kept = o->plain.n ? compare_printed(dbx_text(&o->plain), said + n + 1) : OTHER;
  if (e->meant && (kept == OTHER || kept == SAME_NUMBERS)) kept = SAME;
  bool fails = kept == UNFINISHED && is_of_a_run(o->d);
  const char *printed = kept < UNFINISHED && o->to_end ? said + n + 1 : "";
  bool again =
      (kept == OTHER || (kept == SAME && is_carried(o->d))) && is_printed(&o->good, printed, kept);
  if (n && !fails && (ended || (o->to_end && !may_run_forever(o->d))))
    dbx_push(&o->good, ((success){.e = e,
                                  .said = dbx_strdup(said),
                                  .printed = dbx_strdup(printed),
                                  .kept = kept,
                                  .again = again}));
  if (n && !ended && !may_run_forever(o->d)) o->to_end = false; // it takes long
  dbx_buf_free(&b);
}

static bool is_blank(const char *s) { return !s[strspn(s, " \t\n")]; }

static int resorts_last(const void *a, const void *b) {
  const edit *x = a, *y = b;
  if (x->resort != y->resort) return x->resort - y->resort;
  return x->tier != y->tier ? x->tier - y->tier : (x->rank > y->rank) - (x->rank < y->rank);
}

void fixes_offer(dbx_diag *d, const fix_host *host) {
  edits all = {0};
  offering o = {.d = d, .host = host, .start = trial_now_ms()};
  int64_t last = o.start + (host->all_ms ? host->all_ms : ALL_MS);
  if (!d->span.file || d->n_fixes || (is_of_a_run(d) && !host->rest)) return;
  offers_for(d, &all);
  dbx_vec_sort(&all, resorts_last);
  o.end = is_unread(d) ? 0 : end_of_statement(d); // what is read runs no statement
  fflush(NULL);                                   // nothing may be printed twice by the trials
  if (all.n) run_without_compilation(&o);
  int wanted = o.plain.n ? SAME : OTHER;
  uint32_t pool = host->most ? UINT32_MAX : POOL, trials = host->most ? UINT32_MAX : TRIALS;
  for (uint32_t i = 0; i < all.n && i < trials && count(&o.good, wanted) < pool; i++) {
    const edit *e = &all.at[i];
    if ((e->resort && count(&o.good, o.plain.n ? SAME_NUMBERS : OTHER)) || is_known(&o.good, e) ||
        is_blank(e->text)) // nothing is left
      continue;
    if (e->broad && count(&o.good, wanted) >= FEW) continue;
    if (trial_now_ms() > last || dbx_stopping()) break;
    try_edit(&o, e);
  }
  offer_best(d, &o.good, o.plain.n, host->most);
  edits_free(&all), dbx_buf_free(&o.plain);
}

void fixes_suggest(dbx_diag *d) {
  edits all = {0};
  if (!d->span.file || d->n_fixes) return;
  offers_for(d, &all);
  for (uint32_t i = 0; i < all.n && i < 2; i++)
    dbx_diag_edit(d, all.at[i].text, "", all.at[i].span, all.at[i].replacement);
  edits_free(&all);
}

// ---- a program of a file ----

static dbx_status run_file(void *ctx, uint32_t file, uint32_t edited, uint32_t end) {
  dbx_module *m;
  (void)ctx, (void)file;
  lang_restart();
  DBX_TRY(lang_load(edited, &m, NULL));
  for (uint32_t i = 0; i < m->root->l.n; i++) {
    const dbx_node *n = m->root->l.at[i];
    if (n->span.begin >= end) break;
    DBX_TRY(lang_exec_statement(n, NULL));
    heap_safepoint();
  }
  return DBX_OK;
}

static dbx_status run_rest(void *ctx, uint32_t edited, uint32_t end) {
  (void)ctx;
  for (uint32_t k = lang_now->modules.n; k-- > 0;) {
    const dbx_module *m = lang_now->modules.at[k];
    for (uint32_t i = 0; m->file == edited && i < m->root->l.n; i++)
      if (m->root->l.at[i]->span.begin >= end) DBX_TRY(lang_exec_statement(m->root->l.at[i], NULL));
    if (m->file == edited) return DBX_OK;
  }
  return DBX_FAIL;
}

const fix_host fixes_of_file = {.run = run_file, .rest = run_rest};
