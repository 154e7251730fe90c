// Edits of circuits: devices, wires, angles, the order of gates and measurements, and what measures
// nothing (see edits.h).
#include "debug/edits/edits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WIRES = 64, MOST = 16 }; // of a literal list; that an edit writes

static dbx_span place(const edit_site *s, uint32_t begin, uint32_t end) {
  return (dbx_span){s->file, begin, end};
}

// What a call gives for this keyword, or as the k-th of its arguments; NULL.
static const dbx_node *given(const dbx_node *call, const char *keyword, uint32_t k) {
  for (uint32_t i = 0; i < call->more->m.n; i++) {
    const dbx_node *one = call->more->m.at[i];
    if (one->name && !strcmp(dbx_sym_text(one->name), keyword)) return one->a;
  }
  return k < call->l.n ? call->l.at[k] : NULL;
}

static bool is_device(const dbx_node *n) {
  return n->kind == DBX_N_Call && dbx_ends_in(edit_callee(n), "device");
}

// ---- a wire that the device does not have ----

typedef struct wires_wanted {
  edit_site *s;
  int64_t has, wants;  // numbers of wires
  edit_pieces *pieces; // of an edit elsewhere that needs the device too; NULL: this is all
  bool found;
} wires_wanted;

static void widen_device(void *ctx, const dbx_node *n) {
  wires_wanted *w = ctx;
  const dbx_node *wires = is_device(n) ? given(n, "wires", 1) : NULL;
  if (!edit_is_int(wires) || wires->value->i != w->has) return;
  char number[24];
  snprintf(number, sizeof number, "%" PRId64, w->wants);
  w->found = true;
  if (w->pieces) edit_piece(w->pieces, wires->span, number);
  else edit_add(w->s, wires->span, number, NULL);
}

static void lower_wire(void *ctx, const dbx_node *n) {
  const wires_wanted *w = ctx;
  dbx_span failing = w->s->failing->span;
  if (edit_is_int(n) && n->value->i == w->wants - 1 && n->span.begin >= failing.begin &&
      n->span.end <= failing.end)
    edit_addf(w->s, n->span, "%" PRId64, w->has - 1);
}

static void missing_wire(edit_site *s) {
  const char *at = strstr(s->diag->message, "wire "), *has = at ? strstr(at, "has ") : NULL;
  if (!has) return;
  wires_wanted w = {s, strtoll(has + strlen("has "), NULL, 10),
                    strtoll(at + strlen("wire "), NULL, 10) + 1, NULL, false};
  if (w.wants <= 0 || w.wants > MOST_WIRES) return;
  edit_walk(s->root, widen_device, &w);
  if (s->failing) edit_walk(s->root, lower_wire, &w);
}

// ---- a wire twice ----

static bool among(const dbx_node *list, int64_t wire) {
  for (uint32_t i = 0; i < list->l.n; i++)
    if (edit_is_int(list->l.at[i]) && list->l.at[i]->value->i == wire) return true;
  return false;
}

static void other_wire(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_span failing = s->failing->span;
  if ((n->kind != DBX_N_List && n->kind != DBX_N_Tuple) || n->l.n > MOST_WIRES ||
      n->span.begin < failing.begin || n->span.end > failing.end)
    return;
  for (uint32_t i = 0; i < n->l.n; i++)
    for (uint32_t k = 0; k < i; k++) {
      if (!edit_is_int(n->l.at[i]) || !edit_is_int(n->l.at[k]) ||
          n->l.at[i]->value->i != n->l.at[k]->value->i)
        continue;
      int64_t free = 0;
      while (among(n, free)) free++;
      edit_addf(s, n->l.at[i]->span, "%" PRId64, free);
      edit_addf(s, n->l.at[k]->span, "%" PRId64, free);
    }
}

// Two observables of a product on one wire: the second one goes to the next.
static void other_factor(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_span failing = s->failing->span;
  if (n->kind != DBX_N_BinOp || n->op != DBX_OP_MatMult || n->span.begin < failing.begin ||
      n->span.end > failing.end || n->b->kind != DBX_N_Call)
    return;
  const dbx_node *wire = given(n->b, "wires", 0);
  if (edit_is_int(wire)) edit_addf(s, wire->span, "%" PRId64, wire->value->i + 1);
}

// ---- sizes ----

