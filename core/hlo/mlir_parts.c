// Parts of parsed operations: attributes, words, numbers (see mlir.h).
#include "hlo/mlir.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool mlir_text_is(mlir_text t, const char *s) { return t.n == strlen(s) && !memcmp(t.at, s, t.n); }

const mlir_text *mlir_attr_of(const mlir_op *op, const char *key) {
  for (uint32_t i = 0; i < op->n_attrs; i++)
    if (!strcmp(dbx_sym_text(op->attrs[i].key), key)) return &op->attrs[i].text;
  return NULL;
}

bool mlir_has_word(const mlir_op *op, const char *word) {
  for (uint32_t i = 0; i < op->n_words; i++)
    if (!strcmp(dbx_sym_text(op->words[i]), word)) return true;
  return false;
}

uint32_t mlir_numbers(mlir_text t, dbx_arena *arena, const int64_t **ret) {
  dbx_vec(int64_t) all = {0};
  for (uint32_t i = 0; i < t.n;) {
    bool minus = t.at[i] == '-' && i + 1 < t.n;
    bool inside = i && (isalnum((unsigned char)t.at[i - 1]) || t.at[i - 1] == '_'); // i64
    if (inside || !isdigit((unsigned char)t.at[i + minus])) {
      i++;
      continue;
    }
    uint64_t x = 0;
    for (i += minus; i < t.n && isdigit((unsigned char)t.at[i]); i++)
      x = x * 10 + (uint64_t)(t.at[i] - '0');
    dbx_push(&all, minus ? (int64_t)(0 - x) : (int64_t)x);
    while (i < t.n && isalnum((unsigned char)t.at[i])) i++; // 2x3xi64
  }
  *ret = dbx_arena_copy(arena, all.at, all.n * sizeof *all.at);
  uint32_t n = all.n;
  dbx_vec_free(&all);
  return n;
}

mlir_text mlir_field(mlir_text t, const char *key) {
  size_t n = strlen(key);
  for (uint32_t i = 0; i + n < t.n; i++) {
    if (memcmp(t.at + i, key, n) || (i && is_word(t.at[i - 1])) || is_word(t.at[i + n])) continue;
    const char *from = t.at + i + n, *end = t.at + t.n;
    while (from < end && (*from == ' ' || *from == '=')) from++;
    const char *to = from;
    while (to < end && *to != ']' && (*from == '[' || (*to != ',' && *to != '>'))) to++;
    return (mlir_text){from, (uint32_t)(to - from) + (to < end && *to == ']')};
  }
  return (mlir_text){t.at, 0};
}
