// When a statement is complete (see reader.h). The parser decides; at a terminal a block goes on
// until an empty line, in a pipe until a line that does not belong to it.
#include "cmd/prompt/reader.h"
#include "cmd/prompt/state.h"

#include "cmd/session/journal.h"

#include "edit/edit.h"
#include "ir/jaxpr.h"
#include "read/read.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_blank(const char *s) { return strspn(s, " \t\r\f\n") == strlen(s); }
static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }
static bool is_command(const char *s) { return *s == ':' || *s == '?'; }
static bool is_empty_line(const char *s) {
  return is_blank(s) || starts(s + strspn(s, " \t"), "#");
}

static void put_line(dbx_buf *b, const char *line) {
  size_t n = strlen(line);
  while (n && (line[n - 1] == '\r' || line[n - 1] == '\n')) n--;
  dbx_putn(b, line, n);
  dbx_putc(b, '\n');
}

// ---- transcripts ----

static bool has_prompt(const char *line) {
  return starts(line, ">>> ") || starts(line, "... ") || !strcmp(line, ">>>") ||
         !strcmp(line, "...");
}
static const char *without_prompt(const char *line) {
  return has_prompt(line) ? line + (line[3] ? 4 : 3) : line;
}

static char *next_of(char **at) {
  char *line = *at, *nl = strchr(line, '\n');
  if (nl) *nl = 0;
  *at = nl ? nl + 1 : line + strlen(line);
  return line;
}

// A pasted block. In a transcript what stands without a prompt is output; a new prompt ends a
// block.
static void put_pasted(dbx_buf *b, char *block) {
  bool transcript = starts(block + strspn(block, " \n"), ">>> ");
  while (*block) {
    char *line = next_of(&block);
    if (transcript && !has_prompt(line)) continue;
    put_line(b, transcript ? without_prompt(line) : line);
  }
}

// ---- at a terminal ----

// Is the line after which the user pressed return on an empty one the head of a block?
static bool ends_in_colon(const dbx_buf *text) {
  const char *s = dbx_text(text);
  size_t n = text->n;
  while (n && isspace((unsigned char)s[n - 1])) n--;
  return n && s[n - 1] == ':';
}

// An empty line also ends a Jaxpr that will not become complete.
static bool ends_statement(const dbx_buf *text) {
  return ends_in_colon(text) || dbx_is_jaxpr_text(dbx_text(text), text->n);
}

static bool wants_more(read_text *t, bool blank) {
  text_state s = text_look(t);
  if (s == TEXT_BLOCK) return !blank && !t->pasted;
  return s == TEXT_INCOMPLETE && !(blank && ends_statement(&t->text));
}

static void take_line(read_text *t, char *line) {
  text_changed(t);
  if (strchr(line, '\n')) {
    t->pasted = true;
    put_pasted(&t->text, line);
  } else {
    put_line(&t->text, t->text.n || starts(line, ">>> ") ? without_prompt(line) : line);
  }
}

read_hooks *read_hooked(void) { return &prompt_now->hooks; }

static void cut(read_text *t, uint32_t n) {
  text_changed(t);
  t->text.n = n;
  if (t->text.at) t->text.at[n] = 0;
}

// A line of a statement that goes on was typed; true: it counts.
static bool accepted(read_text *t, uint32_t before) {
  if (t->pasted || !prompt_now->hooks.watch || prompt_now->hooks.watch(t)) return true;
  cut(t, before);
  return false;
}

static void drop_last_line(read_text *t) {
  uint32_t n = (uint32_t)t->text.n;
  if (n) n--;
  while (n && t->text.at[n - 1] != '\n') n--;
  cut(t, n);
}

static bool closes(read_text *t) {
  if (t->pasted || !prompt_now->hooks.close || !starts(dbx_text(&t->text), "with ")) return true;
  return prompt_now->hooks.close(t);
}

// Inside of `with ...:` a line that begins with a colon is a command, as at the prompt.
static bool command_inside(read_text *t, const char *line) {
  line += strspn(line, " \t");
  if (line[0] != ':' || !isalpha((unsigned char)line[1]) || !t->text.n) return false;
  if (!starts(dbx_text(&t->text), "with ") || text_look(t) == TEXT_INCOMPLETE) return false;
  size_t n = strcspn(line, " ");
  if (n == 5 && !strncmp(line, ":undo", n)) drop_last_line(t);
  else if (n == 6 && !strncmp(line, ":abort", n)) text_free(t);
  else if (prompt_now->hooks.command) prompt_now->hooks.command(line, t);
  return true;
}

// `:open for_loop(0, 3, 1)(x) as (i, x)` is the head of a block, `:close` the empty line that ends
// it.
static char *block_word(const read_text *t, char *line) {
  const char *s = line + strspn(line, " \t");
  dbx_buf b = {0};
  if (!t->text.n && starts(s, ":open ")) {
    dbx_printf(&b, "with %s", s + 6);
    while (b.n && isspace((unsigned char)b.at[b.n - 1])) b.at[--b.n] = 0;
    if (b.at[b.n - 1] != ':') dbx_putc(&b, ':');
  } else if (!starts(dbx_text(&t->text), "with ") || strncmp(s, ":close", 6) || !is_blank(s + 6)) {
    return line;
  }
  free(line);
  line = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return line;
}

