// Running what was typed (see line.h).
#include "cmd/session/line.h"

#include "base/poll.h"
#include "cmd/host/host.h"
#include "cmd/session/arguments.h"
#include "cmd/session/changes.h"
#include "cmd/session/journal.h"
#include "cmd/session/program.h"
#include "cmd/session/sample.h"
#include "cmd/session/state.h"
#include "cmd/session/undo.h"
#include "debug/debugger.h"
#include "debug/fixes.h"
#include "lang/run/draft.h"
#include "read/read.h"
#include "viz/names/letters.h"

#include <string.h>
#include <unistd.h>

static void forget_undone(void) {
  while (session_now->undone.n) free(session_now->undone.at[--session_now->undone.n].text);
}

// ---- steps ----

const dbx_trace *line_failed_trace(void) { return session_now->failed_trace; }

static void say_short(const char *what) {
  fflush(stdout);
  fprintf(stderr, "note: memory is short (:set memory): %s\n", what);
}

static bool give_up_steps(void) {
  if (!undo_make_room()) return false;
  say_short("what only :undo kept is given back, the lines so far cannot be taken back");
  return true;
}

void line_settle(void) {
  if (dbx_budget_is == DBX_BUDGET_SHORT) (void)dbx_budget_recover();
  dbx_stop_forget(DBX_STOP_MEMORY);
}

static void open_step(void) {
  debugger_close();
  session_now->traces_before = lang_now->traces.n;
  if (!session_now->mode.quiet)
    (void)program_jaxpr(); // what has letters keeps them if the line fails
  program_thaw();
  session_now->mark = program_here();
  line_settle();
  // may be interrupted: nothing has run then
  if (!undo_open())
    say_short("too little for a copy of what the line may change: it cannot be "
              "taken back, nor can the lines before it");
}

// `_` at the prompt: the value that was shown last, until a program gives the name another one.
static pv underscore(void) { return dict_get_sym(lang_now->globals, dbx_intern("_")); }
static bool shown_is_ours(void) {
  pv now = underscore();
  return now.tag == PV_UNBOUND || pv_same(now, session_now->shown);
}

static void take_back(void) {
  bool ours = shown_is_ours();
  undo_rollback();
  if (ours) session_now->shown = underscore();
  program_restore(&session_now->mark);
  program_mark_free(&session_now->mark);
}

static void close_step(dbx_status st, const char *text, size_t n, bool pasted) {
  dbx_buf b = {0};
  const dbx_trace *last = lang_now->traces.n > session_now->traces_before
                              ? lang_now->traces.at[lang_now->traces.n - 1]
                              : NULL;
  session_now->failed_trace = st != DBX_OK && last && last->failed ? last : NULL;
  dbx_putn(&b, text, n);
  free(session_now->failed);
  session_now->failed = st != DBX_OK ? dbx_strdup(dbx_text(&b)) : NULL;
  session_now->failed_at.m = NULL;
  if (st != DBX_OK) {
    take_back();
    dbx_buf_free(&b);
    return;
  }
  undo_commit();
  if (!session_now->redoing) forget_undone();
  dbx_push(&session_now->steps, ((taken){session_now->mark, dbx_strdup(dbx_text(&b)), pasted}));
  if (session_now->redoing) journal_redo();
  else journal_step(dbx_text(&b), pasted);
  dbx_buf_free(&b);
}

// A line that failed, to be run again after an edit: of itself, of an earlier line of its file or
// paste, or of a line that was typed before.
typedef struct failed_line {
  const dbx_module *m;
  uint32_t from, to; // its statements
  bool declares, of_file;
  const dbx_module *tried; // what was run in a trial, and behind which of its statements
  uint32_t tried_to;
} failed_line;

static dbx_status execute(const dbx_node *stmt, bool declares);

static void put_types(dbx_buf *b, pv v) {
  if (v.tag == PV_TRACER) dbx_put_aval(b, dbx_var_aval(v.tracer), NULL);
  for (uint32_t i = 0; is_seq(v) && i < SEQ(v)->n; i++) {
    if (i) dbx_put(b, ", ");
    put_types(b, SEQ(v)->at[i]);
  }
}

static void put_trial_result(void *ctx, dbx_buf *b) {
  (void)ctx;
  put_types(b, session_now->trial_result);
}

static dbx_status run_statements(const dbx_module *m, uint32_t from, uint32_t to, bool declares) {
  for (uint32_t i = from; i < to && i < m->root->l.n; i++)
    DBX_TRY(execute(m->root->l.at[i], declares));
  return DBX_OK;
}

