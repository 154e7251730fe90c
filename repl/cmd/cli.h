// The command line: options and subcommands by table.
#ifndef DBX_CMD_CLI_H
#define DBX_CMD_CLI_H

#include <stdbool.h>

typedef struct cli {
  const char *command;
  const char *engine, *on, *emit, *mode, *format, *pass, *of, *args, *output, *run, *color,
      *jaxpr_style, *target, *strategy, *dims, *cache, *threads, *memory, *code, *opt, *rules,
      *checks;
  bool log, stay, force, lend, recover, no_journal, exception_line, ast, draft, update, binds,
      verbose, json, no_init, decls, stores, try_fixes, help;
  int jobs, timeout, width, repeat, fixes;
  char **operand;
  int n_operands;
} cli;

// Exit statuses.
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_MISUSE = 2 };

typedef struct cli_command {
  const char *name;
  int (*run)(const cli *o);
  const char *operands;
  int least, most;
  bool deep; // wants the evaluator's large stack
  const char *help;
} cli_command;

// Fills o. Gives the subcommand, or NULL when there is nothing left to run: *status is then what to
// exit with (help was printed, or a complaint).
const cli_command *cli_parse(int argc, char **argv, cli *o, int *status);

// The subcommands, by the rows of subcommands.def; each gives the exit status.
int cmd_prompt(const cli *o);
int cmd_open(const cli *o);
int cmd_serve(const cli *o);
int cmd_run(const cli *o);
int cmd_check(const cli *o);
int cmd_inspect(const cli *o);
int cmd_conform(const cli *o);
int cmd_watch_file(const cli *o);
int cmd_jaxpr(const cli *o);
int cmd_explain(const cli *o);
int cmd_docs(const cli *o);
int cmd_bench(const cli *o);
int cmd_build(const cli *o);

#endif
