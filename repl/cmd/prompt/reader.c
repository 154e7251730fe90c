// When a statement is complete (see reader.h). The parser decides; at a terminal a block goes on
// until an empty line, in a pipe until a line that does not belong to it.
#include "cmd/prompt/reader.h"
#include "cmd/prompt/state.h"

#include "cmd/host/host.h"
#include "cmd/prompt/paint.h"
#include "cmd/prompt/paste.h"
#include "cmd/session/journal.h"
#include "cmd/session/program.h"

#include "edit/edit.h"
#include "ir/jaxpr.h"
#include "read/read.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_blank(const char *s) { return strspn(s, " \t\r\f\n") == strlen(s); }
static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }
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

static bool has_prompt(const char *line) { return paste_without_prompt(line) != line; }

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
  if (s == TEXT_BLOCK) return !blank;
  return s == TEXT_INCOMPLETE && !(blank && ends_statement(&t->text));
}

static void take_line(read_text *t, const char *line) {
  text_changed(t);
  if (!t->text.n) line += strspn(line, " \t");
  put_line(&t->text, paste_without_prompt(line));
}

read_hooks *read_hooked(void) { return &prompt_now->hooks; }

static void cut(read_text *t, uint32_t n) {
  text_changed(t);
  t->text.n = n;
  if (t->text.at) t->text.at[n] = 0;
}

// A line of a statement that goes on was typed; true: it counts.
static bool accepted(read_text *t, uint32_t before) {
  if (!prompt_now->hooks.watch || prompt_now->hooks.watch(t)) return true;
  cut(t, before);
  return false;
}

static void drop_last_line(read_text *t) {
  uint32_t n = (uint32_t)t->text.n;
  if (n) n--;
  while (n && t->text.at[n - 1] != '\n') n--;
  cut(t, n);
}

// As many as the text says, else one; without its head the block is dropped.
static void drop_lines(read_text *t, const char *how_many) {
  unsigned long n = how_many[strspn(how_many, " ")] ? strtoul(how_many, NULL, 10) : 1;
  while (n-- && memchr(dbx_text(&t->text), '\n', t->text.n)) drop_last_line(t);
}

static bool closes(read_text *t) {
  if (!prompt_now->hooks.close || !starts(dbx_text(&t->text), "with ")) return true;
  return prompt_now->hooks.close(t);
}

// Not in brackets, and not in a string.
static bool is_between_lines(read_text *t) {
  enum { DEEP = 200 }; // columns
  read_text body = {0};
  if (text_look(t) != TEXT_INCOMPLETE) return true;
  dbx_put(&body.text, dbx_text(&t->text));
  dbx_pad(&body.text, DEEP);
  dbx_put(&body.text, "pass\n");
  bool between = text_look(&body) != TEXT_INCOMPLETE;
  text_free(&body);
  return between;
}

