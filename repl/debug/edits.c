// Candidate edits by template (see edits.h): a row says for which code what is replaced by what.
#include "debug/edits.h"

#include "lang/lang.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the text and its tree ----

static void each_child(const dbx_node *n, void (*f)(void *ctx, const dbx_node *n), void *ctx) {
  dbx_children c = {.of = n};
  for (const dbx_node *one; (one = dbx_next_child(&c));) f(ctx, one);
}

void edit_walk(const dbx_node *n, void (*f)(void *ctx, const dbx_node *n), void *ctx) {
  dbx_walk w = {.next = (dbx_node *)n};
  for (const dbx_node *one; (one = dbx_walk_next(&w));) f(ctx, one);
  dbx_walk_free(&w);
}

typedef struct descent {
  edit_site *site;
  const dbx_node *next;
} descent;

// A definition begins with its decorators.
static dbx_span extent(const dbx_node *n) {
  dbx_span span = n->span;
  if (n->kind != DBX_N_FunctionDef && n->kind != DBX_N_ClassDef) return span;
  const dbx_nodes *l = n->kind == DBX_N_FunctionDef ? &n->more->m : &n->more->d;
  if (l->n && l->at[0]->span.begin < span.begin) span.begin = l->at[0]->span.begin;
  return span;
}

static void consider(void *ctx, const dbx_node *n) {
  descent *d = ctx;
  dbx_span at = d->site->diag->span, own = extent(n);
  if (own.file && own.begin <= at.begin && own.end >= at.end) d->next = n;
}

static void find_path(edit_site *s, const dbx_node *root) {
  const dbx_node *n = root;
  for (s->depth = 0; n && s->depth < sizeof s->path / sizeof *s->path;) {
    descent d = {s, NULL};
    s->path[s->depth++] = n;
    each_child(n, consider, &d);
    n = d.next;
  }
}

