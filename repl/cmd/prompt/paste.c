// See paste.h.
#include "cmd/prompt/paste.h"

#include "cmd/session/typed.h"

#include <ctype.h>
#include <string.h>

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }
static bool is_blank(const char *s) { return strspn(s, " \t\r\f\n") == strlen(s); }

// ---- prompts ----

// Bytes of a prompt that begins a statement (`>>> `, `n, y >>> `, `In [3]: `); 0: there is none.
static size_t first_prompt(const char *s) {
  size_t n = 0, digits;
  if (starts(s, "In [") && (digits = strspn(s + 4, "0123456789")) && starts(s + 4 + digits, "]:"))
    return n = 4 + digits + 2, n + (s[n] == ' ');
  while (isalpha((unsigned char)s[n]) || s[n] == '_') {
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    if (starts(s + n, ", ")) n += 2;
    else if (s[n] == ' ' && s[n + 1] == '>') n++;
    else return 0;
  }
  if (!starts(s + n, ">>>") || (s[n + 3] && s[n + 3] != ' ')) return 0;
  return n + 3 + (s[n + 3] == ' ');
}

// The same of a line that goes on (`... `, `   ...: `).
static size_t next_prompt(const char *s) {
  size_t n = strspn(s, " ");
  if (!starts(s + n, "...")) return 0;
  if (s[n + 3] == ':') return n + 4 + (s[n + 4] == ' ');
  return n || (s[3] && s[3] != ' ') ? 0 : 3 + (s[3] == ' ');
}

const char *paste_without_prompt(const char *line) {
  size_t n = first_prompt(line);
  return line + (n ? n : next_prompt(line));
}

static const char *first_line(const char *text) {
  for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
    size_t n = strspn(text, " \t\r\f");
    if (text + n != end && !starts(text + n, "```")) break;
  }
  return text;
}

bool paste_begins_transcript(const char *text) {
  const char *line = first_line(text);
  return first_prompt(line + strspn(line, " \t")) > 0;
}

// ---- lines ----

typedef dbx_vec(char *) line_list;

// Without what ends them, and without the blanks that the first one begins with.
static void get_lines(const char *text, line_list *ret) {
  const char *first = first_line(text);
  size_t common = strspn(first, " \t");
  while (*text) {
    size_t n = strcspn(text, "\n\r"), skip = 0;
    while (skip < common && skip < n && text[skip] == first[skip]) skip++;
    char *line = dbx_alloc(n - skip + 1);
    memcpy(line, text + skip, n - skip);
    if (starts(line, "```")) free(line);
    else dbx_push(ret, line);
    text += n;
    text += *text == '\r' && text[1] == '\n' ? 2 : *text != 0;
  }
}

static void put_line(dbx_buf *b, const char *line) { dbx_printf(b, "%s\n", line); }

static void add(paste *p, dbx_buf *b) { // without empty lines at its end
  while (b->n > 1 && b->at[b->n - 1] == '\n' && b->at[b->n - 2] == '\n') b->at[--b->n] = 0;
  if (b->n) dbx_push(&p->texts, dbx_strdup(dbx_text(b)));
  dbx_clear(b);
}

static void split_transcript(const line_list *l, paste *p) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < l->n; i++) {
    const char *line = l->at[i];
    size_t first = first_prompt(line), next = first ? 0 : next_prompt(line);
    if (first) add(p, &b);
    if (first ? !is_blank(line + first) : next && b.n) put_line(&b, line + first + next);
  }
  add(p, &b);
  dbx_buf_free(&b);
}

bool paste_belongs(const char *line) {
  static const char *const words[] = {"else", "elif", "except", "finally", ")", "]", "}"};
  if (is_blank(line) || line[0] == ' ' || line[0] == '\t' || line[0] == '#') return true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound) the table of isalnum has every character
    if (starts(line, words[i]) && !isalnum((unsigned char)line[strlen(words[i])])) return true;
  return false;
}

bool paste_is_command(const char *line) { return *line == ':' || *line == '?'; }

bool paste_opens_block(const char *line) {
  static const char *const words[] = {"def", "class", "if", "for", "while", "with", "try", "async"};
  if (line[0] == '@') return true;
  size_t n = strlen(line); // match may be a name as well
  if (starts(line, "match") && strchr(" (", line[strlen("match")]) && line[n - 1] == ':')
    return true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (starts(line, words[i]) && strchr(" :(", line[strlen(words[i])])) return true;
  return false;
}

// Lines from i on that are one statement; gives the one behind it.
static uint32_t one_statement(const line_list *l, uint32_t i, dbx_buf *ret) {
  read_text t = {0};
  bool block = paste_opens_block(l->at[i]), command = paste_is_command(l->at[i]);
  put_line(&t.text, l->at[i++]);
  for (; i < l->n && !command; i++) {
    bool may_end = !block || !paste_belongs(l->at[i]);
    if (may_end && text_look(&t) != TEXT_INCOMPLETE) break;
    text_changed(&t);
    put_line(&t.text, l->at[i]);
  }
  dbx_put(ret, dbx_text(&t.text));
  text_free(&t);
  return i;
}

static void split_code(const line_list *l, paste *p) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < l->n;) {
    const char *s = l->at[i] + strspn(l->at[i], " \t\f");
    if (!*s || *s == '#') i++;
    else i = one_statement(l, i, &b), add(p, &b);
  }
  dbx_buf_free(&b);
}

void paste_split(const char *text, paste *ret) {
  line_list l = {0};
  *ret = (paste){.transcript = paste_begins_transcript(text)};
  get_lines(text, &l);
  if (ret->transcript) split_transcript(&l, ret);
  else split_code(&l, ret);
  for (uint32_t i = 0; i < l.n; i++) free(l.at[i]);
  dbx_vec_free(&l);
}

void paste_free(paste *p) {
  for (uint32_t i = 0; i < p->texts.n; i++) free(p->texts.at[i]);
  dbx_vec_free(&p->texts);
}
