// `:help`: the groups of commands on one screen, a group, a command.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/prompt/prompt.h"

#include "base/nearest.h"
#include "viz/text/text.h"
#include <string.h>

static void put_command(dbx_buf *b, const command *c) {
  enum { LEFT = 33, BELOW = 6 }; // columns
  uint32_t width = (uint32_t)host_width(), at = width < 2 * LEFT ? BELOW : LEFT;
  dbx_buf left = {0};
  dbx_printf(&left, "  :%s%s%s", c->name, *c->arguments ? " " : "", c->arguments);
  dbx_put(b, dbx_text(&left));
  if (left.n + 1 < LEFT && at == LEFT) dbx_pad(b, LEFT - (int)left.n);
  else dbx_putc(b, '\n'), dbx_pad(b, (int)at);
  dbx_put_wrapped(b, c->help, at, at, width);
  dbx_putc(b, '\n');
  dbx_buf_free(&left);
}

static const char introduction[] =
    "Statements run as in a file; functions under @qjit are traced when they are called. A "
    "declaration (`n: int`, `y: f64[m, 3]`) begins a program: from then on every array operation "
    "is traced into it and shown as the equations that it gives.";
static const char ways[] =
    "`:help GROUP` says what its commands do, `:help NAME` one of them, `?X` what anything is: a "
    "name, a function, a term, an error's code, a primitive, an option.";

static void put_paragraph(dbx_buf *b, const char *text) {
  dbx_put_wrapped(b, text, 0, 0, (uint32_t)host_width());
  dbx_putc(b, '\n');
}

// The names of a group's commands, broken at blanks.
static void put_names(dbx_buf *b, const char *group) {
  enum { LEFT = 15 };
  dbx_buf names = {0};
  dbx_printf(b, "  %-*s", LEFT - 2, group);
  for (uint32_t i = 0; i < commands_count; i++)
    if (!strcmp(commands[i].group, group))
      dbx_printf(&names, "%s:%s", names.n ? " " : "", commands[i].name);
  dbx_put_wrapped(b, dbx_text(&names), LEFT, LEFT, (uint32_t)host_width());
  dbx_putc(b, '\n');
  dbx_buf_free(&names);
}

static bool is_first_of_group(uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (!strcmp(commands[k].group, commands[i].group)) return false;
  return true;
}

static bool put_group(dbx_buf *b, const char *group) {
  for (uint32_t i = 0; i < commands_count; i++)
    if (!strcmp(commands[i].group, group)) put_command(b, &commands[i]);
  return b->n > 0;
}

static const command *command_named(const char *name) {
  for (uint32_t i = 0; i < commands_count; i++)
    if (!strcmp(commands[i].name, name)) return &commands[i];
  return NULL;
}

// No command is called so; a group may be meant. Notes it in the pending diagnostic.
static dbx_status advise_group(const char *rest) {
  dbx_nearest near = dbx_nearest_to(rest);
  for (uint32_t i = 0; i < commands_count; i++)
    if (is_first_of_group(i)) dbx_nearest_try(&near, commands[i].group);
  return dbx_nearest_advise(&near, ":help ");
}

// A group, a command, or both: `history` and `debug` are groups, `:debug` is in one.
static dbx_status help_on(const char *rest) {
  const command *c;
  dbx_buf b = {0};
  if (*rest == ':' || !put_group(&b, rest)) {
    if (commands_find(rest + (*rest == ':'), &c) != DBX_OK) return advise_group(rest);
    put_command(&b, c);
  } else if ((c = command_named(rest)) && strcmp(c->group, rest) != 0) {
    put_command(&b, c);
  }
  return show_report(&b), DBX_OK;
}

dbx_status cmd_help(const char *rest) {
  dbx_buf b = {0};
  if (*rest) return help_on(rest);
  put_paragraph(&b, introduction);
  for (uint32_t i = 0; i < commands_count; i++)
    if (is_first_of_group(i)) put_names(&b, commands[i].group);
  put_paragraph(&b, ways);
  return show_report(&b), DBX_OK;
}
