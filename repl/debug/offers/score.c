// What speaks for a fix and against it (see score.h).
#include "debug/offers/score.h"

#include "debug/offers/mutate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
  const char *name;
  int weight;
} rows[] = {
#define T(name, weight, what) {#name, weight},
#include "debug/offers/score.def"
#undef T
};

// ---- tokens ----

typedef struct token {
  const char *at;
  size_t n;
} token;
typedef dbx_vec(token) tokens;

static bool is_name(const token *t) { return isalpha((unsigned char)*t->at) || *t->at == '_'; }
static bool is_number(const token *t) { return isdigit((unsigned char)*t->at); }
static bool is_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is(const token *t, const char *word) {
  return t->n == strlen(word) && !memcmp(t->at, word, t->n);
}

static bool is_same(const token *a, const token *b) {
  return a->n == b->n && !memcmp(a->at, b->at, a->n);
}

static void split(const char *text, size_t n, tokens *ret) {
  for (size_t i = 0; i < n;) {
    size_t k = 1;
    if (is_part(text[i]))
      while (i + k < n &&
             (is_part(text[i + k]) || (isdigit((unsigned char)text[i]) && text[i + k] == '.')))
        k++;
    if (!isspace((unsigned char)text[i])) dbx_push(ret, ((token){text + i, k}));
    i += k;
  }
}

static uint32_t count(const tokens *l, const token *t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < l->n; i++) n += is_same(&l->at[i], t);
  return n;
}

static uint32_t count_word(const tokens *l, const char *word) {
  return count(l, &(token){word, strlen(word)});
}

static int power(uint32_t n) { // of two, that is not above n + 1
  int k = 0;
  for (n++; n > 1; n /= 2) k++;
  return k;
}

// ---- what is changed ----

typedef struct change {
  const scored *x;
  const char *text;     // the whole one
  tokens all, old, new; // of the text, of what is replaced, of the replacement
  tokens before, after; // what of them is not the same at both ends
  tokens line;          // that the edit begins in, without what is replaced
  bool indented;        // that line, as one of a block
  uint32_t line_number;
} change;

// Is the line one of a block? Of a list of several lines it is not: those are blank in front, too.
static bool is_in_block(const char *text, uint32_t begin) {
  for (uint32_t at = begin; at > 0;) {
    while (at > 0 && text[at - 1] != '\n') at--;
    if (!strchr(" \t\n#)]}", text[at])) {
      static const char *const heads[] = {"def ", "class ", "@", "for ", "while ", "if ", "with "};
      for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (!strncmp(text + at, heads[i], strlen(heads[i]))) return true;
      return false;
    }
    if (at) at--;
  }
  return false;
}

static void differing(change *c) {
  uint32_t p = 0, q = 0, n = c->old.n < c->new.n ? c->old.n : c->new.n;
  while (p < n && is_same(&c->old.at[p], &c->new.at[p])) p++;
  while (q + p < n && is_same(&c->old.at[c->old.n - 1 - q], &c->new.at[c->new.n - 1 - q])) q++;
  for (uint32_t i = p; i + q < c->old.n; i++) dbx_push(&c->before, c->old.at[i]);
  for (uint32_t i = p; i + q < c->new.n; i++) dbx_push(&c->after, c->new.at[i]);
}

static void open_change(change *c, const scored *x) {
  dbx_span span = x->e->span;
  size_t n;
  *c = (change){.x = x, .text = dbx_source_text(span.file, &n)};
  dbx_place place = dbx_source_place(span.file, span.begin);
  uint32_t end = place.start + place.length;
  split(c->text, n, &c->all);
  split(c->text + span.begin, span.end - span.begin, &c->old);
  split(x->e->replacement, strlen(x->e->replacement), &c->new);
  split(c->text + place.start, span.begin - place.start, &c->line);
  if (span.end < end) split(c->text + span.end, end - span.end, &c->line);
  bool indented = place.length && isspace((unsigned char)*place.text);
  c->indented = indented && is_in_block(c->text, place.start);
  c->line_number = place.line;
  differing(c);
}

static void close_change(change *c) {
  dbx_vec_free(&c->all), dbx_vec_free(&c->old), dbx_vec_free(&c->new);
  dbx_vec_free(&c->before), dbx_vec_free(&c->after), dbx_vec_free(&c->line);
}

// ---- terms ----

// What is carried changes its shape in Python, too: that is no proof.
static bool is_carried(const dbx_diag *d) { return d->code == DBX_E503 || d->code == DBX_E504; }

