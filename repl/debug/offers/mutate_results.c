// Mutations of what branches and bodies return: as the other branch does (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <string.h>

static bool is_of_branches(const dbx_diag *d) {
  return d->code == DBX_E506 || d->code == DBX_E507 || d->code == DBX_E515;
}

static bool is_result(const mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  return at && at->kind == DBX_N_Return && at->a == n;
}

// The results of other functions that it depends on: the other branches.
static const dbx_node *next_result(const mutating *m, const dbx_node *n, uint32_t *i) {
  while (*i < m->regions.n) {
    const dbx_node *other = m->regions.at[(*i)++].node;
    if (other != n && is_result(m, other)) return other;
  }
  return NULL;
}

// ---- a number, where the other branch has an array ----

typedef struct like {
  mutating *m;
  const dbx_node *number;
} like;

static void like_name(void *ctx, const dbx_node *n) {
  const like *l = ctx;
  mutating *m = l->m;
  const dbx_node *c = l->number;
  double x = c->constant == DBX_C_INT ? (double)c->value->i : c->value->f;
  dbx_buf b = {0};
  const char *name = dbx_sym_text(n->name);
  if (n->kind != DBX_N_Name || edit_alias("jax.numpy", NULL) == NULL || !strcmp(name, edit_jnp()))
    return;
  if (x == 0 || x == 1)
    mutate_add(m, c->span, 0, true, "%s.%s_like(%s)", edit_jnp(), x == 0 ? "zeros" : "ones", name);
  else
    mutate_add(m, c->span, 0, true, "%s.full_like(%s, %s)", edit_jnp(), name,
               mutate_text(m, &b, c));
  dbx_buf_free(&b);
}

void mutate_like_branch(mutating *m, const dbx_node *n) {
  bool number =
      n->kind == DBX_N_Constant && (n->constant == DBX_C_INT || n->constant == DBX_C_FLOAT);
  const dbx_node *other;
  if (!number || m->site->diag->code == DBX_E506 || !is_of_branches(m->site->diag)) return;
  for (uint32_t i = 0; (other = next_result(m, n, &i));) edit_walk(other, like_name, &(like){m, n});
}

// A number by which the other branch's array is meant to be multiplied.
void mutate_scaled_result(mutating *m, const dbx_node *n) {
  const dbx_node *other;
  dbx_buf b = {0};
  bool factor = n->kind == DBX_N_BinOp || n->kind == DBX_N_Name;
  if (!factor || m->site->diag->code != DBX_E507) return;
  for (uint32_t i = 0; (other = next_result(m, n, &i));)
    if (other->kind == DBX_N_Name && other->name != n->name)
      mutate_add(m, n->span, 0, false, n->kind == DBX_N_Name ? "%s * %s" : "%s * (%s)",
                 dbx_sym_text(other->name), mutate_text(m, &b, n));
  dbx_buf_free(&b);
}

// ---- one more value, as the other branch has it ----

static const struct {
  const char *word, *number;
} spoken[] = {{"half", "0.5"}, {"halve", "0.5"},     {"quarter", "0.25"}, {"twice", "2"},
              {"double", "2"}, {"third", "(1 / 3)"}, {"tenth", "0.1"},    {"tenfold", "10"}};

static bool is_float(const dbx_node *n) {
  return n->kind == DBX_N_Constant && n->constant == DBX_C_FLOAT;
}

// The factors that the text of the function speaks of, in place of the other branch's.
static void spoken_factors(mutating *m, const dbx_node *n, const dbx_node *value) {
  dbx_buf own = {0}, doc = {0}, rest = {0};
  bool text = mutate_documentation(m, n, &doc);
  bool product = value->kind == DBX_N_BinOp && (is_float(value->a) || is_float(value->b));
  for (size_t i = 0; text && product && i < sizeof spoken / sizeof *spoken; i++) {
    const dbx_node *factor = is_float(value->a) ? value->a : value->b;
    if (!strstr(dbx_text(&doc), spoken[i].word)) continue;
    dbx_clear(&rest);
    edit_put_source(m->site, &rest, edit_place(m->site, value->span.begin, factor->span.begin));
    dbx_put(&rest, spoken[i].number);
    edit_put_source(m->site, &rest, edit_place(m->site, factor->span.end, value->span.end));
    mutate_add(m, n->span, 0, true, "%s, %s", mutate_text(m, &own, n), dbx_text(&rest));
  }
  dbx_buf_free(&own), dbx_buf_free(&doc), dbx_buf_free(&rest);
}

