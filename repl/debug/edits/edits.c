// What edits ask of the text, and how they are kept (see edits.h).
#include "debug/edits/edits.h"

#include "lang/lang.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the text and its tree ----

void edit_walk(const dbx_node *n, void (*f)(void *ctx, const dbx_node *n), void *ctx) {
  dbx_walk w = {.next = (dbx_node *)n};
  for (const dbx_node *one; (one = dbx_walk_next(&w));) f(ctx, one);
  dbx_walk_free(&w);
}

bool edit_mentions(const dbx_node *n, dbx_sym name) {
  const dbx_node *one;
  bool found = false;
  dbx_walk w = {.next = (dbx_node *)n};
  while (!found && (one = dbx_walk_next(&w))) found = one->kind == DBX_N_Name && one->name == name;
  dbx_walk_free(&w);
  return found;
}

bool edit_is_int(const dbx_node *n) {
  return n && n->kind == DBX_N_Constant && n->constant == DBX_C_INT;
}

bool edit_is_none(const dbx_node *n) {
  return n && n->kind == DBX_N_Constant && n->constant == DBX_C_NONE;
}

bool edit_is_text(const dbx_node *n) {
  return n && n->kind == DBX_N_Constant && n->constant == DBX_C_STR;
}

bool edit_is_whole(const dbx_node *n) {
  return n && n->kind == DBX_N_Slice && !n->a && !n->b && !n->more->c;
}

bool edit_within(dbx_span in, dbx_span whole) {
  return in.file == whole.file && whole.begin <= in.begin && in.end <= whole.end;
}

bool edit_is_here(const edit_site *s, dbx_span span) {
  return span.file == s->file && span.end > span.begin;
}

const dbx_node *edit_node(const edit_site *s) { return s->depth ? s->path[s->depth - 1] : NULL; }

const dbx_node *edit_around(const edit_site *s, dbx_node_kind kind) {
  for (uint32_t i = s->depth; i-- > 0;)
    if (s->path[i]->kind == kind) return s->path[i];
  return NULL;
}

const dbx_node *edit_function(const edit_site *s) { return edit_around(s, DBX_N_FunctionDef); }

void edit_put_source(const edit_site *s, dbx_buf *b, dbx_span span) {
  size_t n;
  const char *text = span.file == s->file ? s->text : dbx_source_text(span.file, &n);
  dbx_putn(b, text + span.begin, span.end - span.begin);
}

// ---- names ----

static void bound_name(const dbx_node *n, const char *module, const char *name, const char **ret) {
  if (n->kind == DBX_N_Import)
    for (uint32_t i = 0; !name && i < n->l.n; i++) {
      const dbx_node *a = n->l.at[i];
      if (strcmp(dbx_sym_text(a->name), module)) continue;
      *ret = a->more->asname ? dbx_sym_text(a->more->asname) : module;
    }
  if (n->kind != DBX_N_ImportFrom || n->flag) return;
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *a = n->l.at[i];
    dbx_buf full = {0};
    dbx_printf(&full, "%s.%s", dbx_sym_text(n->name), dbx_sym_text(a->name));
    bool found =
        name ? !strcmp(dbx_sym_text(n->name), module) && !strcmp(dbx_sym_text(a->name), name)
             : !strcmp(dbx_text(&full), module);
    if (found) *ret = dbx_sym_text(a->more->asname ? a->more->asname : a->name);
    dbx_buf_free(&full);
  }
}

const char *edit_alias(const char *module, const char *name) {
  const char *found = NULL;
  for (uint32_t i = lang_now->modules.n; i-- > 0 && !found;) {
    const dbx_nodes *l = &lang_now->modules.at[i]->root->l;
    if (lang_now->modules.at[i]->library) continue; // it has names of its own
    for (uint32_t k = 0; k < l->n; k++) bound_name(l->at[k], module, name, &found);
  }
  return found;
}

// ---- types ----

uint32_t edit_rank(const char *type) {
  const char *open = strchr(type, '[');
  if (!open || open[1] == ']') return 0;
  uint32_t n = 1;
  for (int depth = 0; *++open;) {
    if (*open == '[' || *open == '(') depth++;
    if (*open == ']' || *open == ')') depth--;
    n += *open == ',' && !depth;
  }
  return n;
}

bool edit_length(const char *type, uint32_t k, dbx_buf *b) {
  const char *at = strchr(type, '[');
  if (k >= edit_rank(type)) return false;
  for (int depth = 0; *++at;) {
    if (*at == '[' || *at == '(') depth++;
    if ((*at == ']' || *at == ')') && --depth < 0) break;
    if (*at == ',' && !depth) {
      if (!k--) break;
      continue;
    }
    if (!k) dbx_putc(b, *at);
  }
  return true;
}

