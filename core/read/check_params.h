// Part of the type checker (private to ir): the parameters of one equation.
#ifndef DBX_READ_CHECK_PARAMS_H
#define DBX_READ_CHECK_PARAMS_H

#include "ir/primitive.h"

dbx_status dbx_check_params(const dbx_eqn *e); // E605

#endif
