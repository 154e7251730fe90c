// What is typed is a source once, however many lines it takes, and what was parsed to see that it
// is complete is what runs. Parses are counted by the linker's --wrap.
#include "cmd/session/typed.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/prompt/prompt.h"
#include "cmd/prompt/reader.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/subcommands/rooms.h"
#include "trace/state.h"

#include <criterion/criterion.h>
#include <string.h>

static uint32_t parses;
dbx_status __real_dbx_parse(uint32_t file, dbx_module **ret, bool *incomplete);
// The linker calls it in place of dbx_parse.
extern dbx_status __wrap_dbx_parse(uint32_t file, dbx_module **ret, bool *incomplete);
dbx_status // NOLINTNEXTLINE(misc-use-internal-linkage)
__wrap_dbx_parse(uint32_t file, dbx_module **ret, bool *incomplete) {
  parses++;
  return __real_dbx_parse(file, ret, incomplete);
}

static uint32_t sources(void) { return base_now->sources.n ? base_now->sources.n - 1 : 0; }

// ---- a session without a terminal ----

static const char *const *typed; // lines; "^C" is an interrupt
static dbx_buf out;

static edit_result next_line(const char *prompt, char **ret) {
  (void)prompt;
  if (!*typed) return EDIT_END;
  if (!strcmp(*typed, "^C")) return typed++, EDIT_INTERRUPT;
  return *ret = strdup(*typed++), EDIT_LINE;
}

static void keep(void *ctx, const char *s, size_t n) {
  (void)ctx;
  dbx_putn(&out, s, n);
}

static void start(void) {
  static const cli options = {.engine = "interp", .color = "never"};
  cmd_rooms();
  host_use(&options);
  host_start(stdout);
  lang_now->print = keep;
  prompt_begin();
  line_mode()->detail = 0;
  read_hooked()->line = next_line;
  line_start();
}

static void stop(void) {
  prompt_end();
  lang_stop();
  dbx_buf_free(&out);
}

static void no_prompt(dbx_buf *b) { dbx_put(b, ">>> "); }

// ---- facts ----

typedef struct typing {
  const char *lines[8]; // up to NULL
  uint32_t statements;  // texts that run
  uint32_t looks;       // parses while they are typed; none when they run
} typing;

static const typing typings[] = {
    {{"x = 1"}, 1, 1},
    {{"print(x); y = 2"}, 1, 1},
    {{"1 +"}, 1, 1},                                      // wrong: the parse that says so
    {{"def f(a):", "  return a", ""}, 1, 3},              // a line each, and the empty one
    {{"z = [1,", " 2,", "]"}, 1, 3},                      // goes on
    {{"s = '''a", "", "b'''"}, 1, 3},                     // an empty line in it
    {{"for i in range(2):\n  x += i\n\nprint(x)"}, 2, 5}, // pasted: as if it was typed
    {{"def g(a):", "  return a", "^C", "x"}, 1, 3},       // given up: nothing stays of it
    {{"x", "y", "f(3)"}, 3, 3},
    {{"def f(:", "x"}, 1, 2}, // the input ends before it is complete
};

// Reads and runs them. Gives how many were texts, and how often running parsed.
static uint32_t type(const char *const *lines, uint32_t *at_run) {
  read_text t;
  uint32_t n = 0;
  *at_run = 0, typed = lines;
  for (read_result r; (r = read_typed(no_prompt, &t)) != READ_END;) {
    if (r == READ_INTERRUPT) continue;
    uint32_t before = parses;
    if (program_now() != PROGRAM_OPEN || !commands_return(&t)) line_run(&t);
    text_free(&t);
    *at_run += parses - before, n++;
  }
  return n;
}

static void check(const typing *t) {
  uint32_t had = sources(), before = parses, at_run;
  uint32_t n = type(t->lines, &at_run);
  cr_expect_eq(n, t->statements, "%s: %u texts", t->lines[0], n);
  cr_expect_eq(sources() - had, n, "%s: %u sources", t->lines[0], sources() - had);
  cr_expect_eq(at_run, 0, "%s: parsed again to run", t->lines[0]);
  cr_expect_eq(parses - before, t->looks, "%s: parsed %u times", t->lines[0], parses - before);
}

Test(typed, a_text_is_one_source_and_parsed_by_the_look_that_found_it_complete) {
  start();
  for (size_t i = 0; i < sizeof typings / sizeof *typings; i++) check(&typings[i]);
  cr_expect_str_eq(dbx_text(&out), "1\n2\n2\n2\n2\n3\n");
  stop();
}

// While a block of a program is open each of its lines is traced. A head is parsed twice: alone it
// is no statement, so that it is traced with a body.
Test(typed, an_open_block_that_is_traced_is_one_source) {
  static const typing block = {
      {"with for_loop(0, 3, 1)(n) as (i, x):", "  y = x + i", "  x = y + 1", ""}, 1, 5};
  static const char *const before[] = {"from catalyst import for_loop", "n: int", NULL};
  static const char *const dropped[] = {"with for_loop(0, 3, 1)(n) as (i, x):", "  y = x + i",
                                        ":abort", "n + 1", NULL};
  uint32_t at_run, had, eqns;
  start();
  cr_assert_eq(type(before, &at_run), 2);
  cr_assert_eq(program_now(), PROGRAM_OPEN);
  eqns = trace_now->current->top->eqns.n;
  check(&block);
  cr_expect_eq(trace_now->current->top->eqns.n, eqns + 1, "the loop");
  had = sources();
  cr_expect_eq(type(dropped, &at_run), 1);
  cr_expect_eq(sources() - had, 2, "what was traced stays, for what refers to it");
  stop();
}

// What `return` gives runs as it was parsed, and is no text once more.
Test(typed, results_of_a_program_are_parsed_once) {
  static const char *const before[] = {"n: int", NULL};
  static const typing facts[] = {
      {{"return n +"}, 1, 1},
      {{"return n; n"}, 1, 1},
      {{"return(n + 1) * 2, n  # done"}, 1, 1},
  };
  uint32_t at_run;
  start();
  cr_assert_eq(type(before, &at_run), 1);
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    cr_expect_eq(program_now(), PROGRAM_OPEN, "%s", facts[i].lines[0]);
    check(&facts[i]);
  }
  cr_expect_eq(program_now(), PROGRAM_DONE);
  cr_expect_str_eq(line_text(line_count() - 1), ":out (n + 1) * 2, n");
  stop();
}

// Undone lines, and those of a journal, run from their texts.
Test(typed, a_line_that_runs_again_is_parsed_once) {
  start();
  uint32_t had = sources(), before = parses;
  line_run_text("def h(a):\n  return a\n", false);
  line_run_text("h(1)\nh(2)\n", true);
  cr_expect_eq(sources() - had, 2);
  cr_expect_eq(parses - before, 2);
  cr_expect_str_eq(dbx_text(&out), "1\n2\n");
  stop();
}

// A statement of standard input counts lines from the beginning of the input.
Test(typed, errors_of_standard_input_have_its_lines) {
  start();
  read_text t = {.line = 41};
  dbx_put(&t.text, "x = (1,\n 2)\n");
  cr_expect_eq(text_look(&t), TEXT_COMPLETE);
  cr_expect_str_eq(dbx_source_name(t.file), "<stdin>");
  cr_expect_eq(dbx_source_place(t.file, 9).line, 42);
  line_run(&t);
  text_free(&t);
  stop();
}
