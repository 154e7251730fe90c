// The debugger's commands (see debugger.h).
#include "debug/debugger.h"

#include "debug/breakpoints.h"
#include "debug/moments.h"
#include "debug/state.h"
#include "interp/interp.h"
#include "viz/text/excerpt.h"
#include "viz/text/table.h"
#include "viz/text/text.h"
#include <ctype.h>
#include <string.h>

static void print(dbx_buf *b) { debug_now->view.style.put(b); }

// ---- names for the reports ----

// The name of a tracer at the moment, innermost call first.
static const char *source_name(void *ctx, dbx_var v) {
  (void)ctx;
  for (uint32_t c = debug_now->view.scope.calls.n; c-- > 0;)
    for (uint32_t i = 0; i < debug_now->view.scope.calls.at[c].n_names; i++) {
      const debug_name *n =
          &debug_now->view.scope.names.at[debug_now->view.scope.calls.at[c].names + i];
      if (dbx_referent(n->var) == dbx_referent(v)) return dbx_sym_text(n->name);
    }
  return NULL;
}

static dbx_report_style report_style(void) {
  return (dbx_report_style){.width = debug_now->view.style.width,
                            .color = debug_now->view.style.color,
                            .detail = DBX_DETAIL_TABLE,
                            .by_source = debug_now->view.recording.by_source,
                            .so_far = debug_now->view.recording.so_far,
                            .source = source_name};
}

// ---- showing ----

static bool same_source(dbx_span a, dbx_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

// A function as a whole is shown by its first line.
static dbx_span first_line(dbx_span s) {
  size_t n;
  const char *text = s.file ? dbx_source_text(s.file, &n) : NULL;
  for (uint32_t i = s.begin; text && i < s.end && i < n; i++)
    if (text[i] == '\n') s.end = i;
  return s;
}

static void put_source(dbx_buf *b, const debug_segment *s, uint32_t i) {
  dbx_span span = first_line(debug_span(s, i));
  if (!span.file || same_source(span, debug_now->view.shown)) return;
  debug_now->view.shown = span;
  dbx_put(b, "in ");
  debug_put_context(b, &debug_now->view.scope);
  dbx_putc(b, '\n');
  dbx_excerpt x = {0};
  dbx_excerpt_mark(&x, span, NULL, true);
  dbx_put_excerpt(b, &x, debug_now->view.style.color, (uint32_t)debug_now->view.style.width);
  dbx_excerpt_free(&x);
}

static void show(void) {
  uint32_t i;
  dbx_buf b = {0};
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  dbx_report_style style = report_style();
  put_source(&b, s, i);
  debug_put_moment(&b, &debug_now->view.recording, debug_now->view.at, &style);
  print(&b);
}

static void go(uint32_t moment) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, moment, &i);
  debug_now->view.at = moment;
  debug_scope_free(&debug_now->view.scope);
  debug_scope_at(s, i, &debug_now->view.scope);
  debug_now->view.level = debug_now->view.scope.calls.n - 1;
}

static void say(const char *text) {
  dbx_buf b = {0};
  dbx_put(&b, text);
  print(&b);
}

static dbx_status count_of(const char *rest, uint32_t *ret) {
  char *end;
  *ret = 1;
  if (!*rest) return DBX_OK;
  unsigned long n = strtoul(rest, &end, 10);
  if (*end || !isdigit((unsigned char)*rest) || n >= UINT32_MAX)
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is not a number", rest);
  return *ret = (uint32_t)n, DBX_OK;
}

// ---- moving ----

static dbx_status move(const char *rest, int by, bool inside) {
  uint32_t n;
  DBX_TRY(count_of(rest, &n));
  uint32_t at = debug_now->view.at;
  for (; n; n--) {
    uint32_t depth = inside ? UINT32_MAX : debug_depth(&debug_now->view.recording, at);
    uint32_t to = debug_next_stop(&debug_now->view.recording, at, by, depth);
    if (to == UINT32_MAX && !inside) // further out there is something still
      to = debug_next_stop(&debug_now->view.recording, at, by, UINT32_MAX);
    if (to == UINT32_MAX) {
      say(by > 0 ? "the end\n" : "the beginning\n");
      break;
    }
    at = to;
  }
  go(at);
  show();
  return DBX_OK;
}

