// Registers, qubits, gates, observables: types, and what does not fit.
#include "prim/prim.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define REG "g:AbstractQreg()"
#define QBIT "AbstractQbit()"
#define OBS "AbstractObs(num_qubits=None,primitive=None)"
#define BASIS "AbstractObs(num_qubits=2,primitive=compbasis)"
#define GATE(op, ctrl, params, qubits)                                                             \
  "qinst[adjoint=False ctrl_len=" ctrl " op=" op " params_len=" params " qubits_len=" qubits "]"
#define UNITARY(ctrl, qubits) "qunitary[adjoint=False ctrl_len=" ctrl " qubits_len=" qubits "]"

static const rule_fact facts[] = {
    {REG, "qdevice[\n rtd_kwargs={}\n rtd_lib=l\n rtd_name=n ]", ""},
    {REG, "qdevice[\n rtd_kwargs={}\n rtd_lib=l\n rtd_name=n ] g", "E314"},
    {REG, "qdealloc g", ""},
    {"x:f64[]", "gphase[adjoint=False ctrl_len=0] x", ""},
    {"x:f64[2]", "gphase[adjoint=False ctrl_len=0] x", "E401"},
    {"x:f64[] q:" QBIT " b:bool[]", "gphase[adjoint=False ctrl_len=1] x q b", QBIT},
    {"x:f64[] q:" QBIT, "gphase[adjoint=False ctrl_len=1] x q", "E314"},
    {"x:i64[]", "qdealloc x", "E401 operand 0 of qdealloc has to be a register"},
    {"w:i64[]", "qalloc w", "AbstractQreg()"},
    {"w:f64[]", "qalloc w", "E401"},
    {REG " w:i64[] q:" QBIT, "qinsert g w q", "AbstractQreg()"},
    {REG " w:i64[] q:i64[]", "qinsert g w q", "E401"},
    {"q:" QBIT, "namedobs[kind=PauliZ] q q", "E314"},
    {REG " w:i64[]", "qextract g w", QBIT},
    {REG " w:f64[]", "qextract g w", "E401 operand 1 of qextract has to be one integer"},
    {REG, "qrecord g", "AbstractQreg()"},
    {"x:i64[]", "qrecord x", "E401"},
    {REG, "qreverse g", "AbstractQreg()"},
    {"x:i64[]", "qreverse x", "E401"},
    {"q:" QBIT, GATE("PauliX", "0", "0", "1") " q", QBIT},
    {"q:" QBIT " y:i64[]", GATE("RX", "0", "1", "1") " q y", QBIT},
    {"q:" QBIT " y:f64[2]", GATE("RX", "0", "1", "1") " q y",
     "E401 operand 1 of qinst has to be one real"},
    {"q:" QBIT " c:" QBIT " b:bool[]", GATE("S", "1", "0", "1") " q c b", QBIT " " QBIT},
    {"q:" QBIT " c:" QBIT " b:i64[]", GATE("S", "1", "0", "1") " q c b", "E401"},
    {"q:" QBIT, GATE("S", "1", "0", "1") " q", "E314"},
    {"u:i64[2,2] q:" QBIT, UNITARY("0", "1") " u q", QBIT},
    {"u:c128[4,4] q:" QBIT, UNITARY("0", "1") " u q", "E401"},
    {"q:" QBIT, "qmeasure[postselect=None] q", "bool[] " QBIT},
    {REG, "qmeasure[postselect=None] g", "E401"},
    {"q:" QBIT, "namedobs[kind=PauliZ] q", OBS},
    {REG, "namedobs[kind=PauliZ] g", "E401"},
    {"q:" QBIT, "tensorobs q", "E401"},
    {"u:c128[2,2] q:" QBIT, "hermitian u q", OBS},
    {"u:i64[2,2] q:" QBIT, "hermitian u q", "E401"},
    {"o:" OBS " p:" OBS, "tensorobs o p", OBS},
    {"c:f64[1] o:" OBS, "hamiltonian c o", OBS},
    {"c:f64[2] o:" OBS, "hamiltonian c o",
     "E401 operand 0 of hamiltonian has to be a float64 or integer"},
    {"q:" QBIT " p:" QBIT, "compbasis q p", BASIS},
    {"x:i64[]", "compbasis x", "E401"},
    {"o:" OBS, "expval[shots=None] o", "f64[]"},
    {"o:" OBS, "var[shots=None] o", "f64[]"},
    {"o:" BASIS, "var[shots=None] o", "E401"},
    {"o:" BASIS, "expval[shots=None] o", "E401"},
    {"o:" BASIS, "state[shape=(2,)] o", "E314"},
    {"o:" BASIS, "probs[shape=(4,)] o", "f64[4]"},
    {"o:" BASIS, "state[shape=(4,)] o", "c128[4]"},
    {"o:" BASIS, "probs[shape=(2,)] o", "E314"},
    {"o:" OBS, "probs[shape=(2,)] o", "E401"},
    {"q:" QBIT " d:f64[]", "qturn q d", QBIT},
    {"d:f64[]", "qturn d", ""},
    {"q:" QBIT, "qturn q", "E314"},
    {"q:" QBIT, "qturn q q", "E401"},
    {"o:" OBS, "expval_jvp o", "f64[]"},
    {"o:" BASIS, "expval_jvp o", "E401"},
    {"o:" OBS, "var_jvp o", "f64[]"},
    {"o:" BASIS, "var_jvp o", "E401"},
    {"o:" BASIS, "probs_jvp[shape=(4,)] o", "f64[4]"},
    {"o:" BASIS, "probs_jvp[shape=(2,)] o", "E314"},
    {"o:" BASIS, "state_jvp[shape=(4,)] o", "c128[4]"},
    {"o:" OBS, "state_jvp[shape=(4,)] o", "E401"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_quantum, facts) { rule_facts(facts, FACTS); }

Test(rule_quantum, every_rule_has_its_facts) {
  static const dbx_rule rules[] = {dbx_rule_quantum_none, dbx_rule_register,  dbx_rule_qubit,
                                   dbx_rule_gate,         dbx_rule_turn,      dbx_rule_qmeasure,
                                   dbx_rule_observable,   dbx_rule_compbasis, dbx_rule_expectation,
                                   dbx_rule_amplitudes};
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    rule_facts_cover(facts, FACTS, rules[i], true);
}

Test(rule_quantum, only_these_act_on_a_device) {
  cr_expect(dbx_is_circuit(dbx_primitive_of(DBX_PRIM_func)));
  cr_expect(dbx_is_circuit(dbx_primitive_of(DBX_PRIM_state)));
  cr_expect(!dbx_is_circuit(dbx_primitive_of(DBX_PRIM_pjit)));
  cr_expect(!dbx_is_circuit(dbx_primitive_of(DBX_PRIM_add)));
}
