// Drawings and pages of what was traced, on the screen and in files (see see.h).
#include "cmd/questions/see.h"
#include "cmd/questions/recorded.h"
#include "cmd/questions/state.h"

#include "base/file.h"
#include "base/poll.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/subject.h"
#include "cmd/session/changes.h"
#include "cmd/session/output.h"
#include "cmd/session/program.h"
#include "cmd/session/save.h"
#include "cmd/session/settings.h"

#include "debug/trips.h"
#include "edit/edit.h"
#include "hlo/hlo.h"
#include "lang/jax/qjit.h"
#include "trace/strategies.h"
#include "viz/draw/circuit.h"
#include "viz/draw/scopes.h"
#include "viz/page/page.h"
#include "viz/report/diagnostic.h"
#include "viz/why/provenance.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// ---- drawings ----

static bool terminal_is_utf8(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *s = getenv(names[i]);
    if (s && *s) return strcasestr(s, "utf-8") || strcasestr(s, "utf8");
  }
  return false;
}

// Pages and SVG mark names of variables by tags, which stand behind letters only
// (viz/names/naming.h). The names of the source are beside them.
dbx_status see_drawing(const dbx_trace *t, const dbx_jaxpr *j, const dbx_bind *bind,
                       const char *form, dbx_buf *b) {
  bool letters = !strcmp(form, "svg");
  dbx_scopes *s = dbx_scopes_new(t, j, bind, !letters && settings_by_source());
  if (!strcmp(form, "dot")) dbx_put_dot(b, s);
  else if (!strcmp(form, "svg")) dbx_put_svg(b, s);
  else
    dbx_put_drawing(b, s,
                    &(dbx_draw_style){.width = host_width(),
                                      .utf8 = terminal_is_utf8(),
                                      .color = host_color(STDOUT_FILENO)});
  dbx_scopes_free(s);
  return DBX_OK;
}

static void put_circuit(const dbx_trace *t, const dbx_circuit *c, const char *form, dbx_buf *b) {
  dbx_report_style style = subject_style();
  bool utf8 = *form == 's' || terminal_is_utf8();
  dbx_circuit_drawing *d = dbx_circuit_draw(t, c, &style, utf8);
  if (*form == 's') dbx_put_circuit_svg(b, d);
  else dbx_put_circuit(b, d, (uint32_t)host_width(), utf8), dbx_put_circuit_results(b, d);
  dbx_circuit_drawing_free(d);
}

dbx_status see_circuit(const dbx_trace *t, const char *form, dbx_buf *b) {
  const dbx_circuit *last = NULL;
  for (const dbx_circuit *c = NULL; (c = dbx_circuit_next(t, c));) {
    if (!c->tape || !c->last[2]) continue;
    if (*form == 't') put_circuit(t, c, form, b);
    last = c;
  }
  if (!last) return see_no_circuit(t);
  if (*form == 's') put_circuit(t, last, form, b);
  return DBX_OK;
}

dbx_status see_no_circuit(const dbx_trace *t) {
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "'%s' has no circuit whose tape is known: a function with a qml.qnode in it has, "
                  "when it was traced here (a recording has its equations only)",
                  dbx_sym_text(t->function));
}

// The Jaxpr whose letters the subject is shown with.
static const dbx_jaxpr *letters_of(const subject *s) {
  return s->trace == program_trace() ? program_jaxpr() : s->trace->jaxpr;
}

static bool take_word(const char **text, const char *word) {
  size_t n = strlen(word);
  if (strncmp(*text, word, n) || ((*text)[n] && (*text)[n] != ' ')) return false;
  *text += n + strspn(*text + n, " ");
  return true;
}

dbx_status cmd_draw(const char *rest) {
  subject s;
  dbx_buf b = {0};
  const char *form = take_word(&rest, "--dot") ? "dot" : take_word(&rest, "--svg") ? "svg" : "text";
  DBX_TRY(subject_find(rest, &s));
  DBX_TRY(see_drawing(s.trace, letters_of(&s), s.bind, form, &b));
  if (*form == 't') show_report(&b);
  else show_listing(&b);
  return DBX_OK;
}

