// Fields of a line as numbers, texts, names, places (see reader.h).
#include "record/reader.h"

#include <stdarg.h>
#include <stdio.h>

dbx_status record_bad(const record_reader *r, const char *fmt, ...) {
  char text[256];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  return dbx_fail(DBX_E608, (dbx_span){0}, "%s, line %u: %s", dbx_source_name(r->file), r->line,
                  text);
}

// ---- fields ----

dbx_status record_u32_of(record_reader *r, const json_t *v, uint32_t *ret) {
  json_int_t i = json_integer_value(v);
  if (!json_is_integer(v) || i < 0 || i > UINT32_MAX)
    return record_bad(r, "a number from 0 to %u was expected", UINT32_MAX);
  return *ret = (uint32_t)i, DBX_OK;
}

dbx_status record_text_of(record_reader *r, const json_t *v, const char **ret) {
  if (!json_is_string(v)) return record_bad(r, "a text was expected");
  return *ret = json_string_value(v), DBX_OK;
}

dbx_status record_take_u32(record_reader *r, const json_t *o, const char *key, uint32_t least,
                           uint32_t absent, uint32_t *ret) {
  const json_t *v = json_object_get(o, key);
  uint32_t i = absent;
  if (v) DBX_TRY(record_u32_of(r, v, &i));
  if (v && i < least) return record_bad(r, "\"%s\" is less than %u", key, least);
  return *ret = i, DBX_OK;
}

dbx_status record_take_id(record_reader *r, const json_t *o, const char *key, uint32_t *ret) {
  if (!json_object_get(o, key)) return record_bad(r, "there is no \"%s\"", key);
  return record_take_u32(r, o, key, 1, 0, ret);
}

bool record_take_flag(const json_t *o, const char *key) {
  return json_is_true(json_object_get(o, key));
}

dbx_status dbx_record_take_text(record_reader *r, const json_t *o, const char *key,
                                const char **ret) {
  const json_t *v = json_object_get(o, key);
  if (!v) return record_bad(r, "there is no \"%s\"", key);
  return record_text_of(r, v, ret);
}

dbx_status record_take_sym(record_reader *r, const json_t *o, const char *key, dbx_sym *ret) {
  const json_t *v = json_object_get(o, key);
  const char *text;
  *ret = 0;
  if (!v) return DBX_OK;
  DBX_TRY(record_text_of(r, v, &text));
  return *ret = dbx_intern_n(text, json_string_length(v)), DBX_OK;
}

dbx_status record_take_word(record_reader *r, const json_t *o, const char *key,
                            const record_words *words, uint32_t *ret) {
  const char *text;
  DBX_TRY(dbx_record_take_text(r, o, key, &text));
  return record_word(words, text, ret) ? DBX_OK : record_bad(r, "no \"%s\" is called so", key);
}

dbx_status record_take_list(record_reader *r, const json_t *o, const char *key,
                            const json_t **ret) {
  *ret = json_object_get(o, key);
  if (*ret && (!json_is_array(*ret) || json_array_size(*ret) > UINT32_MAX))
    return record_bad(r, "\"%s\" is no list", key);
  return DBX_OK;
}

dbx_status record_span_of(record_reader *r, const json_t *v, dbx_span *ret) {
  uint32_t at[3];
  size_t n;
  *ret = (dbx_span){0};
  if (json_is_null(v)) return DBX_OK;
  if (json_array_size(v) != 3) return record_bad(r, "a place is [source, begin, end]");
  for (size_t i = 0; i < 3; i++) DBX_TRY(record_u32_of(r, json_array_get(v, i), &at[i]));
  if (!at[0] || at[0] > r->sources.n) return record_bad(r, "there is no source %u", at[0]);
  uint32_t file = r->sources.at[at[0] - 1];
  (void)dbx_source_text(file, &n);
  if (at[1] > at[2] || at[2] > n) return record_bad(r, "a place lies outside of its source");
  return *ret = (dbx_span){file, at[1], at[2]}, DBX_OK;
}

dbx_status dbx_record_take_span(record_reader *r, const json_t *o, const char *key, dbx_span *ret) {
  const json_t *v = json_object_get(o, key);
  return v ? record_span_of(r, v, ret) : record_bad(r, "there is no \"%s\"", key);
}

dbx_status record_take_at(record_reader *r, const json_t *o, dbx_span *ret) {
  const json_t *v = json_object_get(o, "at");
  *ret = (dbx_span){0};
  return v ? record_span_of(r, v, ret) : DBX_OK;
}
