// See screen.h. A row of the terminal is a vector of cells; the last column stays empty, since
// terminals differ in where the cursor is behind it.
#include "edit/screen.h"
#include "edit/kept.h"

#include "base/mem.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <readline/readline.h>

// Those of a terminal's own palette, so that they can be read on light and on dark.
static const char *const colors[EDIT_COLORS] = {"0",    "0;34",  "0;32",   "0;36", "0;2",
                                                "0;35", "0;1;4", "0;1;31", "0;1"};

// ---- laying out ----

typedef struct layout {
  rows rows;
  uint32_t column, width;
  uint32_t begin; // the column of the line's first letter
  place cursor;
} layout;

static void new_row(layout *l) {
  dbx_push(&l->rows, (row){0});
  l->column = 0;
}

static void put(layout *l, const char *s, size_t n, uint32_t width, uint8_t color) {
  if (l->column && l->column + width > l->width) new_row(l);
  row *r = &l->rows.at[l->rows.n - 1];
  cell c = {.n = (uint8_t)n, .width = (uint8_t)width, .color = color};
  if (!width && r->n) { // it combines with the one before
    cell *last = &r->at[r->n - 1];
    if (last->n + n <= sizeof last->s) memcpy(last->s + last->n, s, n), last->n += (uint8_t)n;
    return;
  }
  memcpy(c.s, s, n);
  dbx_push(r, c);
  l->column += width;
}

// One character of s, of at most n bytes; gives its bytes.
static size_t put_char(layout *l, const char *s, size_t n, uint8_t color) {
  unsigned char c = (unsigned char)*s;
  if (c == '\t') {
    for (uint32_t k = 8 - (l->column - l->begin) % 8; k--;) put(l, " ", 1, 1, color);
    return 1;
  }
  if (c < ' ' || c == 0x7f) {
    char shown[2] = {'^', (char)(c ^ 0x40)};
    put(l, shown, 1, 1, color), put(l, shown + 1, 1, 1, color);
    return 1;
  }
  mbstate_t state = {0};
  wchar_t w;
  size_t k = mbrtowc(&w, s, n, &state);
  if (k == (size_t)-1 || k == (size_t)-2 || !k) return put(l, "?", 1, 1, color), 1;
  int width = wcwidth(w);
  if (width < 0) put(l, "?", 1, 1, color);
  else put(l, s, k, (uint32_t)width, color);
  return k;
}

static void put_prompt(layout *l, const char *s) {
  for (size_t n = strlen(s), k; n; s += k, n -= k)
    k = *s == RL_PROMPT_START_IGNORE || *s == RL_PROMPT_END_IGNORE ? 1
                                                                   : put_char(l, s, n, EDIT_PLAIN);
  l->begin = l->column;
}

static place here(const layout *l) {
  return (place){l->rows.n - 1, l->column < l->width ? l->column : l->width};
}

// ended: no bracket is at the cursor any more.
static void lay_out(layout *l, bool ended) {
  size_t n = (size_t)rl_end, at = (size_t)rl_point;
  unsigned char *color = dbx_alloc(n + 1);
  bool searching = rl_display_prompt != rl_prompt;
  if (screen_now()->hooks && screen_now()->hooks->paint && !searching)
    screen_now()->hooks->paint(rl_line_buffer, n, ended ? SIZE_MAX : at, color);
  new_row(l);
  put_prompt(l, rl_display_prompt ? rl_display_prompt : "");
  for (size_t i = 0; i < n;) {
    if (i == at) l->cursor = here(l);
    if (rl_line_buffer[i] != '\n') {
      i += put_char(l, rl_line_buffer + i, n - i, color[i]);
      continue;
    }
    new_row(l);
    put_prompt(l, "... ");
    i++;
  }
  if (at >= n) l->cursor = here(l);
  free(color);
}

// Of more rows than the terminal has, those around the cursor.
static void clip(layout *l, uint32_t height) {
  if (l->rows.n <= height) {
    screen_now()->top = 0;
    return;
  }
  if (l->cursor.row < screen_now()->top) screen_now()->top = l->cursor.row;
  if (l->cursor.row >= screen_now()->top + height) screen_now()->top = l->cursor.row - height + 1;
  if (screen_now()->top > l->rows.n - height) screen_now()->top = l->rows.n - height;
  for (uint32_t i = 0; i < l->rows.n; i++) {
    if (i < screen_now()->top || i >= screen_now()->top + height) dbx_vec_free(&l->rows.at[i]);
    else l->rows.at[i - screen_now()->top] = l->rows.at[i];
  }
  l->rows.n = height;
  l->cursor.row -= screen_now()->top;
}

