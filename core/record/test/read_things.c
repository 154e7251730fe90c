// Lines that define something: numbers in their order, arrays of as many elements as they say.
#include "lines.h"

#include <criterion/criterion.h>

#define ARRAY(shape, dtype, data)                                                                  \
  "{'k':'array','id':1,'dtype':'" dtype "','shape':" shape ",'data':'" data "'}\n"

static const lines_row rows[] = {
    {LINES_BEGIN, ""},
    {LINES_BEGIN "{'k':'var','id':4,'type':'int64[]','is':'result'}\n",
     "line 10: v4 is defined before"},
    {LINES_BEGIN "{'k':'var','id':5,'type':'int64[]','is':'x'}\n",
     "line 10: no \"is\" is called so"},
    {LINES_BEGIN "{'k':'var','id':5,'type':'int64[]','is':'result','copy':true}\n",
     "line 10: a copy has to be of a variable"},
    {LINES_BEGIN "{'k':'var','id':5,'type':'int64[]','is':'result','of':'v1','copy':true}\n", ""},
    {LINES_BEGIN "{'k':'trace','id':2}\n{'k':'frame','id':3,'is':'call','trace':2,'parent':1}\n",
     "line 11: the parent is a frame of another trace"},
    {LINES_BEGIN "{'k':'eqn','prim':'add','in':[],'out':[]}\n", "line 10: there is no \"frame\""},
    {ARRAY("[2]", "int64", "1 2"), ""},
    {ARRAY("[2,0]", "int64", ""), ""},
    {ARRAY("[]", "complex128", "1.0,2.0"), ""},
    {ARRAY("[2]", "int64", "1"), "line 2: the array has not as many elements as its shape says"},
    {ARRAY("[4294967296,4294967296]", "int8", "1"), "line 2: the array has not as many elements"},
    {ARRAY("[1]", "int8", "300"), "line 2: element 0 of the array is no int8"},
    {ARRAY("[1]", "int9", "3"), "line 2: there is no dtype \"int9\""},
    {ARRAY("[-1]", "int8", "3"), "line 2: a length is no number"},
};

Test(read_things, rows) { LINES_ROWS(rows); }
