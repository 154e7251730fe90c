// The table of types.def. It lies above all rooms: they find a row by its value (type_of).
#include "lang/types.h"

#include "lang/bytes/bytes.h"
#include "lang/jax/block.h"
#include "lang/jax/types.h"
#include "lang/lib/builtins.h"
#include "lang/lib/types.h"
#include "lang/np/np.h"
#include "lang/np/types.h"
#include "lang/object/long_range.h"
#include "lang/object/types.h"
#include "lang/text/format.h"

const object_type lang_types[] = {
#define TYPE(name, ...) [T_##name] = {__VA_ARGS__},
#define VALUE(name, ...) [T_COUNT + PV_##name] = {__VA_ARGS__},
#include "lang/types.def"
#undef TYPE
#undef VALUE
};