// Of a file or paste all lines, as if it began anew; else the edited line and the one that failed.
static dbx_status run_edited(void *ctx, uint32_t file, uint32_t edited, uint32_t end) {
  failed_line *l = ctx;
  dbx_module *m;
  session_now->trying = true;
  undo_rollback();
  program_restore(&session_now->mark);
  DBX_TRY(lang_load(edited, &m, NULL));
  if (file != l->m->file) {
    DBX_TRY(run_statements(m, 0, m->root->l.n, false));
    return run_statements(l->m, l->from, l->to, l->declares);
  }
  uint32_t more = m->root->l.n - l->m->root->l.n; // an edit may add statements
  l->tried = m, l->tried_to = end == UINT32_MAX ? m->root->l.n : l->to + more;
  return run_statements(m, 0, l->tried_to, l->declares);
}

static dbx_status run_rest(void *ctx, uint32_t edited, uint32_t end) {
  const failed_line *l = ctx;
  (void)edited, (void)end;
  return run_statements(l->tried, l->tried_to, l->tried->root->l.n, l->declares);
}

// Of a text that is no Python: with the edit it can be read.
static dbx_status read_edited(void *ctx, uint32_t file, uint32_t edited, uint32_t end) {
  dbx_module *m;
  (void)ctx, (void)file, (void)end;
  return lang_load(edited, &m, NULL);
}

// What a file is asked to end with is said: the session goes on.
static bool leave(bool of_file) {
  dbx_buf said = {0};
  int status;
  if (session_now->trying || !session_now->mode.leaves || !lang_exits(&status, &said)) return false;
  if (of_file) say_to(stdout, "(the program has ended, with the status %d)\n", status);
  else session_now->left = true, session_now->status = status;
  say_to(stderr, "%s", dbx_text(&said));
  dbx_buf_free(&said);
  return true;
}

bool line_left(void) { return session_now->left; }
int line_status(void) { return session_now->status; }

static void report(failed_line *l) {
  if (leave(l && l->of_file)) return;
  dbx_diag *d = dbx_diag_take();
  if (d && d->cls != DBX_S_KeyboardInterrupt) dbx_diag_letters(d, program_so_far());
  fix_host host = {.run = l ? run_edited : read_edited, .ctx = l, .put_result = put_trial_result};
  if (d && l && d->span.file == l->m->file && l->m->root->l.n > l->to - l->from)
    host.rest = run_rest;
  bool unread = d && dbx_code_is_of(d->code, "E1");
  if (d && (l || unread) && !session_now->mode.quiet) fixes_offer(d, &host);
  host_report(d);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
}

void line_recall(const char *text, bool pasted) {
  dbx_push(&session_now->undone, ((taken){.text = dbx_strdup(text), .pasted = pasted}));
}

uint32_t line_lost(void) { return undo_forgotten(); }

char *line_undo(void) {
  debugger_close();
  if (session_now->steps.n <= line_lost()) return NULL;
  taken t = session_now->steps.at[--session_now->steps.n];
  bool ours = shown_is_ours();
  undo_step();
  if (ours) session_now->shown = underscore();
  program_restore(&t.mark);
  program_mark_free(&t.mark);
  journal_undo();
  line_recall(t.text, t.pasted);
  return t.text;
}

uint32_t line_count(void) { return session_now->steps.n; }
uint32_t line_undone(void) { return session_now->undone.n; }
static const taken *at(uint32_t i) {
  return i < session_now->steps.n
             ? &session_now->steps.at[i]
             : &session_now->undone.at[session_now->undone.n - 1 - (i - session_now->steps.n)];
}
const char *line_text(uint32_t i) { return at(i)->text; }
bool line_is_pasted(uint32_t i) { return at(i)->pasted; }

dbx_status line_step(const char *text, dbx_status (*f)(void *ctx), void *ctx) {
  open_step();
  dbx_status st = f(ctx);
  close_step(st, text, strlen(text), false);
  return st;
}

// ---- statements ----

dbx_status line_show(pv v) {
  dbx_buf b = {0};
  if (v.tag == PV_UNBOUND || is_none(v)) return DBX_OK;
  if (v.tag == PV_TRACER && program_now() == PROGRAM_OPEN) return DBX_OK; // its equations are shown
  uint32_t pins = lang_pins();
  lang_pin(v);
  dbx_status st = lang_repr(v, &b);
  if (st == DBX_OK) {
    dbx_putc(&b, '\n');
    if (session_now->mode.show) session_now->mode.show(dbx_text(&b), b.n);
    else lang_now->print(lang_now->print_ctx, dbx_text(&b), b.n);
    st = dbx_poll();
  }
  lang_unpin(pins);
  dbx_buf_free(&b);
  return st;
}

