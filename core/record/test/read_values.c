// Types, lengths, atoms: what is none of them, and what was not defined.
#include "lines.h"

#include <criterion/criterion.h>

#define VAR(type) LINES_BEGIN "{'k':'var','id':5,'type':" type ",'is':'result','frame':1}\n"
#define IN(atoms) LINES_BEGIN "{'k':'eqn','frame':1,'prim':'add','in':" atoms ",'out':['v2']}\n"

static const lines_row rows[] = {
    {VAR("'float64[v1,3]'"), ""},
    {VAR("'~float64[]'"), ""},
    {VAR("'key<fry>[2]'"), ""},
    {VAR("'float64[DBIdx(2),?]'"), ""},
    {VAR("'float64'"), "line 10: \"float64\" is no type"},
    {VAR("'float65[]'"), "line 10: \"float65[]\" is no type"},
    {VAR("''"), "line 10: \"\" is no type"},
    {VAR("3"), "line 10: a text was expected"},
    {VAR("'float64[v9]'"), "line 10: v9 is not defined"},
    {VAR("'float64[v2]'"), "line 10: v2 is no length: it is no integer scalar"},
    {VAR("'float64[-1]'"), "line 10: \"-1\" is no variable"},
    {VAR("'float64[9223372036854775808]'"), "line 10: \"9223372036854775808\" is no variable"},
    {VAR("'float64[3,]'"), ""},
    {IN("['v1','2:int64[]']"), ""},
    {IN("['v1','2.5:int64[]']"), "line 10: \"2.5:int64[]\" is no number of its type"},
    {IN("['v1','2:int64[3]']"), "line 10: \"2:int64[3]\" is no number of its type"},
    {IN("['v1',null]"), "line 10: \"in\" has something that is no value"},
    {IN("['v0']"), "line 10: v0 is not defined"},
    {IN("['w1']"), "line 10: \"w1\" is no variable"},
    {IN("'v1'"), "line 10: \"in\" is no list"},
    {LINES_BEGIN "{'k':'eqn','frame':1,'prim':'add','in':[],'out':['2:int64[]']}\n",
     "line 10: \"out\" has something that is no variable"},
    {LINES_BEGIN "{'k':'framed','frame':3}\n", "line 10: there is no frame 3"},
    {LINES_BEGIN "{'k':'framed','frame':1,'jaxpr':1}\n", "line 10: there is no Jaxpr 1"},
    {LINES_BEGIN "{'k':'framed','frame':1,'consts':[['v1']]}\n", "line 10: a constant is"},
    {LINES_BEGIN "{'k':'framed','frame':1,'consts':[['v1',null,1]]}\n",
     "line 10: there is no array 1"},
    {LINES_BEGIN "{'k':'traced','trace':2}\n", "line 10: there is no trace 2"},
    {LINES_BEGIN "{'k':'traced','trace':1,'in_type':[['int64[]']]}\n",
     "line 10: an entry of \"in_type\" is [type, explicit]"},
};

Test(read_values, rows) { LINES_ROWS(rows); }
