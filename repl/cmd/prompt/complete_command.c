// Arguments of commands and of the debugger's words (see complete_in.h). What an argument is, the
// tables say: "[--dot | --svg] [NAME]".
#include "cmd/prompt/complete_in.h"

#include "cmd/commands.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"
#include "debug/debugger.h"
#include "learn/pages.h"
#include "prim/prim.h"
#include "trace/nested.h"

#include <ctype.h>
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

// ---- names of things ----

static void near_commands(dbx_nearest *n) {
  for (uint32_t i = 0; i < commands_count; i++) dbx_nearest_try(n, commands[i].name);
}

static void near_groups(dbx_nearest *n) {
  for (uint32_t i = 0; i < commands_count; i++)
    if (!i || strcmp(commands[i].group, commands[i - 1].group) != 0)
      dbx_nearest_try(n, commands[i].group);
}

static void near_pages(page_kind kind, dbx_nearest *n) {
  for (uint32_t i = 0; i < pages_count; i++)
    if (pages[i].kind == kind) dbx_nearest_try(n, pages[i].name);
}

static void near_primitives(dbx_nearest *n) {
  for (int i = 0; i < dbx_primitive_count; i++) dbx_nearest_try(n, dbx_primitive_table[i].name);
}

static void near_explained(dbx_nearest *n) {
  near_pages(PAGE_TERM, n);
  for (int c = 0; c < DBX_CODE_COUNT; c++) dbx_nearest_try(n, dbx_code_name((dbx_code)c));
}

static void near_trace(const dbx_trace *t, dbx_nearest *n) {
  if (t->function) dbx_nearest_try(n, dbx_sym_text(t->function));
  for (uint32_t i = 0; i < t->binds.n; i++)
    if (t->binds.at[i]->name) dbx_nearest_try(n, dbx_sym_text(t->binds.at[i]->name));
}

// Functions and loops: those that were traced, and those that are defined.
static void near_traced(dbx_nearest *n) {
  uint32_t i = 0;
  dict_entry *e;
  for (uint32_t k = 0; k < lang_now->traces.n; k++) near_trace(lang_now->traces.at[k], n);
  if (program_trace()) near_trace(program_trace(), n);
  while (dict_next(lang_now->globals, &i, &e))
    if (is_str(e->key) &&
        (is_obj(e->val, T_FUNCTION) || is_obj(e->val, T_QJIT) || is_obj(e->val, T_LOOP)))
      dbx_nearest_try(n, STR(e->key)->s);
}

// ---- paths ----

static void near_file(const char *folder, size_t length, const char *name, dbx_nearest *n) {
  dbx_buf path = {0};
  struct stat st;
  dbx_putn(&path, folder, length);
  dbx_put(&path, name);
  if (!stat(dbx_text(&path), &st) && S_ISDIR(st.st_mode)) dbx_putc(&path, '/');
  dbx_nearest_try(n, dbx_text(&path) + length);
  dbx_buf_free(&path);
}

// Files of the folder that the path line[from, end) names so far.
static void add_paths(completion *c, size_t from) {
  size_t base = c->end;
  while (base > from && c->line[base - 1] != '/') base--;
  dbx_buf folder = {0};
  dbx_putn(&folder, c->line + from, base - from);
  DIR *d = opendir(folder.n ? dbx_text(&folder) : ".");
  dbx_nearest n = complete_from(c, base);
  bool hidden = c->end > base && c->line[base] == '.';
  for (const struct dirent *e; d && (e = readdir(d));)
    if (hidden || *e->d_name != '.') near_file(dbx_text(&folder), folder.n, e->d_name, &n);
  if (d) closedir(d);
  dbx_buf_free(&folder);
}

// ---- arguments ----

static bool has_word(const char *words, const char *word) {
  size_t n = strlen(word);
  for (const char *at = words; (at = strstr(at, word)); at += n)
    if ((at == words || at[-1] == ' ') && (at[n] == ' ' || !at[n])) return true;
  return false;
}

// A word of a table's text, in capitals: what stands for it.
static void add_kind(completion *c, const char *kind, size_t length, size_t from, size_t at) {
  char word[32];
  snprintf(word, sizeof word, "%.*s", (int)length, kind);
  dbx_nearest n = complete_from(c, at);
  if (has_word("NAME LOOP FUNCTION WHERE", word)) near_traced(&n);
  if (!strcmp(word, "WHERE")) near_primitives(&n), dbx_nearest_words(&n, "new mismatch");
  if (!strcmp(word, "FILE")) add_paths(c, at);
  if (!strcmp(word, "TERM")) near_explained(&n);
  if (!strcmp(word, "GROUP")) near_groups(&n);
  if (has_word("X V EXPR EXPRS ARGS DIM A F COND", word)) complete_python(c, from);
}

