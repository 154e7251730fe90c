// Mutations of names, numbers, lists and tuples: other lengths, another order (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- names ----

void mutate_length_name(mutating *m, const dbx_node *n) {
  const char *name = dbx_sym_text(n->name);
  dbx_buf b = {0};
  if (n->ctx != DBX_LOAD || !mutate_is_length(m->site, n, 0)) return;
  mutate_names_for(m, n, true, 8, false);
  for (uint32_t i = 0; mutate_other_length(m->site, name, i, &b); i++, dbx_clear(&b))
    if (strcmp(dbx_text(&b), name) != 0 && !isdigit((unsigned char)dbx_text(&b)[0]))
      mutate_add(m, n->span, -1, false, edit_is_term(m->site, n->span) ? "%s" : "(%s)",
                 dbx_text(&b));
  int more = mutate_apart_by(m->site, 1) ? 1 : 4;
  if (m->site->diag->code == DBX_E706) more = 20; // another number may fit this run by chance
  mutate_add(m, n->span, more, false, "%s + 1", name);
  mutate_add(m, n->span, more, false, "%s - 1", name);
  dbx_buf_free(&b);
}

void mutate_array_name(mutating *m, const dbx_node *n) {
  if (n->ctx == DBX_LOAD && m->distance < 3 && !mutate_is_length(m->site, n, 0))
    mutate_names_for(m, n, false, 6, false);
}

// ---- numbers ----

void mutate_number(mutating *m, const dbx_node *n) {
  dbx_buf b = {0}, own = {0};
  if (!edit_is_int(n) || m->site->diag->code == DBX_E315) return;
  dbx_printf(&own, "%" PRId64, n->value->i);
  bool one = n->value->i == 1; // also the length of what is broadcast, and a step
  // What is joined has lengths of its own; what is outside of functions is what they are tried on.
  dbx_code code = m->site->diag->code;
  bool data = !edit_function_of(m->site, n->span),
       likely = code != DBX_E304 && code != DBX_E507 && !data && !one;
  int more = likely ? 0 : data && edit_function(m->site) ? 20 : 5;
  for (uint32_t i = 0; mutate_other_length(m->site, dbx_text(&own), i, &b); i++, dbx_clear(&b))
    if (strcmp(dbx_text(&b), "0") != 0)
      mutate_add(m, n->span, more, likely && i < 2, "%s", dbx_text(&b));
  for (int by = 1; by < 4; by++) {
    if (data || mutate_of_cause(m->site->diag) || !mutate_apart_by(m->site, by)) continue;
    if (n->value->i > by) mutate_add(m, n->span, 3, false, "%" PRId64, n->value->i - by);
    mutate_add(m, n->span, 3, false, "%" PRId64, n->value->i + by);
  }
  dbx_buf_free(&b), dbx_buf_free(&own);
}

// ---- tuples and lists ----

static void exchange_neighbours(mutating *m, const dbx_node *n) {
  for (uint32_t i = 0; i + 1 < n->l.n && n->l.n <= 4; i++)
    mutate_swap(m, n->l.at[i], n->l.at[i + 1], n->l.n > 2, false);
}

void mutate_order(mutating *m, const dbx_node *n) {
  bool pair = m->site->diag->code == DBX_E515; // of a scan; a subscript
  for (uint32_t i = 0; i < n->l.n; i++) pair |= n->l.at[i]->kind == DBX_N_Slice;
  if (n->ctx == DBX_LOAD && !pair) exchange_neighbours(m, n);
}

// A square of another length.
void mutate_square(mutating *m, const dbx_node *n) {
  bool square = n->ctx == DBX_LOAD && n->l.n == 2 && n->l.at[0]->kind == DBX_N_Name &&
                n->l.at[1]->kind == DBX_N_Name && n->l.at[0]->name == n->l.at[1]->name;
  mutate_names names = {0};
  if (!square || !mutate_is_length_name(m->site, n->l.at[0]->name, n->span)) return;
  mutate_scope(m->site, n->span, &names);
  dbx_span both = edit_place(m->site, n->l.at[0]->span.begin, n->l.at[1]->span.end);
  for (uint32_t i = 0; i < names.n && i < 12; i++) {
    const char *name = dbx_sym_text(names.at[i]->name);
    if (names.at[i]->name != n->l.at[0]->name &&
        mutate_is_length_name(m->site, names.at[i]->name, n->span))
      mutate_add(m, both, (int)i / 3, false, "%s, %s", name, name);
  }
  dbx_vec_free(&names);
}

void mutate_order_of_list(mutating *m, const dbx_node *n) {
  bool lengths = n->ctx == DBX_LOAD && n->l.n > 1;
  for (uint32_t i = 0; lengths && i < n->l.n; i++)
    lengths = mutate_is_length(m->site, n->l.at[i], 0);
  if (lengths) exchange_neighbours(m, n);
}

// Is one more than the list has a length that is needed for that of the list?
static bool needs_one_more(const mutating *m, uint32_t n) {
  dbx_buf own = {0}, b = {0}, more = {0};
  bool found = false;
  dbx_printf(&own, "%u", n), dbx_printf(&more, "%u", n + 1);
  for (uint32_t i = 0; !found && mutate_other_length(m->site, dbx_text(&own), i, &b); i++) {
    found = !strcmp(dbx_text(&b), dbx_text(&more));
    dbx_clear(&b);
  }
  dbx_buf_free(&own), dbx_buf_free(&b), dbx_buf_free(&more);
  return found;
}

// `[-a, a - b]` with b, which was computed as they were: behind the last one, or before another.
void mutate_one_more(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span);
  mutate_names names = {0};
  if (!f || n->l.n < 1 || !needs_one_more(m, n->l.n)) return;
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n && i < 4; i++) {
    const char *name = dbx_sym_text(names.at[i]->name);
    uint32_t end = n->l.at[n->l.n - 1]->span.end, begin = n->l.at[0]->span.begin;
    if (edit_function_of(m->site, names.at[i]->span) != f) continue;
    mutate_add(m, edit_place(m->site, end, end), (int)i, true, ", %s", name);
    mutate_add(m, edit_place(m->site, begin, begin), (int)i + 3, false, "%s, ", name);
  }
  dbx_vec_free(&names);
}
