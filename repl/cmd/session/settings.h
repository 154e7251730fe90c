// What `:set NAME VALUE` and the options of the command line choose.
#ifndef DBX_CMD_SETTINGS_H
#define DBX_CMD_SETTINGS_H

#include "cmd/cli.h"

#include "base/buf.h"
#include "base/diag.h"
#include "base/nearest.h"
#include <stdbool.h>
#include <stdio.h>

// Starts the evaluator with what the options choose, printing to `out`.
dbx_status settings_start(const cli *o, FILE *out);
// E208 if there is no such setting, or no such value of it.
dbx_status settings_set(const char *name, const char *value);
// The names of settings (name NULL); or of the setting `name` the words that are its values.
void settings_near(const char *name, dbx_nearest *n);
// The row of the setting `name`, if there is one.
void settings_put(dbx_buf *b, const char *name);
// All of them, with the words that are their values, "a|b".
void settings_describe(void (*f)(void *ctx, const char *name, const char *words, const char *help),
                       void *ctx);
// What `:set` does with a text that is no option: "", "NAME" or "NAME VALUE". As settings_set.
dbx_status settings_typed(const char *rest);
// Those that are kept, but for options of the command line; what is wrong in them is reported.
void settings_restore(const cli *o);
bool settings_by_source(void); // tracers go by their names of the source, not by letters
// Of those that belong to what is typed, and not to the machine or the terminal.
void settings_each(void (*f)(const char *name, const char *value, void *ctx), void *ctx);

#endif
