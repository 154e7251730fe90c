// Mutations of calls that lack an argument, of what they are told of wires, axes and letters, and
// of values whose name says what they are of the others (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

// ---- arguments that are not said ----

// What is meant by a call where its own default is seldom meant.
static const struct lacking {
  const char *callee, *keyword, *value;
} lacking[] = {{"cov", "rowvar", "False"},
               {"corrcoef", "rowvar", "False"},
               {"cross", "axis", "0"},
               {"average", "axis", "0"},
               {"AmplitudeEmbedding", "pad_with", "0.0"}};

void mutate_lacking(mutating *m, const dbx_node *n) {
  uint32_t end = n->span.end - 1;
  for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
    if (!strcmp(edit_callee(n), lacking[i].callee) && !edit_keyword(n, lacking[i].keyword))
      mutate_add(m, edit_place(m->site, end, end), 0, true, ", %s=%s", lacking[i].keyword,
                 lacking[i].value);
}

static bool is_argument(const dbx_node *n, dbx_sym name) {
  for (uint32_t i = 0; i < n->l.n; i++)
    if (edit_mentions(n->l.at[i], name)) return true;
  return false;
}

// `segment_sum(x, ids, num_segments=n)`: a length, or that of another array than those that are
// added.
void mutate_segments(mutating *m, const dbx_node *n) {
  static const char *const sums[] = {"segment_sum", "segment_prod", "segment_max", "segment_min"};
  mutate_names names = {0};
  if (!EDIT_CALLS(n, sums) || n->l.n != 2 || edit_keyword(n, "num_segments")) return;
  dbx_span at = edit_place(m->site, n->span.end - 1, n->span.end - 1);
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n; i++) {
    dbx_sym name = names.at[i]->name;
    bool length = mutate_is_length_name(m->site, name, n->span);
    mutate_add(m, at,
               (int)i / 2 + (length                 ? 0
                             : is_argument(n, name) ? 6
                                                    : 1),
               true, length ? ", num_segments=%s" : ", num_segments=%s.shape[0]",
               dbx_sym_text(name));
  }
  dbx_vec_free(&names);
}

// ---- wires ----

// A wire and the one behind it, or before it.
static void with_neighbour(mutating *m, const dbx_node *wire) {
  int64_t k = wire->value->i;
  mutate_add(m, wire->span, 0, true, "[%" PRId64 ", %" PRId64 "]", k, k + 1);
  if (k > 0) mutate_add(m, wire->span, 1, true, "[%" PRId64 ", %" PRId64 "]", k - 1, k);
}

// Half of the probabilities are those of one wire less.
void mutate_wires(mutating *m, const dbx_node *n) {
  const dbx_node *k = edit_keyword(n, "wires");
  const dbx_node *wires = k ? k->a : n->l.n ? n->l.at[0] : NULL;
  bool several = wires && mutate_is_display(wires) && wires->l.n;
  if (strcmp(edit_callee(n), "probs") != 0 || !wires || mutate_times(m->site) != 2) return;
  if (edit_is_int(wires)) with_neighbour(m, wires);
  if (!several) return;
  const dbx_node *last = wires->l.at[wires->l.n - 1];
  if (!edit_is_int(last)) return;
  mutate_add(m, edit_place(m->site, last->span.end, last->span.end), 0, true, ", %" PRId64,
             last->value->i + 1);
  if (wires->l.n > 1)
    mutate_add(m, edit_place(m->site, wires->l.at[wires->l.n - 2]->span.end, last->span.end), 1,
               true, "%s", "");
}

// ---- numbers that are known ----

// The whole expression of numbers around the node: `int(x.max()) + 1` of `int(x.max())`.
static const dbx_node *arithmetic_around(const edit_site *s, const dbx_node *n) {
  uint32_t i = s->depth;
  while (i > 0 && s->path[i - 1] != n) i--;
  for (; i > 1 && s->path[i - 2]->kind == DBX_N_BinOp; i--) n = s->path[i - 2];
  return n;
}

static void see_greatest(void *ctx, const dbx_node *n) {
  static const char *const names[] = {"max", "amax"};
  bool *found = ctx;
  *found |= n->kind == DBX_N_Call && EDIT_CALLS(n, names);
}

// One more than the greatest of traced labels is how many classes there are: so many columns has
// another array.
void mutate_known_count(mutating *m, const dbx_node *n) {
  dbx_code code = m->site->diag->code;
  bool greatest = false;
  mutate_names names = {0};
  if ((code != DBX_E404 && code != DBX_E403) || n != m->site->failing) return;
  const dbx_node *all = arithmetic_around(m->site, n);
  edit_walk(all, see_greatest, &greatest);
  if (!greatest || all->kind != DBX_N_BinOp || all->op != DBX_OP_Add || !edit_is_int(all->b))
    return;
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n; i++) {
    const char *name = dbx_sym_text(names.at[i]->name);
    if (edit_mentions(all, names.at[i]->name)) continue;
    bool length = mutate_is_length_name(m->site, names.at[i]->name, n->span);
    mutate_add(m, all->span, (int)i / 2, true, length ? "%s" : "%s.shape[-1]", name);
  }
  dbx_vec_free(&names);
}

