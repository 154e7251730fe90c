// The layout algebra: what stands in one line, and where the others begin.
#include "ir/pp.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_arena arena;

// "ab|cd": texts and breaks; "(" and ")": a group; "<" and ">": nested by two.
static dbx_doc *parse(const char **s) {
  dbx_docs parts = {0};
  while (**s && **s != ')' && **s != '>') {
    char c = *(*s)++;
    dbx_doc *d;
    if (c == '(') d = dbx_doc_group(&arena, parse(s)), ++*s;
    else if (c == '<') d = dbx_doc_nest(&arena, 2, parse(s)), ++*s;
    else if (c == '|') d = dbx_doc_brk(&arena, " ");
    else if (c == '!') d = dbx_doc_brk(&arena, "");
    else {
      size_t n = 1 + strcspn(*s, "()<>|!");
      d = dbx_doc_text(&arena, *s - 1, n), *s += n - 1;
    }
    dbx_push(&parts, d);
  }
  return dbx_doc_cat(&arena, &parts);
}

static const struct {
  const char *doc;
  int width;
  const char *text;
} facts[] = {
    {"", 10, ""},
    {"a|b", 80, "a\nb"}, // outside of a group every break is a line
    {"(a|b)", 3, "a b"},
    {"(a|b)", 2, "a\nb"},
    {"(a!b)", 2, "ab"},
    {"(aa<|bb>)", 5, "aa bb"},
    {"(aa<|bb>)", 4, "aa\n  bb"},
    {"(a|(b|c))", 5, "a b c"},
    {"(a|(b|c))", 4, "a\nb c"}, // the outer one breaks, the inner one fits
    {"(a|(b|c))", 2, "a\nb\nc"},
    {"x(a|b)", 4, "xa b"}, // the column counts
    {"x(a|b)", 3, "xa\nb"},
    {"(a|b)cccccc", 3, "a bcccccc"}, // what follows does not
    {"<(a<|b|<|c>>)>", 1, "a\n    b\n    \n      c"},
    {"(\u00e9\u00e9|b)", 4, "\u00e9\u00e9 b"}, // columns are code points
    {"(\u00e9\u00e9|b)", 3, "\u00e9\u00e9\nb"},
    {"(a|b)", 0, "a\nb"},
    {"(a)", -5, "a"},
};

Test(pp, layouts) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    const char *s = facts[i].doc;
    dbx_doc_format(&b, parse(&s), facts[i].width);
    cr_expect_str_eq(dbx_text(&b), facts[i].text, "%s in %d: %s", facts[i].doc, facts[i].width,
                     dbx_text(&b));
    dbx_buf_free(&b);
  }
}

Test(pp, a_document_may_be_deep) {
  enum { DEEP = 200000 };
  dbx_doc *d = dbx_doc_str(&arena, "x");
  dbx_buf b = {0};
  for (int i = 0; i < DEEP; i++)
    d = dbx_doc_nest(&arena, i % 2 ? 1 : -1, i % 3 ? d : dbx_doc_group(&arena, d));
  dbx_docs parts = {0};
  dbx_push(&parts, d);
  dbx_push(&parts, dbx_doc_brk(&arena, " "));
  dbx_push(&parts, d); // one document in two places
  dbx_doc_format(&b, dbx_doc_group(&arena, dbx_doc_cat(&arena, &parts)), 80);
  cr_expect_str_eq(dbx_text(&b), "x x");
  dbx_buf_free(&b);
  dbx_arena_free(&arena);
}
