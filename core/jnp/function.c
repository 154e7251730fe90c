// The table of functions, and the binding of arguments to their signatures (see jnp.h).
#include "jnp/state.h"

#include "base/nearest.h"
#include "jnp/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const dbx_function functions[] = {
#define F(module, name, fn, signature, example) {#module, #name, signature, fn, example},
#define ALIAS(module, name, fn, signature) {#module, #name, signature, fn, NULL},
#include "jnp/functions.def"
#undef F
#undef ALIAS
};
enum { N = sizeof functions / sizeof *functions };

static uint64_t key(const char *module, const char *name) {
  return dbx_hash(name, strlen(name), dbx_hash(module, strlen(module), 11)) | 1;
}

const dbx_function *dbx_function_find(const char *module, const char *name) {
  dbx_map *by_name = &jnp_now->by_name;
  if (!by_name->n)
    for (int i = N; i-- > 0;)
      dbx_map_put(by_name, key(functions[i].module, functions[i].name), (uint64_t)i + 1);
  uint64_t *i = dbx_map_find(by_name, key(module, name));
  return i ? &functions[*i - 1] : NULL;
}

const dbx_function *dbx_function_next(const dbx_function *f) {
  if (!f) return functions;
  return f + 1 < functions + N ? f + 1 : NULL;
}

// ---- signatures ----

typedef struct param {
  const char *name;
  size_t n;
  const char *standard; // default text, NULL if required
  size_t standard_n;
  bool rest;     // *args
  bool keyword;  // keyword-only
  bool position; // positional-only
} param;

static uint32_t parse(const char *s, param *p) {
  uint32_t n = 0;
  bool keyword = false;
  while (*s) {
    s += strspn(s, ", ");
    if (!*s) break;
    const char *end = s;
    for (int depth = 0; *end && (depth || *end != ','); end++)
      depth += (*end == '(') - (*end == ')');
    size_t len = (size_t)(end - s);
    if (len == 1 && *s == '/') {
      for (uint32_t i = 0; i < n; i++) p[i].position = true;
    } else if (len == 1 && *s == '*') {
      keyword = true;
    } else {
      bool rest = *s == '*';
      const char *eq = memchr(s, '=', len);
      param q = {
          s + rest, (size_t)((eq ? eq : end) - s) - rest, eq ? eq + 1 : NULL, 0, rest, keyword,
          false};
      if (eq) q.standard_n = (size_t)(end - eq - 1);
      p[n++] = q;
      keyword |= rest;
    }
    s = end;
  }
  return n;
}

static V standard(const param *p) {
  char t[64];
  size_t n = p->standard_n < sizeof t - 1 ? p->standard_n : sizeof t - 1;
  memcpy(t, p->standard, n);
  t[n] = 0;
  if (!strcmp(t, "None")) return dbx_val_none();
  if (!strcmp(t, "True") || !strcmp(t, "False")) return dbx_val_bool(*t == 'T');
  if (!strcmp(t, "()")) return jn_tuple(NULL, 0);
  if (!strcmp(t, "(0, 1)")) return jn_tuple((V[]){jn_int(0), jn_int(1)}, 2);
  if (isdigit((unsigned char)*t) || *t == '-')
    return strpbrk(t, ".e") ? jn_float(strtod(t, NULL)) : jn_int(strtoll(t, NULL, 10));
  return (V){.kind = DBX_V_STR, .str = dbx_intern(t)};
}

static bool is_param(const param *p, dbx_sym name) {
  return dbx_sym_len(name) == p->n && !memcmp(dbx_sym_text(name), p->name, p->n);
}

static dbx_status near_param(const param *p, uint32_t n, dbx_sym name) {
  dbx_nearest near = dbx_nearest_to(dbx_sym_text(name));
  for (uint32_t i = 0; i < n; i++)
    if (!p[i].rest && !p[i].position) dbx_nearest_part(&near, p[i].name, p[i].n);
  return dbx_nearest_advise(&near, "");
}

