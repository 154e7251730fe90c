// Links in words (see links.h).
#include "viz/why/links.h"

#include "prim/prim.h"
#include "viz/names/passes.h"
#include "viz/text/spans.h"
#include "viz/text/text.h"
#include "viz/why/slots.h"
#include <inttypes.h>
#include <string.h>

// ---- what a link is ----

static const char *name_of(const dbx_link *l) { return dbx_sym_text(l->frame->name); }

static void put_bind(dbx_buf *b, const dbx_bind *bind) {
  dbx_printf(b, "%s %s", bind->prim->name, dbx_sym_text(bind->name));
}

// "axis 0 of x", by the name that the program gave the array, or "axis 0 of carry 1".
static void put_sized(dbx_buf *b, const dbx_scene *s, const dbx_link *l, const char *what) {
  dbx_sym name = l->sized ? dbx_source_of(s, l->sized) : 0;
  dbx_printf(b, ": axis %u of ", l->axis);
  if (name) dbx_put(b, dbx_sym_text(name));
  else dbx_printf(b, "%s %u", what, l->of);
}

static void say_widening(dbx_buf *b, const dbx_link *l) {
  for (uint32_t i = 0; i < l->bind->n_widenings; i++) {
    const dbx_widening *w = &l->bind->widenings[i];
    if (w->carry != l->of || w->axis != l->axis) continue;
    dbx_printf(b, ", since round %u returned it with the length %s", w->round, w->length);
    return;
  }
}

static void say_carry_size(dbx_buf *b, const dbx_scene *s, const dbx_link *l) {
  dbx_put(b, "implicit argument of ");
  dbx_put_frame(b, s, l->frame);
  dbx_printf(b, " (DBIdx(%u))", l->position);
  put_sized(b, s, l, "carry");
  if (l->bind->resizing == DBX_INFER) say_widening(b, l);
}

static void say_result_size(dbx_buf *b, const dbx_scene *s, const dbx_link *l) {
  dbx_put(b, "implicit result of ");
  put_bind(b, l->bind);
  dbx_printf(b, " (OutDBIdx(%u))", l->position);
  if (l->sized) put_sized(b, s, l, "result");
}

// What an equation calls: a function by its name, or the primitive.
static void put_called(dbx_buf *b, const dbx_eqn *e) {
  const dbx_param *name = dbx_is_call(e->prim) ? dbx_eqn_param(e, DBX_S_name) : NULL;
  if (name) dbx_put_param(b, name);
  else dbx_put(b, e->prim->name);
}

void dbx_put_operation(dbx_buf *b, const dbx_scene *s, const dbx_eqn *e) {
  put_called(b, e);
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_putc(b, ' ');
    dbx_put_letter(b, s, e->in[i]);
  }
}

static void put_index(dbx_buf *b, const dbx_scene *s, dbx_dim d) {
  dbx_put_type_dim(b, s->names, d, "_", false);
}

static void say_axis(dbx_buf *b, const dbx_scene *s, const dbx_link *l) {
  dbx_printf(b, "axis %u: ", l->axis);
  switch (l->array) {
  case DBX_LINK_CARRY:
    if (dbx_dim_is_var(l->index)) dbx_put(b, "a constant of the body");
    else put_index(b, s, l->index);
    break;
  case DBX_LINK_RESULT:
    if (l->bind->n_nodes) dbx_put_slot_reason(b, s, l->bind, l->position, l->axis);
    else put_index(b, s, l->index);
    break;
  case DBX_LINK_LIFTED: dbx_put(b, "that of what is captured"); break;
  case DBX_LINK_EQUATION:
    if (l->from) dbx_put(b, "that of "), dbx_put_letter(b, s, l->from);
    else dbx_put_operation(b, s, l->eqn);
    break;
  case DBX_LINK_CALL_RESULT: dbx_put_operation(b, s, l->eqn); break;
  default: put_index(b, s, l->index); break;
  }
}

static void say_move(dbx_buf *b, const dbx_scene *s, const dbx_eqn *e) {
  dbx_put(b, dbx_qubit_move_of(e) == DBX_MOVE_LIFT ? "lifted: " : "inserted: ");
  dbx_put_move(b, s->names, e);
}

// An event of a circuit belongs to one of its passes.
static void say_pass(dbx_buf *b, const dbx_scene *s, const dbx_link *l) {
  dbx_buf pass = {0};
  bool late =
      l->kind == DBX_LINK_RESULT && l->event && dbx_event_pass(s->t, l->event) == DBX_PASS_TWO;
  if (late) dbx_put(b, " (made in pass 1, bound in pass 2)");
  else if (l->event && dbx_put_pass(&pass, s->t, l->event)) dbx_printf(b, " (%s)", dbx_text(&pass));
  dbx_buf_free(&pass);
}

