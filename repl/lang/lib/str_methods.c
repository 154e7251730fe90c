// Methods of str: searching, cutting, joining, padding. Indices count code points; the work is done
// on UTF-8.
#include "lang/bytes/bytes.h"
#include "lang/jax/jax.h"
#include "lang/lib/builtins.h"
#include "lang/text/str_text.h"

#include <string.h>

static const char *before(const char *p, const char *begin) {
  if (dbx_stopping()) return begin; // as next_point
  do p--;
  while (p > begin && (*p & 0xC0) == 0x80);
  return p;
}
// ---- arguments ----

static dbx_status text_argument(const call_args *c, uint32_t i, piece *ret) {
  if (is_str(c->at[i])) return *ret = text_of(c->at[i]), DBX_OK;
  const char *name = ((o_native *)c->fn.o)->name;
  if (c->n == 1)
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s() argument must be str, not %s", name,
                    lang_type_name(c->at[i]));
  return dbx_fail(DBX_E204, (dbx_span){0}, "%s() argument %u must be str, not %s", name, i + 1,
                  lang_type_name(c->at[i]));
}

static dbx_status int_argument(const call_args *c, uint32_t i, const char *name, int64_t standard,
                               int64_t *ret) {
  pv v = c->n > i ? c->at[i] : name ? args_keyword(c, name) : PV(PV_UNBOUND);
  if (v.tag == PV_UNBOUND) return *ret = standard, DBX_OK;
  return lang_index(v, ret);
}

// The part s[start:end] that the arguments i and i + 1 name; *offset: its first code point, beyond
// the end of the text if there is no such part.
static dbx_status part_argument(const call_args *c, uint32_t i, piece *ret, int64_t *offset) {
  o_str *s = STR(native_self(c));
  int64_t at[2] = {0, s->points};
  for (uint32_t k = 0; k < 2; k++) {
    if (c->n <= i + k || is_none(c->at[i + k])) continue;
    pv big = c->at[i + k];
    if (number_is_big(big)) at[k] = number_is_negative(big) ? 0 : INT64_MAX;
    else DBX_TRY(lang_index(big, &at[k]));
    if (at[k] < 0) at[k] = at[k] < -(int64_t)s->points ? 0 : at[k] + s->points;
  }
  *offset = at[0];
  if (at[1] > s->points) at[1] = s->points;
  if (at[0] > at[1]) return *ret = (piece){NULL, 0}, DBX_OK;
  const char *from = lang_str_at(s, at[0]), *to = lang_str_at(s, at[1]);
  return *ret = (piece){from, (size_t)(to - from)}, DBX_OK;
}

// ---- searching ----

static const char *find_first(piece in, piece what) {
  if (!what.n) return in.at;
  return lang_find(in.at, in.n, what.at, what.n);
}
static const char *find_last(piece in, piece what) {
  if (!what.n) return in.at + in.n;
  for (size_t i = in.n >= what.n ? in.n - what.n + 1 : 0; i-- > 0 && !dbx_stopping();)
    if (!memcmp(in.at + i, what.at, what.n)) return in.at + i;
  return NULL;
}

static dbx_status search(const call_args *c, bool last, bool must, pv *ret) {
  piece what, in;
  int64_t offset;
  DBX_TRY(method_args(c, 1, 3));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "must be str, not %s", lang_type_name(c->at[0]));
  what = text_of(c->at[0]);
  DBX_TRY(part_argument(c, 1, &in, &offset));
  const char *at = !in.at ? NULL : last ? find_last(in, what) : find_first(in, what);
  if (!at && must) return dbx_fail(DBX_E208, (dbx_span){0}, "substring not found");
  return *ret = pv_int(at ? offset + (int64_t)dbx_columns(in.at, (size_t)(at - in.at)) : -1),
         DBX_OK;
}
static dbx_status str_find(const call_args *c, pv *ret) { return search(c, false, false, ret); }
static dbx_status str_rfind(const call_args *c, pv *ret) { return search(c, true, false, ret); }
static dbx_status str_index(const call_args *c, pv *ret) { return search(c, false, true, ret); }
static dbx_status str_rindex(const call_args *c, pv *ret) { return search(c, true, true, ret); }