// ---- writing ----

static void move(FILE *f, uint32_t to, uint32_t column) {
  if (to < screen_now()->at.row) fprintf(f, "\x1b[%uA", screen_now()->at.row - to);
  uint32_t reach = to < screen_now()->bottom ? to : screen_now()->bottom;
  if (reach > screen_now()->at.row) fprintf(f, "\x1b[%uB", reach - screen_now()->at.row);
  if (to != screen_now()->at.row || column < screen_now()->at.column)
    fputc('\r', f), screen_now()->at.column = 0;
  for (; screen_now()->bottom < to; screen_now()->bottom++) fputc('\n', f);
  if (column > screen_now()->at.column) fprintf(f, "\x1b[%uC", column - screen_now()->at.column);
  screen_now()->at = (place){to, column};
}

static bool same(const cell *a, const cell *b) {
  return a->n == b->n && a->color == b->color && !memcmp(a->s, b->s, a->n);
}

static void write_row(FILE *f, uint32_t i, const row *old, const row *new) {
  uint32_t k = 0, column = 0, color = EDIT_PLAIN;
  while (k < old->n && k < new->n && same(&old->at[k], &new->at[k])) column += new->at[k++].width;
  if (k == old->n && k == new->n && i <= screen_now()->bottom) return;
  move(f, i, column);
  uint32_t left = old->n > new->n ? 1 : 0;
  for (; k < new->n; k++) {
    const cell *c = &new->at[k];
    if (c->color != color) fprintf(f, "\x1b[%sm", colors[c->color]), color = c->color;
    fwrite(c->s, 1, c->n, f);
    screen_now()->at.column += c->width;
  }
  if (color != EDIT_PLAIN) fputs("\x1b[0m", f);
  for (uint32_t j = 0; !left && j < old->n; j++) left = old->at[j].width > 1; // may reach further
  if (left) fputs("\x1b[K", f);
}

static void free_rows(rows *r) {
  for (uint32_t i = 0; i < r->n; i++) dbx_vec_free(&r->at[i]);
  dbx_vec_free(r);
}

static void show(layout *l) {
  FILE *f = rl_outstream ? rl_outstream : stdout;
  static const row none;
  for (uint32_t i = 0; i < l->rows.n; i++)
    write_row(f, i, i < screen_now()->shown.n ? &screen_now()->shown.at[i] : &none, &l->rows.at[i]);
  if (screen_now()->shown.n > l->rows.n) {
    move(f, l->rows.n, 0);
    fputs("\x1b[J", f);
  }
  move(f, l->cursor.row, l->cursor.column);
  fflush(f);
  free_rows(&screen_now()->shown);
  screen_now()->shown = l->rows;
}

static void draw(bool ended) {
  int height, width;
  rl_get_screen_size(&height, &width);
  layout l = {.width = width > 2 ? (uint32_t)width - 1 : 1};
  lay_out(&l, ended);
  clip(&l, height > 1 ? (uint32_t)height : 1);
  show(&l);
}

// ---- for the editor ----

bool screen_can(void) {
  const char *up = rl_get_termcap("up");
  return up && !strncmp(up, "\x1b[", 2);
}

static void forget(void) {
  free_rows(&screen_now()->shown);
  screen_now()->shown = (rows){0};
  screen_now()->at = (place){0, 0};
  screen_now()->bottom = screen_now()->top = 0;
}

void screen_begin(const edit_hooks *hooks) {
  forget();
  screen_now()->hooks = hooks;
}

// What is typed faster than it can be looked at is drawn at its end.
void screen_draw(void) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  if (screen_now()->shown.n && poll(&in, 1, 0) > 0 && in.revents & POLLIN) return;
  draw(false);
}

void screen_again(void) {
  forget();
  draw(false);
}

void screen_resized(void) {
  FILE *f = rl_outstream ? rl_outstream : stdout;
  move(f, 0, 0);
  fputs("\x1b[J", f);
  screen_again();
}

void screen_end(const char *behind) {
  FILE *f = rl_outstream ? rl_outstream : stdout;
  rl_point = rl_end;
  draw(true);
  fprintf(f, "%s\r\n", behind);
  fflush(f);
  forget();
}

void screen_wipe(void) {
  FILE *f = rl_outstream ? rl_outstream : stdout;
  move(f, 0, 0);
  fputs("\x1b[J", f);
  fflush(f);
  forget();
}

void screen_stop(void) { forget(); }