static const dbx_module *module_of(uint32_t file) {
  for (uint32_t i = lang_now->modules.n; i-- > 0;)
    if (lang_now->modules.at[i]->file == file) return lang_now->modules.at[i];
  return NULL;
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

// ---- edits ----

static bool known(const edits *e, dbx_span span, const char *replacement) {
  for (uint32_t i = 0; i < e->n; i++)
    if (e->at[i].span.begin == span.begin && e->at[i].span.end == span.end &&
        !strcmp(e->at[i].replacement, replacement))
      return true;
  return false;
}

// The error's expression as it is after the edit, if that is one line.
static void put_result(const edit_site *s, dbx_buf *b, dbx_span span, const char *replacement) {
  dbx_span whole = s->diag->span;
  bool inside = span.file == s->file && span.file == whole.file && span.begin >= whole.begin &&
                span.end <= whole.end;
  dbx_place from = dbx_source_place(s->file, span.begin), to = dbx_source_place(s->file, span.end);
  if (!inside) whole = span;
  if (!inside && from.line == to.line && !strchr(replacement, '\n')) { // the line that it is in
    whole.begin = from.start + (uint32_t)strspn(from.text, " \t"),
    whole.end = from.start + from.length;
  }
  dbx_putn(b, s->text + whole.begin, span.begin - whole.begin);
  dbx_put(b, replacement);
  dbx_putn(b, s->text + span.end, whole.end - span.end);
}

void edit_add(edit_site *s, dbx_span span, const char *replacement, const char *text) {
  dbx_buf b = {0};
  size_t n = strlen(replacement);
  if (span.file != s->file) return;
  bool same = n == span.end - span.begin && !memcmp(s->text + span.begin, replacement, n);
  if (same || known(s->out, span, replacement)) return;
  if (text) dbx_put(&b, text);
  else put_result(s, &b, span, replacement);
  dbx_push(s->out,
           ((edit){span, dbx_strdup(replacement), dbx_strdup(dbx_text(&b)), s->out->n, s->resort}));
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

// ---- templates ----

// Target: '0' to '7' an operand, 'E' the error's expression, 'F' what it calls. In the replacement
// $0 to $7, $E and $F are their texts (in parentheses where they need them), $T that of the target,
// $t0 the dtype of an operand as the program writes it, $jnp and $lax the names of the modules.
static const struct row {
  dbx_code code;
  char target;
  bool resort;
  const char *replacement;
} rows[] = {
#define F(code, target, replacement) {DBX_##code, target, false, replacement},
#define L(code, target, replacement) {DBX_##code, target, true, replacement},
#include "debug/edits.def"
#undef F
#undef L
};

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

static void put_term(const edit_site *s, dbx_buf *b, dbx_span span) {
  dbx_buf text = {0};
  edit_put_source(s, &text, span);
  bool atom = is_atom(dbx_text(&text), text.n);
  dbx_printf(b, atom ? "%s" : "(%s)", dbx_text(&text));
  dbx_buf_free(&text);
}

static bool span_of(const edit_site *s, char what, dbx_span *ret) {
  const dbx_node *n = edit_node(s);
  if (isdigit((unsigned char)what)) {
    uint32_t i = (uint32_t)(what - '0');
    if (i >= s->diag->n_operands) return false;
    *ret = s->diag->operands[i].span;
    return ret->file == s->file && ret->end > ret->begin;
  }
  if (what == 'F' && n && n->kind == DBX_N_Call) return *ret = n->a->span, true;
  return *ret = s->diag->span, what == 'E' && n;
}

static bool put_dtype(dbx_buf *b, const char *type) {
  static const char *const names[][2] = {
      {"f64[", "float"}, {"i64[", "int"}, {"bool[", "bool"}, {"c128[", "complex"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(type, names[i][0], strlen(names[i][0]))) return dbx_put(b, names[i][1]), true;
  const char *jnp = edit_alias("jax.numpy", NULL);
  static const struct {
    char letter;
    const char *name;
  } kinds[] = {{'f', "float"}, {'i', "int"}, {'u', "uint"}, {'c', "complex"}};
  for (size_t i = 0; jnp && i < sizeof kinds / sizeof *kinds; i++) {
    if (type[0] != kinds[i].letter) continue;
    dbx_printf(b, "%s.%s%ld", jnp, kinds[i].name, strtol(type + 1, NULL, 10));
    return true;
  }
  return false;
}

// One "$..." of a template; at is behind the "$". Gives what follows it, NULL if it has no value.
static const char *put_variable(const edit_site *s, dbx_buf *b, const char *at, char target) {
  dbx_span span;
  const char *jnp = edit_alias("jax.numpy", NULL), *lax = edit_alias("jax.lax", NULL);
  if (!strncmp(at, "jnp", 3)) return jnp ? dbx_put(b, jnp), at + 3 : NULL;
  if (!strncmp(at, "lax", 3)) return lax ? dbx_put(b, lax), at + 3 : NULL;
  if (*at == 't') {
    uint32_t i = (uint32_t)(at[1] - '0');
    return i < s->diag->n_operands && put_dtype(b, s->diag->operands[i].type) ? at + 2 : NULL;
  }
  if (!span_of(s, *at == 'T' ? target : *at, &span)) return NULL;
  put_term(s, b, span);
  return at + 1;
}

static void apply(edit_site *s, const struct row *r) {
  dbx_buf b = {0};
  dbx_span span;
  const char *at = r->replacement;
  if (!span_of(s, r->target, &span)) return;
  s->resort = r->resort || (edit_equal_lengths(s) && strstr(at, "None"));
  while (at && *at) {
    if (*at == '$') at = put_variable(s, &b, at + 1, r->target);
    else dbx_putc(&b, *at++);
  }
  if (at) edit_add(s, span, dbx_text(&b), NULL);
  s->resort = false;
  dbx_buf_free(&b);
}

static void special_edits(edit_site *s) {
  edits_of_meaning(s);
  edits_of_names(s);
  edits_of_control(s);
  edits_of_python(s);
  edits_of_shapes(s);
}

static void template_edits(edit_site *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].code == s->diag->code) apply(s, &rows[i]);
}

// Is the text another one that the operands or the failing call's function are in?
static bool is_concerned(const edit_site *s, const dbx_module *m) {
  const dbx_node *n = s->failing;
  for (uint32_t i = 0; i < s->diag->n_operands; i++)
    if (s->diag->operands[i].span.file == m->file) return true;
  for (uint32_t i = 0; i < s->diag->n_births; i++)
    if (s->diag->births[i].span.file == m->file) return true;
  for (uint32_t i = 0; n && n->kind == DBX_N_Call && n->a->kind == DBX_N_Name && i < m->root->l.n;
       i++)
    if (m->root->l.at[i]->kind == DBX_N_FunctionDef && m->root->l.at[i]->name == n->a->name)
      return true;
  return false;
}

// Edits of earlier lines at the prompt.
static void edits_elsewhere(edit_site *s, void (*add)(edit_site *s)) {
  uint32_t home = s->file;
  size_t n;
  dbx_map seen = {0};
  for (uint32_t i = lang_now->modules.n; i-- > 0;) {
    const dbx_module *m = lang_now->modules.at[i];
    if (dbx_map_find(&seen, m->file)) continue; // the newest of a text counts
    dbx_map_put(&seen, m->file, 1);
    if (m->file == home || !is_concerned(s, m)) continue;
    s->file = m->file, s->root = m->root, s->text = dbx_source_text(m->file, &n);
    s->depth = 0;
    add(s);
  }
  dbx_map_free(&seen);
}

static void edits_everywhere(edit_site s, void (*add)(edit_site *s)) {
  add(&s);
  edits_elsewhere(&s, add);
}

static bool is_unread(const dbx_diag *d) { return !strncmp(dbx_code_name(d->code), "E1", 2); }

void edits_for(const dbx_diag *d, edits *ret) {
  const dbx_module *m = module_of(d->span.file);
  size_t n;
  edit_site s = {.diag = d, .file = d->span.file, .out = ret};
  s.text = dbx_source_text(s.file, &n);
  if (d->span.end > n) return;
  if (is_unread(d)) edits_of_unread(&s);
  if (!m || is_unread(d)) return;
  s.root = m->root;
  find_path(&s, m->root);
  s.failing = edit_node(&s);
  edits_everywhere(s, special_edits);
  edits_everywhere(s, template_edits);
  edits_everywhere(s, edits_of_shapes_last);
}

// ---- what edits ask of the text ----

const char *edit_jnp(void) { return edit_alias("jax.numpy", NULL); }

const char *edit_source(edit_site *s, dbx_buf *b, const dbx_node *n) {
  dbx_clear(b);
  if (n) edit_put_source(s, b, n->span);
  return dbx_text(b);
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

const dbx_node *edit_decorator(const dbx_node *f, const char *name) {
  for (uint32_t i = 0; f && i < f->more->m.n; i++)
    if (dbx_ends_in(edit_callee(f->more->m.at[i]), name)) return f->more->m.at[i];
  return NULL;
}