dbx_status cmd_circuit(const char *rest) {
  subject s;
  dbx_buf b = {0};
  const char *form = take_word(&rest, "--svg") ? "svg" : "text";
  DBX_TRY(subject_find_any(rest, &s));
  dbx_status st = see_circuit(s.trace, form, &b);
  if (st == DBX_OK) show_listing(&b);
  dbx_buf_free(&b);
  return st;
}

// ---- Graphviz ----

static const char *ending_of(const char *path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  return dot && (!slash || dot > slash) ? dot + 1 : "";
}

bool see_is_picture(const char *path) {
  static const char *const endings[] = {"png", "pdf", "ps", "eps", "gif", "jpg"};
  for (size_t i = 0; path && i < sizeof endings / sizeof *endings; i++)
    if (!strcmp(ending_of(path), endings[i])) return true;
  return false;
}

// The graph as a file without a name, to be the process's standard input.
static FILE *graph_file(const dbx_buf *dot) {
  FILE *f = tmpfile();
  if (!f) return NULL;
  if (fwrite(dbx_text(dot), 1, dot->n, f) == dot->n && !fflush(f) && !lseek(fileno(f), 0, SEEK_SET))
    return f;
  return fclose(f), NULL;
}

int see_run_program(char *const *argv, FILE *in, FILE *out, FILE *err) {
  static const struct timespec pause = {0, 2000000};
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status, failed = posix_spawn_file_actions_init(&actions);
  if (failed) return -1;
  if (in) failed = posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
  if (out && !failed)
    failed = posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
  if (err && !failed)
    failed = posix_spawn_file_actions_adddup2(&actions, fileno(err), STDERR_FILENO);
  dbx_budget_lift();
  if (!failed) failed = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
  dbx_budget_hold();
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return errno = failed, -1;
  for (pid_t r; (r = waitpid(child, &status, WNOHANG)) != child; (void)nanosleep(&pause, NULL)) {
    if (r < 0 && errno != EINTR) return -1;
    if (dbx_stopping()) (void)kill(child, SIGKILL);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool take_all(FILE *f, dbx_buf *ret) {
  return !fseek(f, 0, SEEK_SET) && dbx_read_all(f, ret);
}

dbx_status see_picture(const char *path, const dbx_buf *dot, dbx_buf *ret) {
  dbx_buf format = {0};
  FILE *in = graph_file(dot), *out = tmpfile();
  dbx_printf(&format, "-T%s", ending_of(path));
  char *argv[] = {"dot", (char *)(uintptr_t)dbx_text(&format), NULL};
  int status = in && out ? see_run_program(argv, in, out, NULL) : -1, why = errno;
  bool ok = status == 0 && take_all(out, ret);
  if (in) fclose(in);
  if (out) fclose(out);
  dbx_buf_free(&format);
  if (ok) return DBX_OK;
  DBX_TRY(dbx_poll());
  if (status < 0 && why == ENOENT)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "%s needs Graphviz: there is no program `dot` in the PATH; .svg and .dot need "
                    "nothing",
                    path);
  return dbx_fail(DBX_E208, (dbx_span){0}, "Graphviz (`dot`) could not draw %s", path);
}

// ---- pages ----

void see_about(const char *program, uint32_t file, const dbx_diag *error) {
  free(questions_now->about.program);
  questions_now->about.program = dbx_strdup(program);
  questions_now->about.file = file;
  dbx_clear(&questions_now->about.error);
  if (error) dbx_put_diag_json(&questions_now->about.error, error);
}

const char *see_program(uint32_t *file) {
  *file = questions_now->about.file;
  return questions_now->about.program;
}

typedef struct mlir_text {
  dbx_buf text;
  char *missing;
} mlir_text;

static mlir_text mlir_of(const dbx_jaxpr *j) {
  mlir_text m = {0};
  const dbx_engine *e = host_jit();
  if (!j) return m.missing = dbx_strdup("the trace did not complete"), m;
  if (e->text(e->ctx, j, "mlir-linked", &m.text) == DBX_OK) return m;
  m.missing = dbx_strdup(dbx_diag_pending()->message);
  dbx_diag_forget();
  return m;
}

static bool why_event(dbx_buf *b, const dbx_trace *t, uint32_t event) {
  dbx_report_style style = {0};
  dbx_buf of = {0};
  dbx_printf(&of, "event %u", event);
  bool ok = dbx_put_why(b, t, &style, dbx_text(&of)) == DBX_OK;
  if (!ok) dbx_diag_forget();
  dbx_buf_free(&of);
  return ok;
}

static void put_page(const dbx_page *p, const char *form, dbx_buf *b) {
  if (!strcmp(form, "json")) dbx_put_page_json(b, p);
  else dbx_put_page_html(b, p);
}

// The first n functions are complete or failed traces, `open` is the program under construction
// (NULL: none).
static void page_of(dbx_trace *const *t, uint32_t n, const dbx_so_far *open, const char *form,
                    dbx_buf *b) {
  uint32_t all = n + (open != NULL);
  dbx_page_function *f = dbx_alloc((all + 1) * sizeof *f);
  mlir_text *m = dbx_alloc((all + 1) * sizeof *m);
  const char ***strategies = dbx_alloc((all + 1) * sizeof *strategies);
  for (uint32_t i = 0; i < all; i++) {
    f[i].trace = i < n ? t[i] : open->trace;
    f[i].so_far = open;
    f[i].why = why_event;
    m[i] = mlir_of(dbx_trace_jaxpr(f[i].trace, open));
    f[i].trips =
        debug_trips_of((dbx_trace *)(uintptr_t)f[i].trace, dbx_trace_jaxpr(f[i].trace, open));
    f[i].mlir = m[i].missing ? NULL : dbx_text(&m[i].text), f[i].no_mlir = m[i].missing;
    const char *const *s = see_strategies(f[i].trace->function, &f[i].n_strategies);
    strategies[i] = dbx_alloc((f[i].n_strategies + 1) * sizeof **strategies);
    for (uint32_t k = 0; k < f[i].n_strategies; k++) strategies[i][k] = s[k];
    f[i].strategies = strategies[i];
  }
  put_page(&(dbx_page){questions_now->about.program, questions_now->about.file, f, all,
                       dbx_text(&questions_now->about.error)},
           form, b);
  for (uint32_t i = 0; i < all; i++)
    debug_trips_free(&f[i].trips), dbx_buf_free(&m[i].text), free(m[i].missing),
        free(strategies[i]);
  free(f), free(m), free(strategies);
}

dbx_status see_page(dbx_trace *const *t, uint32_t n, const char *form, dbx_buf *b) {
  page_of(t, n, NULL, form, b);
  see_stop();
  dbx_buf_free(&questions_now->about.error);
  free(questions_now->about.program);
  questions_now->about = (struct about){0};
  return dbx_poll();
}

// The compiled functions of the session are traced once more, to see their loops under every
// strategy. What that prints was printed before; the traces it leaves are not shown.
static void collect_strategies(uint32_t n) {
  see_collect();
  for (uint32_t i = 0; i < n; i++) {
    pv v = dict_get_sym(lang_now->globals, lang_now->traces.at[i]->function);
    if (is_obj(v, T_QJIT) && qjit_trace_again((struct o_qjit *)v.o) != DBX_OK) dbx_diag_forget();
  }
  trace_now->loop_observer = NULL;
}

static dbx_status session_page(const char *form, dbx_buf *b) {
  enum { MOST = 16 }; // functions: the last ones
  bool open = program_jaxpr() != NULL;
  uint32_t n = lang_now->traces.n, from = n > MOST ? n - MOST : 0;
  if (!n && !open)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "nothing has been traced yet; `n: int` begins a program, a call of a @qjit "
                    "function traces it");
  dbx_trace **t = dbx_alloc((n + 1) * sizeof *t);
  if (n) memcpy(t, lang_now->traces.at, n * sizeof *t);
  bool recorded = questions_now->about.recorded;
  if (!recorded) collect_strategies(n), see_about("session", 0, NULL);
  page_of(t + from, n - from, open ? program_so_far() : NULL, form, b);
  if (!recorded) see_stop();
  free(t);
  return dbx_poll();
}

