#include "cases.h"

#include "read/read.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static dbx_buf text;
static hlo_region region;

void hlo_start(hlo_emitter *e, dbx_hlo_for target) {
  static hlo_sizes sizes;
  *e = (hlo_emitter){.target = target, .sizes = &sizes};
  hlo_open(e, &region);
}

void hlo_stop(hlo_emitter *e) {
  hlo_shut(e, &region);
  dbx_map_free(&e->head_region.seen);
  dbx_buf_free(&e->head), dbx_buf_free(&e->body), dbx_buf_free(&e->functions);
  dbx_arena_free(&e->arena);
}

const char *hlo_case_text(const hlo_case *c) {
  dbx_buf jaxpr = {0};
  dbx_printf(&jaxpr, "{ lambda ; %s. let %s }", c->inputs, c->eqns);
  dbx_clear(&text);
  dbx_jaxpr *j = facts_jaxpr(dbx_text(&jaxpr));
  dbx_buf_free(&jaxpr);
  dbx_status st = dbx_hlo_text(j, c->target, &text);
  if (st == DBX_OK) return dbx_text(&text);
  cr_assert(text.n == 0, "a text that failed is left");
  return facts_failure(st);
}

// ---- names ----

enum { MOST_NAMES = 4096 };
typedef struct names {
  char at[MOST_NAMES][24];
  uint32_t n, open[64], depth;
} names;

static bool is_defined(const names *k, const char *name) {
  for (uint32_t i = 0; i < k->n; i++)
    if (!strcmp(k->at[i], name)) return true;
  return false;
}

// A name is defined where "=", ":" or "," of a list of results follows, in front of an operation.
static bool defines(const char *line, const char *name, const char *end) {
  const char *equals = strstr(line, " = ");
  bool result = name == line + strspn(line, " "), argument = *end == ':' && strncmp(end, ":2", 2);
  bool carried = strstr(line, "stablehlo.while(") && !strncmp(end, " = ", 3);
  return (result && equals) || carried || (argument && (strstr(line, "^bb0") || strstr(line, "@")));
}

static void check_line(names *k, const char *line, const char *whole) {
  char name[24];
  for (const char *s = strchr(line, '%'); s; s = strchr(s + 1, '%')) {
    size_t n = 1;
    while (isalnum((unsigned char)s[n])) n++;
    cr_assert(n < sizeof name && k->n < MOST_NAMES);
    snprintf(name, sizeof name, "%.*s", (int)n, s);
    if (defines(line, s, s + n)) strcpy(k->at[k->n++], name);
    else cr_assert(is_defined(k, name), "%s is not defined in\n%s\nof\n%s", name, line, whole);
  }
}

static void check_names(const char *whole) {
  static names k;
  k.n = k.depth = 0;
  char *copy = dbx_strdup(whole), *rest = copy, *line;
  while ((line = strsep(&rest, "\n"))) {
    const char *first = line + strspn(line, " ");
    size_t n = strlen(line);
    if (*first == '}' && k.depth) k.n = k.open[--k.depth];
    check_line(&k, line, whole);
    if (n && line[n - 1] == '{') k.open[k.depth++] = k.n;
    if (!strncmp(first, "func.func", 9)) k.open[k.depth - 1] = k.n;
  }
  free(copy);
}

void hlo_check_cases(const hlo_case *c, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *got = hlo_case_text(&c[i]), *at = got;
    char *pieces = dbx_strdup(c[i].pieces), *rest = pieces, *end;
    for (char *piece = pieces; piece; piece = rest) {
      end = strstr(piece, " | ");
      rest = end ? end + 3 : NULL;
      if (end) *end = 0;
      at = strstr(at, piece);
      cr_assert(at, "row %zu: no '%s' in\n%s", i, piece, got);
    }
    free(pieces);
    if (strncmp(got, "E804", 4)) check_names(got);
  }
}

// The Jaxpr in one line.
static const char *one_line(const dbx_jaxpr *j) {
  static dbx_buf b;
  dbx_buf all = {0};
  dbx_clear(&b);
  dbx_print_jaxpr(&all, j, &(dbx_print_opts){.width = 10000, .style = DBX_STYLE_OLD});
  for (const char *s = dbx_text(&all); *s; s++) {
    bool blank = *s == ' ' || *s == '\n';
    if (!blank || (b.n && b.at[b.n - 1] != ' ')) dbx_putc(&b, blank ? ' ' : *s);
  }
  dbx_buf_free(&all);
  return dbx_text(&b);
}

static dbx_status read_text(const char *module, dbx_jaxpr **j) {
  uint32_t file = dbx_source_add("text.mlir", module, strlen(module));
  DBX_TRY(dbx_hlo_read(file, facts_arena(), j));
  return dbx_check_jaxpr(*j);
}

void hlo_check_round_trips(const char *const *jaxprs, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const dbx_jaxpr *j = facts_jaxpr(jaxprs[i]);
    dbx_jaxpr *back;
    dbx_buf module = {0};
    char *want = dbx_strdup(one_line(j));
    cr_assert_str_empty(facts_failure(dbx_hlo_text(j, DBX_HLO_XLA, &module)), "row %zu", i);
    const char *failure = facts_failure(read_text(dbx_text(&module), &back));
    cr_assert_str_empty(failure, "row %zu: %s\n%s", i, failure, dbx_text(&module));
    cr_assert_str_eq(one_line(back), want, "row %zu:\n%s\nbecame\n%s\n%s", i, want, one_line(back),
                     dbx_text(&module));
    free(want);
    dbx_buf_free(&module);
  }
}

void hlo_check_readings(const hlo_reading *r, size_t n) {
  for (size_t i = 0; i < n; i++) {
    dbx_jaxpr *j;
    const char *failure = facts_failure(read_text(r[i].text, &j));
    if (*failure) cr_assert(facts_match(failure, r[i].jaxpr), "row %zu: %s", i, failure);
    else cr_assert_str_eq(one_line(j), r[i].jaxpr, "row %zu: %s", i, one_line(j));
  }
}
