// Mutations of names, numbers, lists and tuples: other lengths, another order (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
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

// `Dense(2, 4)`: what an object of a class of the program is made with.
static bool is_of_object(const mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  const dbx_node *call = at && at->kind == DBX_N_Assign ? at->a : NULL;
  bool made = call && call->kind == DBX_N_Call && call->a->kind == DBX_N_Name &&
              isupper((unsigned char)dbx_sym_text(call->a->name)[0]);
  for (uint32_t i = 0; made && i < call->l.n; i++)
    if (call->l.at[i] == n) return true;
  return false;
}

// Says the text of the function how many they are: "three clusters", "3 clusters"?
static bool is_said(const mutating *m, const dbx_node *n) {
  static const char *const words[] = {"two",   "three", "four", "five", "six",
                                      "seven", "eight", "nine", "ten"};
  dbx_buf text = {0};
  char digits[24];
  int64_t k = n->value->i;
  (void)snprintf(digits, sizeof digits, "%" PRId64, k);
  bool found = false;
  if (k > 1 && mutate_documentation(m, n, &text))
    for (int i = 0; i < 2 && (i || k <= 10); i++) {
      const char *word = i ? digits : words[k - 2], *all = dbx_text(&text);
      for (const char *at = all; !found && (at = strstr(at, word)); at++) {
        const char *next = at + strlen(word);
        char before = at == all ? ' ' : at[-1];
        found = !isalnum((unsigned char)before) && before != '.' && *next == ' ' &&
                isalpha((unsigned char)next[1]);
      }
    }
  dbx_buf_free(&text);
  return found;
}

// Is it in a constant of the program that the failing function reads: `DAYS = jnp.arange(6)`?
static bool is_read(const mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span), *f = edit_function(m->site);
  bool named = f && at && at->kind == DBX_N_Assign && at->l.at[0]->kind == DBX_N_Name;
  return named && edit_mentions(f, at->l.at[0]->name);
}

