// The places of the source whose values have a dimension (see page.h): what an equation computes,
// what a name is bound to, and the names that an expression uses, each as it was at its event. A
// dimension is born at the parameter or the expression that makes it.
#include "viz/page/page_parts.h"

#include "prim/prim.h"
#include <ctype.h>
#include <string.h>

typedef struct mark {
  dbx_span span;
  dbx_u32s dims, births;
} mark;

// A call that is under way: what its names are bound to, and where its function is written.
typedef struct call {
  dbx_map names; // symbol -> variable
  dbx_span body; // a file of 0: not known
} call;

typedef struct marker {
  page_writer *w;
  dbx_vec(mark) marks;
  dbx_map mark_of; // place -> index in marks + 1
  dbx_vec(call) calls;
  dbx_set born; // dimensions whose birth has a mark
} marker;

// ---- what has a dimension ----

static void add_once(dbx_u32s *all, uint32_t x) {
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i] == x) return;
  dbx_push(all, x);
}

static void add_dim(const marker *m, dbx_u32s *all, dbx_atom a) {
  uint32_t dim = a ? dbx_dim_table_find(m->w->s->dims, a) : UINT32_MAX;
  if (dim != UINT32_MAX) add_once(all, dim);
}

// The dimensions of a tracer: what it is itself, and the lengths of its axes.
static void dims_of(const marker *m, dbx_atom v, dbx_u32s *all) {
  if (!v || dbx_is_literal(v)) return;
  const dbx_aval_info *t = dbx_aval_at(dbx_naming_aval(m->w->s->names, v));
  add_dim(m, all, v);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_var(t->dims[i])) add_dim(m, all, (dbx_atom)dbx_dim_value(t->dims[i]));
}

// With the parentheses that are closed in it: the span of "(a + b) * c" begins at "a".
static dbx_span whole(dbx_span span) {
  size_t n;
  const char *s = dbx_source_text(span.file, &n);
  int depth = 0, least = 0;
  for (uint32_t i = span.begin; i < span.end && i < n; i++) {
    depth += (s[i] == '(') - (s[i] == ')');
    if (depth < least) least = depth;
  }
  for (uint32_t at = span.begin; least < 0 && at && strchr("( ", s[at - 1]); at--)
    if (s[at - 1] == '(') span.begin = at - 1, least++;
  return span;
}

static mark *mark_at(marker *m, dbx_span span) {
  enum { BITS = 26 }; // a longer text has no marks behind its first 64 MB
  if (!span.file || span.end <= span.begin || span.end >> BITS) return NULL;
  span = whole(span);
  uint64_t key = ((uint64_t)span.file << 2 * BITS) ^ ((uint64_t)span.begin << BITS) ^ span.end;
  uint64_t *known = dbx_map_find(&m->mark_of, key);
  if (!known) {
    dbx_push(&m->marks, ((mark){.span = span}));
    dbx_map_put(&m->mark_of, key, m->marks.n);
  }
  return &m->marks.at[known ? *known - 1 : m->marks.n - 1];
}

static void mark_value(marker *m, dbx_span span, dbx_atom v) {
  dbx_u32s dims = {0};
  dims_of(m, v, &dims);
  mark *k = dims.n ? mark_at(m, span) : NULL;
  for (uint32_t i = 0; k && i < dims.n; i++) add_once(&k->dims, dims.at[i]);
  dbx_vec_free(&dims);
}

static void mark_birth(marker *m, dbx_span span, uint32_t dim) {
  mark *k = mark_at(m, span);
  if (!k) return;
  dbx_set_add(&m->born, dim);
  add_once(&k->dims, dim), add_once(&k->births, dim);
}

// ---- words of the source ----

typedef struct words {
  const char *text;
  uint32_t at, end, file;
  bool parameters; // not keywords of a call
} words;

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || (c & 0x80); }

static uint32_t behind_string(const char *s, uint32_t at, uint32_t end) {
  char quote = s[at];
  bool three = at + 2 < end && s[at + 1] == quote && s[at + 2] == quote;
  for (at += three ? 3 : 1; at < end; at++) {
    if (s[at] == '\\') at++;
    else if (s[at] == quote && !three) return at + 1;
    else if (s[at] == quote && at + 2 < end && s[at + 1] == quote && s[at + 2] == quote)
      return at + 3;
  }
  return end;
}

// The next name that stands for a value: no attribute, no keyword of a call, nothing in a string.
static bool next_name(words *w, dbx_span *name) {
  while (w->at < w->end) {
    char c = w->text[w->at];
    if (c == '"' || c == '\'') {
      w->at = behind_string(w->text, w->at, w->end);
    } else if (c == '#') {
      while (w->at < w->end && w->text[w->at] != '\n') w->at++;
    } else if (in_word(c)) {
      uint32_t begin = w->at, k;
      while (w->at < w->end && in_word(w->text[w->at])) w->at++;
      for (k = w->at; k < w->end && w->text[k] == ' ';) k++;
      bool keyword = !w->parameters && k + 1 < w->end && w->text[k] == '=' && w->text[k + 1] != '=';
      bool attribute = begin && w->text[begin - 1] == '.';
      if (isdigit((unsigned char)c) || keyword || attribute) continue;
      *name = (dbx_span){w->file, begin, w->at};
      return true;
    } else {
      w->at++;
    }
  }
  return false;
}

