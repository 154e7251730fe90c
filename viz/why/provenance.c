// Where things come from (see provenance.h): a tracer, an axis, an event, a line.
#include "viz/why/provenance.h"

#include "viz/report/events.h"
#include "viz/text/text.h"
#include "viz/why/equal.h"
#include "viz/why/links.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct answer {
  dbx_buf *b;
  dbx_scene s;
  dbx_arena arena;
  bool json;
  dbx_map shown; // variables that were explained
} answer;

// ---- tracers ----

static void put(answer *a, const char *of, const dbx_links *l) {
  if (a->json) dbx_put_links_json(a->b, &a->s, of, l);
  else dbx_put_links(a->b, &a->s, l, 2);
}

typedef dbx_vec(dbx_link) links;

// An axis whose length is computed for this array says no more than the array itself.
static void add(links *to, dbx_links from) {
  bool own = from.n > 1 && from.at[0].kind == DBX_LINK_AXIS &&
             from.at[0].array == DBX_LINK_EQUATION && from.at[1].kind != DBX_LINK_AXIS;
  for (uint32_t i = own; i < from.n; i++) dbx_push(to, from.at[i]);
}

// A value, and the lengths of its axes, each length once.
static void explain(answer *a, const char *of, dbx_atom v) {
  links all = {0};
  dbx_map lengths = {0};
  add(&all, dbx_provenance_in(&a->arena, v, dbx_naming_jaxprs(a->s.names)));
  const dbx_aval_info *t = dbx_aval_at(dbx_naming_aval(a->s.names, v));
  for (uint32_t i = 0; i < t->rank; i++) {
    if (!dbx_dim_is_var(t->dims[i]) || dbx_map_find(&lengths, t->dims[i])) continue;
    dbx_map_put(&lengths, t->dims[i], 1);
    add(&all, dbx_axis_provenance_in(&a->arena, v & DBX_HANDLE, i, dbx_naming_jaxprs(a->s.names)));
  }
  for (uint32_t i = 0; i < all.n; i++)
    if (!dbx_is_literal(all.at[i].atom)) dbx_map_put(&a->shown, all.at[i].atom, 1);
  put(a, of, &(dbx_links){all.at, all.n});
  dbx_vec_free(&all);
  dbx_map_free(&lengths);
}

static void explain_tracer(answer *a, const char *of, const dbx_thing *x) {
  explain(a, of, x->atom);
  if (!x->other || a->json) return;
  dbx_printf(a->b, "  '%s' is also a letter of the Jaxpr, of ", of);
  dbx_put_known(a->b, &a->s, x->other);
  dbx_printf(a->b, ": `jaxpr %s`\n", of);
}

// ---- events and lines ----

static void explain_results(answer *a, const char *of, const dbx_atom *out, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (dbx_is_literal(out[i]) || !dbx_map_find(&a->shown, out[i] & DBX_HANDLE))
      explain(a, of, out[i]);
}

static void explain_slot(answer *a, const dbx_event *e) {
  const dbx_bind *b = e->bind ? a->s.t->binds.at[e->bind - 1] : NULL;
  uint32_t node = e->u.slot.slot;
  if (!b || node >= b->n_nodes || a->json) return;
  dbx_put(a->b, "  ");
  dbx_put_slot_reason(a->b, &a->s, b, b->nodes[node].carry, b->nodes[node].axis);
  dbx_putc(a->b, '\n');
}

static void explain_comparison(answer *a, const dbx_event *e) {
  dbx_thing x, y;
  dbx_compared(e, &x, &y);
  if (a->json) dbx_put_equal_json(a->b, &a->s, &x, &y);
  else dbx_put_equal(a->b, &a->s, &x, &y);
}

// What failed is, as a rule, the last comparison that said no.
static void explain_error(answer *a, uint32_t at) {
  while (at-- > 0) {
    const dbx_event *e = &a->s.t->events.at[at];
    if (e->kind != DBX_EV_COMPARE || e->u.compare.equal) continue;
    explain_comparison(a, e);
    return;
  }
}