// `wires=range(n)` in the failing call, and a device that has as many.
static void fitting_wires(edit_site *s) {
  const char *got = strstr(s->diag->message, "got length "),
             *shape = strstr(s->diag->message, "got shape ("),
             *last = shape ? strrchr(shape, ',') : NULL;
  const dbx_node *call = edit_around(s, DBX_N_Call), *wires = call ? given(call, "wires", 1) : NULL;
  int64_t n = got    ? strtoll(got + strlen("got length "), NULL, 10)
              : last ? strtoll(last + 1, NULL, 10)
                     : 0;
  if (!wires || n <= 0 || n > MOST_WIRES) return;
  char text[32];
  snprintf(text, sizeof text, "range(%" PRId64 ")", n);
  bool wider = false;
  for (int64_t has = 1; has < n; has++) {
    edit_pieces p = {0};
    wires_wanted w = {s, has, n, &p, false};
    edit_piece(&p, wires->span, text);
    edit_walk(s->root, widen_device, &w);
    wider |= w.found;
    if (w.found) edit_add_pieces(s, &p, "as many wires there, and on the device");
    else edit_pieces_free(&p);
  }
  if (!wider) edit_add(s, wires->span, text, NULL);
}

// A matrix acts on as many wires as its size says: the first ones.
static void fewer_wires(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call), *wires = call ? given(call, "wires", 1) : NULL;
  if (!wires || (wires->kind != DBX_N_List && wires->kind != DBX_N_Tuple)) return;
  for (uint32_t n = wires->l.n; n-- > 1;) {
    dbx_buf b = {0}, one = {0};
    for (uint32_t i = 0; i < n; i++) {
      dbx_printf(&b, "%s%s", i ? ", " : "[", edit_source(s, &one, wires->l.at[i]));
      dbx_buf_free(&one);
    }
    edit_addf(s, wires->span, "%s]", dbx_text(&b));
    dbx_buf_free(&b);
  }
}

// ... or on the next ones too.
static void more_wires(edit_site *s) {
  enum { MOST_MORE = 3 };
  const dbx_node *call = edit_around(s, DBX_N_Call), *wires = call ? given(call, "wires", 1) : NULL;
  bool list = wires && (wires->kind == DBX_N_List || wires->kind == DBX_N_Tuple) && wires->l.n;
  const dbx_node *last = list ? wires->l.at[wires->l.n - 1] : wires;
  if (!edit_is_int(last)) return;
  dbx_buf text = {0};
  dbx_putc(&text, '[');
  for (uint32_t i = 0; list && i + 1 < wires->l.n; i++) {
    dbx_buf one = {0};
    dbx_printf(&text, "%s, ", edit_source(s, &one, wires->l.at[i]));
    dbx_buf_free(&one);
  }
  dbx_printf(&text, "%" PRId64, last->value->i);
  for (int64_t more = 1; more <= MOST_MORE; more++) {
    dbx_printf(&text, ", %" PRId64, last->value->i + more);
    edit_addf(s, wires->span, "%s]", dbx_text(&text));
  }
  dbx_buf_free(&text);
}

// ---- a gate after a measurement ----

static bool is_measurement(const dbx_node *n) {
  static const char *const names[] = {"expval", "var", "probs", "state", "sample", "counts"};
  return EDIT_CALLS(n, names);
}

static void find_measurement(void *ctx, const dbx_node *n) {
  if (is_measurement(n)) *(bool *)ctx = true;
}

// The gate's statement goes before that of the first measurement.
static void gate_first(edit_site *s) {
  const dbx_node *f = edit_function(s);
  if (!f || !s->failing) return;
  const dbx_node *gate = edit_statement_of(s, s->failing->span), *first = NULL;
  for (uint32_t i = 0; i < f->l.n && !first; i++) {
    bool measures = false;
    edit_walk(f->l.at[i], find_measurement, &measures);
    if (measures) first = f->l.at[i];
  }
  if (!gate || !first || first->span.begin >= gate->span.begin) return;
  dbx_buf text = {0}, say = {0};
  edit_pieces p = {0};
  uint32_t begin = gate->span.begin;
  while (begin > 0 && (s->text[begin - 1] == ' ' || s->text[begin - 1] == '\t')) begin--;
  if (begin > 0 && s->text[begin - 1] == '\n') begin--;
  edit_source(s, &text, gate);
  dbx_printf(&say, "%s before the measurement", dbx_text(&text));
  dbx_printf(&text, "\n%*s", (int)edit_indent(s, first->span.begin), "");
  edit_piece(&p, place(s, first->span.begin, first->span.begin), dbx_text(&text));
  edit_piece(&p, place(s, begin, gate->span.end), "");
  edit_add_pieces(s, &p, dbx_text(&say));
  dbx_buf_free(&text), dbx_buf_free(&say);
}