// Is it an operand of whole numbers, one for each row of the other one?
static bool are_labels(const mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  dbx_buf a = {0}, b = {0};
  bool found = false;
  for (uint32_t i = 0; d->n_operands == 2 && i < 2; i++) {
    const char *own = d->operands[i].type, *other = d->operands[1 - i].type;
    bool here = d->operands[i].span.begin == n->span.begin &&
                d->operands[i].span.end == n->span.end && edit_is_here(m->site, n->span);
    if (!here || own[0] != 'i' || other[0] != 'f' || edit_rank(own) != 1 || edit_rank(other) != 2)
      continue;
    edit_length(own, 0, &a), edit_length(other, 0, &b);
    if (!strcmp(dbx_text(&a), dbx_text(&b))) found = true;
  }
  dbx_buf_free(&a), dbx_buf_free(&b);
  return found;
}

// Speaks the program of classes, and is the name not one of what counts?
static bool are_classes(const mutating *m, const dbx_node *n) {
  static const char *const words[] = {"class", "Class", "label", "categor", "one-hot", "one hot"};
  const dbx_node *made = edit_made_by(m->site, n->span);
  bool spoken = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    spoken |= strstr(m->site->text, words[i]) != NULL;
  return spoken && !(made && made->kind == DBX_N_Call && !strcmp(edit_callee(made), "arange"));
}

static void one_hot(mutating *m, const dbx_node *n, const char *count, int more) {
  const char *jax = edit_alias("jax", NULL), *jnp = edit_jnp(), *y = dbx_sym_text(n->name);
  if (jax) mutate_add(m, n->span, more, true, "%s.nn.one_hot(%s, %s)", jax, y, count);
  else if (jnp) mutate_add(m, n->span, more, true, "%s.eye(%s)[%s]", jnp, count, y);
}

// `p - one_hot(y, classes)` of labels y beside a row for each of them.
void mutate_one_hot(mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  mutate_names names = {0};
  dbx_buf b = {0};
  if (d->code != DBX_E301 || !are_labels(m, n) || !are_classes(m, n)) return;
  mutate_scope(m->site, n->span, &names);
  for (uint32_t i = 0; i < names.n && i < 12; i++)
    if (mutate_is_length_name(m->site, names.at[i]->name, n->span))
      one_hot(m, n, dbx_sym_text(names.at[i]->name), 1 + (int)i / 4);
  bool second = d->operands[1].span.begin == n->span.begin;
  const dbx_node *other = edit_at(m->site, d->operands[!second].span);
  if (other && edit_is_term(m->site, other->span)) {
    mutate_text(m, &b, other), dbx_put(&b, ".shape[-1]");
    one_hot(m, n, dbx_text(&b), 0);
  }
  dbx_vec_free(&names), dbx_buf_free(&b);
}

// ---- letters of einsum ----

static bool is_letter_of(const char *text, size_t n, char c) {
  const char *arrow = n ? memchr(text, '>', n) : NULL;
  return arrow && memchr(arrow, c, n - (size_t)(arrow - text));
}

// Without one of the letters of an operand that has fewer axes, which the result has.
static void fewer_letters(mutating *m, const dbx_node *spec, size_t from, size_t n) {
  const char *text = spec->value->str;
  for (size_t i = from; i < from + n; i++) {
    uint32_t at = spec->span.begin + 1 + (uint32_t)i;
    if (is_letter_of(text, spec->value->str_n, text[i]))
      mutate_add(m, edit_place(m->site, at, at + 1), 0, true, "%s", "");
  }
}

// With one more, of those of the others.
static void more_letters(mutating *m, const dbx_node *spec, size_t from, size_t n) {
  const char *text = spec->value->str;
  uint32_t begin = spec->span.begin + 1 + (uint32_t)from, end = begin + (uint32_t)n;
  for (size_t i = 0; i < spec->value->str_n && text[i] != '-'; i++) {
    if (!isalpha((unsigned char)text[i]) || memchr(text + from, text[i], n)) continue;
    mutate_add(m, edit_place(m->site, begin, begin), 3, false, "%c", text[i]);
    mutate_add(m, edit_place(m->site, end, end), 3, false, "%c", text[i]);
  }
}

// `x.reshape(2, 2, 2, 2)` of 4 x 4: two axes for each, as of pairs of qubits.
static void as_squares(mutating *m, const dbx_node *x, const char *type) {
  dbx_buf b = {0}, term = {0};
  bool all = true;
  for (uint32_t k = 0; k < edit_rank(type) && all; k++) {
    int64_t n = edit_length_number(type, k), root = 1;
    while (root * root < n) root++;
    all = n > 1 && root * root == n;
    dbx_printf(&b, "%s%" PRId64 ", %" PRId64, k ? ", " : "", root, root);
  }
  if (all)
    mutate_add(m, x->span, 0, true, "%s.reshape(%s)", mutate_term(m, &term, x), dbx_text(&b));
  dbx_buf_free(&b), dbx_buf_free(&term);
}

