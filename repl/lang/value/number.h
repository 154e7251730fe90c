// Numbers of Python: integers of any size, floats, complex ones.
#ifndef DBX_LANG_NUMBER_H
#define DBX_LANG_NUMBER_H

#include "lang/value/type.h"

// ---- numbers (number.c): ints of any size, floats, complex ----
dbx_status number_binary(dbx_op op, pv x, pv y, pv *ret); // NOTIMPLEMENTED if they are not numbers
// Comparisons of all numbers with each other, exact for integers against floats; NOTIMPLEMENTED
// for what is no number or has no order.
dbx_status number_compare(dbx_op op, pv x, pv y, pv *ret);
// +, - and ~; NOTIMPLEMENTED for what is no number, or is no integer under ~.
dbx_status number_unary(dbx_op op, pv x, pv *ret);
// pow(x, y, mod), mod None: x ** y. E208 for mod 0 and negative powers without an inverse, as
// Python.
dbx_status number_power(pv x, pv y, pv mod, pv *ret);
// int(text, base), blanks and underscores as Python allows them; base 0: by its prefix. E208 for
// what is none.
dbx_status number_parse_int(const char *s, size_t n, int base, pv *ret);
// Decimal digits and blanks of any script as ASCII, other characters outside ASCII as '?'.
int number_decimal_of(int32_t c); // the value of a decimal digit of any script, -1 if it is none
void number_put_ascii(dbx_buf *b, const char *s, size_t n);
dbx_status number_parse_float(const char *s, size_t n, double *ret);
dbx_status number_as_double(pv v, double *ret); // ints and floats; E211, E204
// The nearest float of a big integer (may be infinite), and the number itself if it fits 64 bits.
bool number_big_parts(pv v, double *nearest, uint64_t *u);
dbx_status number_from_double(double f, pv *ret); // int(f)
void number_get_mpz(pv v, mpz_t z);               // initialises z
bool number_is_big(pv v);
pv number_plain(pv v);         // an instance of a class below int as an int; the rest as it is
bool number_is_negative(pv v); // of an integer of any size
double lang_gamma(double x), lang_lgamma(double x); // poles: any value

#endif