static dbx_status str_count(const call_args *c, pv *ret) {
  piece what, in;
  int64_t offset, n = 0;
  DBX_TRY(method_args(c, 1, 3));
  DBX_TRY(text_argument(c, 0, &what));
  DBX_TRY(part_argument(c, 1, &in, &offset));
  if (!in.at) return *ret = pv_int(0), DBX_OK;
  if (!what.n) return *ret = pv_int((int64_t)dbx_columns(in.at, in.n) + 1), DBX_OK;
  for (const char *at; (at = find_first(in, what)); n++) {
    in.n -= (size_t)(at + what.n - in.at);
    in.at = at + what.n;
  }
  return *ret = pv_int(n), DBX_OK;
}

static bool has_affix(piece in, piece affix, bool end) {
  return affix.n <= in.n && !memcmp(end ? in.at + in.n - affix.n : in.at, affix.at, affix.n);
}

static dbx_status affix(const call_args *c, bool end, pv *ret) {
  piece in;
  int64_t offset;
  bool yes = false;
  DBX_TRY(method_args(c, 1, 3));
  DBX_TRY(part_argument(c, 1, &in, &offset));
  bool tuple = is_obj(c->at[0], T_TUPLE);
  const pv *at = tuple ? SEQ(c->at[0])->at : c->at;
  for (uint32_t i = 0; i < (tuple ? SEQ(c->at[0])->n : 1); i++) {
    if (!is_str(at[i]))
      return dbx_fail(DBX_E204, (dbx_span){0},
                      tuple ? "tuple for %s must only contain str, not %s"
                            : "%s first arg must be str or a tuple of str, not %s",
                      ((o_native *)c->fn.o)->name, lang_type_name(at[i]));
    yes |= in.at && has_affix(in, text_of(at[i]), end);
  }
  return *ret = pv_bool(yes), DBX_OK;
}
static dbx_status str_startswith(const call_args *c, pv *ret) { return affix(c, false, ret); }
static dbx_status str_endswith(const call_args *c, pv *ret) { return affix(c, true, ret); }

static dbx_status without_affix(const call_args *c, bool end, pv *ret) {
  piece what, s = text_of(native_self(c));
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(text_argument(c, 0, &what));
  if (!has_affix(s, what, end)) return *ret = native_self(c), DBX_OK;
  return *ret = str_new(end ? s.at : s.at + what.n, s.n - what.n), DBX_OK;
}
static dbx_status str_removeprefix(const call_args *c, pv *ret) {
  return without_affix(c, false, ret);
}
static dbx_status str_removesuffix(const call_args *c, pv *ret) {
  return without_affix(c, true, ret);
}

static dbx_status str_replace(const call_args *c, pv *ret) {
  piece old, new, s = text_of(native_self(c));
  int64_t left;
  DBX_TRY(method_args(c, 2, 3));
  DBX_TRY(text_argument(c, 0, &old));
  DBX_TRY(text_argument(c, 1, &new));
  DBX_TRY(int_argument(c, 2, NULL, -1, &left));
  DBX_TRY(lang_check_room((double)s.n +
                          (double)(s.n + 1) / (double)(old.n ? old.n : 1) * (double)new.n));
  dbx_buf b = {0};
  const char *p = s.at, *end = s.at + s.n;
  for (; left != 0; left--) {
    const char *at = find_first((piece){p, (size_t)(end - p)}, old), *q = at;
    if (!at) break;
    dbx_putn(&b, p, (size_t)(at - p));
    dbx_putn(&b, new.at, new.n);
    p = at + old.n;
    if (old.n) continue;
    if (p == end) break;
    (void)next_point(&q, end);
    dbx_putn(&b, p, (size_t)(q - p));
    p = q;
  }
  dbx_putn(&b, p, (size_t)(end - p));
  return *ret = str_take(&b), DBX_OK;
}

// ---- cutting and joining ----

static bool one_of(piece chars, const char *p, size_t n) {
  return memmem(chars.at, chars.n, p, n) != NULL;
}

