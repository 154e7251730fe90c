// Mutations of lists and tuples: as arrays, with an element less or more, taken apart; of results
// that are short of a value (see mutate.h).
#include "debug/offers/mutate.h"

#include <stdlib.h>
#include <string.h>

// ---- as arrays ----

static bool is_of_containers(const dbx_diag *d) {
  return d->code == DBX_E204 || d->code == DBX_E406;
}

static void container_as_array(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  bool bare = n->kind == DBX_N_Tuple && !n->in_brackets, array = true;
  const char *jnp = edit_jnp();
  if (!is_of_containers(m->site->diag) || !jnp || !n->l.n || n->ctx != DBX_LOAD) return;
  for (uint32_t i = 0; i < n->l.n; i++) array &= n->l.at[i]->kind != DBX_N_Starred;
  mutate_text(m, &b, n);
  static const char *const makers[] = {"array", "stack"};
  for (int i = 0; i < 2 && array; i++)
    mutate_add(m, n->span, i, true, bare ? "%s.%s([%s])" : "%s.%s(%s)", jnp, makers[i],
               dbx_text(&b));
  dbx_buf_free(&b);
}

void mutate_tuple_as_array(mutating *m, const dbx_node *n) { container_as_array(m, n); }
void mutate_list_as_array(mutating *m, const dbx_node *n) { container_as_array(m, n); }

// A name of a list or tuple, where an array is needed: `jnp.stack(xs)`, one of its elements.
void mutate_name_as_array(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  bool container = false;
  for (uint32_t i = 0; i < d->n_operands; i++)
    container |=
        d->operands[i].span.begin == n->span.begin && edit_is_here(m->site, n->span) &&
        (!strncmp(d->operands[i].type, "list", 4) || !strncmp(d->operands[i].type, "tuple", 5));
  if (!container || !is_of_containers(d) || !edit_jnp()) return;
  const char *name = dbx_sym_text(n->name);
  mutate_add(m, n->span, 0, true, "%s.stack(%s)", edit_jnp(), name);
  mutate_add(m, n->span, 1, true, "%s.array(%s)", edit_jnp(), name);
  mutate_add(m, n->span, 4, false, "%s[0]", name);
  mutate_add(m, n->span, 5, false, "%s[-1]", name);
}

// ---- one element less or more ----

// Are both among the lengths that do not fit?
static bool is_needed(const mutating *m, uint32_t n, uint32_t length) {
  dbx_buf own = {0}, b = {0}, other = {0};
  bool one = false, two = false;
  dbx_printf(&own, "%u", n), dbx_printf(&other, "%u", length);
  for (uint32_t i = 0; mutate_wrong_length(m->site, i, &b); i++, dbx_clear(&b))
    one |= !strcmp(dbx_text(&b), dbx_text(&own)), two |= !strcmp(dbx_text(&b), dbx_text(&other));
  dbx_buf_free(&own), dbx_buf_free(&b), dbx_buf_free(&other);
  return one && two;
}

static bool is_twice(const mutating *m, const dbx_node *n, uint32_t k) {
  for (uint32_t i = 0; i < n->l.n; i++)
    if (i != k && edit_same_text(m->site, n->l.at[i]->span, n->l.at[k]->span)) return true;
  return false;
}

// Numbers outside of functions are what the program is tried on: none is made up, or left out, as
// long as something else helps.
static bool is_numbers(const mutating *m, const dbx_node *n) {
  bool all = edit_function(m->site) && !edit_function_of(m->site, n->span);
  for (uint32_t k = 0; all && k < n->l.n; k++) {
    const dbx_node *x = n->l.at[k];
    if (x->kind == DBX_N_UnaryOp) x = x->a;
    all = x->kind == DBX_N_Constant;
  }
  return all;
}

// `[0.0, -9.8]` for `[0.0, 0.0, -9.8]`: the one that is there twice, or the last.
static void without_element(mutating *m, const dbx_node *n) {
  if (n->ctx != DBX_LOAD || n->l.n < 2 || !is_needed(m, n->l.n, n->l.n - 1)) return;
  bool own = edit_function_of(m->site, n->span); // what it is called with may be of any length
  for (uint32_t k = 0; k < n->l.n; k++) {
    uint32_t begin = k ? n->l.at[k - 1]->span.end : n->l.at[0]->span.begin,
             end = k ? n->l.at[k]->span.end : n->l.at[1]->span.begin;
    int more = is_twice(m, n, k) ? 0 : k + 1 == n->l.n ? 2 : 3;
    if (is_numbers(m, n)) more = 20;
    mutate_add(m, edit_place(m->site, begin, end), more, own, "%s", "");
  }
}

void mutate_without_element(mutating *m, const dbx_node *n) { without_element(m, n); }
void mutate_without_entry(mutating *m, const dbx_node *n) { without_element(m, n); }

// Reads the list the same from both ends?
static bool is_even(const mutating *m, const dbx_node *n) {
  bool same = n->l.n > 1;
  for (uint32_t i = 0; same && i < n->l.n / 2; i++)
    same = edit_same_text(m->site, n->l.at[i]->span, n->l.at[n->l.n - 1 - i]->span);
  return same;
}

