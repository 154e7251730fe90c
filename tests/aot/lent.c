// A user of a library that `dbidx build --lend` made of `lent` of programs.py: whose memory the
// results are. A line for each thing that is checked: "ok WHAT" or "no WHAT".
#include "liblent.h"

#include <stdio.h>
#include <stdlib.h>

static void check(bool ok, const char *what) { printf("%s %s\n", ok ? "ok" : "no", what); }

int main(void) {
  double *x = malloc(1000 * sizeof *x);
  for (int i = 0; i < 1000; i++) x[i] = i;
  lent_in in = {.x = {x, {1000}}};
  lent_out out, again;
  lent_error error;
  for (int trip = 0; trip < 100; trip++) {
    if (lent_call(&in, &out, &error)) return puts(error.text), 1;
    lent_free(&out);
  }
  if (lent_call(&in, &out, NULL) || lent_call(&in, &again, NULL)) return 1;
  check(out.r0.lent && out.r0.data == x, "an argument is lent as it is");
  check(!out.r1.lent && out.r1.data[999] == 1998, "what was computed is the caller's");
  check(out.r2.lent && out.r2.data == out.r1.data,
        "a result that is there is lent the second time");
  check(out.r3.lent && out.r3.data == again.r3.data && out.r3.data[2] == 7, "a constant is lent");
  check(!out.r4.lent && out.r4.data[0] == 999, "a part is the caller's");
  lent_free(&out);
  check(!out.r0.data && !out.r1.data && !out.r2.data && !out.r3.data, "addresses are NULL then");
  check(again.r0.data[5] == 5 && again.r1.data[5] == 10, "those of another call stay");
  lent_free(&again);
  in.x.shape[0] = 0;
  if (lent_call(&in, &out, NULL)) return 1;
  check(out.r0.shape[0] == 0 && out.r4.shape[0] == 0, "no elements");
  lent_free(&out);
  lent_free(NULL);
  x[0] = 1; // it is there still
  free(x);
  puts("ok the end");
}
