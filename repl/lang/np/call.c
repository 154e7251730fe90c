// Calls of the functions of numpy: the binding of arguments to signatures.
#include "lang/np/np.h"

#include "base/nearest.h"
#include "lang/object/operation.h"
#include "trace/trace.h"

#include <string.h>

enum { MAX_PARAMETERS = 12 };

// ---- signatures ----

typedef struct parameter {
  const char *name, *standard; // standard NULL: it has to be given
  uint32_t n, n_standard;
  bool rest, keyword_only;
} parameter;

typedef struct signature {
  parameter at[MAX_PARAMETERS];
  uint32_t n;
} signature;

static signature signature_of(const char *text) {
  signature s = {0};
  bool keyword_only = false;
  while (*text) {
    size_t n = strcspn(text, ",");
    const char *equals = memchr(text, '=', n);
    bool mark = n == 1 && (*text == '*' || *text == '/'), rest = *text == '*' && n > 1;
    if (!mark) {
      const char *name = text + rest;
      size_t length = (size_t)((equals ? equals : text + n) - name);
      s.at[s.n++] = (parameter){name,
                                equals ? equals + 1 : NULL,
                                (uint32_t)length,
                                equals ? (uint32_t)(text + n - equals - 1) : 0,
                                rest,
                                keyword_only};
    }
    keyword_only |= *text == '*';
    text += n;
    while (*text == ',' || *text == ' ') text++;
  }
  return s;
}

static pv standard_of(const parameter *p) {
  char text[24];
  if (!p->standard || !p->n_standard) return PV(PV_UNBOUND);
  snprintf(text, sizeof text, "%.*s", (int)p->n_standard, p->standard);
  if (!strcmp(text, "None")) return pv_none();
  if (!strcmp(text, "True") || !strcmp(text, "False")) return pv_bool(*text == 'T');
  char *end;
  if (!strpbrk(text, ".e")) {
    long i = strtol(text, &end, 10);
    if (!*end) return pv_int(i);
  }
  double f = strtod(text, &end);
  return *end ? str_of(text) : pv_float(f);
}

static dbx_status unknown_keyword(const signature *s, const char *fn, const char *name) {
  dbx_nearest near = dbx_nearest_to(name);
  for (uint32_t i = 0; i < s->n; i++)
    if (!s->at[i].rest) dbx_nearest_part(&near, s->at[i].name, s->at[i].n);
  dbx_fail_(DBX_E202, (dbx_span){0}, "%s() got an unexpected keyword argument '%s'", fn, name);
  return dbx_nearest_advise(&near, "");
}

static dbx_status bind_keywords(const signature *s, const call_args *c, const char *fn, pv *a) {
  for (uint32_t k = 0; k < c->n_kw; k++) {
    const char *name = dbx_sym_text(c->kw[k]);
    uint32_t i = 0;
    while (i < s->n &&
           (s->at[i].rest || strlen(name) != s->at[i].n || memcmp(name, s->at[i].name, s->at[i].n)))
      i++;
    if (i == s->n) return unknown_keyword(s, fn, name);
    if (a[i].tag != PV_UNBOUND)
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s() got multiple values for argument '%s'", fn,
                      name);
    a[i] = c->kw_at[k];
  }
  return DBX_OK;
}

static dbx_status bind(const np_row *row, const call_args *c, const pv *self, pv *a,
                       uint32_t *n_bound) {
  signature s = signature_of(row->signature);
  *n_bound = s.n;
  uint32_t given = 0, n = c->n + (self != NULL);
  for (uint32_t i = 0; i < s.n; i++) {
    a[i] = PV(PV_UNBOUND);
    if (s.at[i].keyword_only || given >= n) continue;
    if (s.at[i].rest) {
      a[i] = tuple_new(c->at + given - (self != NULL), n - given);
      given = n;
      continue;
    }
    a[i] = self && !given ? *self : c->at[given - (self != NULL)];
    given++;
  }
  if (given < n)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes %u positional arguments but %u were given",
                    row->name, given, n);
  DBX_TRY(bind_keywords(&s, c, row->name, a));
  for (uint32_t i = 0; i < s.n; i++) {
    if (a[i].tag != PV_UNBOUND) continue;
    if (s.at[i].rest) a[i] = tuple_new(NULL, 0);
    else if (s.at[i].standard) a[i] = standard_of(&s.at[i]);
    else
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s() missing required argument: '%.*s'", row->name,
                      (int)s.at[i].n, s.at[i].name);
  }
  return DBX_OK;
}

// ---- calls: traces do not see them ----

dbx_status np_call_row(const np_row *row, const call_args *c, const pv *self, pv *ret) {
  pv a[MAX_PARAMETERS];
  operation o = operation_begin();
  struct dbx_trace *suspended = dbx_trace_suspend();
  uint32_t n;
  dbx_status st = bind(row, c, self, a, &n);
  if (st == DBX_OK) st = row->fn(row, a, ret);
  if (st == DBX_OK && ret->tag == PV_UNBOUND) st = DBX_FAIL;
  if (st == DBX_OK) *ret = np_tensor_of_row(row, a, n, self != NULL, *ret);
  dbx_trace_resume(suspended);
  return dbx_polled(operation_end(&o, st)); // loops that had to end early left it to this place
}

// ---- what the functions share ----
