// See nearest.h.
#include "base/nearest.h"

#include "base/buf.h"
#include "base/diag.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOVE = 2, CASE = 1, SWAP = 1 };

dbx_nearest dbx_nearest_to(const char *name) {
  dbx_nearest n = {.cost = UINT32_MAX};
  if (strlen(name) < sizeof n.name) snprintf(n.name, sizeof n.name, "%s", name);
  return n;
}

dbx_nearest dbx_nearest_each(const char *begin, void (*each)(void *ctx, const char *known),
                             void *ctx) {
  dbx_nearest n = dbx_nearest_to(begin);
  n.each = each, n.ctx = ctx;
  return n;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t change(char a, char b) {
  if (a == b) return 0;
  return tolower((unsigned char)a) == tolower((unsigned char)b) ? CASE : MOVE;
}

// By rows of the table of prefixes: the one before the last is for neighbours that changed places.
static uint32_t distance(const char *a, uint32_t n, const char *b, uint32_t m) {
  uint32_t rows[3][DBX_NEAREST_MAX];
  for (uint32_t k = 0; k <= m; k++) rows[0][k] = k * MOVE;
  for (uint32_t i = 1; i <= n; i++) {
    uint32_t *row = rows[i % 3], *up = rows[(i + 2) % 3], *above = rows[(i + 1) % 3];
    row[0] = i * MOVE;
    for (uint32_t k = 1; k <= m; k++) {
      row[k] = least(least(up[k], row[k - 1]) + MOVE, up[k - 1] + change(a[i - 1], b[k - 1]));
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        row[k] = least(row[k], above[k - 2] + SWAP);
    }
  }
  return rows[n % 3][m];
}

static bool begins_so(const dbx_nearest *n, const char *known) {
  return *known && !strncmp(n->name, known, strlen(n->name));
}

// Is the known name what other libraries call by the other one?
static bool means(const char *other, const char *known) {
  static const char *const pairs[][2] = {
#define O(other, known) {other, known},
#include "base/nearest.def"
#undef O
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (!strcmp(other, pairs[i][0]) && !strcmp(known, pairs[i][1])) return true;
  return false;
}

bool dbx_nearest_wants(const dbx_nearest *n, const char *known) {
  dbx_nearest with = *n;
  if (n->each) return begins_so(n, known);
  dbx_nearest_try(&with, known);
  return strcmp(with.best, n->best) != 0;
}

void dbx_nearest_try(dbx_nearest *n, const char *known) {
  if (n->each) {
    if (begins_so(n, known)) n->each(n->ctx, known);
    return;
  }
  size_t a = strlen(n->name), b = strlen(known);
  if (!a || !b || b >= sizeof n->best || !strcmp(n->name, known)) return;
  if (means(n->name, known)) {
    snprintf(n->best, sizeof n->best, "%s", known);
    n->cost = 0;
    return;
  }
  uint32_t most = (uint32_t)(a + b + 3) * MOVE / 6;
  if ((a > b ? a - b : b - a) * MOVE > most) return;
  uint32_t cost = distance(n->name, (uint32_t)a, known, (uint32_t)b);
  if (!strcasecmp(n->name, known)) cost = least(cost, CASE); // however many letters it is
  bool begins = *known == *n->name && *n->best != *n->name;
  if (cost > most || cost > n->cost || (cost == n->cost && !begins)) return;
  snprintf(n->best, sizeof n->best, "%s", known);
  n->cost = cost;
}

void dbx_nearest_part(dbx_nearest *n, const char *known, size_t length) {
  char name[DBX_NEAREST_MAX];
  if (length >= sizeof name) return;
  snprintf(name, sizeof name, "%.*s", (int)length, known);
  dbx_nearest_try(n, name);
}

void dbx_nearest_words(dbx_nearest *n, const char *words) {
  static const char between[] = " |,";
  for (const char *at = words + strspn(words, between); *at; at += strspn(at, between)) {
    size_t length = strcspn(at, between);
    dbx_nearest_part(n, at, length);
    at += length;
  }
}

dbx_status dbx_nearest_advise(const dbx_nearest *n, const char *before) {
  char text[2 * DBX_NEAREST_MAX];
  if (!*n->best || !dbx_diag_pending()) return DBX_FAIL;
  snprintf(text, sizeof text, "%s%s", before, n->best);
  return dbx_diag_advise(DBX_NOTE_NEAREST, text), DBX_FAIL;
}