static piece strip(piece s, bool blanks, piece chars, int sides) {
  const char *end = s.at + s.n, *p = s.at;
  while ((sides & 1) && p < end) {
    const char *q = p;
    utf8proc_int32_t c = next_point(&q, end);
    if (blanks ? !is_blank(c) : !one_of(chars, p, (size_t)(q - p))) break;
    p = q;
  }
  while ((sides & 2) && end > p) {
    const char *q = before(end, p), *r = q;
    utf8proc_int32_t c = next_point(&r, end);
    if (blanks ? !is_blank(c) : !one_of(chars, q, (size_t)(end - q))) break;
    end = q;
  }
  return (piece){p, (size_t)(end - p)};
}

static dbx_status strip_sides(const call_args *c, int sides, pv *ret) {
  piece chars = {"", 0};
  DBX_TRY(method_args(c, 0, 1));
  bool blanks = !c->n || is_none(c->at[0]);
  if (!blanks && !is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s arg must be None or str",
                    ((o_native *)c->fn.o)->name);
  if (!blanks) chars = text_of(c->at[0]);
  return *ret = str_of_piece(strip(text_of(native_self(c)), blanks, chars, sides)), DBX_OK;
}
static dbx_status str_strip(const call_args *c, pv *ret) { return strip_sides(c, 3, ret); }
static dbx_status str_lstrip(const call_args *c, pv *ret) { return strip_sides(c, 1, ret); }
static dbx_status str_rstrip(const call_args *c, pv *ret) { return strip_sides(c, 2, ret); }

static void split_blanks(piece s, int64_t max, bool right, o_seq *into) {
  for (;;) {
    s = strip(s, true, (piece){0}, right ? 2 : 1);
    if (!s.n) return;
    const char *end = s.at + s.n, *p = right ? end : s.at, *q;
    if (max-- == 0) {
      list_push(into, str_of_piece(s));
      return;
    }
    for (; right ? p > s.at : p < end; p = q) {
      q = right ? before(p, s.at) : p;
      const char *r = q;
      bool blank = is_blank(next_point(&r, end));
      if (blank) break;
      if (!right) q = r;
    }
    list_push(into, right ? str_new(p, (size_t)(end - p)) : str_new(s.at, (size_t)(p - s.at)));
    s = right ? (piece){s.at, (size_t)(p - s.at)} : (piece){p, (size_t)(end - p)};
  }
}

static void split_at(piece s, piece sep, int64_t max, bool right, o_seq *into) {
  for (; max != 0; max--) {
    const char *at = right ? find_last(s, sep) : find_first(s, sep), *end = s.at + s.n;
    if (!at) break;
    list_push(into, right ? str_new(at + sep.n, (size_t)(end - at) - sep.n)
                          : str_new(s.at, (size_t)(at - s.at)));
    s = right ? (piece){s.at, (size_t)(at - s.at)}
              : (piece){at + sep.n, (size_t)(end - at) - sep.n};
  }
  list_push(into, str_of_piece(s));
}

static dbx_status split(const call_args *c, bool right, pv *ret) {
  const char *name = right ? "rsplit" : "split";
  int64_t max;
  DBX_TRY(args_only_keywords(c, name, "sep maxsplit"));
  DBX_TRY(args_count(c, name, 0, 2));
  pv sep = c->n ? c->at[0] : args_keyword(c, "sep"), list = list_new(NULL, 0);
  DBX_TRY(int_argument(c, 1, "maxsplit", -1, &max));
  if (sep.tag == PV_UNBOUND || is_none(sep)) {
    split_blanks(text_of(native_self(c)), max, right, SEQ(list));
  } else {
    if (!is_str(sep))
      return dbx_fail(DBX_E204, (dbx_span){0}, "must be str or None, not %s", lang_type_name(sep));
    if (!STR(sep)->n) return dbx_fail(DBX_E208, (dbx_span){0}, "empty separator");
    split_at(text_of(native_self(c)), text_of(sep), max, right, SEQ(list));
  }
  o_seq *l = SEQ(list);
  for (uint32_t i = 0; right && i < l->n / 2; i++) {
    pv v = l->at[i];
    l->at[i] = l->at[l->n - 1 - i], l->at[l->n - 1 - i] = v;
  }
  return *ret = list, DBX_OK;
}
static dbx_status str_split(const call_args *c, pv *ret) { return split(c, false, ret); }
static dbx_status str_rsplit(const call_args *c, pv *ret) { return split(c, true, ret); }