static dbx_status do_step(const char *rest) { return move(rest, 1, true); }
static dbx_status do_next(const char *rest) { return move(rest, 1, false); }
static dbx_status do_back(const char *rest) { return move(rest, -1, true); }
static dbx_status do_rnext(const char *rest) { return move(rest, -1, false); }

static dbx_status do_finish(const char *rest) {
  (void)rest;
  uint32_t depth = debug_depth(&debug_now->view.recording, debug_now->view.at);
  uint32_t to = depth
                    ? debug_next_stop(&debug_now->view.recording, debug_now->view.at, 1, depth - 1)
                    : UINT32_MAX;
  go(to == UINT32_MAX ? debug_now->view.recording.n - 1 : to);
  show();
  return DBX_OK;
}

static dbx_status run_to_breakpoint(int by) {
  for (int64_t at = (int64_t)debug_now->view.at + by; at >= 0 && at < debug_now->view.recording.n;
       at += by) {
    DBX_TRY(dbx_poll());
    uint32_t number = debug_hits(&debug_now->view.recording, (uint32_t)at);
    if (!number) continue;
    dbx_buf b = {0};
    dbx_printf(&b, "breakpoint %u\n", number);
    print(&b);
    go((uint32_t)at);
    show();
    return DBX_OK;
  }
  say(by > 0 ? "the end\n" : "the beginning\n");
  go(by > 0 ? debug_now->view.recording.n - 1 : 0);
  show();
  return DBX_OK;
}

static dbx_status do_go_on(const char *rest) { return (void)rest, run_to_breakpoint(1); }
static dbx_status do_rgo_on(const char *rest) { return (void)rest, run_to_breakpoint(-1); }

static dbx_status do_go_to(const char *rest) {
  uint32_t n;
  DBX_TRY(count_of(rest, &n));
  if (n >= debug_now->view.recording.n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "the last moment is %u",
                    debug_now->view.recording.n - 1);
  go(n);
  show();
  return DBX_OK;
}

// ---- calls ----

static void put_call(dbx_buf *b, uint32_t level) {
  const debug_call *c = &debug_now->view.scope.calls.at[level];
  const dbx_trace *t = debug_now->view.scope.segment->trace;
  dbx_printf(b, "%s %s", level == debug_now->view.level ? "->" : "  ", dbx_sym_text(c->function));
  if (c->bind && c->bind <= t->binds.n &&
      (!level || debug_now->view.scope.calls.at[level - 1].bind != c->bind)) {
    const dbx_bind *bind = t->binds.at[c->bind - 1];
    dbx_printf(b, "  traced by %s", bind->prim->name);
  }
  if (c->at.file) {
    dbx_place p = dbx_source_place(c->at.file, c->at.begin);
    dbx_printf(b, "  called at %s:%u", dbx_source_name(c->at.file), p.line);
  }
  dbx_putc(b, '\n');
}

static dbx_status do_where(const char *rest) {
  (void)rest;
  dbx_buf b = {0};
  for (uint32_t i = debug_now->view.scope.calls.n > 1; i < debug_now->view.scope.calls.n; i++)
    put_call(&b, i);
  print(&b);
  return DBX_OK;
}

static dbx_status look_at(uint32_t level, const char *none) {
  dbx_buf b = {0};
  if (level >= debug_now->view.scope.calls.n || (!level && debug_now->view.scope.calls.n > 1))
    return dbx_fail(DBX_E208, (dbx_span){0}, "%s", none);
  debug_now->view.level = level;
  put_call(&b, level);
  print(&b);
  return DBX_OK;
}

static dbx_status do_up(const char *rest) {
  (void)rest;
  return look_at(debug_now->view.level - 1, "there is no call around this one");
}
static dbx_status do_down(const char *rest) {
  (void)rest;
  return look_at(debug_now->view.level + 1, "this is the innermost call");
}

