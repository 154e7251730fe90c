// Parses the command line by the tables options.def and subcommands.def, and prints their help.
#include "cmd/cli.h"

#include "cmd/host/say.h"
#include "cmd/subcommands/jaxpr.h"

#include "base/nearest.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum kind { FLAG, TEXT, NUMBER } kind;

static const struct option {
  const char *name;
  kind kind;
  size_t field;
  const char *argument, *commands, *help;
} options[] = {
#define O(name, kind, field, argument, commands, help)                                             \
  {name, kind, offsetof(cli, field), argument, commands, help},
#include "cmd/options.def"
#undef O
};

static const cli_command commands[] = {
#define S(name, fn, operands, least, most, deep, help)                                             \
  {name, fn, operands, least, most, deep, help},
#include "cmd/subcommands.def"
#undef S
};

#define COUNT(a) (sizeof(a) / sizeof *(a))

static bool listed(const char *names, const char *name) {
  size_t n = strlen(name);
  if (!strcmp(names, "*")) return true;
  for (const char *at = names; (at = strstr(at, name)); at += n)
    if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

static const cli_command *find_command(const char *name) {
  for (size_t i = 0; i < COUNT(commands); i++)
    if (!strcmp(commands[i].name, name)) return &commands[i];
  return NULL;
}

static const struct option *find_option(const char *name, size_t n) {
  for (size_t i = 0; i < COUNT(options); i++)
    if (strlen(options[i].name) == n && !memcmp(options[i].name, name, n)) return &options[i];
  return NULL;
}

// ---- help ----

static void put_entry(dbx_buf *b, const char *left, const char *help) {
  enum { LEFT = 28 };
  size_t begun = b->n;
  dbx_printf(b, "  %s", left);
  if (b->n - begun + 2 > LEFT) dbx_putc(b, '\n'), begun = b->n;
  dbx_pad(b, LEFT - (int)(b->n - begun));
  dbx_printf(b, "%s\n", help);
}

static void put_options(dbx_buf *b, const char *command) {
  dbx_put(b, "\noptions:\n");
  for (size_t i = 0; i < COUNT(options); i++) {
    const struct option *o = &options[i];
    char left[64];
    if (!listed(o->commands, command)) continue;
    const char *dashes = o->name[1] ? "--" : "-";
    snprintf(left, sizeof left, "%s%s%s%s", dashes, o->name,
             o->argument ? o->name[1] ? "=" : " " : "", o->argument ? o->argument : "");
    put_entry(b, left, o->help);
  }
}

static void put_all(dbx_buf *b) {
  dbx_put(b, "usage: dbidx [OPTIONS]                   the prompt\n"
             "       dbidx [OPTIONS] FILE [ARG...]     runs a program; `-i` stays at the prompt "
             "behind it\n"
             "       dbidx [OPTIONS] -c TEXT [ARG...]  runs a text\n"
             "       dbidx SUBCOMMAND [OPTIONS] ...\n"
             "       dbidx --version\n\nsubcommands:\n");
  for (size_t i = 0; i < COUNT(commands); i++) {
    char left[64];
    snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].operands);
    put_entry(b, left, commands[i].help);
  }
  put_options(b, "prompt");
  dbx_put(b, "\n`dbidx SUBCOMMAND --help` shows the options of one subcommand.\n");
}

static void put_command(dbx_buf *b, const cli_command *c) {
  dbx_printf(b, "usage: dbidx %s [OPTIONS] %s\n\n%s\n", c->name, c->operands, c->help);
  put_options(b, c->name);
}