static words words_of(dbx_span span) {
  size_t n;
  const char *text = dbx_source_text(span.file, &n);
  uint32_t end = span.end < n ? span.end : (uint32_t)n;
  return (words){.text = text, .at = span.begin, .end = end, .file = span.file};
}

static bool is_name(const words *w, dbx_span name, dbx_sym s) {
  return name.end - name.begin == dbx_sym_len(s) &&
         !memcmp(w->text + name.begin, dbx_sym_text(s), dbx_sym_len(s));
}

static bool is_word(const words *w, dbx_span name, const char *word) {
  return name.end - name.begin == strlen(word) && !memcmp(w->text + name.begin, word, strlen(word));
}

// Does the span begin with one of the words? Or is one of them in it?
static bool has_word(dbx_span span, const char *const *list, bool anywhere) {
  words w = words_of(span);
  for (dbx_span name; next_name(&w, &name);)
    for (size_t i = 0; list[i]; i++)
      if (is_word(&w, name, list[i]) && (anywhere || name.begin == span.begin)) return true;
  return false;
}

static const char *const functions[] = {"def", "async", "lambda", NULL};

// A statement has no value, and names inside of a lambda or a comprehension may be its own.
static bool is_expression(dbx_span span) {
  static const char *const statements[] = {"for",  "while", "if",     "elif",   "def",    "async",
                                           "with", "class", "return", "assert", "lambda", NULL};
  words w = words_of(span);
  return w.at < w.end && w.text[w.at] != '@' && !has_word(span, statements, false);
}

// "x += 1": a statement too, whose value is the name's.
static bool assigns(dbx_span span) {
  words w = words_of(span);
  for (int depth = 0; w.at < w.end; w.at++) {
    char c = w.text[w.at];
    if (c == '"' || c == '\'') w.at = behind_string(w.text, w.at, w.end) - 1;
    else if (strchr("([{", c) && c) depth++;
    else if (strchr(")]}", c) && c) depth--;
    else if (c == '=' && !depth) {
      if (w.at + 1 < w.end && w.text[w.at + 1] == '=') w.at++;
      else if (w.at == span.begin || !strchr("<>!", w.text[w.at - 1])) return true;
    }
  }
  return false;
}

static bool binds_names(dbx_span span) {
  static const char *const inner[] = {"for", "lambda", NULL};
  return has_word(span, inner, true);
}

// ---- names ----

// What a word of the source stands for now: the innermost call, or one whose function it is
// written in.
static dbx_var value_of(const marker *m, const words *w, dbx_span name) {
  dbx_sym s = dbx_intern_n(w->text + name.begin, name.end - name.begin);
  for (uint32_t i = m->calls.n; i-- > 0;) {
    const call *c = &m->calls.at[i];
    bool inside =
        c->body.file == name.file && c->body.begin <= name.begin && name.end <= c->body.end;
    if (c->body.file ? !inside : i + 1 < m->calls.n) continue;
    uint64_t *v = dbx_map_find(&c->names, s);
    if (v) return (dbx_var)*v;
  }
  return 0;
}

static void mark_names(marker *m, dbx_span span) {
  words w = words_of(span);
  for (dbx_span name; next_name(&w, &name);) {
    dbx_var v = value_of(m, &w, name);
    if (v) mark_value(m, name, v);
  }
}

// The parameter of a function that is written in the span.
static bool find_parameter(dbx_span function, dbx_sym s, dbx_span *ret) {
  words w = words_of(function);
  w.parameters = true;
  while (next_name(&w, ret))
    if (is_name(&w, *ret, s)) return true;
  return false;
}

// The name to the left of "=": "x = VALUE".
static bool find_target(dbx_span value, dbx_sym s, dbx_span *ret) {
  words w = words_of(value);
  uint32_t at = value.begin, n = dbx_sym_len(s);
  while (at && w.text[at - 1] == ' ') at--;
  if (!at || w.text[at - 1] != '=') return false;
  at--;
  while (at && w.text[at - 1] == ' ') at--;
  if (at < n || memcmp(w.text + at - n, dbx_sym_text(s), n)) return false;
  if (at > n && (in_word(w.text[at - n - 1]) || w.text[at - n - 1] == '.')) return false;
  return *ret = (dbx_span){value.file, at - n, at}, true;
}