enum { AROUND = 5 };

static void put_lines_around(dbx_buf *b, dbx_span span, uint32_t around) {
  size_t n;
  const char *text = dbx_source_text(span.file, &n), *end = text + n;
  uint32_t line = dbx_source_place(span.file, span.begin).line;
  for (uint32_t k = dbx_source_place(span.file, 0).line; text < end && k <= line + around; k++) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    size_t length = (size_t)((newline ? newline : end) - text);
    if (k + around >= line) {
      dbx_printf(b, "%c%4u  ", k == line ? '>' : ' ', k);
      dbx_put_clean(b, text, length, 7);
      dbx_putc(b, '\n');
    }
    text += length + (newline != NULL);
  }
}

static dbx_status do_list(const char *rest) {
  uint32_t i, n = AROUND;
  dbx_buf b = {0};
  if (*rest) DBX_TRY(count_of(rest, &n));
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  dbx_span span = debug_span(s, i);
  if (!span.file)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no line of the source belongs to this moment");
  dbx_printf(&b, "%s\n", dbx_source_name(span.file));
  put_lines_around(&b, span, n);
  print(&b);
  return DBX_OK;
}

static dbx_status do_trips(const char *rest) {
  uint32_t i;
  dbx_buf b = {0};
  (void)rest;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  if (!debug_put_trips(&b, s, i))
    return dbx_fail(DBX_E208, (dbx_span){0}, "no trip of a loop is under way at this moment");
  print(&b);
  return DBX_OK;
}

static dbx_status do_moments(const char *rest) {
  uint32_t n = AROUND, from = debug_now->view.at, to;
  dbx_buf b = {0};
  if (*rest) DBX_TRY(count_of(rest, &n));
  for (uint32_t k = 0; k < n; k++) {
    uint32_t before = debug_next_stop(&debug_now->view.recording, from, -1, UINT32_MAX);
    if (before == UINT32_MAX) break;
    from = before;
  }
  dbx_report_style style = report_style();
  style.detail = DBX_DETAIL_LINE;
  for (to = from; to != UINT32_MAX;
       to = debug_next_stop(&debug_now->view.recording, to, 1, UINT32_MAX)) {
    dbx_buf text = {0};
    debug_put_moment(&text, &debug_now->view.recording, to, &style);
    size_t end = strcspn(dbx_text(&text), "\n");
    dbx_putc(&b, to == debug_now->view.at ? '>' : ' ');
    dbx_putn(&b, dbx_text(&text), end);
    dbx_putc(&b, '\n');
    dbx_buf_free(&text);
    if (to > debug_now->view.at && !n--) break;
  }
  print(&b);
  return DBX_OK;
}

// ---- questions ----

static void name_row(dbx_table *t, const debug_name *n) {
  const debug_segment *s = debug_now->view.scope.segment;
  dbx_row *r = dbx_table_add(t);
  dbx_put(&r->cell[0], dbx_sym_text(n->name));
  if (!dbx_put_tracer(&r->cell[1], s->names, NULL, n->var)) dbx_putc(&r->cell[1], '_');
  dbx_putc(&r->cell[1], ':');
  dbx_put_type(&r->cell[1], s->names, dbx_var_aval(n->var), "?", false);
  dbx_array *a = debug_value(&debug_now->view.scope, n->var);
  if (a) debug_put_value(&r->cell[2], a);
}

static dbx_status do_vars(const char *rest) {
  (void)rest;
  dbx_buf b = {0};
  dbx_table t = {0};
  const debug_call *c = &debug_now->view.scope.calls.at[debug_now->view.level];
  for (uint32_t i = 0; i < c->n_names; i++)
    name_row(&t, &debug_now->view.scope.names.at[c->names + i]);
  if (!c->n_names) dbx_printf(&b, "no tracer has a name in %s yet\n", dbx_sym_text(c->function));
  dbx_put_table(&b, &t, 2, false);
  dbx_table_free(&t);
  print(&b);
  return DBX_OK;
}

