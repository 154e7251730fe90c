// The document of a page (see page.h): sources, functions, their events and dimensions.
#include "viz/page/page_parts.h"

#include "viz/draw/circuit.h"

#include "prim/prim.h"
#include "viz/names/passes.h"
#include "viz/report/events.h"
#include "viz/report/steps.h"
#include "viz/text/text.h"
#include <string.h>

// ---- sources ----

static void add_source(dbx_u32s *all, uint32_t file) {
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i] == file) return;
  if (file) dbx_push(all, file);
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// In the order in which they were read or typed.
static void find_sources(page_writer *w, const dbx_page *p) {
  add_source(&w->sources, p->file);
  for (uint32_t i = 0; i < p->n_functions; i++) {
    const dbx_trace *t = p->functions[i].trace;
    add_source(&w->sources, t->span.file);
    for (uint32_t k = 0; k < t->events.n; k++) add_source(&w->sources, t->events.at[k].span.file);
  }
  dbx_vec_sort(&w->sources, by_number);
}

static void put_sources(page_writer *w) {
  page_list(w, "sources");
  for (uint32_t i = 0; i < w->sources.n; i++) {
    size_t n;
    dbx_buf text = {0};
    const char *s = dbx_source_text(w->sources.at[i], &n);
    for (uint32_t line = dbx_source_place(w->sources.at[i], 0).line; line > 1; line--)
      dbx_putc(&text, '\n');              // a part of a longer text: the lines before it
    for (uint32_t k; n; s += k, n -= k) { // also bytes of value 0 are shown
      bool fine = dbx_rune(s, n, &k) > 0;
      fine ? dbx_putn(&text, s, k) : dbx_put(&text, "\xEF\xBF\xBD");
    }
    dbx_json_open(&w->json, '{');
    page_text(w, "name", dbx_source_name(w->sources.at[i]));
    page_text(w, "text", dbx_text(&text));
    dbx_json_close(&w->json, '}');
    dbx_buf_free(&text);
  }
  dbx_json_close(&w->json, ']');
}

static void put_diagnostics(page_writer *w, const char *lines) {
  page_list(w, "diagnostics");
  for (const char *end; (end = strchr(lines, '\n')); lines = end + 1)
    dbx_json_raw(&w->json, lines, (size_t)(end - lines));
  dbx_json_close(&w->json, ']');
}

static void put_steps(page_writer *w) {
  page_list(w, "steps");
  for (uint32_t i = 0; i <= DBX_STEP_COLLAPSE; i++) {
    const dbx_step_words *s = dbx_step_words_of((dbx_step)i);
    if (!s) continue;
    dbx_json_open(&w->json, '{');
    page_text(w, "number", s->number), page_text(w, "name", s->name), page_text(w, "what", s->what);
    dbx_json_close(&w->json, '}');
  }
  dbx_json_close(&w->json, ']');
}

// ---- scopes, dimensions, events ----

static int64_t scope_of(const dbx_scopes *s, uint32_t frame) {
  for (uint32_t i = 0; i < s->scopes.n; i++)
    if (s->scopes.at[i].frame->id == frame) return i;
  for (uint32_t i = 0; i < s->scopes.n; i++) { // the second evaluation of a branch
    const dbx_part *p = s->scopes.at[i].part;
    if (p && p->retrace && p->retrace->frame && p->retrace->frame->id == frame) return i;
  }
  return -1;
}

static void put_scope(page_writer *w, const char *key, uint32_t frame) {
  int64_t scope = frame ? scope_of(w->s, frame) : -1;
  if (scope < 0) page_null(w, key);
  else page_int(w, key, scope);
}

static void put_scopes(page_writer *w) {
  dbx_buf title = {0};
  page_list(w, "scopes");
  for (uint32_t i = 0; i < w->s->scopes.n; i++) {
    const dbx_drawn_scope *s = &w->s->scopes.at[i];
    dbx_clear(&title);
    dbx_put_scope_title(&title, w->s, s);
    dbx_json_open(&w->json, '{');
    page_text(w, "title", dbx_text(&title));
    put_scope(w, "parent", s->frame->parent ? s->frame->parent->id : 0);
    page_int(w, "event", w->s->lines.at[s->first].event);
    dbx_json_close(&w->json, '}');
  }
  dbx_json_close(&w->json, ']');
  dbx_buf_free(&title);
}