static void trial_terms(int *t, const change *c, const dbx_diag *d) {
  const scored *x = c->x;
  t[SCORE_order] = power(x->order);
  t[SCORE_first] = x->order == 0, t[SCORE_second] = x->order == 1;
  t[SCORE_likely] = x->e->tier == EDIT_LIKELY, t[SCORE_rule] = x->e->tier == EDIT_RULE;
  t[SCORE_cut] = x->e->tier == EDIT_CUT, t[SCORE_broad] = x->e->broad;
  t[SCORE_resort] = x->e->resort, t[SCORE_meant] = x->e->meant;
  t[SCORE_kept] = x->kept == SCORE_SAME && !is_carried(d),
  t[SCORE_kept_numbers] = x->kept == SCORE_SAME_NUMBERS;
  t[SCORE_nan] = x->nan, t[SCORE_agree] = power(x->agree);
}

// Indices, axes and letters that are wrong whatever they are of.
static bool is_of_itself(const dbx_diag *d) {
  return d->code == DBX_E307 || d->code == DBX_E309 || d->code == DBX_E313;
}

static void place_terms(int *t, const change *c, const dbx_diag *d) {
  uint32_t own = c->line_number, line = dbx_source_place(d->span.file, d->span.begin).line;
  t[SCORE_data] = !c->indented && !count_word(&c->line, "def");
  t[SCORE_here] = own == line, t[SCORE_below] = own > line;
  t[SCORE_itself] = is_of_itself(d) && c->x->e->span.file == d->span.file &&
                    c->x->e->span.begin >= d->span.begin && c->x->e->span.end <= d->span.end;
  t[SCORE_distance] = power(own > line ? own - line : line - own);
}

static bool has_one(const tokens *l, const char *const *words, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (count_word(l, words[i])) return true;
  return false;
}
#define HAS(l, words) has_one(l, words, sizeof(words) / sizeof *(words))

static bool has_number(const tokens *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (is_number(&l->at[i])) return true;
  return false;
}

static const token *next_number(const tokens *l, uint32_t *i) {
  for (; *i < l->n; (*i)++)
    if (is_number(&l->at[*i])) return &l->at[(*i)++];
  return NULL;
}

// Has the one the numbers of the other, in their order?
static bool have_same_numbers(const tokens *a, const tokens *b) {
  const token *x, *y;
  uint32_t i = 0, k = 0;
  do x = next_number(a, &i), y = next_number(b, &k);
  while (x && y && is_same(x, y));
  return !x && !y;
}

static bool is_swap_of_letters(const token *a, const token *b) {
  uint32_t n[256] = {0};
  for (size_t i = 0; i < a->n; i++) n[(unsigned char)a->at[i]]++;
  for (size_t i = 0; i < b->n; i++)
    if (!n[(unsigned char)b->at[i]]--) return false;
  return a->n == b->n;
}

// The same tokens in another order.
static bool is_swap(const change *c) {
  bool same = c->old.n == c->new.n;
  if (same && c->old.n == 1) return is_swap_of_letters(&c->old.at[0], &c->new.at[0]);
  for (uint32_t i = 0; same && i < c->old.n; i++)
    same = count(&c->old, &c->old.at[i]) == count(&c->new, &c->old.at[i]);
  return same;
}

static void form_terms(int *t, const change *c) {
  static const char *const sums[] = {"sum", "mean", "max", "min", "any", "all"};
  static const char *const shapes[] = {"outer",   "broadcast_to",  "append",     "resize", "ravel",
                                       "reshape", "dynamic_slice", "atleast_1d", "squeeze"};
  static const char *const axes[] = {"axis", "axes", "in_axes"};
  const tokens *b = &c->before, *a = &c->after;
  bool number = has_number(a) && !have_same_numbers(a, b), was = has_number(b);
  bool colon = count_word(a, ":") && count_word(&c->new, "[") && !count_word(a, "None");
  uint32_t n = c->new.n;
  t[SCORE_size] = power(a->n + b->n), t[SCORE_swap] = is_swap(c);
  t[SCORE_plus_one] = n > 2 && is(&c->new.at[n - 1], "1") &&
                      (is(&c->new.at[n - 2], "+") || is(&c->new.at[n - 2], "-"));
  t[SCORE_number] = number && !was, t[SCORE_other_number] = number && was;
  for (uint32_t i = 0; t[SCORE_other_number] && i < a->n; i++)
    t[SCORE_same_number] |= is_number(&a->at[i]) && count(&c->line, &a->at[i]);
  t[SCORE_axis] = HAS(&c->new, axes);
  t[SCORE_new_axis] = count_word(a, "None") && !count_word(&c->new, "in_axes");
  t[SCORE_transpose] = count_word(a, "T") > 0, t[SCORE_no_transpose] = count_word(b, "T") > 0;
  t[SCORE_slice] = colon, t[SCORE_cut_shape] = colon && count_word(a, "shape");
  t[SCORE_element] =
      n > 2 && is(&c->new.at[n - 1], "]") && is_number(&c->new.at[n - 2]) && count_word(a, "[");
  t[SCORE_reduces] = HAS(a, sums), t[SCORE_masks] = HAS(a, shapes);
}

