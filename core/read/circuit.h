// What Jaxpr text has of circuits only. Private to read.
#ifndef DBX_READ_CIRCUIT_H
#define DBX_READ_CIRCUIT_H

#include "ir/param.h"
#include "ir/scan.h"

// "AbstractQreg()", "AbstractQbit()", "AbstractObs(num_qubits=2,primitive=compbasis)": *known
// whether the current token begins one, which is read then. E601.
dbx_status read_quantum_type(dbx_scan *s, dbx_aval *ret, bool *known);
// A parameter whose value is text for people, to the end of its line; *known by its key.
dbx_status read_line_param(dbx_scan *s, dbx_sym key, const dbx_param **ret, bool *known);

#endif