static void put_dimensions(page_writer *w) {
  dbx_buf name = {0}, plain = {0};
  page_list(w, "dimensions");
  for (uint32_t i = 0; i < dbx_dim_table_count(w->s->dims); i++) {
    const dbx_dimension *d = dbx_dim_table_at(w->s->dims, i);
    dbx_clear(&name), dbx_clear(&plain);
    if (!dbx_put_tracer(&name, w->s->names, NULL, d->var)) dbx_putc(&name, '_');
    dbx_put_untagged(&plain, dbx_text(&name), name.n);
    dbx_json_open(&w->json, '{');
    page_text(w, "name", dbx_text(&plain));
    dbx_sym source = dbx_dim_source_name(w->s, i);
    if (source) page_text(w, "source", dbx_sym_text(source));
    else page_null(w, "source");
    page_int(w, "event", d->birth);
    put_scope(w, "scope", dbx_var_at(d->var)->frame);
    dbx_json_close(&w->json, '}');
  }
  dbx_json_close(&w->json, ']');
  dbx_buf_free(&name), dbx_buf_free(&plain);
}

static void put_event(page_writer *w, uint32_t i, uint32_t depth) {
  const dbx_event *e = &w->s->trace->events.at[i];
  dbx_buf text = {0};
  const dbx_step_words *step = e->kind == DBX_EV_STEP ? dbx_step_words_of(e->u.step.step) : NULL;
  dbx_json_open(&w->json, '{');
  page_text(w, "kind", dbx_event_name((dbx_event_kind)e->kind));
  put_scope(w, "scope", e->frame);
  if (e->bind) page_int(w, "bind", e->bind - 1);
  else page_null(w, "bind");
  page_int(w, "depth", depth);
  dbx_json_pass(&w->json, w->s->trace, i);
  page_span(w, e->span);
  dbx_put_event(&text, w->s->trace, w->s->names, i);
  dbx_json_key(&w->json, "text");
  dbx_put_json_pieces(&w->json, w->s->dims, dbx_text(&text));
  if (step) page_text(w, "step", step->number);
  else page_null(w, "step");
  dbx_json_close(&w->json, '}');
  dbx_buf_free(&text);
}

static void put_events(page_writer *w) {
  page_list(w, "events");
  for (uint32_t i = 0, depth = 0; i < w->s->trace->events.n; i++) {
    const dbx_event *e = &w->s->trace->events.at[i];
    if (dbx_event_nesting(e) < 0 && depth) depth--;
    put_event(w, i, depth);
    depth += dbx_event_nesting(e) > 0;
  }
  dbx_json_close(&w->json, ']');
}

// Is there something to ask about it?
static bool is_asked(const dbx_event *e) {
  return e->kind == DBX_EV_ARGUMENT || e->kind == DBX_EV_EQUATION || e->kind == DBX_EV_COMPARE ||
         e->kind == DBX_EV_NAME || e->kind == DBX_EV_SLOT;
}

// Each answer looks through the log: those of a long one are left to the prompt.
static void put_answers(page_writer *w, const dbx_page_function *f) {
  enum { MOST = 600 };
  dbx_buf text = {0};
  uint32_t n = f->why ? f->trace->events.n : 0;
  page_list(w, "answers");
  for (uint32_t i = 0; n <= MOST && i < n; i++) {
    dbx_clear(&text);
    if (!is_asked(&f->trace->events.at[i]) || !f->why(&text, f->trace, i)) continue;
    dbx_json_open(&w->json, '{');
    page_int(w, "event", i);
    page_text(w, "why", dbx_text(&text));
    dbx_json_close(&w->json, '}');
  }
  dbx_json_close(&w->json, ']');
  dbx_buf_free(&text);
}

// ---- the Jaxpr: where equations and nested Jaxprs begin and end ----

typedef struct jaxpr_reader {
  page_writer *w;
  const char *s;
  size_t n, from; // what is before `from` was written
  dbx_map event_of;
  dbx_vec(const dbx_eqn *) eqns; // in the order of the text
  uint32_t next;                 // of them
  dbx_vec(uint32_t) open;        // what is open: the event of an equation, or FOLD
} jaxpr_reader;
enum { FOLD = UINT32_MAX };

static void know_events(void *ctx, dbx_jaxpr *j) {
  jaxpr_reader *r = ctx;
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *e = &j->eqns[i];
    dbx_push(&r->eqns, e);
    for (uint32_t k = 0; k < e->n_out; k++)
      dbx_map_put(&r->event_of, dbx_tracer_of(e->out[k] & DBX_HANDLE), e->event);
    dbx_eqn_each_jaxpr(e, know_events, ctx);
  }
}