// ---- files ----

static dbx_status put_page_file(const char *form, const subject *s, dbx_buf *b) {
  (void)s;
  return session_page(form, b);
}

// All functions of the session, and the program under construction.
static dbx_status put_recording_file(const char *form, const subject *s, dbx_buf *b) {
  (void)form, (void)s;
  const dbx_so_far *open = program_jaxpr() ? program_so_far() : NULL;
  uint32_t file;
  const char *name = see_program(&file);
  recorded_about(name ? name : "session", file, NULL);
  recorded_put(b, lang_now->traces.at, lang_now->traces.n, open, NULL);
  return DBX_OK;
}

static dbx_status put_drawing_file(const char *form, const subject *s, dbx_buf *b) {
  return see_drawing(s->trace, letters_of(s), s->bind, form, b);
}

static dbx_status put_circuit_file(const char *form, const subject *s, dbx_buf *b) {
  return see_circuit(s->trace, form, b);
}

static dbx_status put_jaxpr_file(const char *form, const subject *s, dbx_buf *b) {
  (void)form;
  dbx_print_jaxpr(b, s->jaxpr, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(b, '\n');
  return DBX_OK;
}

static dbx_status put_stage_file(const char *form, const subject *s, dbx_buf *b) {
  const dbx_engine *e = host_jit();
  return e->text(e->ctx, s->jaxpr, form, b);
}

static dbx_status put_hlo_file(const char *form, const subject *s, dbx_buf *b) {
  return dbx_hlo_text(s->jaxpr, strcmp(form, "iree") ? DBX_HLO_XLA : DBX_HLO_IREE, b);
}

static dbx_status put_artefact_file(const char *form, const subject *s, dbx_buf *b) {
  (void)form;
  return dbx_hlo_artefact(s->jaxpr, s->trace ? dbx_sym_text(s->trace->function) : "program", b);
}

// The texts that the trace was made from, in the order in which they were given.
static dbx_status put_source_file(const char *form, const subject *s, dbx_buf *b) {
  dbx_map seen = {0};
  (void)form;
  for (uint32_t i = 0; i < s->trace->events.n; i++) {
    uint32_t file = s->trace->events.at[i].span.file;
    size_t n;
    if (!file || dbx_map_find(&seen, file)) continue;
    dbx_map_put(&seen, file, 1);
    const char *text = dbx_source_text(file, &n);
    dbx_putn(b, text, n);
    if (n && text[n - 1] != '\n') dbx_putc(b, '\n');
  }
  dbx_map_free(&seen);
  return DBX_OK;
}

static const struct export {
  const char *ending, *form;
  dbx_status (*put)(const char *form, const subject *s, dbx_buf *b);
} exports[] = {
    {"html", "html", put_page_file},          {"json", "json", put_page_file},
    {"circuit.svg", "svg", put_circuit_file}, {"svg", "svg", put_drawing_file},
    {"dot", "dot", put_drawing_file},         {"jaxpr", "", put_jaxpr_file},
    {"mlir", "mlir", put_stage_file},         {"ll", "llvm", put_stage_file},
    {"stablehlo", "xla", put_hlo_file},       {"iree", "iree", put_hlo_file},
    {"jaxexport", "", put_artefact_file},     {"py", "", put_source_file},
    {"dbidx", "", put_recording_file},
};

static dbx_status export_to(output *o, const struct export *e) {
  subject s;
  dbx_buf b = {0}, drawn = {0};
  bool picture = see_is_picture(o->path);
  DBX_TRY(subject_find("", &s));
  if (s.trace == program_trace() && !strcmp(ending_of(o->path), "py")) return save_program(o);
  DBX_TRY(output_allowed(o));
  dbx_status st = picture ? put_drawing_file("dot", &s, &b) : e->put(e->form, &s, &b);
  if (st == DBX_OK && picture) st = see_picture(o->path, &b, &drawn);
  if (st == DBX_OK) st = output_write(o, picture ? &drawn : &b);
  dbx_buf_free(&b), dbx_buf_free(&drawn);
  if (st == DBX_OK) say_to(stdout, "written: %s\n", o->path);
  return st;
}

static dbx_status put_text_form(const char *form, const subject *s, dbx_buf *b) {
  dbx_report_style style = subject_style();
  if (!strcmp(form, "text")) return put_drawing_file(form, s, b);
  return dbx_put_types(b, s->trace, &style), DBX_OK;
}

dbx_status see_form(const char *form, const char *name, dbx_buf *b) {
  static const struct export texts[] = {{"text", "text", put_text_form},
                                        {"types", "types", put_text_form}};
  const struct export *e = NULL;
  subject s;
  for (size_t i = 0; i < sizeof exports / sizeof *exports; i++)
    if (!strcmp(exports[i].ending, form)) e = &exports[i];
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(texts[i].ending, form)) e = &texts[i];
  if (!e)
    return dbx_fail(
        DBX_E208, (dbx_span){0},
        "a form is html, json, svg, circuit.svg, dot, text, jaxpr, types, mlir, ll or py, not '%s'",
        form);
  if (e->put == put_page_file) return e->put(e->form, NULL, b);
  DBX_TRY(subject_find(name, &s));
  return e->put(e->form, &s, b);
}

