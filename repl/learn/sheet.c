// Splitting worksheets into blocks (see sheet.h).
#include "learn/sheet.h"

#include <ctype.h>
#include <string.h>

// ---- lines ----

typedef struct text {
  const char *all, *at;
  uint32_t line; // of `at`, from 1
} text;

typedef struct line {
  const char *at;
  size_t n;
} line;

static line peek(const text *t) { return (line){t->at, strcspn(t->at, "\n")}; }
static void advance(text *t) {
  t->at += strcspn(t->at, "\n");
  if (*t->at) t->at++;
  t->line++;
}

static size_t indentation(line l) {
  size_t n = 0;
  while (n < l.n && l.at[n] == ' ') n++;
  return n;
}

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool sheet_prompt(const char *s, size_t n, const char **typed, size_t *typed_n) {
  size_t i = 0;
  if (n >= 3 && !memcmp(s, "...", 3)) {
    i = 3;
  } else {
    while (i < n && (is_name_char(s[i]) || (i && (s[i] == ',' || s[i] == ' ')))) i++;
    if (i && s[i - 1] != ' ') return false;
    if (n - i < 3 || memcmp(s + i, ">>>", 3)) return false;
    i += 3;
  }
  if (i < n && s[i] != ' ') return false;
  if (i < n) i++;
  *typed = s + i, *typed_n = n - i;
  return true;
}

// ---- fences ----

typedef struct fence {
  char mark;
  size_t length, indent;
  char words[3][32]; // of the info string
} fence;

static bool opens(line l, fence *f) {
  memset(f, 0, sizeof *f);
  f->indent = indentation(l);
  const char *s = l.at + f->indent, *end = l.at + l.n;
  f->mark = s < end ? *s : 0;
  if (f->mark != '`' && f->mark != '~') return false;
  while (s < end && *s == f->mark) s++, f->length++;
  if (f->length < 3 || memchr(s, '`', (size_t)(end - s))) return false;
  for (int w = 0; w < 3; w++) {
    while (s < end && *s == ' ') s++;
    for (size_t i = 0; s < end && *s != ' '; s++)
      if (i + 1 < sizeof f->words[w]) f->words[w][i++] = *s;
  }
  return true;
}

static bool closes(line l, const fence *f) {
  size_t i = indentation(l), marks = 0;
  while (i < l.n && l.at[i] == f->mark) i++, marks++;
  while (i < l.n && isspace((unsigned char)l.at[i])) i++;
  return marks >= f->length && i == l.n;
}

// The content of the fence whose first line is next; *from, *to: its place.
static void content(text *t, const fence *f, dbx_buf *ret, size_t *from, size_t *to) {
  *from = (size_t)(t->at - t->all);
  for (; *t->at && !closes(peek(t), f); advance(t)) {
    line l = peek(t);
    size_t skip = indentation(l);
    if (skip > f->indent) skip = f->indent;
    dbx_putn(ret, l.at + skip, l.n - skip);
    dbx_putc(ret, '\n');
  }
  *to = (size_t)(t->at - t->all);
  if (*t->at) advance(t);
}

