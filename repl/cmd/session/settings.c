// The settings of a session, one row each (see settings.h).
#include "cmd/session/settings.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/lecture.h"
#include "cmd/host/memory.h"
#include "cmd/host/rewritten.h"
#include "cmd/host/show.h"
#include "cmd/session/changes.h"
#include "cmd/session/journal.h"
#include "cmd/session/line.h"
#include "cmd/session/program.h"
#include "cmd/session/state.h"

#include "base/nearest.h"
#include "ir/target.h"
#include "prim/poly.h"
#include "trace/strategies.h"
#include "viz/names/naming.h"
#include <string.h>

// ---- what each one stands for ----

static const char *get_resizing(void) { return dbx_strategy_words[lang_now->resizing]; }
static void set_resizing(int choice) { lang_now->resizing = (uint8_t)choice; }

static const char *const engine_words[] = {"interp", "jit"};

static const char *get_engine(void) {
  return engine_words[lang_now->engine.run != host_interpreter()->run];
}
static void set_engine(int choice) {
  lang_now->engine = choice ? *host_jit() : *host_interpreter();
}

static const char *get_cache(void) { return host_cache_words[host_cache()]; }
static void set_cache(int choice) { host_set_cache((lower_reuse)choice); }

// The last one is 0 to the host.
static const char *const threads_words[] = {"1", "2", "4", "8", "16", "32", "64", "all"};
enum { ALL_THREADS = sizeof threads_words / sizeof *threads_words - 1 };

static const char *get_threads(void) {
  int choice = 0;
  while (choice < ALL_THREADS && 1u << choice != host_threads()) choice++;
  return threads_words[choice];
}
static void set_threads(int choice) { host_set_threads(choice == ALL_THREADS ? 0 : 1u << choice); }

static dbx_status set_memory(const char *size) {
  DBX_TRY(memory_set(size));
  return host_bound_compiler(), DBX_OK;
}

static const char *const detail_words[] = {"0", "1", "2", "3"};

static const char *get_detail(void) { return detail_words[line_mode()->detail]; }
static void set_detail(int choice) { line_mode()->detail = choice; }

static const char *const dims_words[] = {[DBX_DIMS_IDENTITY] = "identity",
                                         [DBX_DIMS_SYMBOLIC] = "symbolic"};

static const char *get_dims(void) { return dims_words[dbx_dims_in_use()]; }
static void set_dims(int choice) { dbx_use_dims((dbx_dims)choice); }

static const char *const target_words[] = {
#define TARGET(id, name, ...) [DBX_TARGET_##id] = name,
#include "ir/targets.def"
#undef TARGET
};

static const char *get_target(void) { return target_words[dbx_target_in_use()]; }
static void set_target(int choice) { dbx_target_use((dbx_target_id)choice); }

static const char *const names_words[] = {"jaxpr", "source"};

bool settings_by_source(void) { return session_now->by_source; }
static const char *get_names(void) { return names_words[session_now->by_source]; }
static void set_names(int choice) {
  session_now->by_source = choice;
  program_thaw(); // its names are made again, and are those that were shown
  (void)program_jaxpr();
  program_thaw();
  changes_forget();
}

static const char *const switch_words[] = {"off", "on"};

static const char *get_draft(void) { return switch_words[line_mode()->draft]; }
static void set_draft(int choice) { line_mode()->draft = choice; }

static const char *get_journal(void) { return switch_words[journal_is_on()]; }
static void set_journal(int choice) { journal_switch(choice); }

static const char *get_lecture(void) { return switch_words[lecture_is_on()]; }
static void set_lecture(int choice) { lecture_switch(choice); }

static const char *get_opt(void) { return switch_words[host_rewrites()]; }
static void set_opt(int choice) { host_set_rewrites(choice); }

// One of the words, or where there are none what `take` reads.
#define WORDS(w) w, sizeof w / sizeof *w
static const struct setting {
  const char *name;
  const char *const *words;
  size_t n;
  const char *(*get)(void);
  void (*set)(int choice);
  const char *help;
  dbx_status (*take)(const char *value);
} settings[] = {
    {"resizing", WORDS(dbx_strategy_words), get_resizing, set_resizing,
     "lengths of loop carries: constants, arguments, arguments where they change, or one argument "
     "for each length"},
    {"dims", WORDS(dims_words), get_dims, set_dims,
     "lengths are equal if they are one variable, or also as polynomials"},
    {"target", WORDS(target_words), get_target, set_target,
     "the release that is mirrored, in what is traced and printed from now on"},
    {"engine", WORDS(engine_words), get_engine, set_engine, "what runs compiled functions"},
    {"opt", WORDS(switch_words), get_opt, set_opt,
     "compiled functions run as the rules (`:rules`) rewrite them"},
    {"cache", WORDS(host_cache_words), get_cache, set_cache,
     "machine code of an equal Jaxpr is used again: never, in this session, or in others too"},
    {"threads", WORDS(threads_words), get_threads, set_threads,
     "of products, gates and loops over many elements; all: as many as there are, loops where it "
     "pays"},
    {"memory", NULL, 0, memory_text, NULL,
     "the most that the session takes: a size such as 500M, or all", set_memory},
    {"draft", WORDS(switch_words), get_draft, set_draft,
     "after an error a line goes on, so that several are found at once; none of it counts"},
    {"names", WORDS(names_words), get_names, set_names,
     "variables of Jaxprs and types as letters, or as the source calls them"},
    {"detail", WORDS(detail_words), get_detail, set_detail, "how much of each bind is shown"},
    {"lecture", WORDS(switch_words), get_lecture, set_lecture,
     "reports build up: Enter shows the next part, q the rest"},
    {"journal", WORDS(switch_words), get_journal, set_journal,
     "what is typed is kept in a file until the session ends, for `dbidx --recover`"},
};
enum { N_SETTINGS = sizeof settings / sizeof *settings };