static bool ends_in(const char *path, const char *ending) {
  size_t n = strlen(path), k = strlen(ending);
  return n > k && path[n - k - 1] == '.' && !strcmp(path + n - k, ending);
}

static dbx_status export_by_ending(output *o) {
  for (size_t i = 0; i < sizeof exports / sizeof *exports; i++)
    if (ends_in(o->path, exports[i].ending)) return export_to(o, &exports[i]);
  if (see_is_picture(o->path)) return export_to(o, NULL);
  return dbx_fail(
      DBX_E208, (dbx_span){0},
      "the ending of the file says what to write: .html, .json, .svg, .circuit.svg, .dot, "
      ".jaxpr, .mlir, .ll, .stablehlo, .iree, .jaxexport, .py, .dbidx; .png and .pdf through "
      "Graphviz");
}

dbx_status cmd_export(const char *rest) { return output_by("export", rest, export_by_ending); }

void see_open_in_browser(const char *path) {
  const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
  char *argv[] = {"xdg-open", (char *)(uintptr_t)path, NULL};
  if (!isatty(STDOUT_FILENO) || ((!x || !*x) && (!wayland || !*wayland))) return;
  if (see_run_program(argv, NULL, NULL, NULL) == 0) printf("opened in the browser\n");
}

static dbx_status view(output *o) {
  dbx_buf b = {0};
  if (!*o->path) return dbx_fail(DBX_E208, (dbx_span){0}, "there is no home folder; give a file");
  dbx_status st = output_allowed(o);
  if (st == DBX_OK) st = session_page("html", &b);
  if (st == DBX_OK) st = output_write(o, &b);
  dbx_buf_free(&b);
  DBX_TRY(st);
  say_to(stdout, "written: %s\n", o->path);
  see_open_in_browser(o->path);
  return DBX_OK;
}

dbx_status cmd_view(const char *rest) {
  char *own = *rest ? NULL : edit_xdg_file("XDG_CACHE_HOME", ".cache", "view.html", 1);
  dbx_buf way = {0};
  output o = output_of("view", rest, &way);
  if (own) o.path = own, o.force = true; // the one before was ours too
  dbx_status st = view(&o);
  dbx_buf_free(&way);
  free(own);
  return st;
}