static dbx_status bind_keyword(const dbx_function *f, const param *p, uint32_t n,
                               const dbx_keyword *kw, V *a, bool *given) {
  for (uint32_t i = 0; i < n; i++) {
    if (p[i].rest || p[i].position || !is_param(&p[i], kw->name)) continue;
    if (given[i])
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s() got multiple values for argument '%s'",
                      f->name, dbx_sym_text(kw->name));
    a[i] = kw->val;
    given[i] = true;
    return DBX_OK;
  }
  dbx_fail_(DBX_E202, (dbx_span){0}, "%s() got an unexpected keyword argument '%s'", f->name,
            dbx_sym_text(kw->name));
  return near_param(p, n, kw->name);
}

static dbx_status bind(const dbx_function *f, const param *p, uint32_t n, const V *args,
                       uint32_t n_args, const dbx_keyword *kw, uint32_t n_kw, V *a) {
  bool *given = DBX_TMP(bool, n);
  uint32_t next = 0, room = 0;
  for (uint32_t i = 0; i < n && !p[i].keyword; i++) {
    room++;
    if (p[i].rest) {
      a[i] = dbx_val_tuple(args + next, n_args - next);
      given[i] = true;
      next = n_args;
    } else if (next < n_args) {
      a[i] = args[next++];
      given[i] = true;
    }
  }
  if (next < n_args)
    return dbx_fail(DBX_E202, (dbx_span){0}, "%s() takes %u positional arguments but %u were given",
                    f->name, room, n_args);
  for (uint32_t i = 0; i < n_kw; i++) DBX_TRY(bind_keyword(f, p, n, &kw[i], a, given));
  for (uint32_t i = 0; i < n; i++) {
    if (given[i]) continue;
    if (p[i].rest) a[i] = dbx_val_tuple(NULL, 0);
    else if (p[i].standard) a[i] = standard(&p[i]);
    else
      return dbx_fail(DBX_E202, (dbx_span){0}, "%s() missing required argument: '%.*s'", f->name,
                      (int)p[i].n, p[i].name);
  }
  return DBX_OK;
}

typedef struct jnp_signature {
  param *at;
  uint32_t n;
} signature;

// A signature is read when its function is first called.
static const signature *signature_of(const dbx_function *f) {
  struct jnp_state *w = jnp_now;
  if (!w->signature_of) w->signature_of = dbx_alloc(N * sizeof *w->signature_of);
  signature *s = &w->signature_of[f - functions];
  if (s->at) return s;
  uint32_t most = 1;
  for (const char *c = f->signature; *c; c++) most += *c == ',';
  param *p = DBX_TMP(param, most);
  s->n = parse(f->signature, p);
  s->at = dbx_arena_copy(&w->signatures, p, s->n * sizeof *p);
  return s;
}

dbx_status dbx_function_call(const dbx_function *f, const dbx_val *args, uint32_t n,
                             const dbx_keyword *kw, uint32_t n_kw, dbx_val *ret) {
  const signature *s = signature_of(f);
  V *a = DBX_TMP(V, s->n + 1);
  DBX_TRY(bind(f, s->at, s->n, args, n, kw, n_kw, a));
  V r = f->fn(a);
  DBX_TRY(status_of(r));
  *ret = r;
  return DBX_OK;
}

// ---- methods ----

const dbx_function *dbx_array_method(const char *name, bool *attribute) {
  static const char *const methods[] = {
      "sum",      "prod",      "max",     "min",     "mean",    "any",    "all",      "argmax",
      "argmin",   "cumsum",    "cumprod", "ravel",   "squeeze", "astype", "round",    "copy",
      "conj",     "conjugate", "var",     "std",     "take",    "dot",    "swapaxes", "repeat",
      "diagonal", "trace",     "sort",    "argsort", "flatten"};
  *attribute = false;
  if (!strcmp(name, "T") || !strcmp(name, "real") || !strcmp(name, "imag") || !strcmp(name, "mT")) {
    *attribute = true;
    return dbx_function_find("jnp", *name == 'T'   ? "transpose"
                                    : *name == 'm' ? "matrix_transpose"
                                                   : name);
  }
  const dbx_function *own = dbx_function_find("method", name);
  if (own) return own;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (!strcmp(name, methods[i]))
      return dbx_function_find("jnp", !strcmp(name, "flatten") ? "ravel" : name);
  return NULL;
}
