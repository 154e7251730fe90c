// :stages, and `:diff F STAGE STAGE` (see stages.h).
#include "cmd/stages/stages.h"

#include "cmd/commands.h"
#include "cmd/host/compare.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/questions/gradient.h"
#include "cmd/questions/subject.h"

#include "rewrite/rewrite.h"
#include <string.h>

enum { MOST_PARTS = 4 };

// A Jaxpr on its way through the stages.
typedef struct way {
  subject of;
  const dbx_jaxpr *jaxpr;
  int order; // of the derivative
  dbx_rewrite rewritten[MOST_PARTS];
  uint32_t n; // how often it was rewritten
} way;

static void way_free(way *w) {
  for (uint32_t i = 0; i < w->n; i++) dbx_rewrite_free(&w->rewritten[i]);
}

static dbx_status find(const char *function, way *ret) {
  *ret = (way){.order = 0};
  DBX_TRY(subject_find(function, &ret->of));
  if (ret->of.bind || !ret->of.jaxpr)
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is a part of '%s', which has the stages",
                    function, dbx_sym_text(ret->of.trace->function));
  return ret->jaxpr = ret->of.jaxpr, DBX_OK;
}

// ---- stages that are Jaxprs ----

static dbx_status keep(way *w, const char *name) { return (void)w, (void)name, DBX_OK; }

static dbx_status differentiate(way *w, const char *name) {
  if (w->n)
    return dbx_fail(DBX_E208, (dbx_span){0}, "%s is of the trace: `grad.opt` rewrites it", name);
  w->order += strcmp(name, "grad") ? 2 : 1;
  if (w->order > 2) return dbx_fail(DBX_E208, (dbx_span){0}, "stages go to the second derivative");
  return gradient_of(dbx_sym_text(w->of.trace->function), w->order, &w->jaxpr);
}

static dbx_status rewrite(way *w, const char *name) {
  (void)name;
  if (w->n == MOST_PARTS) return dbx_fail(DBX_E208, (dbx_span){0}, "it is rewritten already");
  return dbx_rewrite_jaxpr(&w->rewritten[w->n++], w->jaxpr, &w->jaxpr);
}

static const struct made {
  const char *name, *of;
  dbx_status (*make)(way *w, const char *name); // NULL: a text of the back end
  const char *words;
} stages[] = {
    {"trace", "source", keep, "the Jaxpr that tracing gave"},
    {"opt", "trace", rewrite, "as the rules rewrite it"},
    {"grad", "trace", differentiate, "the derivative by the first argument that has any"},
    {"grad2", "grad", differentiate, "the derivative of that"},
    {"mlir", "trace", NULL, "as the back end emits it"},
    {"llvm", "mlir", NULL, "after its passes"},
    {"asm", "llvm", NULL, "for this machine"},
};

static const struct made *find_stage(const char *name, size_t n) {
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    if (strlen(stages[i].name) == n && !strncmp(stages[i].name, name, n)) return &stages[i];
  return NULL;
}

static dbx_status no_stage(const char *name, size_t n) {
  return dbx_fail(
      DBX_E208, (dbx_span){0},
      "'%.*s' is no stage: source, trace, opt, grad, grad2, mlir, llvm, asm, or several "
      "joined by dots, such as grad.opt.mlir",
      (int)n, name);
}

// ---- texts ----

static dbx_status put_source(dbx_buf *b, const way *w) {
  dbx_span s = w->of.trace->span;
  size_t all;
  const char *text = dbx_source_text(s.file, &all);
  if (s.end <= s.begin || s.end > all)
    return dbx_fail(DBX_E208, (dbx_span){0}, "it has no source: it was typed line by line");
  dbx_putn(b, text + s.begin, s.end - s.begin);
  return dbx_putc(b, '\n'), DBX_OK;
}

static void put_jaxpr(dbx_buf *b, const dbx_jaxpr *j) {
  dbx_print_jaxpr(b, j, &(dbx_print_opts){.width = host_options()->width});
  dbx_putc(b, '\n');
}

static dbx_status put_code(dbx_buf *b, const dbx_jaxpr *j, const char *stage) {
  const dbx_engine *e = host_jit();
  return e->text(e->ctx, j, stage, b);
}

static dbx_status put_stages(dbx_buf *b, way *w, const char *stage) {
  for (const char *s = stage; *s;) {
    size_t n = strcspn(s, ".");
    const struct made *m = find_stage(s, n);
    bool last = !s[n];
    if (!m) return no_stage(s, n);
    if (!m->make && !last)
      return dbx_fail(DBX_E208, (dbx_span){0}, "%s comes last: rules and derivatives are of Jaxprs",
                      m->name);
    if (!m->make) return put_code(b, w->jaxpr, m->name);
    DBX_TRY(m->make(w, m->name));
    if (last) put_jaxpr(b, w->jaxpr);
    s += n + !last;
  }
  return DBX_OK;
}

