// Methods of bytes and bytearray that ask for, or change, the case of ASCII letters: octets beyond
// ASCII are no letters.
#include "lang/bytes/bytes.h"

typedef enum letter_kind { LOWER = 1, UPPER = 2, DIGIT = 4, BLANK = 8, OTHER = 16 } letter_kind;

static int kind_of(unsigned char c) {
  if (c >= 'a' && c <= 'z') return LOWER;
  if (c >= 'A' && c <= 'Z') return UPPER;
  if (c >= '0' && c <= '9') return DIGIT;
  return c == ' ' || (c >= '\t' && c <= '\r') ? BLANK : OTHER;
}

// Which kinds occur; of a text without octets none.
static dbx_status kinds_in(const call_args *c, int *ret) {
  dbx_buf none = {0};
  octets s;
  *ret = 0;
  DBX_TRY(method_args(c, 0, 0));
  DBX_TRY(bytes_of(native_self(c), &none, &s));
  for (size_t i = 0; dbx_go_on((int64_t)i, (int64_t)s.n); i++) *ret |= kind_of(s.at[i]);
  return dbx_poll();
}

#define ALL_ARE(name, kinds)                                                                       \
  dbx_status bytes_##name(const call_args *c, pv *ret) {                                           \
    int found;                                                                                     \
    DBX_TRY(kinds_in(c, &found));                                                                  \
    return *ret = pv_bool(found && !(found & ~(kinds))), DBX_OK;                                   \
  }
ALL_ARE(isalnum, LOWER | UPPER | DIGIT)
ALL_ARE(isalpha, LOWER | UPPER)
ALL_ARE(isdigit, DIGIT)
ALL_ARE(isspace, BLANK)

dbx_status bytes_islower(const call_args *c, pv *ret) {
  int found;
  DBX_TRY(kinds_in(c, &found));
  return *ret = pv_bool(found & LOWER && !(found & UPPER)), DBX_OK;
}
dbx_status bytes_isupper(const call_args *c, pv *ret) {
  int found;
  DBX_TRY(kinds_in(c, &found));
  return *ret = pv_bool(found & UPPER && !(found & LOWER)), DBX_OK;
}

dbx_status bytes_isascii(const call_args *c, pv *ret) {
  dbx_buf none = {0};
  octets s;
  bool yes = true;
  DBX_TRY(method_args(c, 0, 0));
  DBX_TRY(bytes_of(native_self(c), &none, &s));
  for (size_t i = 0; yes && dbx_go_on((int64_t)i, (int64_t)s.n); i++) yes = s.at[i] < 128;
  return *ret = pv_bool(yes), dbx_poll();
}

dbx_status bytes_istitle(const call_args *c, pv *ret) {
  dbx_buf none = {0};
  octets s;
  bool yes = true, any = false, inside = false;
  DBX_TRY(method_args(c, 0, 0));
  DBX_TRY(bytes_of(native_self(c), &none, &s));
  for (size_t i = 0; yes && dbx_go_on((int64_t)i, (int64_t)s.n); i++) {
    int k = kind_of(s.at[i]);
    yes = k == UPPER ? !inside : k != LOWER || inside;
    inside = (k & (UPPER | LOWER)) != 0;
    any |= inside;
  }
  return *ret = pv_bool(yes && any), dbx_poll();
}

// A new text of letters that `how` chooses: by whether one stands before (title), at the beginning
// (capitalize), always, or the other case.
typedef enum case_rule { TO_LOWER, TO_UPPER, SWAP, TITLE, CAPITAL } case_rule;

static dbx_status changed(const call_args *c, case_rule how, pv *ret) {
  dbx_buf none = {0}, b = {0};
  octets s;
  bool inside = false;
  DBX_TRY(method_args(c, 0, 0));
  DBX_TRY(bytes_of(native_self(c), &none, &s));
  DBX_TRY(lang_check_room((double)s.n));
  for (size_t i = 0; dbx_go_on((int64_t)i, (int64_t)s.n); i++) {
    int k = kind_of(s.at[i]);
    bool letter = k & (LOWER | UPPER), upper = how == TO_UPPER || (how == SWAP && k == LOWER) ||
                                               (how == TITLE && !inside) || (how == CAPITAL && !i);
    dbx_putc(&b, (char)(!letter ? s.at[i] : upper ? s.at[i] & ~32 : s.at[i] | 32));
    inside = letter;
  }
  return bytes_take(native_self(c), &b, ret);
}
#define CHANGED(name, how)                                                                         \
  dbx_status bytes_##name(const call_args *c, pv *ret) { return changed(c, how, ret); }
CHANGED(lower, TO_LOWER)
CHANGED(upper, TO_UPPER)
CHANGED(swapcase, SWAP)
CHANGED(title, TITLE)
CHANGED(capitalize, CAPITAL)
