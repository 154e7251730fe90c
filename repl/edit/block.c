// See block.h.
#include "edit/block.h"
#include "edit/indent.h"
#include "edit/kept.h"
#include "edit/screen.h"

#include "base/buf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { PAUSE = 5 }; // milliseconds between the keys of what is pasted, at most

// ---- lines of the text ----

static size_t begin_of_line(void) { return indent_line_begin(rl_line_buffer, (size_t)rl_point); }
static size_t end_of_line(void) {
  return indent_line_end(rl_line_buffer, (size_t)rl_end, (size_t)rl_point);
}
static bool in_indentation(void) {
  return indent_is_blank(rl_line_buffer, begin_of_line(), (size_t)rl_point);
}

static void put_blanks(size_t n) {
  char blanks[2] = " ";
  while (n--) rl_insert_text(blanks);
}

size_t block_indent(void) {
  dbx_buf all = {0};
  if (!block_now()->above || !*block_now()->above || edit_peek(0)) return 0;
  dbx_put(&all, block_now()->above);
  while (all.n && all.at[all.n - 1] == '\n') all.at[--all.n] = 0;
  size_t n = indent_next(dbx_text(&all), all.n);
  dbx_buf_free(&all);
  return n;
}

// ---- return ----

static int take(bool wipe) {
  rl_deactivate_mark();
  if (wipe) screen_wipe();
  else screen_end("");
  rl_done = 1;
  RL_SETSTATE(RL_STATE_DONE);
  return 0;
}

// An entry of the history, or what was pasted, as it was: one key runs it.
static bool is_recalled(void) {
  HIST_ENTRY *e = current_history();
  const char *pasted = block_now()->pasted;
  if (pasted && !strcmp(pasted, rl_line_buffer)) return true;
  return e && e->line && !strcmp(e->line, rl_line_buffer);
}

static int open_line(bool indented) {
  size_t at = (size_t)rl_point, begin = begin_of_line();
  rl_begin_undo_group();
  if (indented && indent_is_blank(rl_line_buffer, begin, at)) { // none stay at its end
    rl_delete_text((int)begin, rl_point);
    rl_point = (int)begin;
    rl_insert_text("\n");
    put_blanks(at - begin);
  } else {
    rl_insert_text("\n");
    if (indented) put_blanks(indent_next(rl_line_buffer, at));
  }
  rl_end_undo_group();
  return 0;
}

static int on_return(int count, int key) {
  (void)count;
  if (key == '\r' && edit_peek(0) == '\n') edit_skip();
  if (!block_now()->hooks || block_now()->raw || !rl_end) return take(false);
  int waits = edit_peek(PAUSE);
  if (end_of_line() < (size_t)rl_end && !is_recalled()) return open_line(!waits);
  if (!block_now()->hooks->ended) return take(false);
  edit_verdict v = block_now()->hooks->ended(rl_line_buffer, is_recalled() ? EDIT_AS_IT_IS : waits);
  if (v == EDIT_MORE) return open_line(!waits);
  return take(v == EDIT_REPLACE);
}

// Another line, wherever the cursor is.
static int on_open_line(int count, int key) {
  (void)count, (void)key;
  return block_now()->hooks ? open_line(true) : rl_ding();
}

// ---- up and down ----

static int move_line(int by) {
  size_t begin = begin_of_line(), column = (size_t)rl_point - begin;
  size_t line = by < 0 ? indent_line_begin(rl_line_buffer, begin - 1) : end_of_line() + 1;
  size_t end = indent_line_end(rl_line_buffer, (size_t)rl_end, line);
  size_t at = line + column < end ? line + column : end;
  while (at > line && (rl_line_buffer[at] & 0xc0) == 0x80) at--; // not inside of a letter
  rl_point = (int)at;
  return 0;
}

static int on_up(int count, int key) {
  if (begin_of_line()) return move_line(-1);
  return rl_get_previous_history(count, key);
}

static int on_down(int count, int key) {
  if (end_of_line() < (size_t)rl_end) return move_line(1);
  return rl_get_next_history(count, key);
}

static int on_home(int count, int key) {
  (void)count, (void)key;
  rl_point = (int)begin_of_line();
  return 0;
}

static int on_end(int count, int key) {
  (void)count, (void)key;
  rl_point = (int)end_of_line();
  return 0;
}

// ---- indentation ----