// ---- names ----

static bool is_word(const token *t) {
  static const char *const words[] = {"jnp", "jax",   "np",   "lax",  "def",     "return", "lambda",
                                      "for", "in",    "if",   "else", "None",    "True",   "False",
                                      "int", "float", "bool", "axis", "keepdims"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (is(t, words[i])) return false;
  return is_name(t);
}

// Have two names a word in common: `y_train` and `y_test`?
static bool are_kin(const token *a, const token *b) {
  for (size_t i = 0; i < a->n; i++) {
    size_t n = 0;
    if (!isalpha((unsigned char)a->at[i]) || (i && isalpha((unsigned char)a->at[i - 1]))) continue;
    while (i + n < a->n && isalpha((unsigned char)a->at[i + n])) n++;
    for (size_t k = 0; k + n <= b->n; k++) {
      bool begins = !k || !isalpha((unsigned char)b->at[k - 1]),
           ends = k + n == b->n || !isalpha((unsigned char)b->at[k + n]);
      if (begins && ends && !memcmp(a->at + i, b->at + k, n)) return true;
    }
  }
  return false;
}

// Neither a function that is called nor an attribute.
static bool is_value(const tokens *l, uint32_t i) {
  bool called = i + 1 < l->n && is(&l->at[i + 1], "(");
  return !called && (!i || !is(&l->at[i - 1], "."));
}

// The same of what is replaced, which ends before what is called with it, and begins behind a dot.
static bool was_value(const change *c, uint32_t i) {
  dbx_span span = c->x->e->span;
  bool called = i + 1 == c->old.n && c->text[span.end] == '(';
  bool field = !i && span.begin && c->text[span.begin - 1] == '.';
  return is_value(&c->old, i) && !called && !field;
}

// Is it bound and then not used?
static bool is_unused(const tokens *all, const token *name) {
  uint32_t found = 0, values = 0;
  for (uint32_t i = 0; i < all->n; i++)
    if (is_same(&all->at[i], name)) found++, values += is_value(all, i);
  return found == 1 && values == 1;
}

// Is it the name of a value that was computed and is used nowhere: `centers = ...`?
static bool is_made_for_nothing(const tokens *all, const token *name) {
  for (uint32_t i = 1; i + 2 < all->n; i++)
    if (is_same(&all->at[i], name) && is(&all->at[i + 1], "=") && !is(&all->at[i + 2], "="))
      return !is(&all->at[i - 1], ",") && !is(&all->at[i - 1], "(") && is_unused(all, name);
  return false;
}

// The first parameter behind `@for_loop(...) def body(`: it need not be used, but as a place.
static bool is_count(const tokens *all, const token *name) {
  for (uint32_t i = 4; i < all->n; i++) {
    bool first =
        is_same(&all->at[i], name) && is(&all->at[i - 1], "(") && is(&all->at[i - 3], "def");
    for (uint32_t k = i - 4; first && k > 0 && !is(&all->at[k], "@"); k--)
      if (is(&all->at[k], "for_loop")) return true;
  }
  return false;
}

static bool is_place(const tokens *l, uint32_t i) {
  return i && (is(&l->at[i - 1], "[") ||
               (is(&l->at[i - 1], ",") && i + 1 < l->n && is(&l->at[i + 1], "]")));
}

// What the line assigns to: its first name.
static bool is_target(const change *c, const token *name) {
  bool assigns = c->line.n > 1 && is(&c->line.at[1], "=");
  return assigns && is_same(&c->line.at[0], name);
}

// The letters of a text have no meaning as names: "hwc,c->hw".
static bool is_in_text(const change *c) {
  dbx_span span = c->x->e->span;
  dbx_place place = dbx_source_place(span.file, span.begin);
  uint32_t quotes = 0;
  for (uint32_t i = place.start; i < span.begin; i++) quotes += strchr("\"'", c->text[i]) != NULL;
  return quotes % 2;
}

static bool is_quoted(const tokens *l, uint32_t i) {
  uint32_t quotes = 0;
  for (uint32_t k = 0; k < i; k++) quotes += is(&l->at[k], "\"") || is(&l->at[k], "'");
  return quotes % 2;
}

static void name_terms(int *t, const change *c) {
  if (is_in_text(c)) return;
  for (uint32_t i = 0; i < c->new.n; i++) {
    const token *name = &c->new.at[i];
    if (!is_word(name) || count(&c->old, name)) continue;
    if (!is_value(&c->new, i) || is_quoted(&c->new, i)) continue;
    bool unused = is_unused(&c->all, name) && (is_place(&c->new, i) || !is_count(&c->all, name));
    t[SCORE_uses_unused] |= unused;
    t[SCORE_uses_made] |= is_made_for_nothing(&c->all, name);
    t[SCORE_repeats] |= count(&c->line, name) && !is_target(c, name);
    t[SCORE_kin_of_target] |=
        c->line.n > 1 && is(&c->line.at[1], "=") && are_kin(&c->line.at[0], name);
    for (uint32_t k = 0; k < c->old.n; k++)
      t[SCORE_kin] |=
          is_word(&c->old.at[k]) && !count(&c->new, &c->old.at[k]) && are_kin(&c->old.at[k], name);
  }
  for (uint32_t k = 0; k < c->old.n; k++) {
    const token *name = &c->old.at[k];
    t[SCORE_leaves_unused] |= is_word(name) && was_value(c, k) && !is_quoted(&c->old, k) &&
                              !count(&c->new, name) &&
                              count(&c->all, name) <= count(&c->old, name) + 1;
  }
}

// ---- lengths ----

// Says the text of a name that it is a whole number: `n: int`, `n = 3`, `n = x.shape[0]`?
static bool is_length(const tokens *all, const token *name) {
  for (uint32_t i = 0; i + 2 < all->n; i++) {
    if (!is_same(&all->at[i], name) || (i && is(&all->at[i - 1], "."))) continue;
    const token *sign = &all->at[i + 1], *value = &all->at[i + 2];
    if (is(sign, ":") && is(value, "int")) return true;
    if (!is(sign, "=")) continue;
    bool whole = is_number(value) && !memchr(value->at, '.', value->n);
    if (whole || is(value, "len") || (i + 4 < all->n && is(&all->at[i + 4], "shape"))) return true;
  }
  return false;
}

// How many of the names of l, that are not in the other, are lengths, and how many are none.
static void count_lengths(const change *c, const tokens *l, const tokens *other, uint32_t n[2]) {
  for (uint32_t i = 0; i < l->n; i++)
    if (is_word(&l->at[i]) && !count(other, &l->at[i]) && is_value(l, i))
      n[is_length(&c->all, &l->at[i])]++;
}

static void length_terms(int *t, const change *c, const dbx_diag *d) {
  uint32_t was[2] = {0}, is_now[2] = {0};
  count_lengths(c, &c->before, &c->after, was), count_lengths(c, &c->after, &c->before, is_now);
  t[SCORE_length_for_length] = is_now[1] && was[1] && !is_now[0] && !was[0];
  t[SCORE_number_for_array] = is_now[1] && was[0] && !is_now[0];
  bool broadcast = mutate_is_broadcast(d);
  t[SCORE_pairs] = t[SCORE_new_axis] && !broadcast && d->n_operands == 2 &&
                   edit_rank(d->operands[0].type) == edit_rank(d->operands[1].type);
  t[SCORE_of_cause] = mutate_of_cause(d) && (t[SCORE_slice] || t[SCORE_reduces] || t[SCORE_masks] ||
                                             (t[SCORE_new_axis] && !broadcast) || t[SCORE_element]);
}

int score_fix(const dbx_diag *d, scored *x) {
  change c;
  int sum = 0;
  open_change(&c, x);
  memset(x->terms, 0, sizeof x->terms);
  trial_terms(x->terms, &c, d), place_terms(x->terms, &c, d);
  form_terms(x->terms, &c), name_terms(x->terms, &c), length_terms(x->terms, &c, d);
  close_change(&c);
  for (int i = 0; i < SCORES; i++) sum += rows[i].weight * x->terms[i];
  return sum;
}

void score_put(dbx_buf *b, const scored *x) {
  for (int i = 0; i < SCORES; i++)
    if (x->terms[i]) dbx_printf(b, " %s=%d", rows[i].name, x->terms[i]);
}
