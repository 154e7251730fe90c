// Names of a trace, and what words mean in it (see scene.h).
#include "viz/why/scene.h"

#include "prim/prim.h"
#include "quantum/tape.h"

#include "viz/names/letters.h"
#include "viz/names/source_names.h"
#include "viz/text/text.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- names ----

// The second pass of a circuit opens contexts of the first one again.
static bool is_known(const dbx_scene *s, const dbx_frame *f) {
  for (uint32_t i = s->frames.n; i-- > 0 && dbx_circuit_next(s->t, NULL);)
    if (s->frames.at[i] == f) return true;
  return false;
}

dbx_scene dbx_scene_open(const dbx_trace *t, const dbx_report_style *style) {
  dbx_scene s = {.t = t, .style = style};
  s.names = dbx_naming_now(t, style->so_far, dbx_naming_of(style));
  dbx_naming_label(s.names, t, !dbx_style_jaxpr(style, t));
  for (uint32_t i = 0; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    const dbx_ev_name *x = &e->u.name;
    const dbx_frame *f =
        e->kind == DBX_EV_FRAME_OPEN ? dbx_frame_by_id(e->u.frame_open.context) : NULL;
    if (f && !is_known(&s, f)) dbx_push(&s.frames, f);
    if (e->kind != DBX_EV_NAME) continue;
    uint64_t *source = dbx_map_find(&s.source, x->variable);
    if (!source || (dbx_is_element_name((dbx_sym)*source) && !dbx_is_element_name(x->name)))
      dbx_map_put(&s.source, x->variable, x->name);
  }
  return s;
}

void dbx_scene_close(dbx_scene *s) {
  s->names = dbx_naming_free(s->names);
  dbx_map_free(&s->source);
  dbx_vec_free(&s->frames);
}

dbx_sym dbx_source_of(const dbx_scene *s, dbx_var v) {
  for (; v; v = dbx_var_at(v)->referent) {
    uint64_t *name = dbx_map_find(&s->source, v &= DBX_HANDLE);
    if (name) return (dbx_sym)*name;
  }
  return 0;
}

void dbx_put_letter(dbx_buf *b, const dbx_scene *s, dbx_atom a) {
  if (!dbx_put_tracer(b, s->names, NULL, a)) dbx_putc(b, '_');
}

void dbx_put_typed(dbx_buf *b, const dbx_scene *s, dbx_atom a) {
  dbx_put_letter(b, s, a);
  if (dbx_is_literal(a)) return;
  dbx_putc(b, ':');
  dbx_put_type(b, s->names, dbx_var_aval(a & DBX_HANDLE), "_", false);
}

bool dbx_is_printed_as(const dbx_scene *s, dbx_atom a, const char *text) {
  dbx_buf b = {0};
  dbx_put_letter(&b, s, a);
  size_t n = strlen(text);
  const char *end = b.n >= n ? dbx_text(&b) + b.n - n : "";
  bool same = b.n >= n && !strcmp(end, text) && (b.n == n || end[-1] == '.');
  dbx_buf_free(&b);
  return same;
}

// A letter that is also a name of the source, of something else.
static bool is_twofold(const dbx_scene *s, dbx_atom a) {
  dbx_buf letter = {0};
  dbx_put_letter(&letter, s, a);
  bool twofold = false;
  for (uint32_t i = 0; !twofold && i < s->t->events.n; i++) {
    const dbx_event *e = &s->t->events.at[i];
    twofold = e->kind == DBX_EV_NAME && !strcmp(dbx_sym_text(e->u.name.name), dbx_text(&letter)) &&
              dbx_referent(e->u.name.variable) != dbx_referent(dbx_tracer_of(a & DBX_HANDLE));
  }
  dbx_buf_free(&letter);
  return twofold;
}

static void put_marked(dbx_buf *b, const dbx_scene *s, dbx_atom a) {
  if (is_twofold(s, a)) dbx_put(b, "letter ");
  dbx_put_letter(b, s, a);
}

void dbx_put_known(dbx_buf *b, const dbx_scene *s, dbx_atom a) {
  dbx_sym name = dbx_is_literal(a) ? 0 : dbx_source_of(s, a & DBX_HANDLE);
  if (name && !dbx_is_printed_as(s, a, dbx_sym_text(name)))
    dbx_printf(b, "%s = ", dbx_sym_text(name));
  dbx_put_typed(b, s, a);
}