void dbx_put_link(dbx_buf *b, const dbx_scene *s, const dbx_link *l) {
  switch (l->kind) {
  case DBX_LINK_LITERAL: dbx_put(b, "a number"); break;
  case DBX_LINK_ARGUMENT: dbx_printf(b, "argument %u of %s", l->position, name_of(l)); break;
  case DBX_LINK_ARGUMENT_SIZE:
    dbx_printf(b, "implicit argument of %s (DBIdx(%u))", name_of(l), l->position);
    put_sized(b, s, l, "argument");
    break;
  case DBX_LINK_LIFTED:
    dbx_put(b, "constant of ");
    dbx_put_frame(b, s, l->frame);
    break;
  case DBX_LINK_ARRAY:
    dbx_put(b, "a concrete array, constant of ");
    dbx_put_frame(b, s, l->frame);
    break;
  case DBX_LINK_INDEX:
    dbx_put(b, "index of ");
    put_bind(b, l->bind);
    break;
  case DBX_LINK_CARRY:
    dbx_printf(b, "carry %u inside ", l->position);
    put_bind(b, l->bind);
    break;
  case DBX_LINK_CARRY_SIZE: say_carry_size(b, s, l); break;
  case DBX_LINK_RESULT:
    dbx_printf(b, "result %u of ", l->position);
    put_bind(b, l->bind);
    break;
  case DBX_LINK_RESULT_SIZE: say_result_size(b, s, l); break;
  case DBX_LINK_CALL_ARGUMENT:
    dbx_printf(b, l->sized ? "implicit input %u of the call of %s" : "input %u of the call of %s",
               l->position, name_of(l));
    break;
  case DBX_LINK_CALL_RESULT:
    dbx_printf(b, "result %u of the call of ", l->position);
    put_called(b, l->eqn);
    break;
  case DBX_LINK_EQUATION:
    if (dbx_qubit_move_of(l->eqn)) say_move(b, s, l->eqn);
    else dbx_put_operation(b, s, l->eqn);
    break;
  case DBX_LINK_AXIS: say_axis(b, s, l); break;
  case DBX_LINK_LOST: dbx_put(b, "made in a round of tracing that was undone"); break;
  }
  if (!l->seen) say_pass(b, s, l);
  if (l->seen) dbx_put(b, " (see above)");
  else if (l->cut) dbx_put(b, " (the chain goes on)");
}

// ---- chains ----

static void put_role(dbx_buf *b, const dbx_link *l) {
  static const char *const word[] = {
      [DBX_ROLE_SAME] = "",
      [DBX_ROLE_START] = "starts as ",
      [DBX_ROLE_TRIP] = "after a trip ",
      [DBX_ROLE_OPERAND] = "of ",
      [DBX_ROLE_LENGTH] = "",
      [DBX_ROLE_BRANCH] = "",
  };
  dbx_pad(b, 2 * (int)l->depth);
  dbx_put(b, word[l->role]);
  if (l->role == DBX_ROLE_BRANCH && l->frame) {
    uint32_t part = l->part;
    const dbx_bind *bind = dbx_bind_of_frame(l->frame, &part);
    if (bind) dbx_printf(b, "%s: ", bind->parts[part].name);
  }
}

void dbx_put_place(dbx_buf *b, const dbx_scene *s, dbx_span span, size_t line, uint32_t below) {
  enum { TEXT = 44 };
  dbx_buf place = {0};
  uint32_t width = s->style->width > 0 ? (uint32_t)s->style->width : 80;
  if (!dbx_source_place(span.file, span.begin).line) return;
  dbx_put_span(&place, span);
  dbx_put(&place, "  ");
  dbx_put_span_text(&place, span, TEXT);
  bool fits = dbx_width_of(b->at + line) + 3 + dbx_width_of(dbx_text(&place)) <= width;
  if (fits) dbx_put(b, "   ");
  else dbx_putc(b, '\n'), dbx_pad(b, (int)below);
  dbx_printf(b, "%s%s%s", dbx_ink_on(s->style->color, DBX_INK_DIM), dbx_text(&place),
             dbx_ink_off(s->style->color, DBX_INK_DIM));
  dbx_buf_free(&place);
}

static bool keeps_length(const dbx_link *l) {
  return l->kind == DBX_LINK_AXIS && l->array == DBX_LINK_EQUATION;
}

// Do the two follow each other in a run of like equations?
static bool goes_on(const dbx_link *l, const dbx_link *next) {
  if (keeps_length(l)) return keeps_length(next);
  return l->kind == DBX_LINK_EQUATION && next->kind == DBX_LINK_EQUATION &&
         next->role == DBX_ROLE_OPERAND && next->depth == l->depth && !next->seen;
}

// Of a long run of equations the first and the last one say enough.
static uint32_t run_of(const dbx_links *l, uint32_t from) {
  uint32_t n = 0;
  while (from + n + 1 < l->n && goes_on(&l->at[from + n], &l->at[from + n + 1])) n++;
  return n;
}

static void put_left(dbx_buf *b, const dbx_scene *s, const dbx_link *l) {
  put_role(b, l);
  dbx_put_known(b, s, l->atom);
}

