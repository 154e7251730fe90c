// Circuits as Jaxprs, against amplitudes by hand.
#include "interp/interp.h"
#include "unit/expr.h"
#include "unit/facts.h"

#include <criterion/criterion.h>

#define DEVICE(wires)                                                                              \
  "qdevice[\n rtd_kwargs={}\n rtd_lib=lib\n rtd_name=Sim\n ]\n r:AbstractQreg() = qalloc " wires   \
  "\n"
#define GATE(op, params, qubits)                                                                   \
  "qinst[adjoint=False ctrl_len=0 op=" op " params_len=" params " qubits_len=" qubits "]"
#define END(type, measure)                                                                         \
  " o:AbstractObs(num_qubits=2,primitive=compbasis) = compbasis q s p:" type " = " measure " o\n"  \
  " qdealloc r in (p,) }"

static const struct {
  const char *text, *in, *out;
} rows[] = {
    {"{ lambda ; w:i64[]. let " DEVICE(
         "2") " q:AbstractQbit() = qextract r w\n"
              " s:AbstractQbit() = qextract r 1\n t:AbstractQbit() = " GATE(
                  "PauliX", "0", "1") " q\n"
                                      " u:AbstractQbit() v:AbstractQbit() = " GATE(
                                          "CNOT", "0", "2") " t s\n" END("f64[4]",
                                                                         "probs[shape=(4,)]"),
     "i64[] 0", "f64[4] 0.0 0.0 0.0 1.0"},
    {"{ lambda ; w:i64[]. let " DEVICE(
         "2") " q:AbstractQbit() = qextract r 0\n"
              " s:AbstractQbit() = qextract r 1\n t:AbstractQbit() = " GATE(
                  "PauliY", "0", "1") " s\n" END("c128[4]", "state[shape=(4,)]"),
     "i64[] 0", "c128[4] 0j 1j 0j 0j"},
};

Test(kernel_quantum, circuits) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_jaxpr *j = facts_jaxpr(rows[i].text);
    dbx_array *in = array_read(rows[i].in), *out = NULL;
    dbx_buf b = {0};
    cr_assert_eq(dbx_interpret(j, &in, &out), DBX_OK, "row %zu", i);
    put_array(&b, out);
    cr_expect_str_eq(dbx_text(&b), rows[i].out);
    dbx_buf_free(&b);
    dbx_array_unref(in), dbx_array_unref(out);
  }
}

Test(kernel_quantum, what_fails_closes_the_device) {
  dbx_jaxpr *j = facts_jaxpr(rows[0].text);
  dbx_array *in = array_read("i64[] 7"), *out = NULL;
  for (int i = 0; i < 2; i++)
    cr_expect(facts_match(facts_failure(dbx_interpret(j, &in, &out)), "E906 wire 7"));
  cr_expect(!interp_now->sim.open);
  dbx_array_unref(in);
}
