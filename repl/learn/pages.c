// Finding pages by name (see pages.h).
#include "learn/pages.h"

#include "base/nearest.h"

#include "base/diag.h"

#include <ctype.h>
#include <string.h>

// ---- names ----

static bool skipped(char c) { return c == ' ' || c == '-' || c == '_' || c == '`'; }

// Compares without case, blanks, "-" and "_": 0 different, 1 `name` begins `full`, 2 the same.
static int alike(const char *full, size_t n, const char *name) {
  const char *end = full + n;
  for (;;) {
    while (full < end && skipped(*full)) full++;
    while (skipped(*name)) name++;
    if (!*name) return full == end ? 2 : 1;
    if (full == end || tolower((unsigned char)*full) != tolower((unsigned char)*name)) return 0;
    full++, name++;
  }
}

// The best over the file's name and those of the heading.
static int fits(const page *p, const char *name) {
  int best = alike(p->name, strlen(p->name), name);
  for (const char *at = p->title; p->kind != PAGE_EXAMPLE && *at;) {
    size_t n = strcspn(at, ",:");
    int fit = alike(at, n, name);
    if (fit > best) best = fit;
    if (at[n] != ',') break; // after a colon no names follow
    at += n + 1;
  }
  return best;
}

static bool contains(const page *p, const char *name) {
  return *name && (strcasestr(p->name, name) || strcasestr(p->title, name));
}

static void add_name(dbx_buf *b, const page *p) {
  if (b) dbx_printf(b, "%s%s", b->n ? ", " : "", p->name);
}

const page *page_find(page_kind kind, const char *name, dbx_buf *others) {
  const page *begun = NULL;
  uint32_t n = 0;
  for (uint32_t i = 0; *name && i < pages_count; i++) {
    const page *p = &pages[i];
    int fit = p->kind == kind ? fits(p, name) : 0;
    if (fit == 2) return p;
    if (fit == 1) begun = p, n++;
  }
  if (n == 1) return begun;
  for (uint32_t i = 0; i < pages_count; i++)
    if (pages[i].kind == kind && (fits(&pages[i], name) || contains(&pages[i], name)))
      add_name(others, &pages[i]);
  return NULL;
}

// ---- explain ----

static bool explain_code(dbx_buf *b, const char *name, int width, bool color) {
  for (int c = 0; c < DBX_CODE_COUNT; c++) {
    const char *code = dbx_code_name((dbx_code)c);
    if (strcasecmp(code, name)) continue;
    const page *p = page_find(PAGE_CODE, code, NULL);
    if (p) page_put(b, p->text, width, color);
    else
      dbx_printf(b, "%s  %s\n\n%s\n", code, dbx_sym_text(dbx_code_class((dbx_code)c)),
                 dbx_code_title((dbx_code)c));
    return true;
  }
  return false;
}

static void no_page(const char *name) {
  dbx_nearest near = dbx_nearest_to(name);
  for (uint32_t i = 0; i < pages_count; i++)
    if (pages[i].kind == PAGE_TERM) dbx_nearest_try(&near, pages[i].name);
  for (int c = 0; c < DBX_CODE_COUNT; c++) dbx_nearest_try(&near, dbx_code_name((dbx_code)c));
  dbx_fail_(DBX_E208, (dbx_span){0}, "there is no page '%s'; `:explain` lists them", name);
  (void)dbx_nearest_advise(&near, "");
}

dbx_status page_explain(dbx_buf *b, const char *name, int width, bool color) {
  dbx_buf others = {0};
  if (explain_code(b, name, width, color)) return DBX_OK;
  const page *p = page_find(PAGE_TERM, name, &others);
  if (p) page_put(b, p->text, width, color);
  else if (others.n)
    dbx_fail_(DBX_E208, (dbx_span){0}, "'%s' could be %s", name, dbx_text(&others));
  else no_page(name);
  dbx_buf_free(&others);
  return p ? DBX_OK : DBX_FAIL;
}

void page_put_terms(dbx_buf *b, int width) {
  int column = 0;
  for (uint32_t i = 0; i < pages_count; i++) {
    if (pages[i].kind != PAGE_TERM) continue;
    int n = (int)strlen(pages[i].name);
    if (column && column + n + 2 > width) dbx_putc(b, '\n'), column = 0;
    dbx_printf(b, "  %s", pages[i].name);
    column += n + 2;
  }
  if (column) dbx_putc(b, '\n');
}

// ---- examples ----

// The first line of a program's comment, without its mark.
static void put_summary(dbx_buf *b, const char *text) {
  size_t skip = strspn(text, "# ");
  dbx_putn(b, text + skip, strcspn(text + skip, "\n"));
}

void page_put_examples(dbx_buf *b) {
  for (uint32_t i = 0; i < pages_count; i++) {
    if (pages[i].kind != PAGE_EXAMPLE) continue;
    dbx_printf(b, "  %-16s ", pages[i].name);
    put_summary(b, pages[i].text);
    dbx_putc(b, '\n');
  }
}

dbx_status page_example(dbx_buf *b, const char *name) {
  dbx_buf others = {0};
  const page *p = page_find(PAGE_EXAMPLE, name, &others);
  if (p) dbx_put(b, p->text);
  else
    dbx_fail_(DBX_E208, (dbx_span){0}, "there is no example '%s'%s%s", name,
              others.n ? "; there are " : "", dbx_text(&others));
  dbx_buf_free(&others);
  return p ? DBX_OK : DBX_FAIL;
}