// ---- a device that is not compiled for ----

static void other_device(void *ctx, const dbx_node *n) {
  const dbx_node *name = is_device(n) ? given(n, "name", 0) : NULL;
  if (name && name->kind == DBX_N_Constant && name->constant == DBX_C_STR)
    edit_add(ctx, name->span, "\"lightning.qubit\"", NULL);
}

// ---- the arguments of gates ----

static bool is_list(const dbx_node *n) {
  return n && (n->kind == DBX_N_List || n->kind == DBX_N_Tuple);
}

static const dbx_node *keyword(const dbx_node *call, const char *name) {
  for (uint32_t i = 0; i < call->more->m.n; i++) {
    const dbx_node *one = call->more->m.at[i];
    if (one->name && !strcmp(dbx_sym_text(one->name), name)) return one->a;
  }
  return NULL;
}

// A number behind the words of a message; -1.
static int64_t number_behind(const edit_site *s, const char *words) {
  const char *at = strstr(s->diag->message, words);
  return at ? strtoll(at + strlen(words), NULL, 10) : -1;
}

static dbx_span between(const edit_site *s, uint32_t begin, uint32_t end) {
  return (dbx_span){s->file, begin, end};
}

// ---- angles ----

// Those behind the last one that the gate takes go.
static void fewer_angles(edit_site *s, const dbx_node *call, uint32_t takes, uint32_t has) {
  if (has > call->l.n) return;
  uint32_t from = takes ? call->l.at[takes - 1]->span.end : call->l.at[0]->span.begin;
  bool more = takes == 0 && (call->l.n > has || call->more->m.n);
  uint32_t to = call->l.at[has - 1]->span.end;
  while (more && (s->text[to] == ',' || s->text[to] == ' ')) to++;
  edit_add(s, between(s, from, to), "", NULL);
}

static void put_angles(edit_site *s, const dbx_node *call, uint32_t has, const char *text) {
  dbx_buf b = {0};
  uint32_t at = has ? call->l.at[has - 1]->span.end : call->span.end - 1;
  bool first = !has && (call->l.n || call->more->m.n);
  if (first) at = call->l.n ? call->l.at[0]->span.begin : call->a->span.end + 1;
  dbx_printf(&b, "%s%s%s", has ? ", " : "", text, first ? ", " : "");
  edit_add(s, between(s, at, at), dbx_text(&b), NULL);
  dbx_buf_free(&b);
}

// One angle is a parameter of the circuit, several are zeros.
static void more_angles(edit_site *s, const dbx_node *call, uint32_t takes, uint32_t has) {
  const dbx_node *f = edit_function(s);
  dbx_buf zeros = {0};
  if (takes - has > MOST || has > call->l.n) return;
  for (uint32_t i = 0; f && takes - has == 1 && i < f->a->more->m.n; i++)
    put_angles(s, call, has, dbx_sym_text(f->a->more->m.at[i]->name));
  for (uint32_t i = has; i < takes; i++) dbx_printf(&zeros, "%s0.0", i > has ? ", " : "");
  put_angles(s, call, has, dbx_text(&zeros));
  dbx_buf_free(&zeros);
}

static void other_angles(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call);
  int64_t takes = number_behind(s, " takes "), has = number_behind(s, "is given ");
  if (!call || takes < 0 || has < 0 || takes == has) return;
  if (takes < has) fewer_angles(s, call, (uint32_t)takes, (uint32_t)has);
  else more_angles(s, call, (uint32_t)takes, (uint32_t)has);
}

// ---- wires ----

static const dbx_node *wires_of(const dbx_node *call) {
  const dbx_node *wires = keyword(call, "wires");
  return wires ? wires : call->l.n ? call->l.at[call->l.n - 1] : NULL;
}

static bool is_used(const int64_t *at, uint32_t n, int64_t wire) {
  for (uint32_t i = 0; i < n; i++)
    if (at[i] == wire) return true;
  return false;
}