// The innermost bind around the moment, with what it has gone through.
static dbx_status do_args(const char *rest) {
  (void)rest;
  const dbx_trace *t = debug_now->view.scope.segment->trace;
  uint32_t bind = t->events.at[debug_now->view.scope.event].bind;
  if (!bind || bind > t->binds.n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no bind is under way at this moment");
  dbx_buf b = {0};
  dbx_report_style style = report_style();
  const dbx_bind *x = t->binds.at[bind - 1];
  bool whole = debug_now->view.scope.segment->run || debug_now->view.scope.event >= x->last_event;
  if (whole && x->last_event) dbx_put_bind_report(&b, t, x, &style);
  for (uint32_t i = x->first_event; !(whole && x->last_event) && i <= debug_now->view.scope.event;
       i++)
    if (t->events.at[i].kind == DBX_EV_STEP && t->events.at[i].bind == bind)
      dbx_put_step(&b, t, debug_now->view.scope.segment->names, i, &style);
  print(&b);
  return DBX_OK;
}

static void put_sig(dbx_buf *b, const char *title, const dbx_sig *s) {
  dbx_printf(b, "  %s", title);
  for (uint32_t i = 0; i < s->n; i++) {
    dbx_put(b, i ? ", " : "  ");
    dbx_put_type(b, debug_now->view.scope.segment->names, s->aval[i], "?", false);
    dbx_put(b, s->expl[i] ? "" : " implicit");
  }
  dbx_putc(b, '\n');
}

static bool went_through(const dbx_trace *t, uint32_t bind, dbx_step step, uint32_t part) {
  if (debug_now->view.scope.segment->run) return true;
  for (uint32_t i = t->binds.at[bind - 1]->first_event; i <= debug_now->view.scope.event; i++) {
    const dbx_event *e = &t->events.at[i];
    if (dbx_event_is_step(e, step) && e->bind == bind && e->u.step.part == part) return true;
  }
  return false;
}

static dbx_status do_types(const char *rest) {
  (void)rest;
  const dbx_trace *t = debug_now->view.scope.segment->trace;
  uint32_t bind = t->events.at[debug_now->view.scope.event].bind;
  dbx_buf b = {0};
  if (!bind || bind > t->binds.n) {
    put_sig(&b, "in_type", &t->in_type);
    if (dbx_trace_jaxpr(t, debug_now->view.recording.so_far) &&
        (debug_now->view.scope.segment->run || debug_now->view.scope.event + 1 == t->events.n))
      put_sig(&b, "out_type", dbx_trace_out_type(t, debug_now->view.recording.so_far));
    print(&b);
    return DBX_OK;
  }
  const dbx_bind *x = t->binds.at[bind - 1];
  for (uint32_t k = 0; k < x->n_parts; k++) {
    const dbx_part *p = &x->parts[k];
    if (!went_through(t, bind, DBX_STEP_DEDUCE_INPUT, k)) continue;
    if (x->n_parts > 1) dbx_printf(&b, "  %s\n", p->name);
    put_sig(&b, "in_type ", &p->in_type);
    if (went_through(t, bind, DBX_STEP_DEDUCE_OUTPUT, k)) put_sig(&b, "out_type", &p->out_type);
  }
  if (went_through(t, bind, DBX_STEP_PARSE_OUTPUT, 0)) put_sig(&b, "results ", &x->eqn_out_type);
  print(&b);
  return DBX_OK;
}

static void put_tracer(dbx_buf *b, dbx_var v) {
  if (!dbx_put_tracer(b, debug_now->view.scope.segment->names, NULL, v)) dbx_putc(b, '_');
  dbx_putc(b, ':');
  dbx_put_type(b, debug_now->view.scope.segment->names, dbx_var_aval(v), "?", false);
}

// Tracers by their letters, also those in tuples and lists.
static dbx_status put_object(dbx_buf *b, pv v) {
  if (v.tag == PV_TRACER) return put_tracer(b, v.tracer), DBX_OK;
  if (!is_seq(v)) return lang_repr(v, b);
  bool list = is_obj(v, T_LIST);
  dbx_putc(b, list ? '[' : '(');
  for (uint32_t i = 0; i < SEQ(v)->n; i++) {
    if (i) dbx_put(b, ", ");
    DBX_TRY(put_object(b, SEQ(v)->at[i]));
  }
  dbx_put(b, list ? "]" : SEQ(v)->n == 1 ? ",)" : ")");
  return DBX_OK;
}

dbx_status debugger_evaluate(const char *text, pv *ret) {
  return debug_evaluate(&debug_now->view.scope, debug_now->view.level, text, ret);
}

static dbx_status do_print(const char *rest) {
  uint32_t pins = lang_pins();
  dbx_buf b = {0};
  pv v;
  dbx_status st = debugger_evaluate(rest, &v);
  if (st == DBX_OK) st = put_object(&b, v);
  lang_unpin(pins);
  if (st == DBX_OK) dbx_putc(&b, '\n'), print(&b);
  else dbx_buf_free(&b);
  return st;
}

static dbx_status do_set_break(const char *rest) {
  dbx_buf b = {0};
  if (*rest) DBX_TRY(debug_break(rest));
  debug_put_breakpoints(&b);
  print(&b);
  return DBX_OK;
}

static dbx_status do_watch(const char *rest) {
  dbx_var v;
  dbx_buf b = {0};
  DBX_TRY(debug_find_tracer(&debug_now->view.scope, debug_now->view.level, rest, &v));
  debug_watch(v, rest);
  debug_put_breakpoints(&b);
  print(&b);
  return DBX_OK;
}

static dbx_status do_delete(const char *rest) { return debug_delete(rest); }
static dbx_status do_quit(const char *rest) {
  return (void)rest, debug_now->view.leaving = true, DBX_OK;
}

// ---- the table ----

static dbx_status do_help(const char *rest);

static const struct word {
  const char *name, *brief, *arguments;
  dbx_status (*run)(const char *rest);
  const char *help;
} words[] = {
#define D(name, brief, arguments, fn, help) {name, brief, arguments, do_##fn, help},
#include "debug/debugger.def"
#undef D
};
enum { WORDS = sizeof words / sizeof *words };

static dbx_status do_help(const char *rest) {
  (void)rest;
  dbx_buf b = {0};
  for (size_t i = 0; i < WORDS; i++) {
    char left[64];
    snprintf(left, sizeof left, "%s%s%s %s", words[i].name, *words[i].brief ? ", " : "",
             words[i].brief, words[i].arguments);
    dbx_printf(&b, "  %-28s %s\n", left, words[i].help);
  }
  dbx_put(&b, "  other text is an expression; an empty line repeats the last movement\n");
  print(&b);
  return DBX_OK;
}

void debugger_near(bool wanted, dbx_nearest *n) {
  const debug_scope *s = &debug_now->view.scope;
  for (size_t i = 0; wanted && i < WORDS; i++) dbx_nearest_try(n, words[i].name);
  for (uint32_t i = 0; i < s->names.n; i++) dbx_nearest_try(n, dbx_sym_text(s->names.at[i].name));
}

const char *debugger_command_name(uint32_t i) { return i < WORDS ? words[i].name : NULL; }

static const struct word *word_of(const char *text, size_t n) {
  for (size_t i = 0; i < WORDS; i++)
    if ((strlen(words[i].name) == n && !strncmp(words[i].name, text, n)) ||
        (*words[i].brief && strlen(words[i].brief) == n && !strncmp(words[i].brief, text, n)))
      return &words[i];
  return NULL;
}

const char *debugger_arguments(const char *text, size_t n) {
  const struct word *w = word_of(text, n);
  return w ? w->arguments : NULL;
}

void debugger_put_word(dbx_buf *b, const char *name) {
  const struct word *w = word_of(name, strlen(name));
  if (w) dbx_printf(b, "%s %s, a word of the debugger\n    %s\n", w->name, w->arguments, w->help);
}

static dbx_status run_word(const struct word *w, const char *rest) {
  if (!*w->arguments && *rest)
    return dbx_fail(DBX_E202, (dbx_span){0}, "`%s` takes no arguments", w->name);
  if (isupper((unsigned char)*w->arguments) && !*rest)
    return dbx_fail(DBX_E202, (dbx_span){0}, "`%s` needs %s", w->name, w->arguments);
  return w->run(rest);
}

dbx_status debugger_command(const char *name, const char *rest) {
  if (!debug_now->view.open)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "nothing is being debugged; `:debug EXPR` begins, `:debug` looks at what was "
                    "traced last");
  return run_word(word_of(name, strlen(name)), rest);
}

