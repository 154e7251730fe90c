// Circuits. What their derivatives are: tests/grad/circuit_*.py.
#include "derived.h"

#include <criterion/criterion.h>

static const char text[] =
    "{ lambda ; a:f64[]. let\n"
    "    b:f64[] = func[\n"
    "      call_jaxpr={ lambda ; c:f64[]. let\n"
    "          d:f64[] = sin c\n"
    "          qdevice[\n rtd_kwargs={}\n rtd_lib=lib\n rtd_name=Sim\n ]\n"
    "          e:AbstractQreg() = qalloc 1\n"
    "          f:AbstractQbit() = qextract e 0\n"
    "          g:AbstractQbit() = qinst[adjoint=False ctrl_len=0 op=RX params_len=1 qubits_len=1] "
    "f d\n"
    "          h:AbstractObs(num_qubits=None,primitive=None) = namedobs[kind=PauliZ] g\n"
    "          i:f64[] = expval[shots=None] h\n"
    "          j:AbstractQreg() = qinsert e 0 g\n"
    "          qdealloc j\n"
    "        in (i,) }\n"
    "      fn=<QNode>\n"
    "    ] a\n"
    "  in (b,) }";
Test(grad_rule_quantum, backwards) { derived_jaxpr(text, "func mul -> f64[]"); }
