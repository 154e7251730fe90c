// A text while it is read (see typed.h).
#include "cmd/session/typed.h"

#include "base/poll.h"
#include "cmd/session/line.h"
#include "lang/lang.h"
#include "read/read.h"

static bool is_block(const dbx_node *n) {
  return n->kind == DBX_N_FunctionDef || n->kind == DBX_N_ClassDef || n->kind == DBX_N_For ||
         n->kind == DBX_N_While || n->kind == DBX_N_If || n->kind == DBX_N_With ||
         n->kind == DBX_N_Try || n->kind == DBX_N_Match;
}

static void put_source(read_text *t, const dbx_buf *text) {
  if (t->of_file) return;
  if (t->file) {
    dbx_source_retext(t->file, dbx_text(text), text->n);
    return;
  }
  t->file = dbx_source_add(t->line ? "<stdin>" : "<block>", dbx_text(text), text->n);
  if (t->line) dbx_source_count_from(t->file, t->line);
}

void text_changed(read_text *t) {
  if (!t->loaded) dbx_module_free(t->module);
  t->module = NULL, t->loaded = false;
  t->wrong = dbx_diag_free(t->wrong);
  t->state = TEXT_UNKNOWN;
}

// Where memory was refused meanwhile it does so again: what is read is not to be cut into pieces
// for that.
static dbx_status parse(read_text *t, bool *incomplete) {
  put_source(t, &t->text);
  dbx_status st = dbx_parse(t->file, &t->module, incomplete);
  if (st == DBX_OK || !lang_pending_is(DBX_S_MemoryError)) return st;
  dbx_diag_free(dbx_diag_take());
  line_settle();
  return dbx_parse(t->file, &t->module, incomplete);
}

// What stopped the parser says nothing of the text, which is parsed again when it runs.
static text_state failed(read_text *t, bool incomplete) {
  bool left = lang_pending_is(DBX_S_KeyboardInterrupt);
  t->module = NULL;
  if (left || lang_pending_is(DBX_S_MemoryError)) dbx_diag_free(dbx_diag_take());
  else t->wrong = dbx_diag_take();
  if (left) dbx_stop_ask(DBX_STOP_INTERRUPT); // running it says so
  return incomplete && !left ? TEXT_INCOMPLETE : TEXT_COMPLETE;
}

static text_state look(read_text *t) {
  bool incomplete;
  if (dbx_is_jaxpr_text(dbx_text(&t->text), t->text.n))
    return dbx_jaxpr_text_complete(dbx_text(&t->text), t->text.n) ? TEXT_COMPLETE : TEXT_INCOMPLETE;
  if (parse(t, &incomplete) != DBX_OK) return failed(t, incomplete);
  const dbx_nodes *l = &t->module->root->l;
  return l->n && is_block(l->at[l->n - 1]) ? TEXT_BLOCK : TEXT_COMPLETE;
}

text_state text_look(read_text *t) {
  if (t->state) return t->state;
  text_changed(t);
  t->state = look(t);
  dbx_here = (dbx_span){0};
  return t->state;
}

static dbx_status fail_again(read_text *t) {
  dbx_diag_put(t->wrong);
  t->wrong = NULL;
  return DBX_FAIL;
}

uint32_t text_register(read_text *t, const char *as) {
  if (!t->file) put_source(t, &t->text);
  if (as && !t->line) dbx_source_rename(t->file, as);
  t->used = true;
  return t->file;
}

dbx_status text_load(read_text *t, dbx_module **ret) {
  (void)text_register(t, NULL);
  if (t->wrong) return fail_again(t);
  if (!t->module) {
    put_source(t, &t->text);
    DBX_TRY(dbx_parse(t->file, &t->module, NULL));
  }
  *ret = t->module;
  if (t->loaded) return DBX_OK;
  t->loaded = lang_adopt(t->module) == DBX_OK;
  if (!t->loaded) t->module = NULL;
  return t->loaded ? DBX_OK : DBX_FAIL;
}

const dbx_node *text_returned(read_text *t) {
  (void)text_look(t);
  dbx_node *n = t->module && t->module->root->l.n == 1 ? t->module->root->l.at[0] : NULL;
  if (!n || n->kind != DBX_N_Return || !n->a) return NULL;
  n->kind = DBX_N_Expr;
  return n->a;
}

dbx_status text_load_with(read_text *t, const char *more, dbx_module **ret, bool *goes_on) {
  dbx_buf whole = {0};
  dbx_putn(&whole, dbx_text(&t->text), t->text.n);
  dbx_put(&whole, more);
  text_changed(t);
  t->used = true;
  put_source(t, &whole);
  dbx_buf_free(&whole);
  return lang_load(t->file, ret, goes_on);
}

void text_free(read_text *t) {
  text_changed(t);
  if (t->file && !t->used) dbx_source_forget(t->file);
  dbx_buf_free(&t->text);
  *t = (read_text){0};
}
