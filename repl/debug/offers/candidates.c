// Candidates of mutations, and what speaks for each: the names that are used by it (see mutate.h).
#include "debug/offers/mutate.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *mutate_text(const mutating *m, dbx_buf *b, const dbx_node *n) {
  return edit_source(m->site, b, n);
}

const char *mutate_term(const mutating *m, dbx_buf *b, const dbx_node *n) {
  dbx_buf text = {0};
  dbx_clear(b);
  mutate_text(m, &text, n);
  dbx_printf(b, edit_is_term(m->site, n->span) ? "%s" : "(%s)", dbx_text(&text));
  dbx_buf_free(&text);
  return dbx_text(b);
}

// ---- evidence: names that are used by it, or no more ----

typedef struct counting {
  uint32_t loads, bound;
} counting;

static counting count_in(const edit_site *s, const dbx_node *in, const char *word, size_t n) {
  counting c = {0};
  const edit_nodes *all = edit_uses(s, EDIT_NAMES, dbx_intern_n(word, n));
  for (uint32_t i = 0; i < all->n; i++) {
    const dbx_node *one = all->at[i];
    if (in && !edit_within(one->span, in->span)) continue;
    if (one->kind == DBX_N_Name && one->ctx == DBX_LOAD) c.loads++;
    else c.bound++;
  }
  return c;
}

static size_t word_at(const char *text, size_t at, size_t n) { // how long the name there is
  bool begins = (isalpha((unsigned char)text[at]) || text[at] == '_') &&
                (!at || (!isalnum((unsigned char)text[at - 1]) && !strchr("_.", text[at - 1])));
  size_t length = 0;
  while (begins && at + length < n &&
         (isalnum((unsigned char)text[at + length]) || text[at + length] == '_'))
    length++;
  return length;
}

static uint32_t count_words(const char *text, size_t n, const char *word, size_t length) {
  uint32_t found = 0;
  for (size_t i = 0, w; i < n; i += w ? w : 1)
    if ((w = word_at(text, i, n)) == length && !memcmp(text + i, word, length)) found++;
  return found;
}

// The count of a loop need not be used, but as a place.
static bool is_count(const mutating *m, dbx_span span, const char *text, const char *word,
                     size_t n) {
  mutate_names counters = {0};
  bool found = false, place = word > text && (word[-1] == '[' || word[n] == ']');
  if (!place) mutate_counters(m, span, &counters);
  for (uint32_t i = 0; i < counters.n; i++)
    found |= dbx_sym_len(counters.at[i]->name) == n &&
             !memcmp(dbx_sym_text(counters.at[i]->name), word, n);
  dbx_vec_free(&counters);
  return found;
}

// A name of the function that nothing uses is used by the text, or the other way round.
static int weigh_names(const mutating *m, dbx_span span, const char *text) {
  const edit_site *s = m->site;
  const dbx_node *f = mutate_outermost(s, span);
  const char *old = s->text + span.begin;
  size_t n_old = span.end - span.begin, n = strlen(text);
  int weight = 0;
  for (size_t i = 0, w; f && i < n; i += w ? w : 1) {
    if (!(w = word_at(text, i, n)) || count_words(old, n_old, text + i, w)) continue;
    counting c = count_in(s, f, text + i, w);
    if (!c.bound) c = count_in(s, NULL, text + i, w); // a constant of the program
    weight += c.bound && !c.loads && !is_count(m, span, text, text + i, w);
  }
  for (size_t i = 0, w; f && i < n_old; i += w ? w : 1) {
    if (!(w = word_at(old, i, n_old)) || count_words(text, n, old + i, w)) continue;
    counting c = count_in(s, f, old + i, w);
    weight -= c.bound && c.loads <= count_words(old, n_old, old + i, w);
  }
  return weight;
}

// A name of which another use in the same statement is left: `ones(n) / m` of `ones(m) / m`.
static bool leaves_another(const mutating *m, dbx_span span, const char *text) {
  const edit_site *s = m->site;
  const dbx_node *at = edit_statement_of(s, span);
  const char *old = s->text + span.begin;
  size_t n = span.end - span.begin;
  if (!at || word_at(old, 0, n) != n || count_words(text, strlen(text), old, n)) return false;
  return count_in(s, at, old, n).loads > 1;
}