void dbx_put_said(dbx_buf *b, const dbx_scene *s, dbx_atom a) {
  size_t from = b->n;
  dbx_sym name = dbx_is_literal(a) ? 0 : dbx_source_of(s, a & DBX_HANDLE);
  if (dbx_is_literal(a)) return dbx_put_letter(b, s, a);
  if (name) dbx_put(b, dbx_sym_text(name));
  else if (!dbx_aval_is_size(dbx_var_aval(a & DBX_HANDLE)) ||
           !dbx_put_length_words(b, dbx_tracer_of(a & DBX_HANDLE)))
    return put_marked(b, s, a);
  if (dbx_is_printed_as(s, a, b->at + from)) return;
  dbx_put(b, " (");
  put_marked(b, s, a);
  dbx_putc(b, ')');
}

void dbx_put_frame(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  uint32_t part = 0;
  const dbx_bind *bind = dbx_bind_of_frame(f, &part);
  (void)s;
  const char *name = dbx_sym_text(f->name);
  if (f->kind == DBX_FRAME_CALL) dbx_printf(b, "the call of %s", name);
  else if (!bind) dbx_put(b, name);
  else if (!strcmp(bind->parts[part].name, "body")) dbx_printf(b, "the body of %s", name);
  else if (!strcmp(bind->parts[part].name, "cond"))
    dbx_printf(b, "the condition of %s", dbx_sym_text(bind->name));
  else dbx_printf(b, "the branch '%s' of %s %s", bind->parts[part].name, bind->prim->name, name);
  if (bind && bind->parts[part].retrace && bind->parts[part].retrace->frame == f)
    dbx_put(b, ", second evaluation");
}

void dbx_put_any_label(dbx_buf *b, const dbx_scene *s, dbx_atom a) {
  if (!a || dbx_is_literal(a)) dbx_put_letter(b, s, a);
  else if (!dbx_put_label(b, s->names, a)) dbx_put(b, "a tracer of another trace");
}

void dbx_put_frame_title(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  bool color = s->style->color;
  dbx_put(b, dbx_ink_on(color, DBX_INK_BOLD));
  dbx_put_frame(b, s, f);
  dbx_put(b, dbx_ink_off(color, DBX_INK_BOLD));
  if (f->live) dbx_put(b, "   open");
  dbx_putc(b, '\n');
}

void dbx_put_span_text(dbx_buf *b, dbx_span s, uint32_t most) {
  size_t n = 0;
  const char *text = s.file ? dbx_source_text(s.file, &n) : "";
  if (s.begin >= s.end || s.end > n) return;
  size_t k = s.end - s.begin, columns = 0, cut = 0;
  const char *newline = memchr(text + s.begin, '\n', k);
  if (newline) k = (size_t)(newline - text) - s.begin;
  while (cut < k && columns < most) columns += (text[s.begin + ++cut] & 0xC0) != 0x80;
  dbx_put_clean(b, text + s.begin, cut, 0);
  if (newline || cut < k) dbx_put(b, " ...");
}

// ---- finding tracers ----

static bool fits(dbx_atom a, bool length) {
  return a && (!length || dbx_is_literal(a) || dbx_aval_is_size(dbx_var_aval(a & DBX_HANDLE)));
}

static bool frame_is(const dbx_frame *f, const char *name) {
  uint32_t part = 0;
  if (!name) return true;
  if (!f) return false;
  const dbx_bind *b = dbx_bind_of_frame(f, &part);
  return !strcmp(dbx_sym_text(f->name), name) || (b && !strcmp(b->parts[part].name, name));
}

static bool function_is(const dbx_u32s *calls, const char *name) {
  return calls->n && !strcmp(dbx_sym_text(calls->at[calls->n - 1]), name);
}

// The last value that the program gave the name; in: of a function or branch, NULL: anywhere.
static dbx_atom by_source(const dbx_scene *s, const char *name, const char *in, bool length) {
  dbx_u32s calls = {0}; // the functions under way
  dbx_atom found = 0;
  for (uint32_t i = 0; i < s->t->events.n; i++) {
    const dbx_event *e = &s->t->events.at[i];
    if (e->kind == DBX_EV_CALL) dbx_push(&calls, e->u.call.name);
    if (e->kind == DBX_EV_RETURN && calls.n) calls.n--;
    const dbx_ev_name *x = &e->u.name;
    if (e->kind != DBX_EV_NAME || strcmp(dbx_sym_text(x->name), name)) continue;
    if (!fits(x->variable, length)) continue;
    if (!in || function_is(&calls, in) || frame_is(dbx_frame_by_id(e->frame), in))
      found = x->variable;
  }
  dbx_vec_free(&calls);
  return found;
}