// ---- finding and changing ----

static void put_words(dbx_buf *b, const struct setting *s) {
  if (s->take) dbx_put(b, "SIZE|all");
  for (size_t i = 0; i < s->n; i++) dbx_printf(b, "%s%s", i ? "|" : "", s->words[i]);
}

static dbx_status choose(const struct setting *s, const char *value) {
  dbx_buf words = {0};
  if (s->take) return s->take(value);
  for (size_t i = 0; i < s->n; i++)
    if (!strcmp(s->words[i], value)) return s->set((int)i), DBX_OK;
  put_words(&words, s);
  dbx_nearest near = dbx_nearest_to(value);
  dbx_nearest_words(&near, dbx_text(&words));
  dbx_fail_(DBX_E208, (dbx_span){0}, "%s is one of %s, not '%s'", s->name, dbx_text(&words), value);
  dbx_buf_free(&words);
  return dbx_nearest_advise(&near, "");
}

void settings_near(const char *name, dbx_nearest *n) {
  for (size_t i = 0; i < N_SETTINGS; i++) {
    if (!name) dbx_nearest_try(n, settings[i].name);
    else if (!strcmp(name, settings[i].name))
      for (size_t k = 0; k < settings[i].n; k++) dbx_nearest_try(n, settings[i].words[k]);
  }
}

dbx_status settings_set(const char *name, const char *value) {
  for (size_t i = 0; i < N_SETTINGS; i++)
    if (!strcmp(settings[i].name, name)) return choose(&settings[i], value);
  dbx_nearest near = dbx_nearest_to(name);
  settings_near(NULL, &near);
  dbx_fail_(DBX_E208, (dbx_span){0}, "there is no setting '%s'; `:set` lists them", name);
  return dbx_nearest_advise(&near, "");
}

// Of the program that is run; what the others trace has none.
static void give_arguments(const cli *o) {
  if (strcmp(o->command, "run") && !o->stay) return;
  if (o->code) lang_set_arguments("-c", o->operand, o->n_operands);
  else if (o->n_operands) lang_set_arguments(o->operand[0], o->operand + 1, o->n_operands - 1);
}

dbx_status settings_start(const cli *o, FILE *out) {
  host_start(out);
  give_arguments(o);
  if (o->cache) DBX_TRY(settings_set("cache", o->cache));
  if (o->threads) DBX_TRY(settings_set("threads", o->threads));
  if (o->opt) DBX_TRY(settings_set("opt", o->opt));
  return o->strategy ? settings_set("resizing", o->strategy) : DBX_OK;
}

void settings_each(void (*f)(const char *name, const char *value, void *ctx), void *ctx) {
  for (size_t i = 0; i < N_SETTINGS; i++)
    if (settings[i].words && settings[i].set != set_journal)
      f(settings[i].name, settings[i].get(), ctx);
}

void settings_describe(void (*f)(void *ctx, const char *name, const char *words, const char *help),
                       void *ctx) {
  dbx_buf words = {0};
  for (size_t i = 0; i < N_SETTINGS; i++, dbx_clear(&words)) {
    put_words(&words, &settings[i]);
    f(ctx, settings[i].name, dbx_text(&words), settings[i].help);
  }
  dbx_buf_free(&words);
}

static void put(dbx_buf *b, const struct setting *s) {
  dbx_printf(b, "%-10s %-13s  %s (", s->name, s->get(), s->help);
  put_words(b, s);
  dbx_put(b, ")\n");
}

static void show(const struct setting *s) {
  dbx_buf b = {0};
  put(&b, s);
  show_report(&b);
}

void settings_put(dbx_buf *b, const char *name) {
  for (size_t i = 0; i < N_SETTINGS; i++)
    if (!strcmp(settings[i].name, name))
      dbx_put(b, "a setting (`:set`)\n    "), put(b, &settings[i]);
}

static void show_all(void) {
  dbx_buf b = {0};
  for (size_t i = 0; i < N_SETTINGS; i++) put(&b, &settings[i]);
  show_report(&b);
}

dbx_status settings_typed(const char *rest) {
  char name[32];
  size_t n = strcspn(rest, " =\t");
  const char *value = rest + n + strspn(rest + n, " =\t");
  if (!*rest) return show_all(), DBX_OK;
  snprintf(name, sizeof name, "%.*s", (int)n, rest);
  if (*value) {
    DBX_TRY(settings_set(name, value));
    if (strcmp(name, "journal") && strcmp(name, "lecture")) journal_setting(name, value);
  }
  for (size_t i = 0; i < N_SETTINGS; i++)
    if (!strcmp(settings[i].name, name)) return show(&settings[i]), DBX_OK;
  return settings_set(name, "");
}