static void help(const cli_command *c) {
  dbx_buf b = {0};
  if (c) put_command(&b, c);
  else put_all(&b);
  say_to(stdout, "%s", dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- parsing ----

static const cli_command *misuse(int *status) {
  fprintf(stderr, "       `dbidx --help` lists what there is\n");
  *status = CLI_MISUSE;
  return NULL;
}

static bool number(const char *text, int *ret) {
  char *end;
  errno = 0;
  long v = strtol(text, &end, 10);
  if (errno || end == text || *end || v < 1 || v > INT_MAX) return false;
  *ret = (int)v;
  return true;
}

// One of the words "a|b|c"; a description in capitals takes anything.
static bool fits(const char *choices, const char *value) {
  size_t n = strlen(value);
  if (!strchr(choices, '|')) return true;
  for (const char *at = choices; at; at = strchr(at, '|'), at = at ? at + 1 : NULL)
    if (!strncmp(at, value, n) && (at[n] == '|' || !at[n])) return true;
  return false;
}

static void say_near(const dbx_nearest *n, const char *before) {
  if (*n->best) say_to(stderr, "       did you mean '%s%s'?\n", before, n->best);
}

static void near_words(const char *value, const char *words) {
  dbx_nearest near = dbx_nearest_to(value);
  dbx_nearest_words(&near, words);
  say_near(&near, "");
}

static void near_option(const cli *o, const char *text, size_t n) {
  char name[DBX_NEAREST_MAX];
  snprintf(name, sizeof name, "%.*s", (int)n, text);
  dbx_nearest near = dbx_nearest_to(name);
  for (size_t i = 0; i < COUNT(options); i++)
    if (listed(options[i].commands, o->command)) dbx_nearest_try(&near, options[i].name);
  say_near(&near, "--");
}

static void near_command(const char *name) {
  dbx_nearest near = dbx_nearest_to(name);
  for (size_t i = 0; i < COUNT(commands); i++) dbx_nearest_try(&near, commands[i].name);
  say_near(&near, "");
}

static bool set_option(cli *o, const struct option *opt, const char *value) {
  char *field = (char *)o + opt->field;
  switch (opt->kind) {
  case FLAG: *(bool *)field = true; return true;
  case TEXT:
    *(const char **)field = value;
    if (fits(opt->argument, value)) return true;
    say_to(stderr, "dbidx: --%s is one of %s, not '%s'\n", opt->name, opt->argument, value);
    near_words(value, opt->argument);
    return false;
  case NUMBER:
    if (number(value, (int *)field)) return true;
    say_to(stderr, "dbidx: --%s takes a positive number, not '%s'\n", opt->name, value);
    return false;
  }
  return false;
}

// argv[*i] is an option; takes its argument too.
static bool take_option(cli *o, int argc, char **argv, int *i) {
  const char *name = argv[*i] + (argv[*i][1] == '-' ? 2 : 1), *eq = strchr(name, '=');
  size_t n = eq ? (size_t)(eq - name) : strlen(name);
  if (!strcmp(argv[*i], "-h")) name = "help", n = 4;
  const struct option *opt = find_option(name, n);
  if (!opt || !listed(opt->commands, o->command)) {
    say_to(stderr, "dbidx: %s has no option %.*s\n", o->command,
           (int)(n + (size_t)(name - argv[*i])), argv[*i]);
    near_option(o, name, n);
    return false;
  }
  if (opt->kind == FLAG && eq) {
    say_to(stderr, "dbidx: --%s takes no value\n", opt->name);
    return false;
  }
  if (opt->kind == FLAG || eq) return set_option(o, opt, eq ? eq + 1 : NULL);
  if (*i + 1 < argc) return set_option(o, opt, argv[++*i]);
  say_to(stderr, "dbidx: %s needs a value (%s)\n", argv[*i], opt->argument);
  return false;
}

// Skips options and their values. Text in place of a file (-c) tells too what is to be done.
static int first_operand(int argc, char **argv, bool *code) {
  int i = 1;
  for (*code = false; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
    const char *name = argv[i] + (argv[i][1] == '-' ? 2 : 1);
    const struct option *opt = find_option(name, strlen(name));
    if (opt && opt->kind != FLAG) i++;
    *code |= opt && opt->field == offsetof(cli, code);
  }
  return i;
}

// No subcommand is called like a path; what there is may be called anything.
static bool is_path(const char *operand) {
  return strpbrk(operand, "./") || !strcmp(operand, "-") || !access(operand, F_OK);
}

// The subcommand, which *named tells to be among the operands. NULL: none was asked for.
static const cli_command *asked_for(int argc, char **argv, bool *named) {
  bool code;
  int at = first_operand(argc, argv, &code);
  const cli_command *c = at < argc && !code ? find_command(argv[at]) : NULL;
  *named = c != NULL;
  return c || !(code || (at < argc && is_path(argv[at]))) ? c : find_command("run");
}

// The prompt runs the program itself, a line after the other.
static const cli_command *stay(cli *o) {
  const cli_command *c = find_command("prompt");
  o->command = c->name;
  return c;
}

// An operand of the program, not of this command line: what follows the file, or the text of -c.
static bool is_of_program(const cli *o, const char *operand) {
  return !strcmp(o->command, "run") && (o->code || !jaxpr_is_path(operand));
}

// Options may stand before the subcommand and among its operands. Of `run` everything after the
// file belongs to the program; a Jaxpr takes none of it. `run` itself can be left out.
const cli_command *cli_parse(int argc, char **argv, cli *o, int *status) {
  bool all_operands = false, named;
  *o = (cli){.command = "prompt", .color = "auto", .jobs = 2, .timeout = 20};
  const cli_command *c = asked_for(argc, argv, &named);
  if (c) o->command = c->name;
  o->operand = argv; // operands are moved to the front
  for (int i = 1; i < argc; i++) {
    if (!all_operands && argv[i][0] == '-' && argv[i][1]) {
      if (!strcmp(argv[i], "--")) all_operands = true;
      else if (!take_option(o, argc, argv, &i)) return misuse(status);
    } else if (named) named = false;
    else if (!c) {
      say_to(stderr, "dbidx: there is no subcommand '%s'\n", argv[i]);
      near_command(argv[i]);
      return misuse(status);
    } else {
      o->operand[o->n_operands++] = argv[i];
      all_operands |= is_of_program(o, argv[i]);
    }
  }
  *status = CLI_OK;
  if (o->help) return help(c), NULL;
  if (!c) c = find_command("prompt");
  if (o->n_operands >= (o->code ? 0 : c->least) && (c->most < 0 || o->n_operands <= c->most))
    return o->stay ? stay(o) : c;
  say_to(stderr, "dbidx: usage: dbidx %s [OPTIONS] %s\n", c->name, c->operands);
  return misuse(status);
}