// The constant that a function has for a name of what is around it.
static dbx_atom captured_as(const dbx_scene *s, const char *name, const char *in, bool length) {
  for (uint32_t i = 0; i < s->frames.n; i++) {
    const dbx_frame *f = s->frames.at[i];
    for (uint32_t k = 0; frame_is(f, in) && k < f->consts.n; k++) {
      dbx_var v = f->consts.at[k].inner;
      if (fits(v, length) && !strcmp(dbx_sym_text(dbx_source_of(s, v)), name)) return v;
    }
  }
  return 0;
}

typedef struct search {
  const dbx_scene *s;
  const char *name, *in;
  bool length, main; // only names of the outermost context
  dbx_atom found;
  dbx_buf text;
} search;

static void look_at(search *x, dbx_var v) {
  if (x->found || !fits(v &= DBX_HANDLE, x->length)) return;
  const dbx_jaxpr *j = dbx_style_jaxpr(x->s->style, x->s->t);
  dbx_clear(&x->text);
  if (x->main && j) {
    const char *name =
        dbx_name_of(dbx_names_inside(x->s->names, j), dbx_printed_atom(x->s->names, NULL, v));
    if (name) dbx_put(&x->text, name);
  } else {
    (void)dbx_put_tracer(&x->text, x->s->names, NULL, v);
  }
  if (strcmp(dbx_text(&x->text), x->name) && !x->main) { // by its label
    dbx_clear(&x->text);
    (void)dbx_put_label(&x->text, x->s->names, v);
  }
  if (!strcmp(dbx_text(&x->text), x->name)) x->found = v;
}

static void look_in(search *x, const dbx_frame *f) {
  if (!frame_is(f, x->in)) return;
  for (uint32_t i = 0; i < f->invars.n; i++) look_at(x, f->invars.at[i]);
  for (uint32_t i = 0; i < f->consts.n; i++) look_at(x, f->consts.at[i].inner);
  for (uint32_t i = 0; i < f->eqns.n; i++)
    for (uint32_t k = 0; k < f->eqns.at[i].n_out; k++) look_at(x, f->eqns.at[i].out[k]);
}

// Letters of the function itself come before those of branches, which begin anew.
static dbx_atom by_letter(const dbx_scene *s, const char *name, const char *in, bool length) {
  search x = {.s = s, .name = name, .in = in, .length = length};
  for (int pass = in ? 1 : 0; pass < 2; pass++) {
    x.main = pass == 0;
    for (uint32_t i = 0; !x.found && i < s->frames.n; i++) look_in(&x, s->frames.at[i]);
  }
  dbx_buf_free(&x.text);
  return x.found;
}

// Is the span's text the same but for blanks?
static bool is_written(dbx_span s, const char *text) {
  size_t n = 0;
  const char *source = s.file ? dbx_source_text(s.file, &n) : "";
  if (s.end > n) return false;
  for (uint32_t i = s.begin;; i++, text++) {
    while (i < s.end && isspace((unsigned char)source[i])) i++;
    while (isspace((unsigned char)*text)) text++;
    if (i >= s.end || !*text) return i >= s.end && !*text;
    if (source[i] != *text) return false;
  }
}

// The last equation that came from this expression.
static dbx_atom by_expression(const dbx_scene *s, const char *text, bool length) {
  for (uint32_t i = s->t->events.n; i-- > 0;) {
    const dbx_event *e = &s->t->events.at[i];
    const dbx_eqn *q = dbx_event_eqn(e);
    if (!q || !q->n_out || !is_written(e->span, text)) continue;
    const dbx_bind *b = dbx_bind_of_eqn(dbx_frame_by_id(e->frame), q);
    dbx_atom a = q->out[b && b->n_implicit < q->n_out ? b->n_implicit : q->n_out - 1] & DBX_HANDLE;
    if (fits(a, length)) return a;
  }
  return 0;
}