// The words of a text such as "[--dot | --svg] [NAME]"; `nth` of the line's words is completed,
// which begins at `at`. The words behind "in" and "if" follow these.
static void add_arguments(completion *c, const char *arguments, size_t from, uint32_t nth,
                          size_t at) {
  static const char between[] = " |[],()=.";
  dbx_nearest n = complete_from(c, at);
  bool option = c->end > at && c->line[at] == '-', behind = false;
  if (!nth && !strncmp(arguments, "N ", 2)) return; // a number comes first
  for (const char *w = arguments + strspn(arguments, between); *w; w += strspn(w, between)) {
    size_t length = strcspn(w, between);
    bool follows = length == 2 && islower((unsigned char)*w); // "in", "if"
    if (*w == '-') {
      if (!nth || option) dbx_nearest_part(&n, w, length);
    } else if (option) {
      // names do not begin so
    } else if (follows) {
      if (nth == 1) dbx_nearest_part(&n, w, length);
      behind = true;
    } else if (islower((unsigned char)*w)) {
      if (!nth) dbx_nearest_part(&n, w, length);
    } else if (isdigit((unsigned char)*w)) {
      if (!nth) dbx_nearest_words(&n, "0 1 2 3");
    } else if (isupper((unsigned char)*w) && behind == (nth >= 2 && strstr(arguments, "[i"))) {
      add_kind(c, w, length, from, at);
    }
    w += length;
  }
}

// Those of which the table's text does not say enough.
static bool add_special(completion *c, const char *name, size_t from, uint32_t nth, size_t at) {
  char setting[32];
  dbx_nearest n = complete_from(c, at);
  snprintf(setting, sizeof setting, "%.*s", (int)strcspn(c->line + from, " ="), c->line + from);
  if (!strcmp(name, "set")) {
    if (nth < 2) settings_near(nth ? setting : NULL, &n);
    if (!nth) dbx_nearest_words(&n, "--keep --forget");
  } else if (!strcmp(name, "needs")) {
    if (!nth) near_traced(&n);
    if (nth < 2) dbx_nearest_words(&n, "shape value");
  } else if (!strcmp(name, "prim")) near_primitives(&n);
  else if (!strcmp(name, "examples")) near_pages(PAGE_EXAMPLE, &n);
  else if (!strcmp(name, "help")) near_groups(&n), near_commands(&n);
  else if (!strcmp(name, "about")) near_explained(&n), complete_python(c, from);
  else return false;
  return true;
}

// The argument that the cursor is in: how many stand before it, and where it begins.
static size_t argument_at(const completion *c, size_t from, uint32_t *nth) {
  size_t at = from;
  *nth = 0;
  for (size_t i = from; i < c->begin; i++)
    if (strchr(" \t=", c->line[i]) && i + 1 > at) {
      if (i > at) ++*nth;
      at = i + 1;
    }
  return at;
}

static bool find(const char *line, size_t length, const command **ret) {
  char name[32];
  if (length >= sizeof name) return false;
  snprintf(name, sizeof name, "%.*s", (int)length, line);
  if (commands_find(name, ret) == DBX_OK) return true;
  return dbx_diag_forget(), false;
}

static void add_command(void *ctx, const char *name) {
  char word[DBX_NEAREST_MAX + 1];
  snprintf(word, sizeof word, ":%s", name);
  complete_add(ctx, word);
}

void complete_command(completion *c) {
  const command *found;
  uint32_t nth;
  size_t name = strcspn(c->line, " \t!"), from = name;
  if (c->line[0] == '?') {
    from = 1 + strspn(c->line + 1, " ");
    (void)add_special(c, "about", from, 0, argument_at(c, from, &nth));
    return;
  }
  if (c->begin < name) {
    dbx_nearest n = complete_from(c, 1);
    n.each = add_command;
    c->from = 0;
    near_commands(&n);
    return;
  }
  from += strspn(c->line + from, " \t!");
  if (from > c->end) from = c->end;
  if (!find(c->line + 1, name - 1, &found)) return;
  size_t at = argument_at(c, from, &nth);
  if (!add_special(c, found->name, from, nth, at))
    add_arguments(c, found->arguments, from, nth, at);
}

bool complete_debugger(completion *c) {
  uint32_t nth;
  size_t name = strcspn(c->line, " \t"), from = name + strspn(c->line + name, " \t");
  if (c->begin < name || !name) {
    dbx_nearest n = complete_from(c, c->begin);
    if (!c->begin) debugger_near(true, &n);
    return false;
  }
  const char *arguments = debugger_arguments(c->line, name);
  if (!arguments) return false;
  if (from > c->end) from = c->end;
  size_t at = argument_at(c, from, &nth);
  add_arguments(c, arguments, from, nth, at);
  return true;
}