static void flush(jaxpr_reader *r, size_t to) {
  if (to > r->from) dbx_put_json_run(&r->w->json, r->w->s->dims, r->s + r->from, to - r->from);
  r->from = to;
}

static void mark(jaxpr_reader *r, size_t at, const char *key, int64_t value) {
  flush(r, at);
  dbx_json_open(&r->w->json, '{');
  page_int(r->w, key, value);
  dbx_json_close(&r->w->json, '}');
}

static void close_equation(jaxpr_reader *r, size_t at) {
  if (!r->open.n || r->open.at[r->open.n - 1] == FOLD) return;
  r->open.n--;
  mark(r, at, "end", 0);
}

static void begin(jaxpr_reader *r, size_t at, const char *key, uint32_t what) {
  mark(r, at, key, what == FOLD ? 1 : what);
  dbx_push(&r->open, what);
}

static void begin_equation(jaxpr_reader *r, size_t at, uint32_t event) {
  close_equation(r, at);
  begin(r, at, "event", event);
}

static bool starts(const jaxpr_reader *r, size_t i, const char *word) {
  size_t n = strlen(word);
  return i + n <= r->n && !memcmp(r->s + i, word, n);
}

// Results that nothing uses have no names: "_:f64[] " once more and again.
static size_t behind_unused(const jaxpr_reader *r, size_t i) {
  while (starts(r, i, "_:")) i += strcspn(r->s + i, " "), i += r->s[i] == ' ';
  return i;
}

static size_t before_unused(const jaxpr_reader *r, size_t at) {
  size_t line = at;
  while (line && r->s[line - 1] != '\n') line--;
  line += strspn(r->s + line, " ");
  return line < at && behind_unused(r, line) == at ? line : at;
}

static bool is_nameless(const dbx_eqn *e) {
  for (uint32_t k = 0; k < e->n_out; k++)
    if (!(e->out[k] & DBX_DROPPED)) return false;
  return true;
}

// An equation none of whose results has a name begins here, as its primitive says.
static void see_nameless(jaxpr_reader *r, size_t i) {
  size_t at = behind_unused(r, i);
  bool unused = at > i;
  if (unused && !starts(r, at, "= ")) return;
  if (unused) at += strlen("= ");
  for (uint32_t k = r->next; k < r->eqns.n; k++) {
    const dbx_eqn *e = r->eqns.at[k];
    const char *name = e->prim->name;
    if (unused != (e->n_out > 0) || !is_nameless(e) || !starts(r, at, name) ||
        !strchr(" [\n", r->s[at + strlen(name)]))
      continue;
    r->next = k + 1;
    begin_equation(r, i, e->event);
    return;
  }
}

// Behind the name at `at` there is a tag: is it the binder of an equation?
static void see_name(jaxpr_reader *r, size_t tag, dbx_var v, uint32_t length) {
  size_t at = tag;
  uint64_t *event = dbx_map_find(&r->event_of, v);
  if (!event || tag + length >= r->n || r->s[tag + length] != ':') return;
  if (r->open.n && r->open.at[r->open.n - 1] == *event) return; // a further result
  while (at && (r->s[at - 1] == '_' || (r->s[at - 1] >= '0' && r->s[at - 1] <= '9') ||
                (r->s[at - 1] >= 'a' && r->s[at - 1] <= 'z')))
    at--;
  while (r->next < r->eqns.n && r->eqns.at[r->next]->event != *event) r->next++;
  begin_equation(r, before_unused(r, at), (uint32_t)*event);
  r->next++;
}

static void read_jaxpr(jaxpr_reader *r) {
  uint32_t depth = 0, other = 0, length; // braces of Jaxprs, and of dicts
  for (size_t i = 0; i < r->n; i++) {
    dbx_var v = i ? dbx_tag_at(r->s + i, r->n - i, &length) : 0;
    if (v) {
      see_name(r, i, v, length);
      i += length - 1;
    } else if (starts(r, i, "{ lambda ")) {
      if (depth++) begin(r, i, "fold", FOLD);
    } else if (r->s[i] == '{') {
      other++;
    } else if (r->s[i] == '}' && other) {
      other--;
    } else if (r->s[i] == '}' && depth) {
      close_equation(r, i);
      if (--depth && r->open.n) r->open.n--, mark(r, i + 1, "end", 0);
    } else if (starts(r, i, "in (") && i && (r->s[i - 1] == ' ' || r->s[i - 1] == '\n')) {
      size_t at = i;
      while (at && (r->s[at - 1] == ' ' || r->s[at - 1] == '\n')) at--;
      close_equation(r, at);
    } else if (i && r->s[i - 1] != r->s[i] && (r->s[i - 1] == ' ' || r->s[i - 1] == '\n')) {
      size_t line = i;
      while (line && r->s[line - 1] == ' ') line--;
      if (!line || r->s[line - 1] == '\n') see_nameless(r, i);
    }
  }
  while (r->open.n) r->open.n--, mark(r, r->n, "end", 0);
  flush(r, r->n);
}