static void keep_shown(pv v) {
  if (!session_now->mode.interactive || v.tag == PV_UNBOUND || is_none(v)) return;
  if (v.tag == PV_TRACER || !shown_is_ours()) return; // the program of a tracer may be gone
  dict_put_sym(lang_now->globals, dbx_intern("_"), v);
  session_now->shown = v;
}

static dbx_status execute(const dbx_node *stmt, bool declares) {
  pv last;
  if (declares && program_is_declaration(stmt)) return program_declare(stmt);
  DBX_TRY(lang_exec_statement((dbx_node *)stmt, &last));
  DBX_TRY(program_follow(stmt, last));
  if (!session_now->trying) return keep_shown(last), line_show(last);
  const dbx_node *target = stmt->kind == DBX_N_Assign ? stmt->l.at[0] : NULL;
  if (target && target->kind == DBX_N_Name) last = dict_get_sym(lang_now->globals, target->name);
  session_now->trial_result = last;
  return DBX_OK;
}

const char *line_failed(void) { return session_now->failed; }

dbx_status line_aside(dbx_status (*f)(void *ctx), void *ctx) {
  open_step();
  dbx_status st = f(ctx);
  take_back();
  if (!session_now->mode.quiet) changes_announce();
  return st;
}

static dbx_status run_and_show(void *ctx) {
  const char *text = ctx;
  dbx_module *m;
  DBX_TRY(lang_load(dbx_source_add("<line>", text, strlen(text)), &m, NULL));
  const dbx_nodes *l = &m->root->l;
  for (uint32_t i = 0; i < l->n; i++) DBX_TRY(execute(l->at[i], false));
  if (l->n && program_now() == PROGRAM_OPEN)
    changes_show(&session_now->mark, l->at[l->n - 1], session_now->mode.detail);
  return DBX_OK;
}

dbx_status line_try(const char *text) { return line_aside(run_and_show, (void *)(uintptr_t)text); }

bool line_hold_failed(void) {
  dbx_status st = DBX_OK;
  if (!session_now->failed || !session_now->failed_at.m || program_now() != PROGRAM_OPEN)
    return false;
  open_step();
  for (uint32_t i = session_now->failed_at.from; st == DBX_OK && i < session_now->failed_at.to; i++)
    st = execute(session_now->failed_at.m->root->l.at[i], false);
  if (st != DBX_OK) return dbx_diag_forget(), true;
  take_back(); // it does not fail any more
  return false;
}

void line_release(void) { take_back(); }

// Collecting what an interrupted line has left may take long: the next line does it.
static bool interrupted(dbx_status st) { return st != DBX_OK && dbx_is_interrupt(host_error()); }

static void give_up_traces(void) {
  if (!lang_drop_traces()) return;
  session_now->failed_trace = NULL;
  say_short("the traces of functions that are gone are given back");
}

// After a line that was refused memory.
static void make_room(void) {
  heap_collect_for_room();
  give_up_traces();
  (void)dbx_budget_recover();
  (void)give_up_steps();
}

// The statements of one line, [from, to) of the module.
static dbx_status run_line(const dbx_module *m, const read_text *t, uint32_t from, uint32_t to,
                           bool declares) {
  size_t n;
  const char *text = dbx_source_text(m->file, &n);
  uint32_t begin = dbx_statement_begin(m->root->l.at[from]), end = m->root->l.at[to - 1]->span.end;
  open_step();
  dbx_status st = dbx_poll();
  if (session_now->mode.draft) draft_begin();
  for (uint32_t i = from; st == DBX_OK && i < to; i++) st = execute(m->root->l.at[i], declares);
  if (session_now->mode.draft) st = draft_end(st);
  if (st == DBX_OK && program_now() == PROGRAM_OPEN && !session_now->mode.quiet)
    changes_show(&session_now->mark, m->root->l.at[to - 1], session_now->mode.detail);
  failed_line line = {m, from, to, declares, t->of_file, NULL, 0};
  if (st != DBX_OK) report(&line);
  close_step(st, text + begin, end - begin, !declares);
  if (st != DBX_OK)
    session_now->failed_at.m = m, session_now->failed_at.from = from,
    session_now->failed_at.to = to;
  if (dbx_budget_is) make_room();
  else if (!interrupted(st)) heap_safepoint();
  return st;
}

static uint32_t line_of(const dbx_node *n) {
  return dbx_source_place(n->span.file, n->span.begin).line;
}

static bool is_docstring(const dbx_node *n) {
  return n->kind == DBX_N_Expr && n->a->kind == DBX_N_Constant && n->a->constant == DBX_C_STR;
}