static int on_tab(int count, int key) {
  bool first = !begin_of_line() && !rl_point;
  if (block_now()->raw || edit_peek(0)) return rl_insert_text("\t"), 0; // it is pasted
  if (!block_now()->hooks || first || !in_indentation()) return rl_complete(count, key);
  size_t columns = indent_of(rl_line_buffer, begin_of_line());
  put_blanks(INDENT_STEP - columns % INDENT_STEP);
  return 0;
}

static void unindent(size_t begin, size_t columns) {
  size_t n = 0, take = columns ? (columns - 1) % INDENT_STEP + 1 : 0;
  while (n < take && rl_line_buffer[begin + n] == ' ') n++;
  if (!n) return;
  rl_delete_text((int)begin, (int)(begin + n));
  rl_point -= (int)((size_t)rl_point - begin < n ? (size_t)rl_point - begin : n);
}

static int on_backtab(int count, int key) {
  (void)count, (void)key;
  size_t begin = begin_of_line();
  unindent(begin, indent_of(rl_line_buffer, begin));
  return 0;
}

static int on_backspace(int count, int key) {
  size_t begin = begin_of_line(), at = (size_t)rl_point;
  bool blanks = at > begin + 1 && indent_is_blank(rl_line_buffer, begin, at) &&
                !memchr(rl_line_buffer + begin, '\t', at - begin);
  if (!block_now()->hooks || !blanks) return rl_rubout(count, key);
  unindent(begin, at - begin);
  return 0;
}

// `else:` goes to the column of its `if`.
static int on_colon(int count, int key) {
  rl_insert(count, key);
  if (!block_now()->hooks || block_now()->raw || end_of_line() != (size_t)rl_point || edit_peek(0))
    return 0;
  size_t begin = begin_of_line(), own = indent_of(rl_line_buffer, begin);
  size_t to = indent_of_partner(rl_line_buffer, (size_t)rl_point);
  if (to >= own || memchr(rl_line_buffer + begin, '\t', (size_t)rl_point - begin)) return 0;
  rl_delete_text((int)begin, (int)(begin + own - to));
  rl_point -= (int)(own - to);
  return 0;
}

// ---- start ----

static int on_clear_screen(int count, int key) {
  (void)count, (void)key;
  fputs("\x1b[H\x1b[2J", rl_outstream);
  screen_again();
  return 0;
}

static void on_matches(char **matches, int n, int longest) {
  int at = rl_point;
  screen_end("");
  rl_point = at;
  rl_display_match_list(matches, n, longest);
  screen_begin(block_now()->hooks);
}

void block_start(void) {
  static const struct {
    const char *keys, *name;
    rl_command_func_t *f;
  } all[] = {
      {"\\C-m", "dbidx-return", on_return},
      {"\\C-j", "dbidx-return", on_return},
      {"\\e\\C-m", "dbidx-open-line", on_open_line},
      {"\\e[A", "dbidx-up", on_up},
      {"\\eOA", "dbidx-up", on_up},
      {"\\C-p", "dbidx-up", on_up},
      {"\\e[B", "dbidx-down", on_down},
      {"\\eOB", "dbidx-down", on_down},
      {"\\C-n", "dbidx-down", on_down},
      {"\\C-a", "dbidx-home", on_home},
      {"\\e[H", "dbidx-home", on_home},
      {"\\eOH", "dbidx-home", on_home},
      {"\\C-e", "dbidx-end", on_end},
      {"\\e[F", "dbidx-end", on_end},
      {"\\eOF", "dbidx-end", on_end},
      {"\\t", "dbidx-tab", on_tab},
      {"\\e[Z", "dbidx-backtab", on_backtab},
      {"\\C-h", "dbidx-backspace", on_backspace},
      {"\\C-?", "dbidx-backspace", on_backspace},
      {":", "dbidx-colon", on_colon},
      {"\\C-l", "dbidx-clear", on_clear_screen},
      {"\\e[5~", "history-search-backward", rl_history_search_backward},
      {"\\e[6~", "history-search-forward", rl_history_search_forward},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!rl_named_function(all[i].name)) rl_add_defun(all[i].name, all[i].f, -1);
    (void)rl_bind_keyseq(all[i].keys, all[i].f);
  }
  rl_redisplay_function = screen_draw;
  rl_completion_display_matches_hook = on_matches;
}

void block_begin(const edit_hooks *hooks, const char *above, bool raw) {
  free(block_now()->pasted), block_now()->pasted = NULL;
  block_now()->hooks = hooks, block_now()->above = above, block_now()->raw = raw;
  screen_begin(hooks);
}
