// Random programs for questions (see quiz.h).
#include "learn/quiz.h"

#include <string.h>

enum { MOST = 4, CARRIES = 3 };

typedef struct array {
  const char *first, *second; // lengths; second NULL: a vector
  bool ints;
} array;

// A program that is being made.
typedef struct maker {
  uint64_t state; // of the random numbers
  array arrays[MOST];
  uint32_t n_arrays, n_carries;
  int carried[CARRIES]; // array, or -1: an integer
} maker;

static uint32_t below(maker *m, uint32_t n) { // splitmix64
  uint64_t z = m->state += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return (uint32_t)((z ^ z >> 31) % n);
}
static const char *one_of(maker *m, const char *const *words, uint32_t n) {
  return words[below(m, n)];
}
#define ONE_OF(...)                                                                                \
  one_of(m, (const char *const[]){__VA_ARGS__},                                                    \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

// ---- what the program knows ----

static const char *const array_names[MOST] = {"x", "y", "z", "w"};

static void put_shape(dbx_buf *b, const array *a) {
  dbx_printf(b, "jnp.ones([%s%s%s]%s)", a->first, a->second ? ", " : "", a->second ? a->second : "",
             a->ints ? ", dtype=int" : "");
}

static void head(maker *m, dbx_buf *b) {
  dbx_put(b, "@qjit\ndef quiz(n: int, m: int):\n");
  if (below(m, 2)) dbx_put(b, "    k = n + 1\n");
  else dbx_put(b, "    k = m * n\n");
  m->n_arrays = 2 + below(m, MOST - 1);
  for (uint32_t i = 0; i < m->n_arrays; i++) {
    array *a = &m->arrays[i];
    a->first = ONE_OF("n", "n", "m", "k");
    a->second = below(m, 4) ? NULL : ONE_OF("3", "n", "m");
    a->ints = !below(m, 5);
    dbx_printf(b, "    %s = ", array_names[i]);
    put_shape(b, a);
    dbx_putc(b, '\n');
  }
}

// ---- loops ----

static const char *const carry_names[CARRIES] = {"a", "b", "c"};

static void choose_carries(maker *m) {
  m->n_carries = 1 + below(m, CARRIES);
  for (uint32_t i = 0; i < m->n_carries; i++)
    m->carried[i] = below(m, 6) ? (int)below(m, m->n_arrays) : -1;
}

// An array of the same lengths and dtype, itself if there is no other.
static int like(maker *m, int of) {
  for (uint32_t i = 0, from = below(m, m->n_arrays); i < m->n_arrays; i++) {
    const array *x = &m->arrays[(from + i) % m->n_arrays], *y = &m->arrays[of];
    if (!strcmp(x->first, y->first) && !x->second == !y->second && x->ints == y->ints &&
        (!x->second || !strcmp(x->second, y->second)))
      return (int)((from + i) % m->n_arrays);
  }
  return of;
}

// What the body returns for carry i.
static void put_result(maker *m, dbx_buf *b, uint32_t i, bool has_index) {
  const char *c = carry_names[i];
  if (m->carried[i] < 0) {
    dbx_printf(b, below(m, 3) ? "%s + 1" : "%s * 2", c);
    return;
  }
  const array *a = &m->arrays[m->carried[i]];
  array new = *a;
  dbx_buf length = {0};
  switch (below(m, 7)) {
  case 0: dbx_put(b, c); break;
  case 1: dbx_printf(b, "%s * 2", c); break;
  case 2:
  case 3: dbx_printf(b, "%s + %s", c, array_names[like(m, m->carried[i])]); break;
  case 4: dbx_put(b, carry_names[below(m, m->n_carries)]); break;
  case 5:
    new.first = has_index ? ONE_OF("i", "n", "m", "k") : ONE_OF("n", "m", "k");
    put_shape(b, &new);
    break;
  default:
    dbx_printf(&length, "%s.shape[0] + 1", c);
    new.first = dbx_text(&length);
    put_shape(b, &new);
    break;
  }
  dbx_buf_free(&length);
}

static void put_names(maker *m, dbx_buf *b, const char *first) {
  if (first) dbx_put(b, first);
  for (uint32_t i = 0; i < m->n_carries; i++)
    dbx_printf(b, "%s%s", i || first ? ", " : "", carry_names[i]);
}

static void put_call(maker *m, dbx_buf *b) {
  dbx_put(b, "    return loop(");
  for (uint32_t i = 0; i < m->n_carries; i++)
    dbx_printf(b, "%s%s", i ? ", " : "",
               m->carried[i] < 0 ? ONE_OF("0", "n", "m") : array_names[m->carried[i]]);
  dbx_put(b, ")\n");
}

static const char *strategy(maker *m) {
  return ONE_OF("", "", ", allow_array_resizing=True", ", allow_array_resizing=True",
                ", allow_array_resizing=\"infer\"");
}

static void put_body(maker *m, dbx_buf *b, bool has_index) {
  dbx_put(b, "    def loop(");
  put_names(m, b, has_index ? "i" : NULL);
  dbx_put(b, "):\n        return ");
  for (uint32_t i = 0; i < m->n_carries; i++) {
    if (i) dbx_put(b, ", ");
    put_result(m, b, i, has_index);
  }
  dbx_put(b, "\n\n");
  put_call(m, b);
}

static void put_for(maker *m, dbx_buf *b) {
  choose_carries(m);
  const char *upper = ONE_OF("10", "n", "m"), *option = strategy(m); // one draw after the other
  dbx_printf(b, "\n    @for_loop(0, %s, 1%s)\n", upper, option);
  put_body(m, b, true);
}

static void put_while(maker *m, dbx_buf *b) {
  choose_carries(m);
  m->carried[0] = -1;
  dbx_put(b, "\n    @while_loop(lambda ");
  put_names(m, b, NULL);
  const char *limit = ONE_OF("10", "m"), *option = strategy(m);
  dbx_printf(b, ": a < %s%s)\n", limit, option);
  put_body(m, b, false);
}

// ---- conditionals ----

static void put_branch_result(maker *m, dbx_buf *b, uint32_t kind, int of) {
  array new = m->arrays[of];
  if (kind == 0) {
    dbx_put(b, ONE_OF("n", "m", "k", "0"));
    return;
  }
  switch (below(m, 4)) {
  case 0: dbx_put(b, array_names[of]); break;
  case 1: dbx_printf(b, "%s * 2", array_names[like(m, of)]); break;
  default:
    new.first = ONE_OF("n", "m", "k", "n + 1");
    put_shape(b, &new);
    break;
  }
}

static void put_cond(maker *m, dbx_buf *b) {
  uint32_t n = 1 + below(m, 2), branches = 2 + !below(m, 3), kind[2];
  int of[2];
  for (uint32_t i = 0; i < n; i++) kind[i] = below(m, 4), of[i] = (int)below(m, m->n_arrays);
  for (uint32_t k = 0; k < branches; k++) {
    if (!k) dbx_put(b, "\n    @cond(n > 2)\n    def branch():\n        return ");
    else if (k + 1 < branches)
      dbx_put(b, "    @branch.else_if(m > 2)\n    def second():\n        return ");
    else dbx_put(b, "    @branch.otherwise\n    def other():\n        return ");
    for (uint32_t i = 0; i < n; i++) {
      if (i) dbx_put(b, ", ");
      put_branch_result(m, b, kind[i], of[i]);
    }
    dbx_put(b, "\n\n");
  }
  dbx_put(b, "    return branch()\n");
}

void quiz_program(dbx_buf *b, uint64_t seed) {
  maker made = {.state = seed * 0xD1342543DE82EF95ull + 1}, *m = &made;
  head(m, b);
  uint32_t what = below(m, 10);
  if (what < 6) put_for(m, b);
  else if (what < 8) put_while(m, b);
  else put_cond(m, b);
}
