// The tour at the prompt (see tour.h).
#include "cmd/questions/tour.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/session/program.h"

#include "learn/pages.h"
#include "learn/tour.h"
#include <string.h>
#include <unistd.h>

static bool under_way, stopped; // stopped: to go on at the same step
static uint32_t at, hints;      // the step, and how many hints were given
static struct {
  const dbx_trace *trace;
  uint32_t n_binds, n_eqns;
} before;

void tour_end(void) {
  under_way = stopped = false;
  at = hints = 0;
  before.trace = NULL;
}

static void print(dbx_buf *b) {
  fputs(dbx_text(b), stdout);
  dbx_buf_free(b);
}

static bool color(void) { return host_color(STDOUT_FILENO); }

// ---- steps ----

static void show_step(void) {
  dbx_buf b = {0};
  dbx_putc(&b, '\n');
  tour_put_step(&b, at, host_width(), color());
  if (!at)
    page_put(&b,
             "\n`:tour hint` helps, `:tour skip` and `:tour back` move, `:tour stop` leaves; "
             "everything else works as ever.\n",
             host_width(), color());
  print(&b);
}

static void go_to(uint32_t step) {
  dbx_buf b = {0};
  at = step, hints = 0;
  if (at < tour_steps()) {
    show_step();
    return;
  }
  under_way = stopped = false;
  dbx_putc(&b, '\n');
  tour_put_end(&b, host_width(), color());
  print(&b);
}

static tour_moment moment(const char *answer) {
  tour_moment m = {.error = host_error(), .answer = answer};
  if (program_now() == PROGRAM_NONE) return m;
  m.trace = program_trace();
  if (program_now() == PROGRAM_DONE) m.jaxpr = program_jaxpr();
  (void)program_inputs(true, &m.n_implicit);
  if (m.trace == before.trace) m.n_binds = before.n_binds, m.n_eqns = before.n_eqns;
  return m;
}

static void judge(const char *answer) {
  dbx_buf told = {0}, b = {0};
  tour_moment m = moment(answer);
  bool done = tour_done(at, &m, &told);
  if (answer && !done) {
    dbx_printf(&b, "no: %s", dbx_text(&told));
  } else if (told.n) {
    dbx_buf text = {0};
    dbx_printf(&text, "%s: %s", done ? "done" : "not yet", dbx_text(&told));
    page_put(&b, dbx_text(&text), host_width(), color());
    dbx_buf_free(&text);
  }
  print(&b);
  dbx_buf_free(&told);
  if (done) go_to(at + 1);
}

void tour_before_line(void) {
  const dbx_trace *t = program_now() == PROGRAM_NONE ? NULL : program_trace();
  before.trace = t;
  before.n_binds = t ? t->binds.n : 0;
  before.n_eqns = t && t->frames.n ? t->frames.at[0]->eqns.n : 0;
  host_forget_error();
}

void tour_after_line(const char *text) {
  if (under_way && strncmp(text, ":t", 2)) judge(NULL);
}

// ---- the command ----

static dbx_status begin(void) {
  if (program_now() != PROGRAM_NONE)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the tour begins a program of its own; `:new` drops this one");
  uint32_t file;
  static const char names[] = "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop, "
                              "while_loop, cond\n";
  file = dbx_source_add("<tour>", names, sizeof names - 1);
  DBX_TRY(lang_run(file, NULL, NULL));
  under_way = true, stopped = false;
  fputs("The names jnp, qjit, for_loop, while_loop and cond are imported.\n", stdout);
  go_to(0);
  return DBX_OK;
}

dbx_status cmd_tour(const char *rest) {
  dbx_buf b = {0};
  if (!under_way && stopped && !*rest && program_now() != PROGRAM_NONE) under_way = true;
  if (!under_way) {
    if (*rest) return dbx_fail(DBX_E208, (dbx_span){0}, "no tour is under way; `:tour` begins one");
    return begin();
  }
  if (!*rest) show_step();
  else if (!strcmp(rest, "hint")) tour_put_hint(&b, at, hints++);
  else if (!strcmp(rest, "skip")) go_to(at + 1);
  else if (!strcmp(rest, "back")) go_to(at ? at - 1 : 0);
  else if (!strcmp(rest, "stop")) under_way = false, stopped = true;
  else judge(rest);
  print(&b);
  return DBX_OK;
}