// ---- candidates ----

static candidate *find(const mutating *m, dbx_span span, const char *text) {
  for (uint32_t i = 0; i < m->found.n; i++)
    if (m->found.at[i].span.begin == span.begin && m->found.at[i].span.end == span.end &&
        !strcmp(m->found.at[i].text, text))
      return &m->found.at[i];
  return NULL;
}

// Of two rows that make the same the one that is sure of it counts.
static void put_candidate(mutating *m, candidate c, const char *text) {
  candidate *old = find(m, c.span, text);
  if (!old) {
    c.text = dbx_strdup(text);
    dbx_push(&m->found, c);
  } else if (c.likely && !old->likely) {
    c.text = old->text;
    *old = c;
  } else if (c.likely && c.meant) {
    old->meant = true;
  }
}

void mutate_add(mutating *m, dbx_span span, int more, bool likely, const char *fmt, ...) {
  dbx_buf b = {0};
  va_list ap;
  va_start(ap, fmt);
  dbx_vprintf(&b, fmt, ap);
  va_end(ap);
  const char *text = dbx_text(&b);
  bool same = b.n == span.end - span.begin && !memcmp(text, m->site->text + span.begin, b.n);
  if (span.file == m->site->file && !same) {
    int weight = weigh_names(m, span, text), cost = m->cost + more - 8 * weight;
    if (leaves_another(m, span, text)) cost += 4, likely &= weight > 0;
    likely = (likely && weight >= 0) || weight > 0;
    put_candidate(m, (candidate){span, NULL, cost, likely, m->meant, m->broad && !likely}, text);
  }
  dbx_buf_free(&b);
}

// Where a name is among the parameters of the function around it.
static uint32_t place_of(const mutating *m, const dbx_node *n) {
  const dbx_node *f = edit_function_of(m->site, n->span);
  return f && n->kind == DBX_N_Name ? edit_parameter(f, n->name) : UINT32_MAX;
}

static bool begins_with(const dbx_node *n, const dbx_node *name) {
  while (n->kind == DBX_N_BinOp) n = n->a;
  return n->kind == DBX_N_Name && name->kind == DBX_N_Name && n->name == name->name;
}

// Are they lengths of one shape, the later one first: `w + 2, h + 2` of `h, w = x.shape`?
static bool are_turned(const mutating *m, const dbx_node *a, const dbx_node *b) {
  const dbx_node *name = a;
  while (name->kind == DBX_N_BinOp) name = name->a;
  const dbx_node *all = name->kind == DBX_N_Name ? edit_lengths_with(m->site, name) : NULL;
  uint32_t first = UINT32_MAX, second = UINT32_MAX;
  for (uint32_t i = 0; all && i < all->l.n; i++) {
    if (begins_with(a, all->l.at[i])) first = i;
    if (begins_with(b, all->l.at[i])) second = i;
  }
  return first != UINT32_MAX && second == first - 1;
}

void mutate_swap(mutating *m, const dbx_node *a, const dbx_node *b, int more, bool likely) {
  dbx_buf x = {0}, y = {0}, between = {0};
  uint32_t first = place_of(m, a), second = place_of(m, b);
  bool lengths = mutate_is_length(m->site, a, 0) && mutate_is_length(m->site, b, 0);
  likely |= lengths && second < first && first != UINT32_MAX; // not in the parameters' order
  bool turned = are_turned(m, a, b), meant = m->meant;
  if (edit_is_int(a) && edit_is_int(b)) more += 16; // two numbers say nothing of their order
  if (turned) more -= 6;
  m->meant |= turned;
  edit_put_source(m->site, &between, (dbx_span){m->site->file, a->span.end, b->span.begin});
  mutate_add(m, (dbx_span){m->site->file, a->span.begin, b->span.end}, more, likely || turned,
             "%s%s%s", mutate_text(m, &y, b), dbx_text(&between), mutate_text(m, &x, a));
  m->meant = meant;
  dbx_buf_free(&x), dbx_buf_free(&y), dbx_buf_free(&between);
}

