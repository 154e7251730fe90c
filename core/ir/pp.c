// The layout algebra (see pp.h), with an explicit agenda: documents are as deep as programs.
#include "ir/pp.h"

#include "base/poll.h"

#include <stdlib.h>
#include <string.h>

struct dbx_doc {
  enum { TEXT, BRK, CAT, GROUP, NEST } kind;
  uint32_t n;     // bytes of text; number of children
  uint32_t width; // code points of text
  int by;
  const char *text;
  dbx_doc **child;
};

dbx_doc *dbx_doc_text(dbx_arena *a, const char *s, size_t n) {
  dbx_doc *d = DBX_NEW(a, dbx_doc);
  *d = (dbx_doc){.kind = TEXT, .n = (uint32_t)n, .width = (uint32_t)dbx_columns(s, n)};
  d->text = dbx_arena_copy(a, s, n);
  return d;
}

dbx_doc *dbx_doc_str(dbx_arena *a, const char *s) { return dbx_doc_text(a, s, strlen(s)); }

dbx_doc *dbx_doc_brk(dbx_arena *a, const char *flat) {
  dbx_doc *d = dbx_doc_str(a, flat);
  d->kind = BRK;
  return d;
}

dbx_doc *dbx_doc_cat(dbx_arena *a, dbx_docs *parts) {
  dbx_doc *d = DBX_NEW(a, dbx_doc);
  *d = (dbx_doc){.kind = CAT, .n = parts->n};
  d->child = dbx_arena_copy(a, parts->at, parts->n * sizeof *parts->at);
  dbx_vec_free(parts);
  return d;
}

static dbx_doc *wrap(dbx_arena *a, int kind, int by, dbx_doc *child) {
  dbx_doc *d = DBX_NEW(a, dbx_doc);
  *d = (dbx_doc){.n = 1, .by = by};
  d->kind = kind;
  d->child =
      dbx_arena_copy(a, &child, sizeof child); // NOLINT(bugprone-sizeof-expression) one pointer
  return d;
}

dbx_doc *dbx_doc_group(dbx_arena *a, dbx_doc *d) { return wrap(a, GROUP, 0, d); }
dbx_doc *dbx_doc_nest(dbx_arena *a, int by, dbx_doc *d) { return wrap(a, NEST, by, d); }

typedef struct todo {
  const dbx_doc *doc;
  int indent;
  bool flat;
} todo;
typedef dbx_vec(todo) agenda;

static bool fits(const dbx_doc *group, long width, agenda *own) {
  own->n = 0;
  dbx_push(own, ((todo){.doc = group->child[0]}));
  while (width >= 0 && own->n && !dbx_stopping()) {
    const dbx_doc *d = own->at[--own->n].doc;
    if (d->kind == TEXT || d->kind == BRK) width -= d->width;
    else
      for (uint32_t i = d->n; i--;) dbx_push(own, ((todo){.doc = d->child[i]}));
  }
  return width >= 0;
}

void dbx_doc_format(dbx_buf *out, const dbx_doc *doc, int width) {
  agenda work = {0}, own = {0};
  long column = 0;
  dbx_push(&work, ((todo){.doc = doc}));
  while (work.n && !dbx_stopping()) {
    todo t = work.at[--work.n];
    const dbx_doc *d = t.doc;
    switch (d->kind) {
    case BRK:
      if (!t.flat) {
        dbx_putc(out, '\n');
        dbx_pad(out, t.indent);
        column = t.indent;
        break;
      } // fall through
    case TEXT:
      dbx_putn(out, d->text, d->n);
      column += d->width;
      break;
    case GROUP:
      dbx_push(&work, ((todo){d->child[0], t.indent, t.flat || fits(d, width - column, &own)}));
      break;
    case CAT:
    case NEST:
      for (uint32_t i = d->n; i--;)
        dbx_push(&work, ((todo){d->child[i], t.indent + d->by, t.flat}));
    }
  }
  dbx_vec_free(&work);
  dbx_vec_free(&own);
}
