// Traces the block so far after each line (see open_block.h).
#include "cmd/session/open_block.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/state.h"
#include "debug/fixes.h"

#include "ir/primitive.h"
#include "lang/jax/block.h"
#include "trace/attempt.h"
#include "trace/strategies.h"
#include "viz/names/letters.h"
#include "viz/report/events.h"
#include <ctype.h>
#include <string.h>

// ---- the text ----

static size_t last_line_of(const dbx_buf *lines) { // its offset
  size_t at = lines->n;
  while (at && lines->at[at - 1] == '\n') at--;
  while (at && lines->at[at - 1] != '\n') at--;
  return at;
}

static bool opens(const dbx_buf *lines) { // does the last line end in a colon?
  size_t n = lines->n;
  while (n && isspace((unsigned char)lines->at[n - 1])) n--;
  return n && lines->at[n - 1] == ':';
}

// The module of the block so far. A head alone is no statement.
static dbx_status load(read_text *t, dbx_module **ret, bool *goes_on) {
  dbx_buf pass = {0};
  *goes_on = false;
  if (!opens(&t->text)) {
    *goes_on = text_look(t) == TEXT_INCOMPLETE;
    return text_load(t, ret);
  }
  for (const char *s = t->text.at + last_line_of(&t->text); *s == ' ' || *s == '\t'; s++)
    dbx_putc(&pass, *s);
  dbx_put(&pass, "    pass\n");
  dbx_status st = text_load_with(t, dbx_text(&pass), ret, goes_on);
  dbx_buf_free(&pass);
  return st;
}

// ---- which block the last line is in ----