dbx_status stages_put(dbx_buf *b, const char *function, const char *stage) {
  way w;
  uint32_t pins = lang_pins();
  DBX_TRY(find(function, &w));
  dbx_status st = strcmp(stage, "source") ? put_stages(b, &w, stage) : put_source(b, &w);
  way_free(&w);
  lang_unpin(pins);
  return st;
}

// ---- :diff ----

static char *word(const char **rest) {
  size_t n = strcspn(*rest, " ");
  char *ret = dbx_strdup_trimmed(*rest, n);
  *rest += n + strspn(*rest + n, " ");
  return ret;
}

bool stages_are_compared(const char *rest) {
  uint32_t words = 0;
  for (const char *s = rest; *s; words++) free(word(&s));
  return words == 3;
}

dbx_status stages_compare(const char *rest) {
  char *function = word(&rest), *was = word(&rest), *is = word(&rest);
  dbx_buf before = {0}, after = {0}, b = {0};
  dbx_status st = stages_put(&before, function, was);
  if (st == DBX_OK) st = stages_put(&after, function, is);
  if (st == DBX_OK) {
    compare_put_diff(&b, &before, was, &after, is);
    if (!b.n) dbx_put(&b, "no difference\n");
    show_listing(&b);
  }
  dbx_buf_free(&before), dbx_buf_free(&after), dbx_buf_free(&b);
  free(function), free(was), free(is);
  return st;
}

// ---- :stages ----

static uint32_t lines_of(const dbx_buf *b) {
  uint32_t n = 0;
  for (size_t i = 0; i < b->n; i++) n += b->at[i] == '\n';
  return n;
}

static void put_size(dbx_buf *b, const struct made *m, const way *w, const dbx_buf *text) {
  if (!m->make) dbx_printf(b, "%u lines", lines_of(text));
  else dbx_printf(b, "%u equation%s", w->jaxpr->n_eqns, w->jaxpr->n_eqns == 1 ? "" : "s");
  if (w->n)
    dbx_printf(b, ", %u rewriting%s", w->rewritten[0].fired, w->rewritten[0].fired == 1 ? "" : "s");
}

// Of what the back end makes of the MLIR, only :llvm and :asm know how large it is.
static dbx_status measure(dbx_buf *b, const char *function, const struct made *m) {
  way w;
  dbx_buf text = {0};
  bool emitted = !m->make && !strcmp(m->of, "trace");
  DBX_TRY(find(function, &w));
  dbx_status st = m->make   ? m->make(&w, m->name)
                  : emitted ? put_code(&text, w.jaxpr, m->name)
                            : DBX_OK;
  if (st == DBX_OK && (m->make || emitted)) put_size(b, m, &w, &text);
  dbx_buf_free(&text);
  way_free(&w);
  return st;
}

// What it is made of, and how large it is; or why there is none.
static void put_stage(dbx_buf *b, const char *function, const struct made *m) {
  dbx_buf size = {0};
  if (measure(&size, function, m) == DBX_OK) {
    dbx_printf(b, "%-7s of %-7s %-28s %s\n", m->name, m->of, dbx_text(&size), m->words);
  } else {
    dbx_diag *d = dbx_diag_take();
    dbx_printf(b, "%-7s of %-7s none: %s\n", m->name, m->of, d->message);
    dbx_diag_free(d);
  }
  dbx_buf_free(&size);
}

static void put_place(dbx_buf *b, const dbx_trace *t) {
  dbx_place p = dbx_source_place(t->span.file, t->span.begin);
  uint32_t n = 0;
  for (uint32_t i = 0; i < lang_now->traces.n; i++)
    n += lang_now->traces.at[i]->function == t->function && lang_now->traces.at[i]->jaxpr != NULL;
  dbx_printf(b, "source             %s:%u, traced %u time%s; each trace is kept\n",
             dbx_source_name(t->span.file), p.line, n, n == 1 ? "" : "s");
}

dbx_status cmd_stages(const char *rest) {
  way w;
  dbx_buf b = {0};
  DBX_TRY(find(rest, &w));
  const char *name = w.of.trace->function ? dbx_sym_text(w.of.trace->function) : rest;
  uint32_t pins = lang_pins();
  lower_report r;
  bool ran = host_jit_report(w.jaxpr, &r);
  if (dbx_source_place(w.of.trace->span.file, w.of.trace->span.begin).line)
    put_place(&b, w.of.trace);
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
    put_stage(&b, *rest ? name : rest, &stages[i]);
    lang_unpin(pins);
  }
  dbx_printf(&b, "run     of asm     %s\n", ran ? "its machine code is kept" : "it has not run");
  show_report(&b);
  return DBX_OK;
}