// As many letters as an operand has axes.
void mutate_letter_count(mutating *m, const dbx_node *n) {
  const dbx_node *spec = n->l.n ? n->l.at[0] : NULL;
  const dbx_diag *d = m->site->diag;
  bool string = spec && spec->kind == DBX_N_Constant && spec->constant == DBX_C_STR;
  if (strcmp(edit_callee(n), "einsum") != 0 || !string || d->code != DBX_E313) return;
  if (spec->span.end - spec->span.begin != spec->value->str_n + 2) return;
  const char *text = spec->value->str;
  size_t from = 0;
  for (uint32_t k = 0; k < d->n_operands && from < spec->value->str_n; k++) {
    size_t count = strcspn(text + from, ",-");
    bool plain = strcspn(text + from, ". ") >= count;
    uint32_t rank = edit_rank(d->operands[k].type);
    if (plain && count == 2 * (size_t)rank && k + 1 < n->l.n)
      as_squares(m, n->l.at[k + 1], d->operands[k].type);
    if (plain && count == rank + 1) fewer_letters(m, spec, from, count);
    if (plain && count + 1 == rank) more_letters(m, spec, from, count);
    from += count + 1;
    if (text[from - 1] == '-') break;
  }
}

// ---- frequencies ----

typedef struct transforms {
  bool real, any;
} transforms;

static void see_transform(void *ctx, const dbx_node *n) {
  static const char *const real[] = {"rfft", "irfft"}, *const any[] = {"fft", "ifft"};
  transforms *t = ctx;
  t->real |= n->kind == DBX_N_Call && EDIT_CALLS(n, real);
  t->any |= n->kind == DBX_N_Call && EDIT_CALLS(n, any);
}

// `rfftfreq` beside `rfft`, `fftfreq` beside `fft`.
void mutate_frequencies(mutating *m, const dbx_node *n) {
  const char *callee = edit_callee(n);
  bool real = !strcmp(callee, "rfftfreq"), any = !strcmp(callee, "fftfreq");
  transforms t = {false, false};
  if (!real && !any) return;
  edit_walk(m->site->root, see_transform, &t);
  uint32_t begin = n->a->span.end - (uint32_t)strlen(callee);
  if (real ? t.any && !t.real : t.real && !t.any)
    mutate_add(m, edit_place(m->site, begin, n->a->span.end), 0, true,
               real ? "fftfreq" : "rfftfreq");
}

// ---- values that are named after what they are ----

static const struct said {
  const char *word, *function;
} said[] = {{"best", "max"},  {"max", "max"},     {"highest", "max"}, {"worst", "min"},
            {"min", "min"},   {"lowest", "min"},  {"total", "sum"},   {"sum", "sum"},
            {"mean", "mean"}, {"average", "mean"}};

static bool has_word(const char *name, const char *word) {
  size_t n = strlen(word);
  for (const char *at = name; (at = strstr(at, word)); at++)
    if ((at == name || at[-1] == '_') && (!at[n] || at[n] == '_')) return true;
  return false;
}

// `best = q[state]` as the greatest of it.
void mutate_said(mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  bool whole = at && at->kind == DBX_N_Assign && at->a == n && at->l.n == 1 &&
               at->l.at[0]->kind == DBX_N_Name;
  dbx_buf b = {0};
  if (!whole || n->kind != DBX_N_Subscript || mutate_of_cause(m->site->diag) || !edit_jnp() ||
      mutate_is_length(m->site, n, 0))
    return;
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    if (!has_word(dbx_sym_text(at->l.at[0]->name), said[i].word)) continue;
    mutate_add(m, n->span, 0, true, "%s.%s(%s)", edit_jnp(), said[i].function,
               mutate_text(m, &b, n));
    mutate_add(m, n->span, 1, false, "%s.%s(%s, axis=-1)", edit_jnp(), said[i].function,
               dbx_text(&b));
  }
  dbx_buf_free(&b);
}

// ---- axes that are constants ----

typedef struct axis_use {
  dbx_sym name;
  bool found;
} axis_use;

static void see_axis(void *ctx, const dbx_node *n) {
  axis_use *u = ctx;
  const dbx_node *axis = n->kind == DBX_N_Call ? edit_keyword(n, "axis") : NULL;
  bool named = axis && (axis->a->kind == DBX_N_Name || axis->a->kind == DBX_N_Attribute);
  u->found |= named && axis->a->name == u->name;
}

// `AXIS = 1`, which is the axis of a call: another one.
void mutate_axis_constant(mutating *m, const dbx_node *n) {
  const dbx_node *at = edit_statement_of(m->site, n->span);
  bool whole = at && at->kind == DBX_N_Assign && at->a == n && at->l.n == 1 &&
               at->l.at[0]->kind == DBX_N_Name;
  if (!whole || !edit_is_int(n)) return;
  axis_use u = {at->l.at[0]->name, false};
  edit_walk(m->site->root, see_axis, &u);
  for (int k = 0; u.found && k < 2; k++) mutate_add(m, n->span, k, true, "%d", k);
}
