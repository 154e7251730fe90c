// The second pass through a tape.
#include "drawn.h"

#include <criterion/criterion.h>

static const dbx_circuit_device device = {"<circuit>", "Sim", "<lib>", "{}", 2};

Test(circuit, operations_become_equations) {
  traced x;
  dbx_qubits q;
  traced_begin(&x, "a:f64[]");
  dbx_tape *t = dbx_tape_new(x.frame);
  dbx_val wires[] = {dbx_val_int(0), dbx_val_int(1)}, angle = traced_get(&x, "a");
  dbx_tape_op rx = drawn_gate("RX", wires, 1), cnot = drawn_gate("CNOT", wires, 2),
              phase = {.kind = DBX_TAPE_PHASE, .params = {&angle, 1}},
              s = drawn_gate("S", wires, 1);
  rx.params = (dbx_tape_values){&angle, 1};
  s.controls = (dbx_tape_values){&wires[1], 1};
  s.control_values = (bool[]){false};
  dbx_tape_put(t, &rx), dbx_tape_put(t, &cnot), dbx_tape_put(t, &phase), dbx_tape_put(t, &s);
  cr_assert_eq(dbx_circuit_open(&q, t, &device), DBX_OK);
  cr_assert_eq(dbx_circuit_end(&q), DBX_OK);
  cr_expect_str_eq(drawn(x.frame),
                   "qdevice; qalloc 2>r1; qextract r1 0>q2; RX q2 v3>q4; qextract r1 1>q5; "
                   "CNOT q4 q5>q6 q7; gphase v3; S q6 q7 False>q8 q9; qinsert r1 0 q8>r10; "
                   "qinsert r10 1 q9>r11; qdealloc r11");
  dbx_qubits_free(&q), traced_end(&x);
}

Test(circuit, a_measured_bit_is_the_tracer_of_the_first_pass) {
  traced x;
  dbx_qubits q;
  traced_begin(&x, "a:f64[]");
  dbx_tape *t = dbx_tape_new(x.frame);
  dbx_val wire = dbx_val_int(1);
  dbx_tape_op m = {.kind = DBX_TAPE_MEASURE, .wires = {&wire, 1}, .postselect = -1};
  m.bit = dbx_var_new(dbx_aval_scalar(DBX_BOOL, false), DBX_VAR_RESULT, x.frame->id);
  dbx_tape_put(t, &m);
  cr_assert_eq(dbx_circuit_open(&q, t, &device), DBX_OK);
  cr_expect_str_eq(drawn(x.frame), "qdevice; qalloc 2>r1; qextract r1 1>q2; qmeasure q2>v3 q4");
  cr_expect_eq(x.frame->eqns.at[3].out[0], m.bit);
  dbx_qubits_free(&q), traced_end(&x);
}