static void explain_event(answer *a, const char *of, uint32_t i) {
  const dbx_event *e = &a->s.t->events.at[i];
  const dbx_eqn *q = dbx_event_eqn(e);
  const dbx_bind *b = NULL;
  switch (e->kind) {
  case DBX_EV_ARGUMENT:
  case DBX_EV_CONSTANT: explain(a, of, dbx_event_variable(e)); break;
  case DBX_EV_NAME: explain(a, of, e->u.name.variable); break;
  case DBX_EV_EQUATION:
    if (q) explain_results(a, of, q->out, q->n_out);
    break;
  case DBX_EV_COMPARE: explain_comparison(a, e); break;
  case DBX_EV_SLOT: explain_slot(a, e); break;
  case DBX_EV_BIND_CLOSE:
    b = e->u.bind_close.bind < a->s.t->binds.n ? a->s.t->binds.at[e->u.bind_close.bind] : NULL;
    if (b && !b->failed) explain_results(a, of, b->results.at, b->results.n);
    else explain_error(a, i);
    break;
  case DBX_EV_ERROR: explain_error(a, i); break;
  default: break;
  }
}

static void put_event_line(answer *a, uint32_t i) {
  if (a->json) return;
  dbx_printf(a->b, "%sevent %u%s  ", dbx_ink_on(a->s.style->color, DBX_INK_DIM), i,
             dbx_ink_off(a->s.style->color, DBX_INK_DIM));
  dbx_put_event(a->b, a->s.t, a->s.names, i);
  dbx_putc(a->b, '\n');
}

// At the prompt each input is a text of its own, named by its number; its lines are counted if it
// has several.
static bool is_in_line(dbx_span s, uint32_t line) {
  char prompt[32];
  size_t n = 0;
  const char *name = dbx_source_name(s.file), *text = s.file ? dbx_source_text(s.file, &n) : "";
  const char *newline = memchr(text, '\n', n);
  snprintf(prompt, sizeof prompt, "<prompt %u>", line);
  if (!strncmp(name, "<prompt ", 8) && (!newline || newline == text + n - 1))
    return !strcmp(name, prompt);
  return s.file && dbx_source_place(s.file, s.begin).line == line;
}

// What a line gave: equations that nothing in the line uses, and the comparison that failed in it.
static bool is_asked(const dbx_event *e) {
  return e->kind == DBX_EV_EQUATION || e->kind == DBX_EV_NAME ||
         (e->kind == DBX_EV_COMPARE && !e->u.compare.equal);
}

// Was it folded or forwarded?
static bool is_simplified(const answer *a, const dbx_event *e, const dbx_eqn *q) {
  const dbx_frame *f = dbx_frame_by_id(e->frame);
  return q->n_out == 1 && dbx_naming_subst(a->s.names, f, q->out[0]) != (q->out[0] & DBX_HANDLE);
}

// Marks what is used by an equation of the line that comes later.
static void mark_used(answer *a, const dbx_eqn *q) {
  for (uint32_t i = 0; i < q->n_in; i++)
    if (!dbx_is_literal(q->in[i])) dbx_map_put(&a->shown, q->in[i], 1);
  for (uint32_t i = 0; i < q->n_out; i++) {
    const dbx_aval_info *t = dbx_aval_at(dbx_naming_aval(a->s.names, q->out[i]));
    for (uint32_t k = 0; k < t->rank; k++)
      if (dbx_dim_is_var(t->dims[k]))
        dbx_map_put(&a->shown, (uint64_t)dbx_dim_value(t->dims[k]), 1);
  }
}

// The same comparison either way round is one.
static bool compared_before(answer *a, const dbx_event *e) {
  dbx_atom x = e->u.compare.left, y = e->u.compare.right;
  if (!dbx_is_literal(x)) x = dbx_referent(x);
  if (!dbx_is_literal(y)) y = dbx_referent(y);
  uint64_t key = x < y ? (uint64_t)y << 32 | x : (uint64_t)x << 32 | y;
  bool known = dbx_map_find(&a->shown, key);
  dbx_map_put(&a->shown, key, 1);
  return known;
}

