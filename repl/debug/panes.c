// The full screen (see debugger_put_screen): source and calls, the Jaxpr so far, the moment.
#include "debug/breakpoints.h"
#include "debug/moments.h"
#include "debug/state.h"
#include "debug/words.h"

#include "viz/report/events.h"
#include "viz/text/text.h"
#include <string.h>

// ---- texts ----

static bool is_equation(const debug_segment *s, uint32_t k) {
  return debug_event(s, k)->kind == DBX_EV_EQUATION;
}

// In a trace all equations that are there, in a run those of the Jaxpr that runs.
static void put_jaxpr(dbx_buf *b, const debug_segment *s, uint32_t i) {
  const debug_step *x = debug_step_at(s, i);
  for (uint32_t k = 0; x && k < x->jaxpr->n_eqns; k++) {
    dbx_put(b, x->eqn == &x->jaxpr->eqns[k] ? "> " : "  ");
    dbx_put_eqn(b, s->names, &x->jaxpr->eqns[k]);
    dbx_putc(b, '\n');
  }
  uint32_t newest = i;
  while (!x && newest && !is_equation(s, newest)) newest--;
  for (uint32_t k = 0; !x && k <= i; k++) {
    if (!is_equation(s, k)) continue;
    dbx_put(b, k == newest ? "> " : "  ");
    dbx_put_event(b, s->trace, s->names, k);
    dbx_putc(b, '\n');
  }
}

static void put_moment(dbx_buf *b) {
  dbx_report_style style = debug_style();
  uint32_t at = debug_now->view.at;
  uint32_t before = debug_next_stop(&debug_now->view.recording, at, -1, UINT32_MAX);
  debug_put_moment(b, &debug_now->view.recording, at, &style);
  debug_put_changes(b, before == UINT32_MAX ? at : before);
}

// ---- panes ----

typedef struct pane {
  const char *title;
  dbx_buf text;
  uint32_t top, height, left, width; // height: with the title
  bool follows;                      // the line that begins with ">" or "->" stays in sight
} pane;

static const char *line_at(const pane *p, uint32_t k, size_t *n) {
  const char *at = dbx_text(&p->text);
  for (; k && *at; k--) at += strcspn(at, "\n"), at += *at == '\n';
  *n = strcspn(at, "\n");
  return at;
}

static bool is_marked(const char *line) { return *line == '>' || !strncmp(line, "->", 2); }

static uint32_t first_line(const pane *p) {
  uint32_t lines = 0, marked = 0, room = p->height - 1;
  const char *text = dbx_text(&p->text);
  for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n', lines++)
    if (is_marked(at)) marked = lines;
  if (!p->follows || lines <= room) return 0;
  uint32_t first = marked > room / 2 ? marked - room / 2 : 0;
  return first + room > lines ? lines - room : first;
}

// How many bytes of the text fit, and their columns.
static size_t fitting(const char *text, size_t n, uint32_t width, uint32_t *columns) {
  uint32_t length = 0;
  size_t i = 0;
  for (*columns = 0; i < n; i += length) {
    int w = dbx_rune_width(dbx_rune(text + i, n - i, &length));
    if (*columns + (uint32_t)w > width) return i;
    *columns += (uint32_t)w;
  }
  return n;
}

// Exactly `width` columns: cut, which dots tell, or filled up.
static void put_cell(dbx_buf *b, const char *text, size_t n, uint32_t width) {
  static const char dots[] = "...";
  uint32_t columns, more = 0;
  size_t i = fitting(text, n, width, &columns);
  if (i < n) i = fitting(text, n, width - sizeof dots + 1, &columns), more = sizeof dots - 1;
  (void)dbx_put_clean(b, text, i, 0);
  if (more) dbx_put(b, dots);
  dbx_pad(b, (int)(width - columns - more));
}

static void put_row(dbx_buf *b, const pane *p, uint32_t row, bool color) {
  size_t n;
  if (row == p->top) {
    dbx_put(b, dbx_ink_on(color, DBX_INK_MARK));
    put_cell(b, p->title, strlen(p->title), p->width);
    dbx_put(b, dbx_ink_off(color, DBX_INK_MARK));
    return;
  }
  const char *line = line_at(p, first_line(p) + row - p->top - 1, &n);
  bool marked = n && (is_marked(line) || (n > 2 && line[2] == '*'));
  dbx_put(b, dbx_ink_on(color && marked, DBX_INK_BOLD));
  put_cell(b, line, n, p->width);
  dbx_put(b, dbx_ink_off(color && marked, DBX_INK_BOLD));
}

enum { PANES = 4, WIDE = 100 };

static void place(pane *p, uint32_t top, uint32_t height, uint32_t left, uint32_t width) {
  p->top = top, p->height = height, p->left = left, p->width = width;
}

uint32_t debugger_answer_width(uint32_t columns) {
  return columns >= WIDE ? columns - columns / 2 - 1 : columns;
}