// The numbers that a node says; false: it says others, too.
static bool numbers(const dbx_node *n, int64_t *at, uint32_t *count) {
  if (edit_is_int(n)) return at[(*count)++] = n->value->i, true;
  bool all = is_list(n) && n->l.n <= MOST;
  for (uint32_t i = 0; all && i < n->l.n; i++) {
    all = edit_is_int(n->l.at[i]);
    if (all) at[(*count)++] = n->l.at[i]->value->i;
  }
  return all;
}

// As many wires as the gate has: those that are given, then the first ones that are not.
static void other_wires(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call);
  int64_t has = number_behind(s, "wrong number of wires. "),
          wants = number_behind(s, " wires given, "), at[MOST + 1];
  uint32_t n = 0;
  if (!call || wants <= 0 || wants > MOST) return;
  const dbx_node *wires = has ? wires_of(call) : NULL;
  if (has && !numbers(wires, at, &n)) return;
  for (int64_t wire = 0; n < (uint32_t)wants; wire++)
    if (!is_used(at, n, wire)) at[n++] = wire;
  dbx_buf b = {0};
  for (uint32_t i = 0; i < (uint32_t)wants; i++)
    dbx_printf(&b, "%s%" PRId64, i ? ", " : wants > 1 ? "[" : "", at[i]);
  if (wants > 1) dbx_putc(&b, ']');
  if (wires) {
    edit_add(s, wires->span, dbx_text(&b), NULL);
  } else {
    uint32_t end = call->span.end - 1;
    edit_addf(s, between(s, end, end), "%swires=%s", call->l.n ? ", " : "", dbx_text(&b));
  }
  dbx_buf_free(&b);
}

static void floor_division(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  if (n->kind != DBX_N_BinOp || n->op != DBX_OP_Div) return;
  dbx_buf a = {0}, b = {0};
  edit_source(s, &a, n->a), edit_source(s, &b, n->b);
  edit_addf(s, n->span, "%s // %s", dbx_text(&a), dbx_text(&b));
  dbx_buf_free(&a), dbx_buf_free(&b);
}

// A number without its fraction, a quotient without its remainder, or the value as an integer.
static void whole_wire(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call), *wires = call ? wires_of(call) : NULL;
  if (!wires) return;
  for (uint32_t i = 0; is_list(wires) && i < wires->l.n; i++) edit_whole(s, wires->l.at[i]);
  if (is_list(wires)) return;
  edit_whole(s, wires);
  edit_walk(wires, floor_division, s);
  if (wires->kind == DBX_N_Name)
    edit_addf(s, wires->span, "%s.astype(int)", dbx_sym_text(wires->name));
}

static void named_wire(void *ctx, const dbx_node *n) {
  edit_site *s = ctx;
  dbx_span failing = s->failing->span;
  if (n->kind == DBX_N_Constant && n->constant == DBX_C_STR && n->span.begin >= failing.begin &&
      n->span.end <= failing.end)
    edit_add(s, n->span, "0", NULL);
}

static void written_wires(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call);
  for (uint32_t i = 0; call && i < call->more->m.n; i++) {
    const dbx_node *one = call->more->m.at[i];
    if (one->name && !strcmp(dbx_sym_text(one->name), "wire"))
      edit_add(s, between(s, one->span.begin, one->a->span.begin), "wires=", NULL);
  }
}

// A control that is no wire of the operation.
static void other_control(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call);
  const dbx_node *control = call ? keyword(call, "control") : NULL;
  if (call && !control && call->l.n > 1) control = call->l.at[1];
  const char *at = strchr(s->diag->message, '[');
  int64_t used[MOST];
  uint32_t n = 0;
  if (!edit_is_int(control) || !at) return;
  for (char *end; n < MOST && *at && *at != ']'; at = *end == ']' ? end : end + 1)
    used[n++] = strtoll(at + (*at == '['), &end, 10);
  int64_t free = 0;
  while (is_used(used, n, free)) free++;
  edit_addf(s, control->span, "%" PRId64, free);
}

// A state has two numbers for each state of a wire.
static void wires_of_state(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call), *wires = call ? wires_of(call) : NULL;
  int64_t length = number_behind(s, "got length "),
          n = length > 0 ? lround(log2((double)length)) : 0;
  if (wires && n > 0 && n < MOST && (int64_t)1 << n == length)
    edit_addf(s, wires->span, "range(%" PRId64 ")", n);
}