static bool is_bound(const mutate_names *names, dbx_sym name) {
  for (uint32_t i = 0; i < names->n; i++)
    if (names->at[i]->name == name) return true;
  return false;
}

// Have two names a word in common: `y_train` and `y_test`, `b_score` and `b_params`?
static bool are_kin(const char *a, const char *b) {
  for (const char *w = a; *w;) {
    size_t n = strcspn(w, "_");
    for (const char *v = b; n && *v;) {
      size_t k = strcspn(v, "_");
      if (k == n && !memcmp(w, v, n)) return true;
      v += k + (v[k] == '_');
    }
    w += n + (w[n] == '_');
  }
  return false;
}

void mutate_names_for(mutating *m, const dbx_node *n, bool lengths, uint32_t most, bool likely) {
  mutate_names names = {0};
  mutate_scope(m->site, n->span, &names);
  bool bound = n->kind != DBX_N_Name || is_bound(&names, n->name);
  for (uint32_t i = 0; bound && i < names.n && most; i++) {
    dbx_sym name = names.at[i]->name;
    if (name == n->name || mutate_is_length_name(m->site, name, n->span) != lengths) continue;
    bool kin = n->kind == DBX_N_Name && are_kin(dbx_sym_text(n->name), dbx_sym_text(name));
    mutate_add(m, n->span, (int)i / 3 - (kin ? lengths ? 2 : 14 : 0), likely, "%s",
               dbx_sym_text(name));
    most -= !kin;
  }
  dbx_vec_free(&names);
}

void mutate_other_arrays(mutating *m, const dbx_node *name) {
  mutate_names names = {0};
  mutate_scope(m->site, name->span, &names);
  for (uint32_t i = 0; i < names.n && i < 12; i++)
    if (!mutate_is_length_name(m->site, names.at[i]->name, name->span))
      mutate_add(m, name->span, (int)i / 2, false, "%s", dbx_sym_text(names.at[i]->name));
  dbx_vec_free(&names);
}

bool mutate_says(const mutating *m, const dbx_node *n, const char *const *words, size_t count) {
  dbx_buf b = {0};
  bool found = false;
  if (mutate_documentation(m, n, &b))
    for (size_t i = 0; i < count; i++) found |= strstr(dbx_text(&b), words[i]) != NULL;
  dbx_buf_free(&b);
  return found;
}

const dbx_node *mutate_maker_shape(const dbx_node *n) {
  static const char *const makers[] = {"ones", "zeros", "full", "empty"};
  return EDIT_CALLS(n, makers) && n->l.n && mutate_is_display(n->l.at[0]) ? n->l.at[0] : NULL;
}

bool mutate_are_vectors(const dbx_diag *d) {
  return d->n_operands == 2 && edit_rank(d->operands[0].type) == 1 &&
         edit_rank(d->operands[1].type) == 1;
}

const char *mutate_type_of(const mutating *m, const dbx_node *n) {
  const dbx_diag *d = m->site->diag;
  for (uint32_t i = 0; i < d->n_operands; i++)
    if (d->operands[i].span.begin == n->span.begin && d->operands[i].span.end == n->span.end)
      return d->operands[i].type;
  return "";
}

const dbx_node *mutate_bound_to(const mutating *m, const dbx_node *name) {
  const dbx_node *at = edit_statement_of(m->site, name->span);
  return at && at->kind == DBX_N_Assign && at->l.at[0] == name ? at->a : NULL;
}

bool mutate_is_display(const dbx_node *n) {
  return n->kind == DBX_N_List || n->kind == DBX_N_Tuple;
}

bool mutate_is_broadcast(const dbx_diag *d) {
  if (d->code != DBX_E503) return false;
  if (strstr(d->message, "has length 1 on axis")) return true;
  bool found = false, same = d->n_operands == 2 &&
                             edit_rank(d->operands[0].type) == edit_rank(d->operands[1].type);
  for (uint32_t k = 0; same && k < edit_rank(d->operands[0].type); k++)
    found |= edit_length_number(d->operands[0].type, k) == 1 &&
             edit_length_number(d->operands[1].type, k) != 1;
  return found;
}

bool mutate_of_cause(const dbx_diag *d) {
  return dbx_code_is_of(d->code, "E50") || d->code == DBX_E515;
}