static void put_jaxpr(page_writer *w, const dbx_jaxpr *j) {
  dbx_buf text = {0};
  if (!j) return page_null(w, "jaxpr");
  dbx_print_jaxpr(&text, j, &(dbx_print_opts){.name = dbx_tagged_name, .name_ctx = w->s->names});
  jaxpr_reader r = {.w = w, .s = dbx_text(&text), .n = text.n};
  know_events(&r, (dbx_jaxpr *)(uintptr_t)j);
  page_list(w, "jaxpr");
  read_jaxpr(&r);
  dbx_json_close(&w->json, ']');
  dbx_map_free(&r.event_of);
  dbx_vec_free(&r.open), dbx_vec_free(&r.eqns);
  dbx_buf_free(&text);
}

// ---- functions ----

static void put_strategies(page_writer *w, const dbx_page_function *f) {
  page_list(w, "strategies");
  for (uint32_t i = 0; i < f->n_strategies; i++)
    dbx_json_raw(&w->json, f->strategies[i], strlen(f->strategies[i]));
  dbx_json_close(&w->json, ']');
}

static void put_drawing(page_writer *w) {
  dbx_buf svg = {0};
  dbx_put_svg(&svg, w->s);
  page_text(w, "drawing", dbx_text(&svg));
  dbx_buf_free(&svg);
}

static void put_circuits(page_writer *w) {
  const dbx_trace *t = w->s->trace;
  dbx_buf svg = {0};
  page_list(w, "circuits");
  for (const dbx_circuit *c = NULL; (c = dbx_circuit_next(t, c));) {
    if (!c->tape || !c->last[2]) continue;
    dbx_circuit_drawing *d = dbx_circuit_draw(t, c, &(dbx_report_style){0}, true);
    dbx_clear(&svg);
    dbx_put_circuit_svg(&svg, d);
    dbx_json_str(&w->json, dbx_text(&svg));
    dbx_circuit_drawing_free(d);
  }
  dbx_json_close(&w->json, ']');
  dbx_buf_free(&svg);
}

static void put_function(page_writer *w, const dbx_page_function *f) {
  const dbx_trace *t = f->trace;
  const dbx_jaxpr *j = dbx_trace_jaxpr(t, f->so_far);
  w->s = dbx_scopes_new(t, j, NULL, false);
  w->trips = &f->trips;
  dbx_naming_tag(w->s->names);
  dbx_json_open(&w->json, '{');
  page_text(w, "function", dbx_sym_text(t->function));
  if (t->failed) page_text(w, "failed", dbx_sym_text(t->failed));
  else page_null(w, "failed");
  page_span(w, t->span);
  put_dimensions(w);
  put_scopes(w);
  put_events(w);
  page_marks(w);
  put_answers(w, f);
  put_jaxpr(w, j);
  page_types(w, j, dbx_trace_out_type(t, f->so_far));
  page_binds(w);
  page_graphs(w, j);
  page_edits(w, j);
  put_strategies(w, f);
  put_drawing(w);
  put_circuits(w);
  page_mlir(w, f);
  dbx_json_close(&w->json, '}');
  w->s = dbx_scopes_free(w->s);
}

void dbx_put_page_json(dbx_buf *b, const dbx_page *p) {
  page_writer w = {.json = {.out = b, .indent = -1}};
  find_sources(&w, p);
  dbx_json_open(&w.json, '{');
  page_int(&w, "format", 1);
  page_text(&w, "program", p->program);
  put_sources(&w);
  put_diagnostics(&w, p->diagnostics);
  put_steps(&w);
  page_list(&w, "functions");
  for (uint32_t i = 0; i < p->n_functions; i++) put_function(&w, &p->functions[i]);
  dbx_json_close(&w.json, ']');
  dbx_json_close(&w.json, '}');
  dbx_putc(b, '\n');
  dbx_vec_free(&w.sources);
}
