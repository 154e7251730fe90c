// The tour at the prompt (see tour.h).
#include "cmd/questions/tour.h"
#include "cmd/questions/state.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/program.h"

#include "learn/pages.h"
#include "learn/tour.h"
#include <string.h>
#include <unistd.h>

void tour_end(void) {
  questions_now->tour.under_way = questions_now->tour.stopped = false;
  questions_now->tour.at = questions_now->tour.hints = 0;
  questions_now->tour.before.trace = NULL;
}

static bool color(void) { return host_color(STDOUT_FILENO); }

// ---- steps ----

static void show_step(void) {
  dbx_buf b = {0};
  dbx_putc(&b, '\n');
  tour_put_step(&b, questions_now->tour.at, host_width(), color());
  if (!questions_now->tour.at)
    page_put(&b,
             "\n`:tour hint` helps, `:tour skip` and `:tour back` move, `:tour stop` leaves; "
             "everything else works as ever.\n",
             host_width(), color());
  show_report(&b);
}

static void go_to(uint32_t step) {
  dbx_buf b = {0};
  questions_now->tour.at = step, questions_now->tour.hints = 0;
  if (questions_now->tour.at < tour_steps()) {
    show_step();
    return;
  }
  questions_now->tour.under_way = questions_now->tour.stopped = false;
  dbx_putc(&b, '\n');
  tour_put_end(&b, host_width(), color());
  show_report(&b);
}

static tour_moment moment(const char *answer) {
  tour_moment m = {.error = host_error(), .answer = answer};
  if (program_now() == PROGRAM_NONE) return m;
  m.trace = program_trace();
  if (program_now() == PROGRAM_DONE) m.jaxpr = program_jaxpr();
  (void)program_inputs(true, &m.n_implicit);
  if (m.trace == questions_now->tour.before.trace)
    m.n_binds = questions_now->tour.before.n_binds, m.n_eqns = questions_now->tour.before.n_eqns,
    m.n_inputs = questions_now->tour.before.n_inputs;
  return m;
}

static void judge(const char *answer) {
  dbx_buf told = {0}, b = {0};
  tour_moment m = moment(answer);
  bool done = tour_done(questions_now->tour.at, &m, &told);
  if (answer && !done) {
    dbx_printf(&b, "no: %s", dbx_text(&told));
  } else if (told.n) {
    dbx_buf text = {0};
    dbx_printf(&text, "%s: %s", done ? "done" : "not yet", dbx_text(&told));
    page_put(&b, dbx_text(&text), host_width(), color());
    dbx_buf_free(&text);
  }
  show_report(&b);
  dbx_buf_free(&told);
  if (done) go_to(questions_now->tour.at + 1);
}

void tour_before_line(void) {
  const dbx_trace *t = program_now() == PROGRAM_NONE ? NULL : program_trace();
  questions_now->tour.before.trace = t;
  questions_now->tour.before.n_binds = t ? t->binds.n : 0;
  questions_now->tour.before.n_inputs = t && t->frames.n ? t->frames.at[0]->invars.n : 0;
  questions_now->tour.before.n_eqns = t && t->frames.n ? t->frames.at[0]->eqns.n : 0;
  host_forget_error();
}

void tour_after_line(const char *text) {
  if (questions_now->tour.under_way && strncmp(text, ":t", 2)) judge(NULL);
}

// ---- the command ----

static dbx_status begin(void) {
  if (program_now() != PROGRAM_NONE)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the tour begins a program of its own; `:new` drops this one");
  uint32_t file;
  dbx_buf b = {0};
  static const char names[] = "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop, "
                              "while_loop, cond\n";
  file = dbx_source_add("<tour>", names, sizeof names - 1);
  DBX_TRY(lang_run(file, NULL, NULL));
  questions_now->tour.under_way = true, questions_now->tour.stopped = false;
  dbx_put(&b, "The names jnp, qjit, for_loop, while_loop and cond are imported.\n");
  show_report(&b);
  go_to(0);
  return DBX_OK;
}

dbx_status cmd_tour(const char *rest) {
  dbx_buf b = {0};
  if (!questions_now->tour.under_way && questions_now->tour.stopped && !*rest &&
      program_now() != PROGRAM_NONE)
    questions_now->tour.under_way = true;
  if (!questions_now->tour.under_way) {
    if (*rest) return dbx_fail(DBX_E208, (dbx_span){0}, "no tour is under way; `:tour` begins one");
    return begin();
  }
  if (!*rest) show_step();
  else if (!strcmp(rest, "hint"))
    tour_put_hint(&b, questions_now->tour.at, questions_now->tour.hints++);
  else if (!strcmp(rest, "skip")) go_to(questions_now->tour.at + 1);
  else if (!strcmp(rest, "back")) go_to(questions_now->tour.at ? questions_now->tour.at - 1 : 0);
  else if (!strcmp(rest, "stop"))
    questions_now->tour.under_way = false, questions_now->tour.stopped = true;
  else judge(rest);
  show_report(&b);
  return DBX_OK;
}