static bool ends_line(utf8proc_int32_t c) {
  return (c >= 10 && c <= 13) || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 ||
         c == 0x2029;
}

static dbx_status str_splitlines(const call_args *c, pv *ret) {
  bool keep = false;
  DBX_TRY(args_only_keywords(c, "splitlines", "keepends"));
  DBX_TRY(args_count(c, "splitlines", 0, 1));
  pv keepends = c->n ? c->at[0] : args_keyword(c, "keepends"), list = list_new(NULL, 0);
  if (keepends.tag != PV_UNBOUND) DBX_TRY(lang_truth(keepends, &keep));
  piece s = text_of(native_self(c));
  const char *p = s.at, *end = s.at + s.n, *line = p;
  while (p < end) {
    const char *stop = p;
    utf8proc_int32_t ch = next_point(&p, end);
    if (!ends_line(ch)) continue;
    if (ch == '\r' && p < end && *p == '\n') p++;
    list_push(SEQ(list), str_new(line, (size_t)((keep ? p : stop) - line)));
    line = p;
  }
  if (line < end) list_push(SEQ(list), str_new(line, (size_t)(end - line)));
  return *ret = list, DBX_OK;
}

static dbx_status partition(const call_args *c, bool right, pv *ret) {
  piece sep, s = text_of(native_self(c));
  DBX_TRY(method_args(c, 1, 1));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "must be str, not %s", lang_type_name(c->at[0]));
  sep = text_of(c->at[0]);
  if (!sep.n) return dbx_fail(DBX_E208, (dbx_span){0}, "empty separator");
  const char *at = right ? find_last(s, sep) : find_first(s, sep);
  pv empty = str_of(""), whole = native_self(c),
     parts[3] = {right ? empty : whole, empty, right ? whole : empty};
  if (at) {
    parts[0] = str_new(s.at, (size_t)(at - s.at));
    parts[1] = c->at[0];
    parts[2] = str_new(at + sep.n, s.n - (size_t)(at - s.at) - sep.n);
  }
  return *ret = tuple_new(parts, 3), DBX_OK;
}
static dbx_status str_partition(const call_args *c, pv *ret) { return partition(c, false, ret); }
static dbx_status str_rpartition(const call_args *c, pv *ret) { return partition(c, true, ret); }