// ---- words ----

static dbx_status find_tracer(const dbx_scene *s, const char *text, bool length, dbx_thing *ret) {
  char *in = dbx_strdup(text), *dot = strchr(in, '.');
  *ret = (dbx_thing){.kind = DBX_THING_TRACER};
  ret->atom = by_source(s, text, NULL, length);
  ret->other = by_letter(s, text, NULL, length);
  if (ret->other == ret->atom) ret->other = 0;
  if (!ret->atom) ret->atom = ret->other, ret->other = 0;
  if (dot && !ret->atom) {
    *dot = 0;
    ret->atom = by_source(s, dot + 1, in, length);
    if (!ret->atom) ret->atom = captured_as(s, dot + 1, in, length);
    if (!ret->atom) ret->atom = by_letter(s, dot + 1, in, length);
  }
  free(in);
  if (!ret->atom) ret->atom = by_expression(s, text, length);
  if (ret->atom) return DBX_OK;
  return dbx_fail(DBX_E201, (dbx_span){0}, "'%s' is no %s of '%s'%s", text,
                  length ? "length" : "name, letter or expression", dbx_sym_text(s->t->function),
                  length ? ": an integer scalar or y.shape[0] is needed" : "");
}

static dbx_status find_axis(const dbx_scene *s, const char *text, size_t base, dbx_thing *ret) {
  char *array = dbx_strdup(text), *end;
  array[base] = 0;
  long axis = strtol(text + base + strlen(".shape["), &end, 10);
  dbx_status st = find_tracer(s, array, false, ret);
  free(array);
  DBX_TRY(st);
  uint32_t rank = dbx_aval_at(dbx_var_aval(ret->atom))->rank;
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank)
    return dbx_fail(DBX_E306, (dbx_span){0}, "'%.*s' has %u ax%s", (int)base, text, rank,
                    rank == 1 ? "is" : "es");
  ret->kind = DBX_THING_AXIS;
  ret->axis = (uint32_t)axis;
  return DBX_OK;
}

static bool is_axis(const char *text, size_t *base) {
  const char *s = strstr(text, ".shape[");
  if (!s || s == text) return false;
  const char *digits = s + strlen(".shape[");
  digits += *digits == '-';
  size_t n = strspn(digits, "0123456789");
  *base = (size_t)(s - text);
  return n && n < 10 && !strcmp(digits + n, "]");
}

// "event 12", "12".
static bool is_number(const char *text, uint32_t *ret) {
  char *end;
  unsigned long n = strtoul(text, &end, 10);
  *ret = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
  return isdigit((unsigned char)*text) && !*end;
}

static const char *after(const char *text, const char *word) {
  size_t n = strlen(word);
  if (strncmp(text, word, n) || text[n] != ' ') return NULL;
  return text + n + strspn(text + n, " ");
}

dbx_status dbx_find(const dbx_scene *s, const char *text, bool length, dbx_thing *ret) {
  const char *event = after(text, "event"), *line = after(text, "line"),
             *letter = after(text, "jaxpr");
  uint32_t n;
  size_t base;
  if (event && is_number(event, &n)) {
    if (n >= s->t->events.n)
      return dbx_fail(DBX_E208, (dbx_span){0}, "the log of '%s' has events 0 to %u",
                      dbx_sym_text(s->t->function), s->t->events.n - 1);
    return *ret = (dbx_thing){.kind = DBX_THING_EVENT, .n = n}, DBX_OK;
  }
  if (!length && is_number(line ? line : text, &n))
    return *ret = (dbx_thing){.kind = DBX_THING_LINE, .n = n}, DBX_OK;
  if (is_number(text, &n) && n < INT32_MAX)
    return *ret = (dbx_thing){.kind = DBX_THING_TRACER, .atom = dbx_literal_int(n)}, DBX_OK;
  if (letter) {
    *ret = (dbx_thing){.kind = DBX_THING_TRACER, .atom = by_letter(s, letter, NULL, length)};
    if (ret->atom) return DBX_OK;
    return dbx_fail(DBX_E201, (dbx_span){0}, "'%s' is no letter of the Jaxpr of '%s'", letter,
                    dbx_sym_text(s->t->function));
  }
  if (is_axis(text, &base)) return find_axis(s, text, base, ret);
  return find_tracer(s, text, length, ret);
}