// Of a pasted block the lines before the first wrong one count. The docstring of a file is not
// shown as an expression is.
static void run_module(const dbx_module *m, const read_text *t, bool declares) {
  const dbx_nodes *l = &m->root->l;
  uint32_t first = t->of_file && l->n && is_docstring(l->at[0]);
  for (uint32_t i = first, to; i < l->n; i = to) {
    for (to = i + 1; to < l->n &&
                     line_of(l->at[to]) == dbx_source_place(m->file, l->at[to - 1]->span.end).line;)
      to++;
    if (run_line(m, t, i, to, declares) != DBX_OK) return;
  }
}

uint32_t line_register(read_text *t) {
  char name[32];
  if (t->of_file) return text_register(t, NULL);
  snprintf(name, sizeof name, "<prompt %u>", session_now->typed + !t->line);
  session_now->typed += !t->line;
  return text_register(t, name);
}

// A Jaxpr becomes the program.
static void run_jaxpr(uint32_t file, const read_text *t) {
  open_step();
  dbx_status st = program_read(file);
  if (st == DBX_OK) st = arguments_import_names();
  if (st == DBX_OK && session_now->mode.detail)
    changes_show(&session_now->mark, NULL, session_now->mode.detail);
  if (st != DBX_OK) report(NULL);
  size_t n = t->text.n;
  while (n && dbx_text(&t->text)[n - 1] == '\n') n--;
  close_step(st, dbx_text(&t->text), n, t->pasted);
}

void line_run(read_text *t) {
  dbx_module *m;
  line_settle();
  dbx_here = (dbx_span){0};
  uint32_t file = line_register(t);
  if (dbx_is_jaxpr_text(dbx_text(&t->text), t->text.n)) {
    host_warm_up();
    run_jaxpr(file, t);
    (void)host_flush();
    return;
  }
  if (host_uses_jit(dbx_text(&t->text), t->text.n)) host_warm_up();
  if (text_load(t, &m) == DBX_OK) run_module(m, t, session_now->mode.interactive && !t->pasted);
  else report(NULL);
  (void)host_flush();
}

// The program that was there after step i.
static const program_mark *mark_after(uint32_t i, program_mark *now) {
  if (i + 1 < session_now->steps.n) return &session_now->steps.at[i + 1].mark;
  *now = program_here();
  return now;
}

line_part line_part_of(uint32_t i) {
  program_mark here = program_here(), after;
  const program_mark *m = &session_now->steps.at[i].mark, *n = mark_after(i, &after);
  line_part part = LINE_BEFORE;
  if (n->program && n->program == here.program) part = LINE_OF_PROGRAM;
  else if (n->program || m->program) part = LINE_ELSEWHERE;
  if (n == &after) program_mark_free(&after);
  program_mark_free(&here);
  return part;
}

void line_run_text(const char *text, bool pasted) {
  read_text t = {.pasted = pasted};
  dbx_put(&t.text, text);
  line_run(&t);
  text_free(&t);
}

void line_run_source(uint32_t file) {
  size_t n;
  const char *text = dbx_source_text(file, &n);
  read_text t = {.pasted = true, .of_file = true, .file = file};
  dbx_putn(&t.text, text, n);
  line_run(&t);
  text_free(&t);
}

// One that fails waits for another try.
dbx_status line_redo(dbx_status (*run)(const char *text, bool pasted)) {
  uint32_t n = session_now->steps.n;
  taken t = session_now->undone.at[--session_now->undone.n];
  session_now->redoing = true;
  dbx_status st = run(t.text, t.pasted);
  session_now->redoing = false;
  bool again = session_now->steps.n > n;
  if (!again) dbx_push(&session_now->undone, t);
  if (st == DBX_OK && !again) // it was reported
    st = dbx_fail(DBX_E208, (dbx_span){0}, "the line cannot be run again: %s", t.text);
  if (again) free(t.text);
  return st;
}

void line_start(void) {
  heap_now->more_room = give_up_steps;
  undo_start();
}

line_modes *line_mode(void) { return &session_now->mode; }

void line_stop(void) {
  for (uint32_t i = 0; i < session_now->steps.n; i++) {
    program_mark_free(&session_now->steps.at[i].mark);
    free(session_now->steps.at[i].text);
  }
  dbx_vec_free(&session_now->steps);
  free(session_now->failed), session_now->failed = NULL;
  free(session_now->loaded), session_now->loaded = NULL;
  free(session_now->cases), session_now->cases = NULL;
  session_now->failed_at.m = NULL, session_now->failed_trace = NULL;
  sample_stop();
  forget_undone();
  dbx_vec_free(&session_now->undone);
  undo_stop();
  program_stop();
}

static void end(void) {
  line_stop();
  dbx_vec_free(&session_now->letters), dbx_vec_free(&session_now->traces);
}

const dbx_room session_room = {session_now, sizeof *session_now, NULL, end};