int64_t edit_length_number(const char *type, uint32_t k) {
  dbx_buf b = {0};
  char *end = NULL;
  int64_t n = edit_length(type, k, &b) && b.n ? strtoll(dbx_text(&b), &end, 10) : -1;
  if (end && *end) n = -1;
  dbx_buf_free(&b);
  return n;
}

// ---- edits ----

static bool known(const edits *e, dbx_span span, const char *replacement) {
  for (uint32_t i = 0; i < e->n; i++)
    if (e->at[i].span.begin == span.begin && e->at[i].span.end == span.end &&
        !strcmp(e->at[i].replacement, replacement))
      return true;
  return false;
}

// What is left out of several lines: its first line.
static void put_removed(const edit_site *s, dbx_buf *b, dbx_span span) {
  const char *text = s->text + span.begin;
  uint32_t n = span.end - span.begin, skip = 0;
  while (skip < n && strchr(", \t\n", text[skip])) skip++;
  while (n > skip && strchr(", \t\n", text[n - 1])) n--;
  const char *end = memchr(text + skip, '\n', n - skip);
  dbx_printf(b, "without %.*s%s", (int)(end ? end - text - skip : n - skip), text + skip,
             end ? " ..." : "");
}

// The error's expression as it is after the edit, if that is one line.
static void put_result(const edit_site *s, dbx_buf *b, dbx_span span, const char *replacement) {
  dbx_span whole = s->diag->span;
  bool unread = dbx_code_is_of(s->diag->code, "E1"); // its place may be one character
  bool inside = !unread && span.file == s->file && span.file == whole.file &&
                span.begin >= whole.begin && span.end <= whole.end;
  dbx_place from = dbx_source_place(s->file, span.begin), to = dbx_source_place(s->file, span.end);
  if (!inside) whole = span;
  if (from.line != to.line && !*replacement) return put_removed(s, b, span);
  if (!inside && from.line == to.line && !strchr(replacement, '\n')) { // the line that it is in
    whole.begin = from.start + (uint32_t)strspn(from.text, " \t"),
    whole.end = from.start + from.length;
    if (span.begin < whole.begin) whole.begin = span.begin; // the indentation itself
  }
  dbx_putn(b, s->text + whole.begin, span.begin - whole.begin);
  dbx_put(b, replacement);
  dbx_putn(b, s->text + span.end, whole.end - span.end);
}

// What a program is called with is seldom the cause of what fails in it.
static bool is_data(const edit_site *s, dbx_span span) {
  bool inside = s->file == s->diag->span.file && edit_function_of(s, s->diag->span);
  const dbx_node *at = inside ? edit_statement_of(s, span) : NULL;
  return at && at->kind == DBX_N_Expr && !edit_function_of(s, span);
}

// Is `[2:]` the place of neighbours, or used elsewhere, itself or as `[:-2]`?
static bool is_known_part(const char *text, const char *sub) {
  dbx_buf other = {0};
  bool known = !strcmp(sub, "[1:]") || !strcmp(sub, "[:-1]") || strstr(text, sub);
  if (!strncmp(sub, "[:-", 3)) dbx_printf(&other, "[%ld:]", strtol(sub + 3, NULL, 10));
  else if (isdigit((unsigned char)sub[1]) && strstr(sub, ":]"))
    dbx_printf(&other, "[:-%ld]", strtol(sub + 1, NULL, 10));
  known |= other.n && strstr(text, dbx_text(&other));
  dbx_buf_free(&other);
  return known;
}

// Is the replacement a part of what was there, `x[:n]` of `x`, beside no other part of that?
static bool cuts(const edit_site *s, dbx_span span, const char *replacement) {
  size_t n = span.end - span.begin;
  dbx_span all = s->diag->span;
  const char *old = s->text + span.begin, *at = replacement + (*replacement == '(');
  if (all.file != s->file || !n || strncmp(at, old, n) != 0) return false;
  const char *sub = at + n + (at != replacement && at[n] == ')'), *colon = strchr(sub, ':');
  if (*sub != '[' || !colon || strchr(sub, 'N') || (colon[1] == ']' && colon[-1] == '['))
    return false;
  if (is_known_part(s->text, sub)) return false;
  uint32_t found = 0;
  for (uint32_t i = all.begin; i + n <= all.end; i++) found += !memcmp(s->text + i, old, n);
  return found < 2;
}