// One of its elements once more, that in the middle first if both halves are the same; zero.
void mutate_element_twice(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  if (n->ctx != DBX_LOAD || !n->l.n || !is_needed(m, n->l.n, n->l.n + 1)) return;
  bool even = is_even(m, n), own = edit_function_of(m->site, n->span);
  int data = is_numbers(m, n) ? 20 : 0;
  for (uint32_t k = 0; k < n->l.n; k++) {
    bool middle = even && (k == n->l.n / 2 || k == (n->l.n - 1) / 2);
    uint32_t end = n->l.at[k]->span.end;
    if (k + 1 < n->l.n && edit_same_text(m->site, n->l.at[k]->span, n->l.at[k + 1]->span)) continue;
    mutate_add(m, edit_place(m->site, end, end), (middle ? 0 : 4) + data, own, ", %s",
               mutate_text(m, &b, n->l.at[k]));
  }
  uint32_t begin = n->l.at[0]->span.begin, end = n->l.at[n->l.n - 1]->span.end;
  const dbx_node *first = n->l.at[0];
  if (edit_jnp() && first->kind == DBX_N_Name && !mutate_is_length(m->site, first, 0))
    mutate_add(m, edit_place(m->site, begin, begin), 1, own, "%s.ones_like(%s), ", edit_jnp(),
               dbx_sym_text(first->name));
  mutate_add(m, edit_place(m->site, end, end), 3 + data, false, ", 0.0");
  mutate_add(m, edit_place(m->site, begin, begin), 4 + data, false, "0.0, ");
  dbx_buf_free(&b);
}

// ---- taken apart ----

// `f(*state)` for `f(state)`, and `f((x, y))` for `f(x, y)`.
void mutate_unpacked(mutating *m, const dbx_node *n) {
  dbx_buf b = {0};
  dbx_code code = m->site->diag->code;
  if ((code != DBX_E202 && code != DBX_E501) || n != m->site->failing || !n->l.n) return;
  for (uint32_t i = 0; i < n->l.n; i++)
    if (n->l.at[i]->kind == DBX_N_Name || n->l.at[i]->kind == DBX_N_Call)
      mutate_add(m, n->l.at[i]->span, (int)i, true, "*%s", mutate_text(m, &b, n->l.at[i]));
  dbx_clear(&b);
  dbx_span all = edit_place(m->site, n->l.at[0]->span.begin, n->l.at[n->l.n - 1]->span.end);
  edit_put_source(m->site, &b, all);
  if (n->l.n > 1) mutate_add(m, all, 20, false, "(%s)", dbx_text(&b));
  dbx_buf_free(&b);
}

// ---- results that are short of a value ----

static const char *last_word(const char *name) {
  const char *at = strrchr(name, '_');
  return at && at[1] ? at + 1 : name;
}

// The other branch gives `new_loss`, too: `old_loss` of this one.
void mutate_kin_of_result(mutating *m, const dbx_node *n) {
  uint32_t has = n->kind == DBX_N_Tuple ? n->l.n : 1;
  mutate_names names = {0};
  dbx_buf own = {0};
  if (m->site->diag->code != DBX_E506 || n->in_brackets) return;
  mutate_scope(m->site, n->span, &names);
  for (uint32_t r = 0; r < m->regions.n; r++) {
    const dbx_node *other = m->regions.at[r].node;
    if (other->kind != DBX_N_Tuple || other->l.n != has + 1) continue;
    const dbx_node *value = other->l.at[has];
    for (uint32_t i = 0; value->kind == DBX_N_Name && i < names.n; i++) {
      const char *name = dbx_sym_text(names.at[i]->name), *wanted = dbx_sym_text(value->name);
      if (names.at[i]->name == value->name || strcmp(last_word(name), last_word(wanted)) != 0)
        continue;
      mutate_add(m, n->span, 0, true, "%s, %s", mutate_text(m, &own, n), name);
    }
  }
  dbx_buf_free(&own), dbx_vec_free(&names);
}

static bool says_change(const char *name) {
  static const char *const words[] = {"err", "diff", "delta", "change",
                                      "gap", "res",  "tol",   "move"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(name, words[i])) return true;
  return false;
}

// `return new, k + 1` of a loop over (x, err, k): how much new and x are apart.
void mutate_change_of_carry(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span), *loop = f ? edit_loop(m->site, f) : NULL;
  dbx_buf b = {0};
  if (m->site->diag->code != DBX_E501 || !loop || !edit_jnp() || n->in_brackets) return;
  uint32_t lead = dbx_ends_in(edit_callee(loop), "for_loop"), want = f->a->more->m.n,
           has = n->kind == DBX_N_Tuple ? n->l.n : 1;
  const dbx_node *first = n->kind == DBX_N_Tuple ? n->l.at[0] : n;
  for (uint32_t k = lead + 1; want == lead + has + 1 && k < want; k++) {
    if (!says_change(dbx_sym_text(f->a->more->m.at[k]->name))) continue;
    uint32_t end = n->kind == DBX_N_Tuple ? n->l.at[k - lead - 1]->span.end : n->span.end;
    mutate_add(m, edit_place(m->site, end, end), 0, true, ", %s.abs(%s - %s)", edit_jnp(),
               mutate_text(m, &b, first), dbx_sym_text(f->a->more->m.at[lead]->name));
  }
  dbx_buf_free(&b);
}
