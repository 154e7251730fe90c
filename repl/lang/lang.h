// The language as the rooms outside of it see it.
#ifndef DBX_LANG_H
#define DBX_LANG_H

#include "lang/jax/jax.h"
#include "lang/modules/modules.h"
#include "lang/np/np.h"
#include "lang/run/lang.h"

#endif
