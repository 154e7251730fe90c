// What is known is evaluated again, and cotangents go through the rest.
#include "derived.h"

#include "grad/rule.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

static const char text[] = "{ lambda ; a:f64[]. let b:f64[] = sin a; c:f64[] = mul b a in (c,) }";
Test(grad_replay, backwards) { derived_jaxpr(text, "sin cos mul mul mul add_any -> f64[]"); }

Test(grad_replay, what_results_depend_on) {
  static const char two[] =
      "{ lambda ; a:f64[] b:f64[] c:f64[]. let d:f64[] = sin a; e:f64[] = mul d b in (e, c) }";
  bool first[] = {true, false}, second[] = {false, true}, in[3];
  grad_inputs_of(facts_jaxpr(two), first, in);
  cr_expect(in[0] && in[1] && !in[2]);
  grad_inputs_of(facts_jaxpr(two), second, in);
  cr_expect(!in[0] && !in[1] && in[2]);
}
