// :whatif: a loop under every strategy, the line that failed with lengths assumed to be equal, and
// a function of unknown lengths with every case that its comparisons make. Everything is taken
// back.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"

#include "debug/scope.h"
#include "trace/assume.h"
#include <ctype.h>
#include <string.h>

// ---- assumed equalities ----

// Both sides as they are named where the line failed.
static dbx_status assume(const debug_scope *s, const char *left, const char *right) {
  dbx_var a, b;
  char *end;
  long long size = strtoll(right, &end, 10);
  DBX_TRY(debug_find_tracer(s, s->calls.n - 1, left, &a));
  if (*right && !*end) return dbx_assume_size(a, size), DBX_OK;
  DBX_TRY(debug_find_tracer(s, s->calls.n - 1, right, &b));
  dbx_assume_equal(a, b);
  return DBX_OK;
}

static dbx_status assume_at_failure(dbx_trace *t, const char *left, const char *right) {
  debug_recording r = {.by_source = settings_by_source()};
  debug_scope s;
  uint32_t i;
  debug_record_trace(&r, t);
  uint32_t at = debug_failure(&r.segments.at[0]);
  const debug_segment *segment = debug_segment_at(&r, at == UINT32_MAX ? r.n - 1 : at, &i);
  debug_scope_at(segment, i, &s);
  dbx_status st = assume(&s, left, right);
  debug_scope_free(&s);
  debug_recording_free(&r);
  return st;
}

static dbx_status assume_in_failed_line(const char *left, const char *right) {
  if (line_hold_failed()) {
    dbx_status st = assume_at_failure(program_trace(), left, right);
    line_release();
    return st;
  }
  dbx_trace *t = lang_now->traces.n ? lang_now->traces.at[lang_now->traces.n - 1] : NULL;
  if (t && t->failed) return assume_at_failure(t, left, right);
  return dbx_fail(DBX_E208, (dbx_span){0}, "the line that failed did not come to tracing");
}

static dbx_status what_if_equal(const char *text, const char *sign) {
  const char *line = line_failed();
  if (!line)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the last line did not fail; `:whatif f(x: f64[n], y: f64[m])` lists the cases "
                    "of a function");
  char *again = dbx_strdup(line), *left = dbx_strdup_trimmed(text, (size_t)(sign - text)),
       *right = dbx_strdup_trimmed(sign + 2, strlen(sign + 2));
  dbx_status st = assume_in_failed_line(left, right);
  if (st == DBX_OK) {
    say_to(stdout, "if %s == %s:\n", left, right);
    (void)host_flush();
    st = line_try(again);
    if (st == DBX_OK) printf("    it traces; nothing was changed\n");
  }
  dbx_assume_nothing();
  free(again), free(left), free(right);
  return st;
}

// ---- the cases of a function ----

enum { MOST_CASES = 24, MOST_GIVEN = 6 };

typedef struct argument {
  char *name, *type;
} argument;
typedef dbx_vec(argument) arguments;

// What is known of the lengths: "n == m", "m == 1".
typedef struct assumption {
  const char *from, *to;
} assumption;
typedef struct given {
  assumption at[MOST_GIVEN + 1];
  uint32_t n;
} given;

typedef struct query {
  const char *function;
  arguments args;
  uint32_t cases;
  dbx_buf out;
} query;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The type with the names of lengths replaced.
static void put_type(dbx_buf *b, const char *type, const given *g) {
  for (const char *s = type; *s;) {
    size_t n = 0;
    while (is_word(s[n])) n++;
    const char *word = s;
    size_t length = n;
    for (uint32_t i = 0; n && i < g->n; i++)
      if (strlen(g->at[i].from) == length && !strncmp(g->at[i].from, word, length))
        word = g->at[i].to, length = strlen(word);
    dbx_putn(b, word, n ? length : 1);
    s += n ? n : 1;
  }
}

static void put_given(dbx_buf *b, const given *g) {
  for (uint32_t i = 0; i < g->n; i++)
    dbx_printf(b, "%s%s == %s", i ? ", " : "", g->at[i].from, g->at[i].to);
}