// Inside of `with ...:` a line that begins with a colon is a command, as at the prompt.
static bool command_inside(read_text *t, const char *line) {
  line += strspn(line, " \t");
  if (line[0] != ':' || !isalpha((unsigned char)line[1]) || !t->text.n) return false;
  if (!starts(dbx_text(&t->text), "with ") || !is_between_lines(t)) return false;
  size_t n = strcspn(line, " ");
  if (n == 5 && !strncmp(line, ":undo", n)) drop_lines(t, line + n);
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

// ---- several lines at once ----

// A block of a program that is open is traced line by line.
static bool is_watched(const char *text) {
  return program_now() == PROGRAM_OPEN && starts(text, "with ");
}

static bool is_shown_again(const paste *p) {
  return p->transcript || p->texts.n != 1 || is_watched(p->texts.at[0]);
}

static void drop_paste(void) {
  paste_free(&prompt_now->pasted.texts);
  prompt_now->pasted.next = prompt_now->pasted.line = 0;
}

static bool paste_is_left(void) {
  return prompt_now->pasted.next < prompt_now->pasted.texts.texts.n;
}

// Behind an error the rest would be run in a state that it was not written for; a transcript may
// show errors.
static void stop_at_error(void) {
  struct pasted_text *p = &prompt_now->pasted;
  if (!paste_is_left() || p->line || !p->next || host_error() < 0) return;
  if (p->texts.transcript && !dbx_is_interrupt(host_error())) return host_forget_error();
  dbx_buf rest = {0};
  uint32_t n = p->texts.texts.n - p->next;
  for (uint32_t i = p->next; i < p->texts.texts.n; i++) dbx_put(&rest, p->texts.texts.at[i]);
  while (rest.n && rest.at[rest.n - 1] == '\n') rest.at[--rest.n] = 0;
  if (prompt_now->hooks.line == edit_read) edit_remember(dbx_text(&rest));
  say_to(stdout, "%u statement%s pasted behind it did not run; the up arrow brings %s back\n", n,
         n == 1 ? "" : "s", n == 1 ? "it" : "them");
  dbx_buf_free(&rest);
  drop_paste();
}

// The next line of it, as if it was typed; *last: the empty one that ends its statement.
static char *pasted_line(read_text *t, const char *prompt, bool *last) {
  struct pasted_text *p = &prompt_now->pasted;
  const char *text = p->texts.texts.at[p->next] + p->line;
  while (*text == '\n' && is_between_lines(t)) text++, p->line++;
  size_t n = strcspn(text, "\n");
  char *line = strndup(text, n);
  *last = !*text;
  if (p->shown && (!*last || t->text.n)) say_line(stdout, "%s%s\n", prompt, line);
  p->line += (uint32_t)n + 1;
  if (*last) p->line = 0, p->next++;
  return line;
}

// The end of a statement that needs no empty line.
static void end_pasted(void) {
  struct pasted_text *p = &prompt_now->pasted;
  if (paste_is_left() && p->line && !p->texts.texts.at[p->next][p->line]) p->line = 0, p->next++;
}

static void take_paste(read_text *t, const char *text) {
  drop_paste();
  paste_split(text, &prompt_now->pasted.texts);
  prompt_now->pasted.shown = is_shown_again(&prompt_now->pasted.texts) || t->text.n;
  host_forget_error();
}

void read_given(const char *text) {
  read_text none = {0};
  take_paste(&none, text);
  prompt_now->pasted.shown = true;
}

// ---- a line ----

static bool last_line_is_blank(const char *text) {
  const char *nl = strrchr(text, '\n');
  return is_blank(nl ? nl + 1 : text);
}

static edit_verdict verdict(const paste *p, const char *text, int next) {
  if (p->transcript) return next > 0 ? EDIT_MORE : EDIT_REPLACE;
  if (!p->texts.n) return EDIT_DONE;
  const char *s = p->texts.at[p->texts.n - 1];
  if (p->texts.n == 1 && (paste_is_command(s) || is_watched(s)))
    return strchr(text, '\n') ? EDIT_REPLACE : EDIT_DONE;
  read_text t = {0};
  dbx_put(&t.text, s);
  bool blank = last_line_is_blank(text);
  bool goes_on = blank && next > 0 && strchr(" \t\r\n", next);
  bool more = wants_more(&t, (blank && !goes_on) || next < 0);
  text_free(&t);
  if (more) return EDIT_MORE;
  return is_shown_again(p) ? EDIT_REPLACE : EDIT_DONE;
}

static edit_verdict ended(const char *text, int next) {
  paste p;
  paste_split(text, &p);
  edit_verdict v = verdict(&p, text, next);
  paste_free(&p);
  return v;
}

static edit_result next_line(const read_text *t, const char *prompt, char **ret) {
  static const edit_hooks plain[] = {{ended, NULL}, {NULL, NULL}};
  static const edit_hooks painted[] = {{ended, paint_text}, {NULL, paint_text}};
  const edit_hooks *hooks = host_color(STDOUT_FILENO) ? painted : plain;
  journal_typing(&t->text);
  if (prompt_now->hooks.line == edit_read) edit_block(&hooks[t->text.n > 0], dbx_text(&t->text));
  return prompt_now->hooks.line(prompt, ret);
}

static void remember(const read_text *t) {
  size_t n = t->text.n;
  if (prompt_now->hooks.line != edit_read) return;
  while (n && isspace((unsigned char)t->text.at[n - 1])) n--;
  char *text = strndup(dbx_text(&t->text), n);
  edit_remember(text);
  free(text);
}

// True: the statement is complete.
static bool take(read_text *t, char *line, bool last, bool fed) {
  bool blank = fed ? last : is_blank(line);
  if (dbx_is_jaxpr_text(dbx_text(&t->text), t->text.n))
    blank = fed ? last : !*line; // a Jaxpr without equations has a line of blanks
  if (command_inside(t, line)) return false;
  uint32_t before = (uint32_t)t->text.n;
  if (t->text.n || !blank) take_line(t, line);
  if (t->text.n && !paste_is_command(dbx_text(&t->text)) && wants_more(t, blank)) {
    (void)accepted(t, before);
    return false;
  }
  if (blank && !closes(t)) {
    drop_last_line(t);
    return false;
  }
  return true;
}

read_result read_typed(void (*prompt)(dbx_buf *b), read_text *ret) {
  read_text t = {0};
  dbx_buf p = {0};
  prompt(&p);
  stop_at_error();
  for (;;) {
    char *line = NULL;
    bool fed = paste_is_left(), last = false;
    const char *shown = t.text.n ? "... " : dbx_text(&p);
    edit_result r = EDIT_LINE;
    if (fed) line = pasted_line(&t, shown, &last);
    else r = next_line(&t, shown, &line);
    if (r == EDIT_LINE && !fed && strchr(line, '\n')) {
      take_paste(&t, line);
      free(line);
      continue;
    }
    if (r == EDIT_LINE) {
      line = block_word(&t, line);
      bool complete = take(&t, line, last, fed);
      free(line);
      if (!complete) continue;
      end_pasted();
      remember(&t);
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
  return has_prompt(prompt_now->input.at) ? paste_without_prompt(prompt_now->input.at) : NULL;
}

static void read_block(read_text *t) {
  while (prompt_now->input.at) {
    const char *line = content();
    if (prompt_now->input.transcript && starts(prompt_now->input.at, ">>>")) return;
    if (line && !paste_belongs(line) && text_look(t) != TEXT_INCOMPLETE) return;
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
  bool block = paste_opens_block(line), command = paste_is_command(line);
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

bool read_piped_enter(void) {
  if (!prompt_now->input.at || *prompt_now->input.at) return false;
  return advance(), true;
}

void read_stop(void) {
  free(prompt_now->input.at);
  prompt_now->input.at = NULL;
}