static dbx_status explain_line(answer *a, const char *of, uint32_t line) {
  dbx_u32s asked = {0};
  bool any = false;
  for (uint32_t i = a->s.t->events.n; i-- > 0;) {
    const dbx_event *e = &a->s.t->events.at[i];
    const dbx_eqn *q = dbx_event_eqn(e);
    if (!is_asked(e) || !is_in_line(e->span, line)) continue;
    any = true;
    if (q && (!q->n_out || is_simplified(a, e, q) ||
              dbx_map_find(&a->shown, q->out[q->n_out - 1] & DBX_HANDLE)))
      continue;
    if (e->kind == DBX_EV_NAME && dbx_map_find(&a->shown, e->u.name.variable)) continue;
    if (e->kind == DBX_EV_NAME) dbx_map_put(&a->shown, e->u.name.variable, 1);
    if (q) mark_used(a, q);
    dbx_push(&asked, i);
  }
  dbx_map_clear(&a->shown);
  for (uint32_t i = asked.n; i-- > 0;) {
    const dbx_event *e = &a->s.t->events.at[asked.at[i]];
    if (e->kind == DBX_EV_NAME && dbx_map_find(&a->shown, e->u.name.variable)) continue;
    if (e->kind == DBX_EV_COMPARE && compared_before(a, e)) continue;
    put_event_line(a, asked.at[i]);
    explain_event(a, of, asked.at[i]);
  }
  dbx_vec_free(&asked);
  if (any) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "nothing of '%s' was traced in line %u",
                  dbx_sym_text(a->s.t->function), line);
}

// ---- questions ----

static char *trimmed(const char *text, size_t n) {
  while (n && isspace((unsigned char)*text)) text++, n--;
  while (n && isspace((unsigned char)text[n - 1])) n--;
  dbx_buf b = {0};
  dbx_putn(&b, text, n);
  char *copy = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return copy;
}

static dbx_status explain_pair(answer *a, const char *left, const char *right) {
  dbx_thing x, y;
  DBX_TRY(dbx_find(&a->s, left, true, &x));
  DBX_TRY(dbx_find(&a->s, right, true, &y));
  if (a->json) dbx_put_equal_json(a->b, &a->s, &x, &y);
  else dbx_put_equal(a->b, &a->s, &x, &y);
  return DBX_OK;
}

static dbx_status explain_thing(answer *a, const char *of) {
  dbx_thing x;
  dbx_links l;
  DBX_TRY(dbx_find(&a->s, of, false, &x));
  switch (x.kind) {
  case DBX_THING_TRACER: explain_tracer(a, of, &x); break;
  case DBX_THING_AXIS:
    l = dbx_axis_provenance_in(&a->arena, x.atom & DBX_HANDLE, x.axis,
                               dbx_naming_jaxprs(a->s.names));
    put(a, of, &l);
    break;
  case DBX_THING_EVENT:
    put_event_line(a, x.n);
    explain_event(a, of, x.n);
    break;
  case DBX_THING_LINE: return explain_line(a, of, x.n);
  }
  return DBX_OK;
}

static dbx_status why(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style, const char *of,
                      bool json) {
  answer a = {.b = b, .s = dbx_scene_open(t, style), .json = json};
  const char *equal = strstr(of, "==");
  char *left = trimmed(of, equal ? (size_t)(equal - of) : strlen(of)),
       *right = trimmed(equal ? equal + 2 : "", equal ? strlen(equal + 2) : 0);
  dbx_status st = equal ? explain_pair(&a, left, right) : explain_thing(&a, left);
  free(left), free(right);
  dbx_map_free(&a.shown);
  dbx_arena_free(&a.arena);
  dbx_scene_close(&a.s);
  return st;
}

dbx_status dbx_put_why(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                       const char *of) {
  return why(b, t, style, of, false);
}

dbx_status dbx_put_why_json(dbx_buf *b, const dbx_trace *t, const dbx_report_style *style,
                            const char *of) {
  return why(b, t, style, of, true);
}