read_result read_typed(void (*prompt)(dbx_buf *b), read_text *ret) {
  read_text t = {0};
  dbx_buf p = {0};
  prompt(&p);
  for (;;) {
    char *line = NULL;
    journal_typing(&t.text);
    edit_result r = prompt_now->hooks.line(t.text.n ? "... " : dbx_text(&p), &line);
    if (r == EDIT_LINE) {
      line = block_word(&t, line);
      bool blank = is_blank(line), jaxpr = dbx_is_jaxpr_text(dbx_text(&t.text), t.text.n);
      if (jaxpr) blank = !*line; // a Jaxpr without equations has a line of blanks
      if (prompt_now->hooks.line == edit_read) edit_remember(line);
      if (command_inside(&t, line)) {
        free(line);
        continue;
      }
      uint32_t before = (uint32_t)t.text.n;
      if (t.text.n || !blank) take_line(&t, line);
      free(line);
      if (t.text.n && !is_command(dbx_text(&t.text)) && wants_more(&t, blank)) {
        (void)accepted(&t, before);
        continue;
      }
      if (blank && !closes(&t)) {
        drop_last_line(&t);
        continue;
      }
    } else if (r == EDIT_INTERRUPT || !t.text.n || edit_ended_by) {
      text_free(&t), dbx_buf_free(&p);
      return r == EDIT_INTERRUPT ? READ_INTERRUPT : READ_END;
    }
    dbx_buf_free(&p);
    *ret = t;
    return READ_TEXT;
  }
}

// ---- from a pipe ----

static void advance(void) {
  ssize_t n = getline(&prompt_now->input.at, &prompt_now->input.cap, stdin);
  prompt_now->input.started = true;
  prompt_now->input.number++;
  if (n < 0) {
    free(prompt_now->input.at);
    prompt_now->input.at = NULL;
  } else {
    for (char *s = prompt_now->input.at; s < prompt_now->input.at + n; s++)
      if (!*s) *s = '\x01'; // no character of the language: reported in its place
    if (n && prompt_now->input.at[n - 1] == '\n') prompt_now->input.at[n - 1] = 0;
  }
}

// The line without a transcript's prompt; NULL if it is a transcript's output.
static const char *content(void) {
  if (!prompt_now->input.transcript) return prompt_now->input.at;
  return has_prompt(prompt_now->input.at) ? without_prompt(prompt_now->input.at) : NULL;
}

// May the line follow in the block that is being read?
static bool belongs(const char *line) {
  static const char *const words[] = {"else", "elif", "except", "finally", ")", "]", "}"};
  if (is_blank(line) || line[0] == ' ' || line[0] == '\t' || line[0] == '#') return true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    // NOLINTNEXTLINE(clang-analyzer-security.ArrayBound) the table of isalnum has every character
    if (starts(line, words[i]) && !isalnum((unsigned char)line[strlen(words[i])])) return true;
  return false;
}

static bool opens_block(const char *line) {
  static const char *const words[] = {"def", "class", "if", "for", "while", "with", "try", "async"};
  if (line[0] == '@') return true;
  size_t n = strlen(line); // match may be a name as well
  if (starts(line, "match") && strchr(" (", line[strlen("match")]) && line[n - 1] == ':')
    return true;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (starts(line, words[i]) && strchr(" :(", line[strlen(words[i])])) return true;
  return false;
}

static void read_block(read_text *t) {
  while (prompt_now->input.at) {
    const char *line = content();
    if (prompt_now->input.transcript && starts(prompt_now->input.at, ">>>")) return;
    if (line && !belongs(line) && text_look(t) != TEXT_INCOMPLETE) return;
    if (line) text_changed(t), put_line(&t->text, line);
    advance();
  }
}

read_result read_piped(read_text *ret) {
  const char *line;
  if (!prompt_now->input.started) advance();
  while (prompt_now->input.at) {
    if (starts(prompt_now->input.at, ">>> ")) prompt_now->input.transcript = true;
    if ((line = content()) && !is_empty_line(line)) break;
    advance();
  }
  if (!prompt_now->input.at) return READ_END;
  read_text t = {.line = prompt_now->input.number};
  put_line(&t.text, line);
  bool block = opens_block(line), command = is_command(line);
  advance();
  if (block) read_block(&t);
  else
    while (!command && prompt_now->input.at && text_look(&t) == TEXT_INCOMPLETE) {
      if ((line = content())) text_changed(&t), put_line(&t.text, line);
      advance();
    }
  *ret = t;
  return READ_TEXT;
}

void read_stop(void) {
  free(prompt_now->input.at);
  prompt_now->input.at = NULL;
}
