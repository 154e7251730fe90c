// Steps of a session: a line that fails changes nothing, one that succeeds can be taken back, in
// the order of the lines.
#include "cmd/session/undo.h"
#include "cmd/session/state.h"
#include "unit/program.h"

#include <criterion/criterion.h>
#include <string.h>

// What the prompt does with a line. Gives what it prints, or its failure.
static const char *line(const char *text) {
  cr_assert(undo_open());
  const char *out = program_run(text);
  if (*out == 'E') undo_rollback();
  else undo_commit();
  return out;
}

static void expect(const char *expression, const char *value) {
  char text[128] = "print(";
  cr_assert_lt(strlen(expression), 100);
  const char *have = program_run(strcat(strcat(text, expression), ")"));
  cr_expect(!strncmp(have, value, strlen(value)), "%s: %s", expression, have);
}
#define UNBOUND "E201 NameError"

static void start(void) {
  static const dbx_room room = {session_now, sizeof *session_now, NULL, NULL};
  program_start();
  dbx_session_add(&room);
  undo_start();
}
static void stop(void) {
  undo_stop();
  program_stop();
}

static const struct {
  const char *line, *shown, *value;
} lines[] = {
    {"x = [1]", "x", "[1]\n"},
    {"y = x", "y", "[1]\n"},
    {"y.append(2)", "x", "[1, 2]\n"},
    {"x = {'k': y}", "x, y", "{'k': [1, 2]} [1, 2]\n"},
    {"y[0] = x['k']", "y[0] is y", "True\n"},
    {"del x", "x", UNBOUND},
    {"def f():\n  return len(y)", "f()", "2\n"},
    {"class A:\n  n = f()", "A.n", "2\n"},
    {"A.n = y.pop()", "A.n, len(y)", "2 1\n"},
};
enum { LINES = sizeof lines / sizeof *lines };

Test(undo, lines_are_taken_back_in_their_order) {
  start();
  for (int collect = 0; collect < 2; collect++) {
    program_collect_always(collect);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < LINES; i++) {
        cr_assert_str_eq(line(lines[i].line), "", "%s", lines[i].line);
        expect(lines[i].shown, lines[i].value);
        cr_expect_eq(undo_steps(), (uint32_t)i + 1);
      }
      for (int i = LINES; i-- > 0;) {
        undo_step();
        cr_expect_eq(undo_steps(), (uint32_t)i);
        if (i) expect(lines[i - 1].shown, lines[i - 1].value);
      }
      expect("x", UNBOUND), expect("A", UNBOUND);
    }
    cr_expect_eq(undo_forgotten(), 0);
  }
  stop();
}

static const char *const failing[] = {
    "x.append(3); x.no_such_method()",
    "x.clear(); 1 / 0",
    "del x; y = 1; z",
    "x = 5; raise ValueError('no')",
    "for i in range(3): x.append(i); [][i]",
    "class B:\n  x.append(1)\n  no_such_name",
};

Test(undo, a_line_that_fails_changes_nothing) {
  start();
  program_collect_always(true);
  line("x = [1]");
  for (size_t i = 0; i < sizeof failing / sizeof *failing; i++) {
    cr_expect_eq(*line(failing[i]), 'E', "%s", failing[i]);
    expect("x", "[1]\n"), expect("y", UNBOUND), expect("B", UNBOUND);
    cr_expect_eq(undo_steps(), 1, "it is no step");
  }
  stop();
}

// What only older steps keep is given up when there is enough of it, and not otherwise.
Test(undo, small_steps_are_not_given_up) {
  start();
  line("x = [1]");
  line("x = 2");
  cr_expect_not(undo_make_room());
  cr_expect_eq(undo_forgotten(), 0);
  undo_step();
  expect("x", "[1]\n");
  stop();
}