static dbx_status declare(query *q, const given *g) {
  for (uint32_t i = 0; i < q->args.n; i++) {
    dbx_buf text = {0};
    dbx_module *m;
    dbx_printf(&text, "%s: ", q->args.at[i].name);
    put_type(&text, q->args.at[i].type, g);
    dbx_status st = lang_load(dbx_source_add("<whatif>", dbx_text(&text), text.n), &m, NULL);
    dbx_buf_free(&text);
    DBX_TRY(st);
    if (m->root->l.n != 1 || !program_is_declaration(m->root->l.at[0]))
      return dbx_fail(DBX_E511, (dbx_span){0}, "'%s' is no type of an argument",
                      q->args.at[i].type);
    DBX_TRY(program_declare(m->root->l.at[0]));
  }
  return DBX_OK;
}

// The function itself, not its compiled form, on the declared arguments.
static dbx_status call(query *q, pv *ret) {
  dbx_buf text = {0};
  pv f = dict_get_sym(lang_now->globals, dbx_intern(q->function));
  dbx_printf(&text, "%s%s(", q->function, is_obj(f, T_QJIT) ? ".__wrapped__" : "");
  for (uint32_t i = 0; i < q->args.n; i++)
    dbx_printf(&text, "%s%s", i ? ", " : "", q->args.at[i].name);
  dbx_putc(&text, ')');
  dbx_status st = lang_eval_text("<whatif>", dbx_text(&text), ret);
  dbx_buf_free(&text);
  return st;
}

// The length among the sizes of the arguments, as it is named there.
static char *size_name(dbx_atom a) { // NULL: it is none of them; the caller frees it
  if (dbx_is_literal(a)) {
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)dbx_literal_at(a)->value.i);
    return dbx_strdup(number);
  }
  for (int implicit = 0; implicit < 2; implicit++) {
    uint32_t n;
    const program_input *in = program_inputs(implicit, &n);
    for (uint32_t i = 0; i < n; i++)
      if (in[i].var == dbx_referent(a)) return dbx_strdup(dbx_sym_text(in[i].name));
  }
  return NULL;
}

// The two lengths that were compared last before the failure, and not known to be equal.
static bool compared(char **left, char **right) {
  const dbx_trace *t = program_trace();
  for (uint32_t i = t->events.n; i-- > 0;) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind != DBX_EV_COMPARE) continue;
    if (e->u.compare.equal) return false;
    *left = size_name(e->u.compare.left), *right = size_name(e->u.compare.right);
    return *left && *right;
  }
  return false;
}

static void put_results(dbx_buf *b) {
  const dbx_jaxpr *j = program_jaxpr();
  for (uint32_t i = j->n_implicit_out; i < j->n_out; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_atom_aval(j->outs[i]));
    dbx_printf(b, "%s%s[", i > j->n_implicit_out ? ", " : "", dbx_dtype_short(t->dtype));
    for (uint32_t k = 0; k < t->rank; k++) {
      if (k) dbx_putc(b, ',');
      dbx_put_dim_words(b, t->dims[k]);
    }
    dbx_putc(b, ']');
  }
}

static void put_case(query *q, const given *g, const char *what, const char *outcome) {
  dbx_buf b = {0};
  put_given(&b, g);
  if (*what) dbx_printf(&b, "%s%s", b.n ? ", " : "", what);
  if (!b.n) dbx_put(&b, "always");
  dbx_printf(&q->out, "  %-28s  %s\n", dbx_text(&b), outcome);
  dbx_buf_free(&b);
}

// What a trial found: the results, or the failure and the comparison that it depends on.
typedef struct trial {
  query *of;
  const given *given;
  dbx_buf outcome;
  bool depends;
  char *left, *right; // the two lengths: a name, or a number
} trial;

static void note_failure(trial *t, dbx_diag *d) {
  uint32_t line = dbx_source_place(d->span.file, d->span.begin).line;
  t->depends = compared(&t->left, &t->right) && t->given->n < MOST_GIVEN;
  dbx_printf(&t->outcome, "%s in line %u: %s", dbx_sym_text(d->cls), line, d->message);
  dbx_diag_free(d);
}