static bool is_named(const dbx_node *n, const char *const *names) {
  const char *name =
      n->kind == DBX_N_Name || n->kind == DBX_N_Attribute ? dbx_sym_text(n->name) : "";
  for (; *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

static bool is_block(const dbx_node *n) {
  static const char *const loops[] = {"for_loop", "while_loop", NULL}, *const branches[] = {
                                                                           "cond", "else_if",
                                                                           "otherwise", NULL};
  const dbx_node *call = n->kind == DBX_N_With && n->more->m.n == 1 ? n->more->m.at[0]->a : NULL;
  if (!call || call->kind != DBX_N_Call) return false;
  return is_named(call->a, branches) ||
         (call->a->kind == DBX_N_Call && is_named(call->a->a, loops));
}

static const dbx_node *innermost(const dbx_node *with) {
  const dbx_node *last = with->l.at[with->l.n - 1];
  return is_block(last) ? innermost(last) : with;
}

// ---- what the line gave ----

static bool in_last_line(const dbx_event *e) {
  return e->span.file == session_now->block.watched.node->span.file &&
         e->span.begin >= session_now->block.watched.from;
}

static void put_head(dbx_buf *b, const dbx_bind *bind) {
  dbx_printf(b, "    open %s", bind->prim->name);
  if (bind->n_slots) dbx_printf(b, "  %s", dbx_strategy_phrases[bind->resizing]);
  dbx_putc(b, '\n');
}

static bool is_shown(const dbx_event *e) {
  return e->kind == DBX_EV_EQUATION || e->kind == DBX_EV_CONSTANT ||
         (session_now->block.watched.opened && e->kind == DBX_EV_ARGUMENT);
}

static void put_events(dbx_buf *b, const dbx_trace *t) {
  dbx_report_style style = changes_style(line_mode()->detail);
  dbx_naming *names = dbx_naming_now(t, program_so_far(), dbx_naming_of(&style));
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (!in_last_line(e) || !is_shown(e) ||
        (session_now->block.watched.opened && e->bind != t->bind))
      continue;
    dbx_put(b, "    ");
    dbx_put_event(b, t, names, i);
    dbx_putc(b, '\n');
  }
  dbx_naming_free(names);
}

static void put_closed(dbx_buf *b, const dbx_trace *t) {
  dbx_report_style style = changes_style(line_mode()->detail);
  for (uint32_t i = t->binds.n; session_now->block.watched.closed_span.file && i-- > 0;) {
    const dbx_span s = t->binds.at[i]->span;
    if (s.begin != session_now->block.watched.closed_span.begin ||
        s.end != session_now->block.watched.closed_span.end)
      continue;
    dbx_put_bind_report(b, t, t->binds.at[i], &style);
    return;
  }
}

static void put_line(void *ctx) {
  dbx_buf *b = ctx;
  const dbx_trace *t = dbx_trace_current();
  put_closed(b, t);
  if (session_now->block.watched.opened && t->bind) put_head(b, t->binds.at[t->bind - 1]);
  put_events(b, t);
}

// ---- one line ----

// A branch is traced when its conditional is called.
static dbx_status call_branch(const dbx_node *with) {
  const dbx_node *item = with->more->m.at[0], *of = item->b;
  if (!of && item->a->a->kind == DBX_N_Attribute) of = item->a->a->a;
  pv v;
  if (!of || of->kind != DBX_N_Name) return DBX_OK;
  DBX_TRY(lang_eval_text("<block>", dbx_sym_text(of->name), &v));
  return is_obj(v, T_COND) ? lang_call(v, NULL, 0, &v) : DBX_OK;
}

// Called at the end of the block so far.
typedef struct reaction {
  void (*reached)(void *ctx);
  void *ctx;
} reaction;

static dbx_status trace_so_far(const dbx_node *stmt, void *ctx) {
  const reaction *r = ctx;
  pv ignored;
  *block_watch() = (lang_block_watch){
      .node = session_now->block.watched.node, .reached = r->reached, .ctx = r->ctx};
  dbx_status st = lang_exec_statement((dbx_node *)stmt, &ignored);
  if (st == DBX_OK && !block_watch()->done) st = call_branch(session_now->block.watched.node);
  dbx_sym end = block_watch()->done ? block_watch()->end : 0;
  *block_watch() = (lang_block_watch){0};
  if (st == DBX_OK || !end || dbx_diag_pending()->cls != end) return st;
  dbx_diag_forget(); // the end that was asked for
  return DBX_OK;
}

static dbx_status trace_whole(const dbx_node *stmt, void *ctx) {
  pv ignored;
  (void)ctx;
  return lang_exec_statement((dbx_node *)stmt, &ignored);
}

// The same block after an edit, in the process of its trial.
typedef struct again {
  dbx_attempt *failed;
  const program_mark *mark;
  dbx_status (*trace)(const dbx_node *stmt, void *ctx);
  void *ctx;
} again;

static dbx_status try_again(void *ctx, uint32_t file, uint32_t edited, uint32_t end) {
  const again *c = ctx;
  dbx_module *m;
  (void)file, (void)end;
  dbx_attempt_undo(c->failed);
  program_restore(c->mark);
  program_thaw();
  DBX_TRY(lang_load(edited, &m, NULL));
  (void)dbx_attempt_begin();
  session_now->block.watched.node = innermost(m->root->l.at[0]);
  return c->trace(m->root->l.at[0], c->ctx);
}

// Traces in the program, and takes it back; an error is reported.
static bool attempt(const dbx_node *stmt, void *ctx,
                    dbx_status (*trace)(const dbx_node *stmt, void *ctx)) {
  program_mark mark = program_here();
  (void)program_jaxpr(); // what was shown keeps its letters
  program_thaw();
  dbx_attempt *a = dbx_attempt_begin();
  dbx_diag *d = trace(stmt, ctx) == DBX_OK ? NULL : dbx_diag_take();
  if (d) {
    again c = {a, &mark, trace, ctx};
    dbx_diag_letters(d, program_so_far());
    fixes_offer(d, &(fix_host){.run = try_again, .ctx = &c});
  }
  dbx_attempt_undo(a);
  program_restore(&mark);
  program_mark_free(&mark);
  if (d) host_report(d);
  return !d;
}

// The block that the line before was in, as a place in the text: its span is that of its item.

static bool show_line(const dbx_node *stmt, const dbx_buf *lines) {
  dbx_buf shown = {0};
  session_now->block.watched.node = innermost(stmt);
  session_now->block.watched.from = last_line_of(lines);
  session_now->block.watched.opened = opens(lines) && session_now->block.watched.node->span.begin >=
                                                          session_now->block.watched.from;
  dbx_span now = session_now->block.watched.node->more->m.at[0]->a->span;
  bool ended = session_now->block.before.file && session_now->block.before.begin > now.begin;
  session_now->block.watched.closed_span =
      ended ? (dbx_span){now.file, session_now->block.before.begin, session_now->block.before.end}
            : (dbx_span){0};
  bool ok = attempt(stmt, &(reaction){put_line, &shown}, trace_so_far);
  if (ok) session_now->block.before = now;
  show_lines(&shown);
  (void)host_flush();
  return ok;
}

// The line that ends the block runs it then.
static bool try_block(const dbx_node *stmt) {
  if (attempt(stmt, NULL, trace_whole)) return true;
  say_to(stdout,
         "    the block is still open; `:undo` takes its last line back, `:abort` drops it\n");
  return false;
}

bool open_block_closes(read_text *t) {
  dbx_module *m;
  if (program_now() != PROGRAM_OPEN) return true;
  if (text_load(t, &m) != DBX_OK) return t->wrong = dbx_diag_take(), true; // running it says so
  return m->root->l.n != 1 || !is_block(m->root->l.at[0]) || try_block(m->root->l.at[0]);
}

// The block of the text, NULL if it is none (yet); what is wrong with it is pending then, unless it
// only goes on.
static const dbx_node *block_of(read_text *t, bool *goes_on) {
  dbx_module *m;
  if (load(t, &m, goes_on) != DBX_OK) return NULL;
  return m->root->l.n == 1 && is_block(m->root->l.at[0]) ? m->root->l.at[0] : NULL;
}

bool open_block_typed(read_text *t) {
  bool goes_on;
  if (last_line_of(&t->text) == 0) session_now->block.before = (dbx_span){0};
  if (strncmp(dbx_text(&t->text), "with ", 5) || program_now() != PROGRAM_OPEN) return true;
  const dbx_node *block = block_of(t, &goes_on);
  if (block) return show_line(block, &t->text);
  dbx_diag *d = dbx_diag_take();
  if (!d) return true;
  if (!goes_on) host_report(d);
  else dbx_diag_free(d);
  return goes_on;
}

bool open_block_is_looked_at(void) { return session_now->block.text; }
void open_block_show(read_text *t) { session_now->block.text = t; }

bool open_block_ask(void (*f)(void *ctx), void *ctx) {
  bool goes_on;
  if (!session_now->block.text || program_now() != PROGRAM_OPEN) return false;
  const dbx_node *block = block_of(session_now->block.text, &goes_on);
  if (!block) return dbx_diag_forget(), false;
  session_now->block.watched.node = innermost(block);
  return attempt(block, &(reaction){f, ctx}, trace_so_far);
}

// ---- what is open ----

static void put_heads(const dbx_node *with, int depth) {
  size_t n;
  const char *s = dbx_source_text(with->span.file, &n) + with->span.begin;
  say_line(stdout, "%*s%.*s\n", 2 * depth, "", (int)strcspn(s, "\n"), s);
  const dbx_node *last = with->l.at[with->l.n - 1];
  if (is_block(last)) put_heads(last, depth + 1);
}

static bool put_block(void) {
  bool goes_on;
  if (!session_now->block.text) return false;
  const dbx_node *block = block_of(session_now->block.text, &goes_on);
  if (block) put_heads(block, 0);
  else dbx_diag_forget();
  return block;
}

dbx_status cmd_branches(const char *rest) {
  uint32_t i = 0;
  dict_entry *e;
  (void)rest;
  bool any = put_block();
  while (dict_next(lang_now->globals, &i, &e)) {
    if (!is_obj(e->val, T_COND) || !is_str(e->key)) continue;
    const o_cond *c = (const o_cond *)e->val.o;
    bool whole = c->otherwise.tag != PV_UNBOUND;
    printf("%s: cond with %u branch%s%s\n", STR(e->key)->s, c->branches->n,
           c->branches->n == 1 ? "" : "es",
           whole ? " and otherwise" : ", waits for else_if or otherwise");
    any = true;
  }
  if (!any) printf("no block is open, and no conditional waits for a branch\n");
  return DBX_OK;
}
