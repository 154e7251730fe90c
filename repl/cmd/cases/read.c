// The call that `:whatif` asks about (see cases.h).
#include "cmd/cases/cases.h"

#include "lang/lang.h"
#include "lang/run/lang.h"

#include <string.h>

// The type as it is declared: f64[] is f64; `_` and `?` on an axis are names that nothing else has.
static char *type_text(const char *name, const char *type) {
  dbx_buf b = {0};
  uint32_t axis = 0;
  for (const char *s = type; *s; s++) {
    bool unknown = *s == '?' || (*s == '_' && strchr("[, ", s[-(s > type)]) && strchr("], ", s[1]));
    axis += *s == ',';
    if (!strncmp(s, "[]", 2)) s++; // a scalar
    else if (unknown) dbx_printf(&b, "%s_%u", name, axis);
    else dbx_putc(&b, *s);
  }
  char *ret = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
  return ret;
}

// "x: f64[n]", "n = 3", or a type.
static dbx_status read_argument(cases *c, const char *one) {
  const char *colon = strchr(one, ':'), *equal = strchr(one, '='),
             *at = colon && (!equal || colon < equal) ? colon : equal;
  cases_argument a = {0};
  dbx_buf name = {0};
  if (at) dbx_putn(&name, one, (size_t)(at - one));
  else dbx_printf(&name, "argument_%u", c->args.n);
  a.name = dbx_strdup_trimmed(dbx_text(&name), name.n);
  dbx_buf_free(&name);
  char *rest = dbx_strdup_trimmed(at ? at + 1 : one, strlen(at ? at + 1 : one));
  bool unsaid = !strcmp(rest, "?") || !strcmp(rest, "_");
  if (at && at == equal && !unsaid) a.value = dbx_strdup(rest);
  else a.type = type_text(a.name, rest);
  dbx_push(&c->args, a);
  dbx_status st = DBX_OK;
  if (unsaid)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "of which type is %s? For example `%s: float`", a.name,
                  a.name);
  free(rest);
  return st;
}

static dbx_status read_arguments(cases *c, const char *text, size_t n) {
  int depth = 0;
  for (size_t from = 0, i = 0; i <= n; i++) {
    if (i < n && strchr("[(", text[i])) depth++;
    if (i < n && strchr("])", text[i])) depth--;
    if (i < n && (text[i] != ',' || depth)) continue;
    char *one = dbx_strdup_trimmed(text + from, i - from);
    dbx_status st = *one ? read_argument(c, one) : DBX_OK;
    free(one);
    DBX_TRY(st);
    from = i + 1;
  }
  if (c->args.n) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "types of the arguments are needed: f(x: f64[n], y: f64[m])");
}

dbx_status cases_read(const char *text, cases *ret) {
  const char *open = strchr(text, '('), *close = strrchr(text, ')');
  *ret = (cases){.text = dbx_strdup(text)};
  if (!open || !close || close < open)
    return dbx_fail(DBX_E101, (dbx_span){0}, "a closing bracket is missing");
  ret->function = dbx_strdup_trimmed(text, (size_t)(open - text));
  DBX_TRY(read_arguments(ret, open + 1, (size_t)(close - open - 1)));
  if (dict_get_sym(lang_now->globals, dbx_intern(ret->function)).tag != PV_UNBOUND) return DBX_OK;
  return lang_unknown_name(NULL, dbx_intern(ret->function), (dbx_span){0});
}

void cases_free(cases *c) {
  for (uint32_t i = 0; i < c->args.n; i++)
    free(c->args.at[i].name), free(c->args.at[i].type), free(c->args.at[i].value);
  for (uint32_t i = 0; i < c->memos.n; i++)
    dbx_vec_free(&c->memos.at[i]->entries), free(c->memos.at[i]);
  dbx_vec_free(&c->args), dbx_vec_free(&c->rows), dbx_vec_free(&c->advice);
  dbx_vec_free(&c->questions), dbx_vec_free(&c->orders), dbx_vec_free(&c->memos);
  dbx_vec_free(&c->lengths), dbx_vec_free(&c->paths), dbx_vec_free(&c->apart);
  free(c->text), free(c->function);
  dbx_arena_free(&c->arena);
}