static dbx_status str_join(const call_args *c, pv *ret) {
  pv items = c->at[0];
  double room = 0;
  uint32_t points = 0;
  DBX_TRY(method_args(c, 1, 1));
  if (!lang_iterable(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "can only join an iterable");
  if (!is_seq(items)) DBX_TRY(lang_to_list(items, &items));
  if (SEQ(items)->n == 1 && is_str(*SEQ(items)->at)) return *ret = *SEQ(items)->at, DBX_OK;
  piece sep = text_of(native_self(c));
  for (uint32_t i = 0; dbx_go_on(i, SEQ(items)->n); i++) {
    pv v = SEQ(items)->at[i];
    if (!is_str(v))
      return dbx_fail(DBX_E204, (dbx_span){0}, "sequence item %u: expected str instance, %s found",
                      i, lang_type_name(v));
    room += (double)(i ? sep.n : 0) + STR(v)->n;
    points += (i ? STR(native_self(c))->points : 0) + STR(v)->points;
  }
  DBX_TRY(dbx_poll());
  DBX_TRY(lang_check_room(room));
  pv whole = str_blank((uint32_t)room, points);
  char *to = STR(whole)->s;
  for (uint32_t i = 0; dbx_go_on(i, SEQ(items)->n); i++) {
    piece part = text_of(SEQ(items)->at[i]);
    if (i) dbx_copy(to, sep.at, sep.n), to += sep.n;
    dbx_copy(to, part.at, part.n), to += part.n;
  }
  return *ret = whole, DBX_OK;
}

// ---- padding ----

static dbx_status pad(const call_args *c, char align, pv *ret) {
  int64_t width;
  piece s = text_of(native_self(c)), fill = {" ", 1};
  DBX_TRY(method_args(c, 1, 2));
  DBX_TRY(lang_index(c->at[0], &width));
  if (c->n == 2) {
    if (!is_str(c->at[1]) || STR(c->at[1])->points != 1)
      return dbx_fail(DBX_E204, (dbx_span){0}, "The fill character must be %s",
                      is_str(c->at[1]) ? "exactly one character long"
                                       : "a unicode character, not something else");
    fill = text_of(c->at[1]);
  }
  int64_t total = width > STR(native_self(c))->points ? width - STR(native_self(c))->points : 0;
  int64_t left = align == '<' ? 0 : align == '>' ? total : total / 2 + (total & width & 1);
  DBX_TRY(lang_check_room((double)total * (double)fill.n));
  dbx_buf b = {0};
  for (int64_t i = 0; dbx_go_on(i, left); i++) dbx_putn(&b, fill.at, fill.n);
  dbx_putn(&b, s.at, s.n);
  for (int64_t i = left; dbx_go_on(i, total); i++) dbx_putn(&b, fill.at, fill.n);
  return *ret = str_take(&b), DBX_OK;
}
static dbx_status str_ljust(const call_args *c, pv *ret) { return pad(c, '<', ret); }
static dbx_status str_rjust(const call_args *c, pv *ret) { return pad(c, '>', ret); }
static dbx_status str_center(const call_args *c, pv *ret) { return pad(c, '^', ret); }

static dbx_status str_zfill(const call_args *c, pv *ret) {
  int64_t width;
  piece s = text_of(native_self(c));
  DBX_TRY(method_args(c, 1, 1));
  DBX_TRY(lang_index(c->at[0], &width));
  int64_t zeros = width - (int64_t)STR(native_self(c))->points;
  bool sign = s.n && (*s.at == '+' || *s.at == '-');
  dbx_buf b = {0};
  DBX_TRY(lang_check_room((double)zeros));
  dbx_putn(&b, s.at, sign);
  for (; zeros > 0 && !dbx_stopping(); zeros--) dbx_putc(&b, '0');
  dbx_putn(&b, s.at + sign, s.n - sign);
  return *ret = str_take(&b), DBX_OK;
}

static dbx_status str_expandtabs(const call_args *c, pv *ret) {
  int64_t size, column = 0;
  piece s = text_of(native_self(c));
  DBX_TRY(args_only_keywords(c, "expandtabs", "tabsize"));
  DBX_TRY(args_count(c, "expandtabs", 0, 1));
  DBX_TRY(int_argument(c, 0, "tabsize", 8, &size));
  DBX_TRY(lang_check_room((double)s.n * (double)(size > 0 ? size : 0)));
  dbx_buf b = {0};
  for (size_t i = 0; i < s.n && !dbx_stopping(); i++) {
    if (s.at[i] == '\t') {
      int64_t blanks = size > 0 ? size - column % size : 0;
      column += blanks;
      for (; blanks > 0 && !dbx_stopping(); blanks--) dbx_putc(&b, ' ');
      continue;
    }
    dbx_putc(&b, s.at[i]);
    if ((s.at[i] & 0xC0) != 0x80) column++;
    if (s.at[i] == '\n' || s.at[i] == '\r') column = 0;
  }
  return *ret = str_take(&b), DBX_OK;
}

#define M(name) {#name, str_##name},
const native_row str_methods[] = {
    // clang-format off
    M(center) M(count) M(endswith) M(expandtabs) M(find) M(index) M(join) M(ljust) M(lstrip)
    M(partition) M(removeprefix) M(removesuffix) M(replace) M(rfind) M(rindex) M(rjust)
    M(rpartition) M(rsplit) M(rstrip) M(split) M(splitlines) M(startswith) M(strip) M(zfill)
    STR_CASE_METHODS(M)
    {"encode", str_encode}, {"format", lang_str_format},
    {"format_map", lang_str_format_map}, {NULL, NULL}
    // clang-format on
};
#undef M