// A dimension that is an argument is born at the first parameter that has it.
static void parameter(marker *m, dbx_span place, dbx_var v) {
  dbx_u32s dims = {0};
  dims_of(m, v, &dims);
  for (uint32_t i = 0; i < dims.n; i++) {
    const dbx_dimension *d = dbx_dim_table_at(m->w->s->dims, dims.at[i]);
    const dbx_event *birth = &m->w->s->trace->events.at[d->birth];
    if (dbx_set_has(&m->born, dims.at[i]) || birth->kind != DBX_EV_ARGUMENT) continue;
    if (dbx_var_at(d->var)->frame == dbx_var_at(v)->frame) mark_birth(m, place, dims.at[i]);
  }
  dbx_vec_free(&dims);
}

static void name(marker *m, const dbx_event *e) {
  dbx_span place;
  dbx_var v = e->u.name.variable;
  if (!m->calls.n) dbx_push(&m->calls, ((call){{0}, {0}}));
  call *c = &m->calls.at[m->calls.n - 1];
  dbx_map_put(&c->names, e->u.name.name, v);
  if (!v) return;
  if (has_word(e->span, functions, false)) {
    c->body = e->span;
    if (!find_parameter(e->span, e->u.name.name, &place)) return;
    mark_value(m, place, v);
    parameter(m, place, v);
  } else if (find_target(e->span, e->u.name.name, &place)) {
    mark_value(m, place, v);
  }
}

// ---- events ----

static bool same_place(dbx_span a, dbx_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

// The last equation of an expression computes its value; what it captures on the way is no end.
static bool is_value(const dbx_trace *t, uint32_t event) {
  dbx_span here = t->events.at[event].span;
  for (uint32_t i = event + 1; i < t->events.n; i++) {
    const dbx_event *e = &t->events.at[i];
    if (e->kind == DBX_EV_EQUATION) return !same_place(e->span, here);
    bool on = e->kind == DBX_EV_COMPARE || dbx_event_nesting(e) || e->kind == DBX_EV_STEP ||
              (e->kind == DBX_EV_CONSTANT && same_place(e->span, here));
    if (!on) return true;
  }
  return true;
}

static void equation(marker *m, const dbx_event *e, uint32_t event) {
  uint32_t n;
  const dbx_var *made = dbx_event_binders(e, &n);
  if (!is_expression(e->span)) return;
  if (!binds_names(e->span)) mark_names(m, e->span);
  if (assigns(e->span)) return;
  for (uint32_t i = 0; is_value(m->w->s->trace, event) && i < n; i++)
    mark_value(m, e->span, made[i] & DBX_HANDLE);
}

static void see(marker *m, const dbx_event *e, uint32_t event) {
  switch (e->kind) {
  case DBX_EV_CALL: dbx_push(&m->calls, ((call){{0}, {0}})); break;
  case DBX_EV_RETURN:
    if (m->calls.n) dbx_map_free(&m->calls.at[--m->calls.n].names);
    break;
  case DBX_EV_NAME: name(m, e); break;
  case DBX_EV_EQUATION: equation(m, e, event); break;
  case DBX_EV_BIND_OPEN:
  case DBX_EV_COMPARE:
    if (is_expression(e->span) && !binds_names(e->span)) mark_names(m, e->span);
    break;
  default: break;
  }
}

// What no parameter has is born where it is computed, or where the program declares it. The value
// of that expression need not have it: functions of the library compute lengths of their own.
static void other_births(marker *m) {
  for (uint32_t i = 0; i < dbx_dim_table_count(m->w->s->dims); i++) {
    const dbx_event *e = &m->w->s->trace->events.at[dbx_dim_table_at(m->w->s->dims, i)->birth];
    mark *k = dbx_set_has(&m->born, i) ? NULL : mark_at(m, e->span);
    if (k) add_once(&k->births, i);
  }
}

static void put_numbers(page_writer *w, const char *key, const dbx_u32s *all) {
  page_list(w, key);
  for (uint32_t i = 0; i < all->n; i++) dbx_json_int(&w->json, all->at[i]);
  dbx_json_close(&w->json, ']');
}

void page_marks(page_writer *w) {
  marker m = {.w = w};
  const dbx_trace *t = w->s->trace;
  for (uint32_t i = 0; i < t->events.n; i++) see(&m, &t->events.at[i], i);
  other_births(&m);
  page_list(w, "marks");
  for (uint32_t i = 0; i < m.marks.n; i++) {
    mark *k = &m.marks.at[i];
    dbx_json_open(&w->json, '{');
    page_span(w, k->span);
    put_numbers(w, "dims", &k->dims), put_numbers(w, "births", &k->births);
    dbx_json_close(&w->json, '}');
    dbx_vec_free(&k->dims), dbx_vec_free(&k->births);
  }
  dbx_json_close(&w->json, ']');
  for (uint32_t i = 0; i < m.calls.n; i++) dbx_map_free(&m.calls.at[i].names);
  dbx_vec_free(&m.calls), dbx_vec_free(&m.marks);
  dbx_map_free(&m.mark_of), dbx_set_free(&m.born);
}