static dbx_status run_trial(void *ctx) {
  trial *t = ctx;
  pv v;
  program_drop();
  DBX_TRY(declare(t->of, t->given));
  dbx_status st = call(t->of, &v);
  if (st == DBX_OK) st = program_finish(v);
  if (st == DBX_OK) put_results(&t->outcome);
  else note_failure(t, dbx_diag_take());
  return DBX_OK;
}

static dbx_status try_case(query *q, const given *g);

static dbx_status fork_on(query *q, const given *g, const char *from, const char *to) {
  given more = *g;
  more.at[more.n++] = (assumption){from, to};
  return try_case(q, &more);
}

static bool is_digits(const char *s) { return isdigit((unsigned char)*s); }

// One case, and those that it splits into.
static dbx_status try_case(query *q, const given *g) {
  if (++q->cases > MOST_CASES) return DBX_OK;
  trial t = {.of = q, .given = g};
  dbx_status st = line_aside(run_trial, &t);
  dbx_buf outcome = t.outcome;
  char *left = t.left, *right = t.right;
  bool depends = t.depends;
  if (st == DBX_OK && depends && is_digits(right)) st = fork_on(q, g, left, right);
  else if (st == DBX_OK && depends) st = fork_on(q, g, right, left);
  if (st == DBX_OK && depends && !is_digits(right)) st = fork_on(q, g, right, "1");
  if (st == DBX_OK && depends && !is_digits(left)) st = fork_on(q, g, left, "1");
  if (st == DBX_OK) put_case(q, g, depends ? "else" : "", dbx_text(&outcome));
  free(left), free(right);
  dbx_buf_free(&outcome);
  return st;
}

// "x: f64[n], y: f64[m, 3]", or types only.
static dbx_status read_arguments(query *q, const char *text, size_t n) {
  int depth = 0;
  for (size_t from = 0, i = 0; i <= n; i++) {
    if (i < n && text[i] == '[') depth++;
    if (i < n && text[i] == ']') depth--;
    if (i < n && (text[i] != ',' || depth)) continue;
    char *one = dbx_strdup_trimmed(text + from, i - from), *colon = strchr(one, ':');
    argument a = {0};
    if (*one) {
      dbx_buf name = {0};
      if (colon) a.name = dbx_strdup_trimmed(one, (size_t)(colon - one));
      else dbx_printf(&name, "argument_%u", q->args.n), a.name = dbx_strdup(dbx_text(&name));
      a.type = dbx_strdup_trimmed(colon ? colon + 1 : one, strlen(colon ? colon + 1 : one));
      dbx_push(&q->args, a);
      dbx_buf_free(&name);
    }
    free(one);
    from = i + 1;
  }
  if (q->args.n) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "types of the arguments are needed: f(x: f64[n], y: f64[m])");
}

static dbx_status what_if_called(const char *text, const char *open) {
  const char *close = strrchr(text, ')');
  char *function = dbx_strdup_trimmed(text, (size_t)(open - text));
  query asked = {.function = function}, *q = &asked;
  dbx_status st = close ? read_arguments(q, open + 1, (size_t)(close - open - 1))
                        : dbx_fail(DBX_E101, (dbx_span){0}, "a closing bracket is missing");
  if (st == DBX_OK && dict_get_sym(lang_now->globals, dbx_intern(function)).tag == PV_UNBOUND)
    st = lang_unknown_name(NULL, dbx_intern(function), (dbx_span){0});
  if (st == DBX_OK) {
    void (*on_trace)(dbx_trace *t, void *ctx) = lang_now->on_trace;
    lang_now->on_trace = NULL;
    st = try_case(q, &(given){0});
    lang_now->on_trace = on_trace;
  }
  if (st == DBX_OK && q->cases > MOST_CASES)
    dbx_printf(&q->out, "  ... more than %d cases\n", MOST_CASES);
  if (st == DBX_OK) show_report(&q->out);
  for (uint32_t i = 0; i < q->args.n; i++) free(q->args.at[i].name), free(q->args.at[i].type);
  dbx_vec_free(&q->args);
  dbx_buf_free(&q->out);
  free(function);
  return st;
}

dbx_status cmd_whatif(const char *rest) {
  const char *equal = strstr(rest, "=="), *open = strchr(rest, '(');
  if (equal) return what_if_equal(rest, equal);
  if (open) return what_if_called(rest, open);
  return cmd_compare_strategies(rest);
}