static bool is(const char *word, const char *names) {
  size_t n = strlen(word);
  for (const char *at = names; n && (at = strstr(at, word)); at += n)
    if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

// ---- blocks ----

static bool is_session(const dbx_buf *b) {
  const char *s = dbx_text(b), *typed;
  size_t n;
  s += strspn(s, "\n");
  return sheet_prompt(s, strcspn(s, "\n"), &typed, &n) && *s != '.';
}

static void indent_of(dbx_buf *prefix, const fence *f) { dbx_pad(prefix, (int)f->indent); }

static sheet_block *add(sheet *s, sheet_kind kind, uint32_t at) {
  dbx_push(&s->blocks, ((sheet_block){.kind = kind, .line = at}));
  return &s->blocks.at[s->blocks.n - 1];
}

// Its text is also what is expected.
static void expect_itself(sheet_block *b, const fence *f, size_t from, size_t to) {
  b->expects = true;
  b->expected_line = b->line;
  dbx_putn(&b->expected, dbx_text(&b->text), b->text.n);
  b->from = from, b->to = to;
  indent_of(&b->prefix, f);
}

static void take_program(sheet *s, text *t, const fence *f) {
  size_t from, to;
  sheet_block *b = add(s, SHEET_PROGRAM, t->line);
  content(t, f, &b->text, &from, &to);
  b->fresh = is("new", f->words[1]);
  if (strchr(f->words[1], '.')) {
    b->kind = SHEET_FILE;
    dbx_put(&b->file, f->words[1]);
  } else if (is_session(&b->text)) {
    b->kind = SHEET_SESSION;
    expect_itself(b, f, from, to);
  }
}

static void take_console(sheet *s, text *t, const fence *f) {
  size_t from, to;
  sheet_block *b = add(s, SHEET_CONSOLE, t->line);
  content(t, f, &b->text, &from, &to);
  expect_itself(b, f, from, to);
}

// `after`: the block that ended right before this one, NULL if other text stands between.
static void take_output(sheet *s, text *t, const fence *f, bool follows) {
  sheet_block *last = s->blocks.n ? &s->blocks.at[s->blocks.n - 1] : NULL;
  bool taken = follows && last && last->kind == SHEET_PROGRAM && !last->expects;
  if (!taken && is(f->words[0], "text")) {
    dbx_buf nothing = {0};
    size_t from, to;
    content(t, f, &nothing, &from, &to);
    dbx_buf_free(&nothing);
    return;
  }
  if (!taken) {
    last = add(s, SHEET_PROSE, t->line - 1);
    last->wrong = "this output does not follow a program";
  }
  last->expects = true;
  last->expected_line = t->line;
  content(t, f, &last->expected, &last->from, &last->to);
  indent_of(&last->prefix, f);
}

static void skip_fence(text *t, const fence *f) {
  dbx_buf nothing = {0};
  size_t from, to;
  content(t, f, &nothing, &from, &to);
  dbx_buf_free(&nothing);
}

static bool is_file(const fence *f) { return strchr(f->words[1], '.') && *f->words[0]; }

static void take_file(sheet *s, text *t, const fence *f) {
  size_t from, to;
  sheet_block *b = add(s, SHEET_FILE, t->line);
  content(t, f, &b->text, &from, &to);
  dbx_put(&b->file, f->words[1]);
}

void sheet_read(sheet *s, const char *all) {
  text t = {all, all, 1};
  bool follows = false; // nothing but blank lines since the last block
  fence f;
  while (*t.at) {
    line l = peek(&t);
    if (!opens(l, &f)) {
      size_t n = indentation(l);
      if (n < l.n && strncmp(l.at + n, "-->", 3) != 0) follows = false;
      advance(&t);
      continue;
    }
    advance(&t);
    if (is(f.words[0], "python py pycon")) take_program(s, &t, &f), follows = true;
    else if (is(f.words[0], "output result text")) take_output(s, &t, &f, follows), follows = false;
    else if (is(f.words[0], "console")) take_console(s, &t, &f), follows = false;
    else if (is_file(&f)) take_file(s, &t, &f), follows = false;
    else skip_fence(&t, &f), follows = false;
  }
}

bool sheet_is_markdown(const char *path) {
  size_t n = strlen(path);
  return n > 3 && !strcmp(path + n - 3, ".md");
}

// ---- Python ----

static bool is_expectation(line l) { return l.n >= 2 && !memcmp(l.at, "#>", 2); }

bool sheet_has_expectations(const char *all) {
  text t = {all, all, 1};
  for (; *t.at; advance(&t))
    if (is_expectation(peek(&t))) return true;
  return false;
}

void sheet_read_python(sheet *s, const char *all) {
  text t = {all, all, 1};
  while (*t.at) {
    if (!is_expectation(peek(&t))) {
      advance(&t);
      continue;
    }
    sheet_block *b = add(s, SHEET_PROGRAM, t.line);
    b->expects = true;
    b->expected_line = t.line;
    b->from = (size_t)(t.at - all);
    dbx_put(&b->prefix, "#> ");
    for (; *t.at && is_expectation(peek(&t)); advance(&t)) {
      line l = peek(&t);
      size_t skip = l.n > 2 && l.at[2] == ' ' ? 3 : 2;
      dbx_putn(&b->expected, l.at + skip, l.n - skip);
      dbx_putc(&b->expected, '\n');
    }
    b->to = (size_t)(t.at - all);
  }
}

void sheet_free(sheet *s) {
  for (uint32_t i = 0; i < s->blocks.n; i++) {
    sheet_block *b = &s->blocks.at[i];
    dbx_buf_free(&b->text), dbx_buf_free(&b->file), dbx_buf_free(&b->expected);
    dbx_buf_free(&b->prefix);
  }
  dbx_vec_free(&s->blocks);
}
