// Types and parameters of circuits, read and printed again.
#include "unit/facts.h"

#include <criterion/criterion.h>

static const char text[] =
    "{ lambda ; a:f64[]. let\n"
    "    b:f64[] = func[\n"
    "      call_jaxpr={ lambda ; c:f64[]. let\n"
    "          qdevice[\n"
    "            rtd_kwargs={'shots': 0, 'mcmc': False, 'num_burnin': 0, 'kernel_name': None}\n"
    "            rtd_lib=<lib>\n"
    "            rtd_name=LightningSimulator\n"
    "          ] \n"
    "          d:AbstractQreg() = qalloc 1\n"
    "          e:AbstractQbit() = qextract d 0\n"
    "          f:AbstractObs(num_qubits=None,primitive=None) = namedobs[kind=PauliZ] e\n"
    "          g:f64[] = expval[shots=None] f\n"
    "          h:AbstractQreg() = qinsert d 0 e\n"
    "          qdealloc h\n"
    "        in (g,) }\n"
    "      fn=<QNode: device='<lightning.qubit device (wires=1) at 0x...>', interface='auto'>\n"
    "    ] a\n"
    "  in (b,) }";

Test(circuit, text_comes_back) {
  dbx_buf b = {0};
  dbx_print_jaxpr(&b, facts_jaxpr(text), NULL);
  cr_expect_str_eq(dbx_text(&b), text);
  dbx_buf_free(&b);
}

Test(circuit, wrong_types) {
  static const char *const rows[] = {
      "{ lambda ; a:AbstractQreg[]. let in (a,) }", "{ lambda ; a:AbstractObs(). let in (a,) }",
      "{ lambda ; a:AbstractObs(num_qubits=2,primitive=None). let in (a,) }"};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_jaxpr *j;
    cr_expect(facts_match(facts_failure(facts_read(rows[i], &j)), "E601"), "%s", rows[i]);
  }
}
