// What the module unicodedata, which is written in Python, stands on: the tables of utf8proc.
#include "lang/lib/builtins.h"
#include "lang/lib/std/std.h"

#include <string.h>
#include <utf8proc.h>

// The one character that a call is about.
static dbx_status character(const call_args *c, const char *name, utf8proc_int32_t *ret) {
  DBX_TRY(args_no_keywords(c, name));
  if (c->n != 1)
    return dbx_fail(DBX_E204, (dbx_span){0},
                    "unicodedata.%s() takes exactly one argument (%u given)", name, c->n);
  if (!is_str(c->at[0]) || STR(c->at[0])->points != 1)
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s() argument must be a unicode character, not %s",
                    name, lang_type_name(c->at[0]));
  const o_str *s = STR(c->at[0]);
  utf8proc_iterate((const utf8proc_uint8_t *)s->s, (utf8proc_ssize_t)s->n, ret);
  return DBX_OK;
}

static dbx_status category(const call_args *c, pv *ret) {
  utf8proc_int32_t ch;
  DBX_TRY(character(c, "category", &ch));
  return *ret = str_of(utf8proc_category_string(ch)), DBX_OK;
}

static dbx_status combining(const call_args *c, pv *ret) {
  utf8proc_int32_t ch;
  DBX_TRY(character(c, "combining", &ch));
  return *ret = pv_int(utf8proc_get_property(ch)->combining_class), DBX_OK;
}

static dbx_status bidirectional(const call_args *c, pv *ret) {
  static const char *const classes[] = {"",    "L",  "LRE", "LRO", "R",   "AL",  "RLE", "RLO",
                                        "PDF", "EN", "ES",  "ET",  "AN",  "CS",  "NSM", "BN",
                                        "B",   "S",  "WS",  "ON",  "LRI", "RLI", "FSI", "PDI"};
  utf8proc_int32_t ch;
  DBX_TRY(character(c, "bidirectional", &ch));
  return *ret = str_of(classes[utf8proc_get_property(ch)->bidi_class]), DBX_OK;
}

static dbx_status mirrored(const call_args *c, pv *ret) {
  utf8proc_int32_t ch;
  DBX_TRY(character(c, "mirrored", &ch));
  return *ret = pv_int(utf8proc_get_property(ch)->bidi_mirrored), DBX_OK;
}

// normalized(text, composed, compatible)
static dbx_status normalized(const call_args *c, pv *ret) {
  bool composed, compatible;
  DBX_TRY(args_count(c, "normalized", 3, 3));
  DBX_TRY(lang_truth(c->at[1], &composed));
  DBX_TRY(lang_truth(c->at[2], &compatible));
  const o_str *s = STR(c->at[0]);
  utf8proc_uint8_t *out = NULL;
  utf8proc_option_t options = UTF8PROC_STABLE | (composed ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                              (compatible ? UTF8PROC_COMPAT : 0);
  DBX_TRY(lang_check_room(18.0 * (double)s->n)); // what a character may become
  utf8proc_ssize_t n =
      utf8proc_map((const utf8proc_uint8_t *)s->s, (utf8proc_ssize_t)s->n, &out, options);
  *ret = n < 0 ? c->at[0] : str_new((char *)out, (size_t)n);
  free(out);
  return dbx_poll();
}

static dbx_status version(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "version", 0, 0));
  return *ret = str_of(utf8proc_unicode_version()), DBX_OK;
}

static dbx_status get_unicode(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {{"bidirectional", bidirectional},
                                    {"category", category},
                                    {"combining", combining},
                                    {"mirrored", mirrored},
                                    {"normalized", normalized},
                                    {"version", version},
                                    {NULL, NULL}};
  return (void)m, *ret = native_of_rows(rows, name), DBX_OK;
}
const lang_module lang_module_unicode = {"_unicode", get_unicode};