// An array of angles is several circuits: the one for each of them.
static void expand_broadcast(edit_site *s) {
  const dbx_node *f = edit_function_of(s, s->diag->span);
  const dbx_node *node = f ? edit_decorator(f, "qnode") : NULL;
  const char *qml = edit_alias("pennylane", NULL);
  if (!node || !qml) return;
  dbx_buf b = {0};
  dbx_printf(&b, "%s.transforms.broadcast_expand\n%*s@", qml, (int)edit_indent(s, node->span.begin),
             "");
  edit_add(s, between(s, node->span.begin, node->span.begin), dbx_text(&b),
           "@qml.transforms.broadcast_expand above @qml.qnode");
  dbx_buf_free(&b);
}

// ---- a circuit that measures nothing ----

static bool is_observable(const dbx_node *n) {
  static const char *const names[] = {"PauliX", "PauliY", "PauliZ",   "X",         "Y",
                                      "Z",      "I",      "Identity", "Hermitian", "Hamiltonian"};
  if (EDIT_CALLS(n, names)) return true;
  return n->kind == DBX_N_BinOp && (is_observable(n->a) || is_observable(n->b));
}

// What is returned is measured if it is an observable; without a return, wire 0 is.
static void measure_something(edit_site *s) {
  const char *qml = edit_alias("pennylane", NULL);
  const dbx_node *f = edit_function_of(s, s->diag->span), *result = f ? edit_result_of(f) : NULL;
  if (!f || !qml || !f->l.n) return;
  dbx_buf b = {0};
  if (result && is_observable(result)) {
    edit_source(s, &b, result);
    edit_addf(s, result->span, "%s.expval(%s)", qml, dbx_text(&b));
  } else if (!result) {
    const dbx_node *last = f->l.at[f->l.n - 1];
    dbx_printf(&b, "\n%*sreturn %s.probs()", (int)edit_indent(s, f->l.at[0]->span.begin), "", qml);
    edit_add(s, between(s, last->span.end, last->span.end), dbx_text(&b),
             "return qml.probs() at its end");
  }
  dbx_buf_free(&b);
}

// A template takes the angles of several layers: one layer has an axis of its own.
static void axis_of_layers(edit_site *s) {
  const dbx_node *call = edit_around(s, DBX_N_Call),
                 *angles = call ? given(call, "weights", 0) : NULL;
  dbx_buf b = {0};
  if (angles && edit_is_term(s, angles->span))
    edit_addf(s, angles->span, "%s[None]", edit_source(s, &b, angles));
  dbx_buf_free(&b);
}

static void gate_edits(edit_site *s) {
  const char *text = s->diag->message;
  switch (s->diag->code) {
  case DBX_E901:
    if (strstr(text, "wrong number of wires")) other_wires(s);
    if (strstr(text, "control wires must be different")) other_control(s);
    if (!strncmp(text, "State must be of length", strlen("State must be of length")))
      wires_of_state(s);
    if (!strncmp(text, "Weights tensor must", strlen("Weights tensor must"))) axis_of_layers(s);
    break;
  case DBX_E903:
    if (strstr(text, ", and is given ")) other_angles(s);
    if (strstr(text, "a wire is one integer")) whole_wire(s);
    if (strstr(text, "is one number, not an array of shape")) expand_broadcast(s);
    if (s->failing && strstr(text, "wires are numbers")) edit_walk(s->root, named_wire, s);
    break;
  case DBX_E214:
    if (strstr(text, "keyword argument 'wire'")) written_wires(s);
    break;
  case DBX_W105: measure_something(s); break;
  default: break;
  }
}

void edits_of_circuits(edit_site *s) {
  gate_edits(s);
  const char *said = s->diag->message;
  switch (s->diag->code) {
  case DBX_E901:
    if (s->failing && strstr(said, "must be unique")) edit_walk(s->root, other_wire, s);
    if (strstr(said, "got length") || strstr(said, "last dimension of length")) fitting_wires(s);
    if (strstr(said, "to act on") || strstr(said, "input matrix to have shape"))
      fewer_wires(s), more_wires(s);
    break;
  case DBX_E902:
    if (strstr(said, "after a measurement")) gate_first(s);
    break;
  case DBX_E904:
    if (strstr(said, "incompatible device")) edit_walk(s->root, other_device, s);
    break;
  case DBX_E906:
    missing_wire(s);
    if (s->failing && strstr(said, "product of observables")) edit_walk(s->root, other_factor, s);
    break;
  default: break;
  }
}
