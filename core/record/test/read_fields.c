// Fields of lines: numbers, texts, places.
#include "lines.h"

#include <criterion/criterion.h>

static const lines_row rows[] = {
    {"{'k':'source','id':1,'name':'a','text':'ab'}\n{'k':'trace','id':1,'at':[1,0,3]}\n",
     "line 3: a place lies outside of its source"},
    {"{'k':'trace','id':1,'at':[1,0,0]}\n", "line 2: there is no source 1"},
    {"{'k':'trace','id':1,'at':[1,0]}\n", "line 2: a place is [source, begin, end]"},
    {"{'k':'trace','id':0}\n", "line 2: \"id\" is less than 1"},
    {"{'k':'trace','id':-1}\n", "line 2: a number from 0 to 4294967295 was expected"},
    {"{'k':'trace','id':1,'function':[]}\n", "line 2: a text was expected"},
};

Test(read_fields, rows) { LINES_ROWS(rows); }
