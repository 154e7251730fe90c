// What memory of each lifetime promises, and the containers beside a model that is obviously right.
#include "base/mem.h"

#include "base/poison.h"

#include <criterion/criterion.h>

static uint64_t state = 1;
static uint32_t any(uint32_t below) { // the same numbers in each run
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

static bool all_are(const void *at, size_t n, int byte) {
  const unsigned char *p = at;
  for (size_t i = 0; i < n; i++)
    if (p[i] != byte) return false;
  return true;
}

// ---- arenas ----

Test(mem, pieces_of_an_arena_are_aligned_clear_and_apart) {
  static const size_t sizes[] = {0,    1,         7,        8,       9,       2047,
                                 4096, 65536 - 7, 1u << 20, 2 << 20, 5 << 20, 3};
  enum { N = sizeof sizes / sizeof *sizes };
  dbx_arena a = {0};
  for (int round = 0; round < 3; round++) { // the second uses what the first gave back
    char *at[N];
    for (int i = 0; i < N; i++) {
      at[i] = dbx_arena_alloc(&a, sizes[i]);
      cr_assert_eq((uintptr_t)at[i] % 8, 0);
      cr_assert(all_are(at[i], sizes[i], 0), "%zu bytes are not clear", sizes[i]);
      if (sizes[i]) memset(at[i], i + 1, sizes[i]);
    }
    for (int i = 0; i < N; i++) cr_assert(all_are(at[i], sizes[i], i + 1), "piece %d", i);
    dbx_arena_free(&a);
    cr_assert_eq(a.bytes, 0);
  }
}

Test(mem, an_arena_counts_what_it_hands_out) {
  dbx_arena a = {0};
  for (size_t i = 1, sum = 0; i < 3000; i++) {
    dbx_arena_alloc(&a, i);
    cr_assert_eq(a.bytes, sum += (i + 7) / 8 * 8);
  }
  const char text[] = "copied";
  char *copy = dbx_arena_copy(&a, text, sizeof text);
  cr_assert(copy != text && !strcmp(copy, text));
  cr_assert_not_null(dbx_arena_copy(&a, NULL, 0), "nothing can be copied from nowhere");
  dbx_arena_free(&a);
  dbx_arena_free(&a); // of an empty one: nothing
}

// ---- scratch ----

typedef struct piece {
  char *at;
  size_t n;
  int byte;
} piece;

// Takes pieces of all sizes at each depth; what was taken before a mark outlives its release.
static void nest(int depth, dbx_scratch_mark outer) {
  static const size_t sizes[] = {1, 100, 32768, 100000, DBX_SCRATCH_LARGE, DBX_SCRATCH_LARGE + 1};
  piece taken[6];
  for (int i = 0; i < 6; i++) {
    taken[i] = (piece){dbx_scratch(sizes[(i + depth) % 6]), sizes[(i + depth) % 6], 16 * depth + i};
    cr_assert(all_are(taken[i].at, taken[i].n, 0), "depth %d, %zu bytes", depth, taken[i].n);
    memset(taken[i].at, taken[i].byte, taken[i].n);
    if (depth == 4) continue;
    dbx_scratch_mark here = dbx_scratch_here();
    if (i % 3 == 0) nest(depth + 1, here);
    dbx_scratch_release(here);
  }
  for (int i = 0; i < 6; i++) cr_assert(all_are(taken[i].at, taken[i].n, taken[i].byte));
  dbx_scratch_release(outer);
}

Test(mem, scratch_is_given_back_in_any_depth) {
  for (int i = 0; i < 2; i++) nest(0, dbx_scratch_here());
}

Test(mem, an_outer_mark_releases_what_inner_ones_kept) {
  dbx_scratch_mark outer = dbx_scratch_here();
  char *first = dbx_scratch(1);
  for (int i = 0; i < 50; i++) dbx_scratch(100000), (void)dbx_scratch_here();
  dbx_scratch_release(outer);
  cr_assert(dbx_scratch(1) == first);
  dbx_scratch_release(outer);
  dbx_scratch_release(outer); // twice: there is nothing more to give back
}

// ---- blocks ----

Test(mem, blocks) {
  static const struct {
    const char *text;
    size_t n;
    const char *trimmed;
  } texts[] = {{"", 0, ""}, {" \t\n", 3, ""}, {" a b ", 5, "a b"}, {"abc", 2, "ab"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *s = dbx_strdup_trimmed(texts[i].text, texts[i].n), *t = dbx_strdup(texts[i].text);
    cr_expect_str_eq(s, texts[i].trimmed);
    cr_expect_str_eq(t, texts[i].text);
    free(s), free(t);
  }
  for (size_t n = 0; n <= 8 << 20; n = n * 3 + 1) {
    char *p = dbx_alloc(n);
    cr_assert(p && all_are(p, n, 0));
    memset(p, 7, n);
    p = dbx_realloc(p, 2 * n);
    cr_assert(all_are(p, n, 7));
    size_t got = 0;
    p = dbx_grow(p, 2 * n + 1, 4 * n + 4, &got);
    cr_assert(got > 2 * n && all_are(p, n, 7));
    free(p);
  }
#if !DBX_SANITIZED // whose allocator ends the process
  cr_expect_null(dbx_try_alloc(SIZE_MAX / 2), "what there is no room for is refused");
#endif
}

// ---- containers ----

Test(mem, an_array_grows_from_nothing_to_mapped_memory) {
  for (int round = 0; round < 2; round++) { // the second takes what the first gave back
    dbx_vec(uint64_t) v = {0};
    for (uint64_t i = 0; i < 700000; i++) {
      dbx_push(&v, i * i);
      cr_assert(v.n == i + 1 && v.cap >= v.n);
    }
    for (uint64_t i = 0; i < v.n; i++) cr_assert_eq(v.at[i], i * i);
    dbx_reserve(&v, 3000000);
    uint64_t *before = v.at;
    for (int i = 0; i < 3000000; i++) dbx_push(&v, 0);
    cr_assert(v.at == before, "what is reserved is there");
    dbx_vec_free(&v);
    cr_assert(!v.at && !v.n && !v.cap);
    dbx_vec_free(&v);
  }
  cr_expect(dbx_give_back(), "mappings are kept for later");
  cr_expect(!dbx_give_back(), "and given back once");
}

Test(mem, what_is_reserved_is_at_least_what_was_asked_for) {
  for (uint32_t had = 0; had < 20; had++)
    for (uint32_t more = 0; more < 70; more++) {
      dbx_vec(char) v = {0};
      for (uint32_t i = 0; i < had; i++) dbx_push(&v, 'x');
      dbx_reserve(&v, more);
      cr_assert(v.n == had && v.cap >= had + more, "%u and %u more", had, more);
      dbx_vec_free(&v);
    }
}

static int descending(const void *a, const void *b) {
  return *(const int *)a < *(const int *)b ? 1 : -1;
}

Test(mem, sorting_takes_an_array_of_nothing) {
  dbx_vec(int) v = {0};
  dbx_vec_sort(&v, descending);
  for (int i = 0; i < 5; i++) dbx_push(&v, i * 3 % 5);
  dbx_vec_sort(&v, descending);
  for (int i = 0; i < 5; i++) cr_expect_eq(v.at[i], 4 - i);
  dbx_vec_free(&v);
}

Test(mem, a_map_is_a_map) {
  enum { KEYS = 5000 };
  static struct {
    bool there;
    uint64_t val;
  } model[KEYS];
  dbx_map m = {0};
  cr_assert_null(dbx_map_find(&m, 1));
  for (int step = 0; step < 200000; step++) {
    uint32_t k = any(KEYS), n = 0;
    // keys that differ in their high bits alone, or are neighbours
    uint64_t key = k % 2 ? (uint64_t)k << 48 : (uint64_t)k + 2, val = any(UINT32_MAX), *at;
    if (any(3)) {
      dbx_map_put(&m, key, val);
      model[k].there = true, model[k].val = val;
    }
    at = dbx_map_find(&m, key);
    cr_assert_eq(at != NULL, model[k].there);
    if (at) cr_assert_eq(*at, model[k].val);
    if (step % 50000) continue;
    for (uint32_t i = 0; i < KEYS; i++) n += model[i].there;
    cr_assert_eq(m.n, n, "as many entries as keys");
    dbx_map_clear(&m);
    memset(model, 0, sizeof model);
  }
  dbx_map_put(&m, UINT64_MAX, 1), dbx_map_put(&m, UINT64_MAX, 2);
  cr_assert_eq(*dbx_map_find(&m, UINT64_MAX), 2);
  dbx_map_free(&m);
  cr_assert_null(dbx_map_find(&m, UINT64_MAX));
}

Test(mem, a_set_holds_handles_of_the_whole_range) {
  static const uint32_t in[] = {0, 63, 64, 127, 1u << 31, UINT32_MAX},
                        out[] = {1, 62, 65, 126, 128, (1u << 31) + 1, UINT32_MAX - 1};
  dbx_set s = {0};
  cr_expect(!dbx_set_has(&s, 0));
  for (size_t i = 0; i < sizeof in / sizeof *in; i++)
    dbx_set_add(&s, in[i]), dbx_set_add(&s, in[i]);
  for (size_t i = 0; i < sizeof in / sizeof *in; i++) cr_expect(dbx_set_has(&s, in[i]));
  for (size_t i = 0; i < sizeof out / sizeof *out; i++) cr_expect(!dbx_set_has(&s, out[i]));
  dbx_set_free(&s);
}

// ---- hashes ----

Test(mem, a_hash_depends_on_every_byte_the_length_and_the_seed) {
  unsigned char text[40] = {0};
  for (size_t n = 0; n <= sizeof text; n++) {
    uint64_t h = dbx_hash(text, n, 1);
    cr_expect_eq(h, dbx_hash(text, n, 1));
    cr_expect_neq(h, dbx_hash(text, n, 2));
    if (n) cr_expect_neq(h, dbx_hash(text, n - 1, 1));
    for (size_t i = 0; i < n; i++) {
      text[i] = 1;
      cr_expect_neq(h, dbx_hash(text, n, 1), "byte %zu of %zu", i, n);
      text[i] = 0;
    }
  }
}

Test(mem, a_hash_depends_on_the_order_of_words) {
  const uint64_t ab[] = {1, 2, 3}, ba[] = {2, 1, 3};
  cr_expect_neq(dbx_hash(ab, sizeof ab, 0), dbx_hash(ba, sizeof ba, 0));
}

Test(mem, up_to_eight_bytes_as_a_number) {
  const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (size_t n = 0; n <= 8; n++) {
    uint64_t want = 0;
    for (size_t i = n; i--;) want = want << 8 | bytes[i];
    cr_expect_eq(dbx_bytes(bytes, n), want, "%zu bytes", n);
  }
}
