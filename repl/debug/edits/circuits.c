// Edits of circuits: devices, wires, and the order of gates and measurements (see edits.h).
#include "debug/edits/edits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WIRES = 64 }; // of a literal list

static bool is_int(const dbx_node *n) {
  return n && n->kind == DBX_N_Constant && n->constant == DBX_C_INT && n->value;
}

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
  if (!is_int(wires) || wires->value->i != w->has) return;
  char number[24];
  snprintf(number, sizeof number, "%" PRId64, w->wants);
  w->found = true;
  if (w->pieces) edit_piece(w->pieces, wires->span, number);
  else edit_add(w->s, wires->span, number, NULL);
}

static void lower_wire(void *ctx, const dbx_node *n) {
  const wires_wanted *w = ctx;
  dbx_span failing = w->s->failing->span;
  if (is_int(n) && n->value->i == w->wants - 1 && n->span.begin >= failing.begin &&
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
    if (is_int(list->l.at[i]) && list->l.at[i]->value->i == wire) return true;
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
      if (!is_int(n->l.at[i]) || !is_int(n->l.at[k]) ||
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
  if (is_int(wire)) edit_addf(s, wire->span, "%" PRId64, wire->value->i + 1);
}

// ---- sizes ----

// `wires=range(n)` in the failing call, and a device that has as many.
static void fitting_wires(edit_site *s) {
  const char *got = strstr(s->diag->message, "got length ");
  const dbx_node *call = edit_around(s, DBX_N_Call), *wires = call ? given(call, "wires", 1) : NULL;
  int64_t n = got ? strtoll(got + strlen("got length "), NULL, 10) : 0;
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

// ---- a gate after a measurement ----

static bool is_measurement(const dbx_node *n) {
  static const char *const names[] = {"expval", "var", "probs", "state", "sample", "counts"};
  for (size_t i = 0; n->kind == DBX_N_Call && i < sizeof names / sizeof *names; i++)
    if (!strcmp(edit_callee(n), names[i])) return true;
  return false;
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

void edits_of_circuits(edit_site *s) {
  const char *said = s->diag->message;
  switch (s->diag->code) {
  case DBX_E901:
    if (s->failing && strstr(said, "must be unique")) edit_walk(s->root, other_wire, s);
    if (strstr(said, "got length")) fitting_wires(s);
    if (strstr(said, "to act on")) fewer_wires(s);
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
