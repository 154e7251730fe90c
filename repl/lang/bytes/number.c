// Integers as octets: int.to_bytes and int.from_bytes.
#include "lang/bytes/bytes.h"

#include <string.h>

static pv argument(const call_args *c, uint32_t i, const char *name) {
  return c->n > i ? c->at[i] : args_keyword(c, name);
}

static dbx_status order_argument(const call_args *c, bool *big) {
  pv v = argument(c, 1, "byteorder");
  *big = true;
  if (v.tag == PV_UNBOUND) return DBX_OK;
  if (!is_str(v))
    return dbx_fail(DBX_E204, (dbx_span){0}, "%s() argument 'byteorder' must be str, not %s",
                    ((o_native *)c->fn.o)->name, lang_type_name(v));
  *big = STR(v)->n == 3 && !memcmp(STR(v)->s, "big", 3);
  if (*big || (STR(v)->n == 6 && !memcmp(STR(v)->s, "little", 6))) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "byteorder must be either 'little' or 'big'");
}

static dbx_status signed_argument(const call_args *c, bool *ret) {
  pv v = args_keyword(c, "signed");
  *ret = false;
  return v.tag == PV_UNBOUND ? DBX_OK : lang_truth(v, ret);
}

static void init(mpz_t z, pv v) {
  v = number_plain(v);
  if (number_is_big(v)) mpz_init_set(z, ((o_bigint *)v.o)->z);
  else mpz_init_set_si(z, v.i);
}

static dbx_status put_integer(mpz_t z, size_t n, bool big, bool is_signed, pv *ret) {
  bool negative = mpz_sgn(z) < 0;
  if (negative && !is_signed)
    return dbx_fail(DBX_E211, (dbx_span){0}, "can't convert negative int to unsigned");
  if (negative) mpz_add_ui(z, z, 1), mpz_neg(z, z); // ~z has the bits of |z| - 1
  size_t bits = mpz_sgn(z) ? mpz_sizeinbase(z, 2) : 0;
  if (bits + is_signed > 8 * n && (bits || negative || !is_signed))
    return dbx_fail(DBX_E211, (dbx_span){0}, "int too big to convert");
  dbx_buf b = {0};
  for (size_t i = 0; i < n; i++) dbx_putc(&b, 0);
  size_t used = 0;
  char *at = b.at;
  unsigned char *octet = n ? dbx_alloc(bits / 8 + 8) : NULL;
  if (n) mpz_export(octet, &used, -1, 1, 0, 0, z);
  for (size_t i = 0; i < n; i++) {
    unsigned char x = i < used ? octet[i] : 0;
    at[big ? n - 1 - i : i] = (char)(negative ? ~x : x);
  }
  free(octet);
  return bytes_take(PV(PV_UNBOUND), &b, ret);
}

dbx_status int_to_bytes(const call_args *c, pv *ret) {
  int64_t n = 1;
  bool big, is_signed;
  mpz_t z;
  DBX_TRY(args_only_keywords(c, "to_bytes", "length byteorder signed"));
  DBX_TRY(args_count(c, "to_bytes", 0, 2));
  pv length = argument(c, 0, "length");
  if (length.tag != PV_UNBOUND) DBX_TRY(lang_index(length, &n));
  DBX_TRY(order_argument(c, &big));
  DBX_TRY(signed_argument(c, &is_signed));
  if (n < 0) return dbx_fail(DBX_E208, (dbx_span){0}, "length argument must be non-negative");
  DBX_TRY(lang_check_room((double)n));
  init(z, native_self(c));
  dbx_status st = put_integer(z, (size_t)n, big, is_signed, ret);
  mpz_clear(z);
  return st;
}

dbx_status int_from_bytes(const call_args *c, pv *ret) {
  bool big, is_signed;
  dbx_buf b = {0};
  DBX_TRY(args_only_keywords(c, "from_bytes", "bytes byteorder signed"));
  DBX_TRY(args_count(c, "from_bytes", 0, 2));
  pv from = argument(c, 0, "bytes");
  if (from.tag == PV_UNBOUND)
    return dbx_fail(DBX_E202, (dbx_span){0},
                    "from_bytes() missing required argument 'bytes' (pos 1)");
  DBX_TRY(order_argument(c, &big));
  DBX_TRY(signed_argument(c, &is_signed));
  dbx_status st = bytes_items(from, "bytes", &b);
  if (st != DBX_OK) return dbx_buf_free(&b), st;
  mpz_t z, top;
  mpz_init(z), mpz_init(top);
  mpz_import(z, b.n, big ? 1 : -1, 1, 0, 0, dbx_text(&b));
  if (is_signed && b.n && mpz_tstbit(z, 8 * b.n - 1)) {
    mpz_setbit(top, 8 * b.n);
    mpz_sub(z, z, top);
  }
  mpz_clear(top);
  dbx_buf_free(&b);
  return *ret = bigint_take(z), DBX_OK;
}
