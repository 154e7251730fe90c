// The debug mode of base/guard.h: it has to end a program that touches what it may not.
#include "base/guard.h"
#include "base/poison.h"
#include "ir/array.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>

static dbx_array *of_length(int64_t n) {
  dbx_array *a = NULL;
  setenv("DBIDX_GUARD", "1", 1);
  cr_assert_eq(dbx_array_new(DBX_F64, 1, &n, &a), DBX_OK);
  return a;
}

static volatile double sink __attribute__((unused));

Test(guard, all_elements_can_be_used) {
  for (int64_t n = 0; n < 2000; n += 7) {
    dbx_array *a = of_length(n);
    for (int64_t i = 0; i < n; i++) ((double *)a->data)[i] = (double)i;
    for (int64_t i = 0; i < n; i++) cr_assert_eq(((double *)a->data)[i], (double)i);
    dbx_array_unref(a);
  }
}

#if !DBX_SANITIZED // whose handler takes the signal

Test(guard, reading_beyond_the_end_is_seen, .signal = SIGSEGV) {
  dbx_array *a = of_length(1000);
  sink = ((double *)a->data)[1000];
}

Test(guard, writing_beyond_the_end_is_seen, .signal = SIGSEGV) {
  dbx_array *a = of_length(3);
  ((double *)a->data)[3] = 1;
}

Test(guard, what_is_given_back_is_gone, .signal = SIGSEGV) {
  dbx_array *a = of_length(3);
  double *at = a->data;
  dbx_array_unref(a);
  sink = at[0];
}

Test(guard, arrays_of_nothing_hold_nothing, .signal = SIGSEGV) {
  dbx_array *a = of_length(0);
  sink = ((double *)a->data)[0];
}

#endif