typedef struct numbers {
  mutating *m;
  const dbx_node *result;
} numbers;

static void with_number(void *ctx, const dbx_node *n) {
  const numbers *x = ctx;
  dbx_buf own = {0}, b = {0};
  if (is_float(n))
    mutate_add(x->m, x->result->span, 0, true, "%s, %s", mutate_text(x->m, &own, x->result),
               mutate_text(x->m, &b, n));
  dbx_buf_free(&own), dbx_buf_free(&b);
}

// What `e_trial` is beside `trial`, is `e_current` beside `current`: the name that is left of the
// one if the other is taken out of it, around the other one's. False: it does not stand in it.
static bool put_counterpart(dbx_buf *b, dbx_sym of, dbx_sym from, dbx_sym to) {
  const char *text = dbx_sym_text(of), *at = strstr(text, dbx_sym_text(from));
  if (!at || of == from) return false;
  dbx_clear(b);
  dbx_putn(b, text, (size_t)(at - text));
  dbx_put(b, dbx_sym_text(to));
  dbx_put(b, at + dbx_sym_len(from));
  return true;
}

// `logp` of `logp_new`.
static bool put_without_part(dbx_buf *b, dbx_sym of) {
  const char *text = dbx_sym_text(of), *last = strrchr(text, '_');
  if (!last || last == text) return false;
  dbx_clear(b);
  dbx_putn(b, text, (size_t)(last - text));
  return true;
}

static bool is_in_scope(const mutating *m, dbx_span at, const char *name) {
  mutate_names names = {0};
  bool found = false;
  mutate_scope(m->site, at, &names);
  for (uint32_t i = 0; i < names.n; i++) found |= !strcmp(dbx_sym_text(names.at[i]->name), name);
  dbx_vec_free(&names);
  return found;
}

// `return current, e_current` beside `return trial, e_trial`.
static void with_counterpart(mutating *m, const dbx_node *n, const dbx_node *other) {
  dbx_buf own = {0}, name = {0};
  const dbx_node *first = other->l.at[0], *last = other->l.at[other->l.n - 1];
  const dbx_node *mine = n->kind == DBX_N_Tuple && n->l.n ? n->l.at[0] : n;
  bool named = mine->kind == DBX_N_Name && first->kind == DBX_N_Name && last->kind == DBX_N_Name;
  if (named &&
      (put_counterpart(&name, last->name, first->name, mine->name) ||
       put_without_part(&name, last->name)) &&
      is_in_scope(m, n->span, dbx_text(&name))) {
    m->meant = true;
    mutate_add(m, n->span, -1, true, "%s, %s", mutate_text(m, &own, n), dbx_text(&name));
    m->meant = false;
  }
  dbx_buf_free(&own), dbx_buf_free(&name);
}

void mutate_one_more_result(mutating *m, const dbx_node *n) {
  const dbx_node *other;
  dbx_buf own = {0}, b = {0};
  uint32_t has = n->kind == DBX_N_Tuple ? n->l.n : 1;
  if (m->site->diag->code != DBX_E506 || n->in_brackets) return;
  for (uint32_t i = 0; (other = next_result(m, n, &i));) {
    if (other->kind != DBX_N_Tuple || other->l.n != has + 1) continue;
    const dbx_node *value = other->l.at[has];
    with_counterpart(m, n, other);
    spoken_factors(m, n, value);
    if (value->kind == DBX_N_Constant) edit_walk(n, with_number, &(numbers){m, n});
    if (value->kind == DBX_N_BinOp)
      for (int k = 0; k < 2; k++) {
        const dbx_node *side = k ? value->b : value->a;
        if (side->kind == DBX_N_Name)
          mutate_add(m, n->span, 1, false, "%s, %s", mutate_text(m, &own, n),
                     mutate_text(m, &b, side));
      }
  }
  dbx_buf_free(&own), dbx_buf_free(&b);
}