void edit_add(edit_site *s, dbx_span span, const char *replacement, const char *text) {
  dbx_buf b = {0};
  size_t n = strlen(replacement);
  if (span.file != s->file) return;
  bool same = n == span.end - span.begin && !memcmp(s->text + span.begin, replacement, n);
  if (same || known(s->out, span, replacement)) return;
  if (text) dbx_put(&b, text);
  else put_result(s, &b, span, replacement);
  bool last = s->late || is_data(s, span) || (s->tier == EDIT_RULE && cuts(s, span, replacement));
  dbx_push(s->out, ((edit){span, dbx_strdup(replacement), dbx_strdup(dbx_text(&b)), s->out->n,
                           (uint8_t)(last ? EDIT_CUT : s->tier), s->resort, s->meant, s->broad}));
  dbx_buf_free(&b);
}

void edit_addf(edit_site *s, dbx_span span, const char *fmt, ...) {
  char small[512], *text = small;
  va_list ap, again;
  va_start(ap, fmt);
  va_copy(again, ap);
  int n = vsnprintf(small, sizeof small, fmt, ap);
  if (n >= (int)sizeof small) vsnprintf(text = dbx_alloc((size_t)n + 1), (size_t)n + 1, fmt, again);
  edit_add(s, span, text, NULL);
  if (text != small) free(text);
  va_end(again);
  va_end(ap);
}

void edit_whole(edit_site *s, const dbx_node *n) {
  if (n->kind != DBX_N_Constant || n->constant != DBX_C_FLOAT) return;
  double x = n->value->f;
  if (x > -0x1p63 && x < 0x1p63) edit_addf(s, n->span, "%" PRId64, (int64_t)x);
}

bool edit_equal_lengths(const edit_site *s) {
  for (uint32_t i = 0; i < s->diag->n_notes; i++)
    if (s->diag->notes[i].kind == DBX_NOTE_SYMBOLIC) return true;
  return false;
}

void edit_free(edit *e) { free(e->replacement), free(e->text); }

void edits_free(edits *e) {
  for (uint32_t i = 0; i < e->n; i++) edit_free(&e->at[i]);
  dbx_vec_free(e);
}

// ---- what edits ask of the text ----

const char *edit_jnp(void) { return edit_alias("jax.numpy", NULL); }

const char *edit_source(edit_site *s, dbx_buf *b, const dbx_node *n) {
  dbx_clear(b);
  if (n) edit_put_source(s, b, n->span);
  return dbx_text(b);
}

static bool is_atom(const char *s, size_t n) {
  int depth = 0;
  for (size_t i = 0; i < n; i++) {
    bool open = strchr("([{", s[i]), close = strchr(")]}", s[i]);
    depth += open - close;
    if (!depth && !isalnum((unsigned char)s[i]) && !strchr("_.)]}\"'", s[i]) && !(s[i] & 0x80))
      return false;
  }
  return n && !isspace((unsigned char)s[0]) && !(isdigit((unsigned char)s[0]) && strchr(s, '.'));
}

bool edit_is_term(const edit_site *s, dbx_span span) {
  dbx_buf text = {0};
  edit_put_source(s, &text, span);
  bool atom = is_atom(dbx_text(&text), text.n);
  dbx_buf_free(&text);
  return atom;
}

uint32_t edit_indent(const edit_site *s, uint32_t offset) {
  dbx_place p = dbx_source_place(s->file, offset);
  uint32_t n = 0;
  while (n < p.length && (p.text[n] == ' ' || p.text[n] == '\t')) n++;
  return n;
}

const char *edit_callee(const dbx_node *n) {
  if (n->kind == DBX_N_Call) n = n->a;
  assert(n);
  return n->kind == DBX_N_Name || n->kind == DBX_N_Attribute ? dbx_sym_text(n->name) : "";
}

bool edit_calls_one(const dbx_node *n, const char *const *names, size_t n_names) {
  for (size_t i = 0; n && n->kind == DBX_N_Call && i < n_names; i++)
    if (!strcmp(edit_callee(n), names[i])) return true;
  return false;
}

const dbx_node *edit_keyword(const dbx_node *call, const char *name) {
  for (uint32_t i = 0; i < call->more->m.n; i++) {
    const dbx_node *k = call->more->m.at[i];
    if (k->name && !strcmp(dbx_sym_text(k->name), name)) return k;
  }
  return NULL;
}

bool edit_says(const edit_site *s, const char *part) { return strstr(s->diag->message, part); }

dbx_span edit_place(const edit_site *s, uint32_t begin, uint32_t end) {
  return (dbx_span){s->file, begin, end};
}

const dbx_node *edit_decorator(const dbx_node *f, const char *name) {
  for (uint32_t i = 0; f && i < f->more->m.n; i++)
    if (dbx_ends_in(edit_callee(f->more->m.at[i]), name)) return f->more->m.at[i];
  return NULL;
}