void mutate_number(mutating *m, const dbx_node *n) {
  dbx_buf b = {0}, own = {0};
  if (!edit_is_int(n) || m->site->diag->code == DBX_E315) return;
  dbx_printf(&own, "%" PRId64, n->value->i);
  bool one = n->value->i == 1; // also the length of what is broadcast, and a step
  // What is joined has lengths of its own; what is outside of functions is what they are tried on.
  dbx_code code = m->site->diag->code;
  if (is_said(m, n)) return;
  bool data = !edit_function_of(m->site, n->span) && !is_of_object(m, n) && !is_read(m, n),
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

// `(x.shape[1], x.shape[1])` for `(x.shape[0], x.shape[0])`.
static void square_of_shape(mutating *m, const dbx_node *n) {
  const dbx_node *a = n->l.at[0], *b = n->l.at[1];
  if (!edit_is_length(a) || a->kind != DBX_N_Subscript || !edit_is_int(a->b)) return;
  if (!edit_same_text(m->site, a->span, b->span) || a->b->value->i < 0 || a->b->value->i > 1)
    return;
  dbx_buf x = {0};
  const char *shape = mutate_text(m, &x, a->a);
  int other = a->b->value->i ? 0 : 1;
  mutate_add(m, edit_place(m->site, a->span.begin, b->span.end), -2, true, "%s[%d], %s[%d]", shape,
             other, shape, other);
  dbx_buf_free(&x);
}

// A square of another length.
void mutate_square(mutating *m, const dbx_node *n) {
  if (n->ctx == DBX_LOAD && n->l.n == 2) square_of_shape(m, n);
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

// ---- a list that lacks a name ----

enum { PLUS = 1, MINUS = 2 };

typedef struct flow {
  const dbx_node *of;
  int signs; // that it has as a term of an element
} flow;
typedef dbx_vec(flow) flows;

static void see_term(const mutating *m, const dbx_node *n, int sign, flows *ret) {
  for (uint32_t i = 0; i < ret->n; i++)
    if (edit_same_text(m->site, ret->at[i].of->span, n->span)) {
      ret->at[i].signs |= sign;
      return;
    }
  dbx_push(ret, ((flow){n, sign}));
}

static void see_terms(const mutating *m, const dbx_node *n, int sign, flows *ret) {
  int other = sign == PLUS ? MINUS : PLUS;
  bool sum = n->kind == DBX_N_BinOp && (n->op == DBX_OP_Add || n->op == DBX_OP_Sub),
       negative = n->kind == DBX_N_UnaryOp && n->op == DBX_OP_USub;
  if (sum) see_terms(m, n->a, sign, ret);
  if (sum) see_terms(m, n->b, n->op == DBX_OP_Add ? sign : other, ret);
  if (negative) see_terms(m, n->a, other, ret);
  if (!sum && !negative) see_term(m, n, sign, ret);
}

// `[-a, a - b]`: what each element loses another one gains, but for b, which the last one gains.
static void one_gains(mutating *m, const dbx_node *n) {
  flows all = {0};
  dbx_buf b = {0};
  uint32_t both = 0, open = 0, at = 0, end = n->l.at[n->l.n - 1]->span.end;
  for (uint32_t i = 0; i < n->l.n; i++) see_terms(m, n->l.at[i], PLUS, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    both += all.at[i].signs == (PLUS | MINUS);
    if (all.at[i].signs != (PLUS | MINUS)) open++, at = i;
  }
  m->meant = true;
  if (both && open == 1)
    mutate_add(m, edit_place(m->site, end, end), -12, true,
               all.at[at].signs == MINUS ? ", %s" : ", -%s", mutate_text(m, &b, all.at[at].of));
  m->meant = false;
  dbx_vec_free(&all), dbx_buf_free(&b);
}

typedef struct reading {
  uint32_t loads, made; // how often it is read, and is the one target of an assignment
  uint32_t begin;       // of the last of these
} reading;

static reading reading_of(const mutating *m, const dbx_node *f, dbx_sym name) {
  reading r = {0};
  const edit_nodes *names = edit_uses(m->site, EDIT_NAMES, name),
                   *sets = edit_uses(m->site, EDIT_SETS, name);
  for (uint32_t i = 0; i < names->n; i++)
    r.loads += names->at[i]->ctx == DBX_LOAD && names->at[i]->kind == DBX_N_Name &&
               edit_within(names->at[i]->span, f->span);
  for (uint32_t i = 0; i < sets->n; i++) {
    const dbx_node *n = sets->at[i];
    if (n->kind == DBX_N_Assign && n->l.n == 1 && n->l.at[0]->kind == DBX_N_Name &&
        edit_within(n->span, f->span))
      r.made++, r.begin = n->span.begin;
  }
  return r;
}

// A name that was computed and is read nowhere, before the first element that was computed later.
static void one_unread(mutating *m, const dbx_node *f, const dbx_node *n, dbx_sym name) {
  reading own = reading_of(m, f, name);
  if (!own.made || own.loads) return;
  for (uint32_t i = 0; i < n->l.n; i++) {
    const dbx_node *x = n->l.at[i];
    reading other = reading_of(m, f, x->kind == DBX_N_Name ? x->name : 0);
    if (!other.made || other.begin < own.begin) continue;
    mutate_add(m, edit_place(m->site, x->span.begin, x->span.begin), -4, true, "%s, ",
               dbx_sym_text(name));
    return;
  }
  uint32_t end = n->l.at[n->l.n - 1]->span.end;
  mutate_add(m, edit_place(m->site, end, end), -4, true, ", %s", dbx_sym_text(name));
}

// `[-a, a - b]` with b, which was computed as they were: behind the last one, or before another.
void mutate_one_more(mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span);
  mutate_names names = {0};
  if (!f || n->l.n < 1 || !needs_one_more(m, n->l.n)) return;
  mutate_scope(m->site, n->span, &names);
  one_gains(m, n);
  for (uint32_t i = 0; i < names.n; i++) one_unread(m, f, n, names.at[i]->name);
  for (uint32_t i = 0; i < names.n && i < 4; i++) {
    const char *name = dbx_sym_text(names.at[i]->name);
    uint32_t end = n->l.at[n->l.n - 1]->span.end, begin = n->l.at[0]->span.begin;
    if (edit_function_of(m->site, names.at[i]->span) != f) continue;
    mutate_add(m, edit_place(m->site, end, end), (int)i, true, ", %s", name);
    mutate_add(m, edit_place(m->site, begin, begin), (int)i + 3, false, "%s, ", name);
  }
  dbx_vec_free(&names);
}

// A place or a length that was computed for it: nothing reads it.
void mutate_unread_name(mutating *m, const dbx_node *n) {
  mutate_names names = {0};
  if (m->distance > 1 || n->ctx != DBX_LOAD || mutate_is_length(m->site, n, 0)) return;
  const dbx_node *f = edit_function_of(m->site, n->span);
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; f && i < names.n; i++) {
    const dbx_node *name = names.at[i];
    bool here = edit_function_of(m->site, name->span) == f && name->kind == DBX_N_Name;
    if (!here || name->name == n->name || reading_of(m, f, name->name).loads) continue;
    bool length = mutate_is_length_name(m->site, name->name, n->span); // so many, not at it
    mutate_add(m, n->span, length ? 3 : 0, false, "%s[%s]", dbx_sym_text(n->name),
               dbx_sym_text(name->name));
    mutate_add(m, n->span, 1, false, "%s[:%s]", dbx_sym_text(n->name), dbx_sym_text(name->name));
  }
  dbx_vec_free(&names);
}