// Source, calls, Jaxpr, moment: in two columns if there is room, else one below the other.
static void arrange(pane *p, uint32_t rows, uint32_t columns) {
  uint32_t half = columns / 2, upper = rows * 3 / 5;
  if (columns >= WIDE) {
    place(&p[0], 0, upper, 0, half - 1);
    place(&p[1], upper, rows - upper, 0, half - 1);
    place(&p[2], 0, rows / 2, half + 1, debugger_answer_width(columns));
    place(&p[3], rows / 2, rows - rows / 2, half + 1, debugger_answer_width(columns));
    return;
  }
  uint32_t source = rows * 3 / 10, calls = rows / 6, jaxpr = rows / 4;
  place(&p[0], 0, source, 0, columns);
  place(&p[1], source, calls, 0, columns);
  place(&p[2], source + calls, jaxpr, 0, columns);
  place(&p[3], source + calls + jaxpr, rows - source - calls - jaxpr, 0, columns);
}

// What is no source goes on below where it is too long.
static void fold_panes(pane *p) {
  for (uint32_t k = 1; k < PANES; k++) {
    dbx_buf folded = {0};
    dbx_put_folded(&folded, dbx_text(&p[k].text), p[k].text.n, p[k].width);
    dbx_buf_free(&p[k].text);
    p[k].text = folded;
  }
}

static void put_panes(dbx_buf *b, const pane *p, uint32_t rows, bool color) {
  for (uint32_t row = 0; row < rows; row++) {
    for (uint32_t k = 0; k < PANES; k++) {
      if (row < p[k].top || row >= p[k].top + p[k].height) continue;
      if (p[k].left) dbx_put(b, "| ");
      put_row(b, &p[k], row, color);
    }
    dbx_put(b, "\033[K\r\n");
  }
}

static void put_title(dbx_buf *b, uint32_t columns, bool color) {
  dbx_buf title = {0};
  dbx_printf(&title, "moment %u of %u  ", debug_now->view.at, debug_now->view.recording.n - 1);
  debug_put_context(&title, &debug_now->view.scope);
  dbx_put(b, dbx_ink_on(color, DBX_INK_BOLD));
  put_cell(b, dbx_text(&title), title.n, columns);
  dbx_put(b, dbx_ink_off(color, DBX_INK_BOLD));
  dbx_put(b, "\033[K\r\n");
  dbx_buf_free(&title);
}

// Lines of the last rows: the status breaks at two blanks, where one key ends and the next begins.
static uint32_t fold_status(dbx_buf *b, const char *text, uint32_t width) {
  uint32_t lines = 1, column = 0;
  for (const char *at = text, *end; *at; at = end + strspn(end, " ")) {
    end = strstr(at, "  ");
    if (!end) end = at + strlen(at);
    uint32_t n = (uint32_t)(end - at);
    if (column && column + 2 + n > width) dbx_putc(b, '\n'), lines++, column = 0;
    dbx_printf(b, "%s%.*s", column ? "  " : "", (int)n, at);
    column += n + (column ? 2 : 0);
  }
  return lines;
}

static void put_status(dbx_buf *b, const char *text, uint32_t columns) {
  size_t n = strcspn(text, "\n");
  for (; text[n]; text += n + 1, n = strcspn(text, "\n")) {
    put_cell(b, text, n, columns - 1);
    dbx_put(b, "\033[K\r\n");
  }
  put_cell(b, text, n, columns - 1);
  dbx_put(b, "\033[K\033[J");
}

void debugger_put_screen(dbx_buf *b, const debugger_screen *o) {
  uint32_t i;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  pane p[PANES] = {{.title = "source", .follows = true},
                   {.title = "calls"},
                   {.title = "Jaxpr so far", .follows = true},
                   {.title = *o->said ? "answer" : "moment"}};
  if (s->run) p[2].title = "Jaxpr that runs";
  dbx_put(b, "\033[H");
  if (o->rows < DEBUGGER_LEAST_ROWS || o->columns < DEBUGGER_LEAST_COLUMNS) {
    dbx_printf(b, "%d lines of %d columns are needed; q leaves\033[K\033[J", DEBUGGER_LEAST_ROWS,
               DEBUGGER_LEAST_COLUMNS);
    return;
  }
  if (!debug_put_source(&p[0].text, o->rows)) dbx_put(&p[0].text, "no line of the source\n");
  debug_put_calls(&p[1].text);
  put_jaxpr(&p[2].text, s, i);
  if (*o->said) dbx_put(&p[3].text, o->said);
  else put_moment(&p[3].text);
  dbx_buf status = {0};
  uint32_t rows = o->rows - 1 - fold_status(&status, o->status, o->columns - 1);
  put_title(b, o->columns, o->color);
  arrange(p, rows, o->columns);
  fold_panes(p);
  put_panes(b, p, rows, o->color);
  put_status(b, dbx_text(&status), o->columns);
  dbx_buf_free(&status);
  for (uint32_t k = 0; k < PANES; k++) dbx_buf_free(&p[k].text);
}