// The column of the words: short names line up, a long one only moves its own line.
static uint32_t column_of_words(const dbx_scene *s, const dbx_links *l) {
  enum { MOST = 34 };
  uint32_t most = 0;
  for (uint32_t i = 0; i < l->n; i++) {
    dbx_buf left = {0};
    put_left(&left, s, &l->at[i]);
    uint32_t w = dbx_width_of(dbx_text(&left));
    if (w > most && w <= MOST) most = w;
    dbx_buf_free(&left);
  }
  return most + 2;
}

static void put_line(dbx_buf *b, const dbx_scene *s, const dbx_link *l, uint32_t indent,
                     uint32_t words) {
  dbx_buf text = {0};
  uint32_t width = s->style->width > 0 ? (uint32_t)s->style->width : 80;
  size_t line = b->n;
  dbx_pad(b, (int)indent);
  put_left(b, s, l);
  uint32_t at = dbx_width_of(b->at + line);
  if (at + 2 > words) words = at + 2;
  dbx_pad(b, (int)(words - at));
  dbx_put_link(&text, s, l);
  dbx_put_wrapped(b, dbx_text(&text), words, words, width);
  for (size_t i = line; i < b->n; i++)
    if (b->at[i] == '\n') line = i + 1;
  if (l->kind != DBX_LINK_LITERAL && !l->seen)
    dbx_put_place(b, s, l->span, line, indent + 4 + 2 * l->depth);
  dbx_putc(b, '\n');
  dbx_buf_free(&text);
}

void dbx_put_links(dbx_buf *b, const dbx_scene *s, const dbx_links *l, uint32_t indent) {
  enum { LONG = 4 };
  uint32_t words = indent + column_of_words(s, l);
  for (uint32_t i = 0; i < l->n; i++) {
    uint32_t run = run_of(l, i);
    put_line(b, s, &l->at[i], indent, words);
    if (run < LONG) continue;
    dbx_pad(b, (int)words);
    dbx_printf(b, "... %u more equations%s\n", run - 1,
               keeps_length(&l->at[i]) ? " keep the length" : "");
    i += run - 1;
  }
}

// ---- JSON ----

static void json_link(dbx_json *j, const dbx_scene *s, const char *of, const dbx_link *l) {
  static const char *const roles[] = {[DBX_ROLE_SAME] = "same",       [DBX_ROLE_START] = "start",
                                      [DBX_ROLE_TRIP] = "trip",       [DBX_ROLE_BRANCH] = "branch",
                                      [DBX_ROLE_OPERAND] = "operand", [DBX_ROLE_LENGTH] = "length"};
  static const char *const kinds[] = {
      [DBX_LINK_LITERAL] = "literal",
      [DBX_LINK_ARGUMENT] = "argument",
      [DBX_LINK_ARGUMENT_SIZE] = "implicit argument",
      [DBX_LINK_LIFTED] = "constant",
      [DBX_LINK_ARRAY] = "array",
      [DBX_LINK_INDEX] = "index",
      [DBX_LINK_CARRY] = "carry",
      [DBX_LINK_CARRY_SIZE] = "implicit carry",
      [DBX_LINK_RESULT] = "result",
      [DBX_LINK_RESULT_SIZE] = "implicit result",
      [DBX_LINK_CALL_ARGUMENT] = "call argument",
      [DBX_LINK_CALL_RESULT] = "call result",
      [DBX_LINK_EQUATION] = "equation",
      [DBX_LINK_AXIS] = "axis",
      [DBX_LINK_LOST] = "lost",
  };
  dbx_buf text = {0};
  dbx_json_open(j, '{');
  dbx_json_key(j, "of"), dbx_put_json_text(j, of);
  dbx_json_key(j, "depth"), dbx_json_int(j, l->depth);
  dbx_json_key(j, "role"), dbx_json_str(j, roles[l->role]);
  dbx_json_key(j, "kind"), dbx_json_str(j, kinds[l->kind]);
  dbx_put_letter(&text, s, l->atom);
  dbx_json_key(j, "variable"), dbx_json_str(j, dbx_text(&text));
  dbx_clear(&text);
  dbx_put_type(&text, s->names, dbx_atom_aval(l->atom), "_", false);
  dbx_json_key(j, "type"), dbx_json_str(j, dbx_text(&text));
  dbx_sym name = dbx_is_literal(l->atom) ? 0 : dbx_source_of(s, l->atom & DBX_HANDLE);
  dbx_json_key(j, "name");
  name ? dbx_put_json_text(j, dbx_sym_text(name)) : dbx_json_null(j);
  dbx_clear(&text);
  dbx_put_link(&text, s, l);
  dbx_json_key(j, "text"), dbx_put_json_text(j, dbx_text(&text));
  dbx_json_key(j, "event");
  l->event ? dbx_json_int(j, l->event) : dbx_json_null(j);
  dbx_json_pass(j, s->t, l->event);
  dbx_put_json_span(j, "span", l->span);
  dbx_json_close(j, '}');
  dbx_buf_free(&text);
}

void dbx_put_links_json(dbx_buf *b, const dbx_scene *s, const char *of, const dbx_links *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    dbx_json j = {.out = b, .indent = -1};
    json_link(&j, s, of, &l->at[i]);
    dbx_putc(b, '\n');
  }
}