// The word that a line begins with, NULL if it is none: `next = 3` is a statement.
static const struct word *word_in(const char *text, const char **rest) {
  size_t n = strcspn(text, " \t\n");
  const struct word *w = word_of(text, n);
  *rest = text + n + strspn(text + n, " \t\n");
  return w && **rest == '=' && (*rest)[1] != '=' ? NULL : w;
}

static dbx_status obey(const char *text) {
  const char *rest;
  const struct word *w = word_in(text, &rest);
  return w ? run_word(w, rest) : do_print(text);
}

// Other words and wrong text are left to the commands, which say what is wrong.
static bool is_statement(const char *text) {
  dbx_module *m;
  bool yes = false;
  const char *rest;
  if (word_in(text, &rest)) return false;
  uint32_t file = dbx_source_add("<debug>", text, strlen(text)); // while it is looked at
  bool parsed = dbx_parse(file, &m, NULL) == DBX_OK;
  if (!parsed) dbx_diag_forget();
  for (uint32_t i = 0; parsed && i < m->root->l.n; i++) yes |= m->root->l.at[i]->kind != DBX_N_Expr;
  if (parsed) dbx_module_free(m);
  dbx_here = (dbx_span){0};
  dbx_source_forget(file);
  return yes;
}

bool debugger_line(const char *text) {
  if (is_statement(text)) {
    say("the debugger is left: the line is one of the session\n");
    return debugger_close(), false;
  }
  dbx_buf line = {0};
  size_t n = strlen(text);
  while (n && isspace((unsigned char)text[n - 1])) n--;
  dbx_putn(&line, text, n);
  if (!n) dbx_put(&line, debug_now->view.last);
  else if (n < sizeof debug_now->view.last && word_of(text, strcspn(dbx_text(&line), " ")))
    snprintf(debug_now->view.last, sizeof debug_now->view.last, "%s", dbx_text(&line));
  debug_now->view.leaving = false;
  dbx_here = (dbx_span){0};
  if (obey(dbx_text(&line)) != DBX_OK) debug_now->view.style.report(dbx_diag_take());
  dbx_buf_free(&line);
  if (debug_now->view.leaving) say("the debugger is left\n"), debugger_close();
  return true;
}

// ---- open and close ----

void debugger_open(debug_recording *r, uint32_t moment, const debugger_style *style,
                   void (*on_close)(void)) {
  debugger_close();
  debug_now->view.open = true;
  debug_now->view.recording = *r;
  *r = (debug_recording){0};
  debug_now->view.style = *style;
  debug_now->view.on_close = on_close;
  debug_now->view.shown = (dbx_span){0};
  go(moment);
  show();
}

bool debugger_is_open(void) { return debug_now->view.open; }
const dbx_trace *debugger_trace(void) {
  uint32_t i;
  return debug_now->view.open
             ? debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i)->trace
             : NULL;
}

void debugger_close(void) {
  if (!debug_now->view.open) return;
  debug_now->view.open = false;
  debug_scope_free(&debug_now->view.scope);
  debug_recording_free(&debug_now->view.recording);
  if (debug_now->view.on_close) debug_now->view.on_close();
  debug_now->view.on_close = NULL;
}

void debugger_stop(void) {
  debugger_close();
  debug_forget_breakpoints();
}

static void begin(void) { strcpy(debug_now->view.last, "step"); }

const dbx_room debug_room = {debug_now, sizeof *debug_now, begin, debugger_stop};