// ---- a result that lacks a name ----

// The carry that the name is one of: `x` of `x_new`; `x2`; UINT32_MAX.
static uint32_t carry_of(const dbx_node *f, uint32_t lead, const char *name) {
  uint32_t best = UINT32_MAX;
  size_t longest = 0;
  for (uint32_t k = lead; k < f->a->more->m.n; k++) {
    const char *carry = dbx_sym_text(f->a->more->m.at[k]->name);
    size_t n = strlen(carry);
    bool kin = !strncmp(name, carry, n) && !isalpha((unsigned char)name[n]);
    for (const char *at = name; !kin && (at = strchr(at, '_')); at++) kin = !strcmp(at + 1, carry);
    if (kin && n > longest) best = k - lead, longest = n;
  }
  return best;
}

// A name that the body has computed and does not read: in the place of the carry that it is one of,
// or where it was computed.
static void result_unread(mutating *m, const dbx_node *f, const dbx_node *n, dbx_sym name) {
  const dbx_node *loop = edit_loop(m->site, f);
  uint32_t lead = loop && dbx_ends_in(edit_callee(loop), "for_loop"), want = f->a->more->m.n - lead;
  const dbx_node *one[] = {n};
  bool tuple = n->kind == DBX_N_Tuple;
  uint32_t have = tuple ? n->l.n : 1, k = have;
  const dbx_node *const *at = tuple ? (const dbx_node *const *)n->l.at : one;
  reading own = reading_of(m, f, name);
  if (!own.made || own.loads || !have || (loop && have >= want)) return;
  while (k > 0 && at[k - 1]->kind == DBX_N_Name && reading_of(m, f, at[k - 1]->name).made &&
         reading_of(m, f, at[k - 1]->name).begin > own.begin)
    k--;
  uint32_t carry = loop ? carry_of(f, lead, dbx_sym_text(name)) : UINT32_MAX;
  if (carry <= have) k = carry;
  uint32_t place = k < have ? at[k]->span.begin : at[have - 1]->span.end;
  mutate_add(m, edit_place(m->site, place, place), -4, true, k < have ? "%s, " : ", %s",
             dbx_sym_text(name));
}

void mutate_result_unread(mutating *m, const dbx_node *n) {
  dbx_code code = m->site->diag->code;
  const dbx_node *f = edit_function_of(m->site, n->span);
  mutate_names names = {0};
  if ((code != DBX_E501 && code != DBX_E506) || !f) return;
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n; i++) result_unread(m, f, n, names.at[i]->name);
  dbx_vec_free(&names);
}
