// Binds: the words and lists of their lines.
#include "lines.h"

#include <criterion/criterion.h>

#define BIND(more) LINES_BEGIN "{'k':'bind','trace':1," more "}\n"
#define LOOP "'prim':'for_loop','frame':1,'resizing':'resize',"

static const lines_row rows[] = {
    {BIND("'prim':'add'"), "line 10: \"add\" binds no program"},
    {BIND("'prim':'for_loop','frame':1,'resizing':'x'"), "line 10: no \"resizing\" is called so"},
    {BIND("'prim':'for_loop','parent':0"), "line 10: the parent comes later"},
    {BIND(LOOP "'parts':[{'frame':2}]"), ""},
    {BIND(LOOP "'slots':[[0,0,'v1']],'parts':[{}]"), "line 10: a number from 0 to"},
    {BIND(LOOP "'nodes':[['x',0,0,'v1','v1',1,1,'3',0]],'parts':[{}]"),
     "line 10: nothing is carried so"},
    {BIND(LOOP "'nodes':[['slot',0,0,null,'v1',1,1,'3',0]],'parts':[{}]"),
     "line 10: a node has no start or step"},
    {BIND(LOOP "'widenings':[[1,0,0]],'parts':[{}]"), "line 10: a text was expected"},
    {BIND(LOOP "'parts':[{'frame':2,'retrace':{'frame':2,'retrace':{'frame':2}}}]"),
     "line 10: a part is traced again once"},
};

Test(read_bind, rows) { LINES_ROWS(rows); }
