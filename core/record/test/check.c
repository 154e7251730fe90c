// What views take for granted: lists of a bind that fit each other, nested programs, events in
// their order.
#include "lines.h"

#include <criterion/criterion.h>

#define BIND(more)                                                                                 \
  LINES_BEGIN "{'k':'bind','trace':1,'prim':'for_loop','frame':1,'resizing':'resize'," more "}\n"
#define PART                                                                                       \
  "'parts':[{'frame':2,'collapsed_inputs':['v2'],'expanded_inputs':['v2'],"                        \
  "'in_type':[['float64[DBIdx(0),3]',true]],'body_inputs':['v4']}]"

static const lines_row rows[] = {
    {BIND(PART), ""},
    {BIND(PART ",'carries':1,'groups':1,'slots':[[0,0,'v1',0]]"), ""},
    {BIND(PART ",'carries':1,'groups':1,'slots':[[0,2,'v1',0]]"),
     "line 10: slot 0 is no axis of a carry"},
    {BIND(PART ",'carries':1,'groups':1,'slots':[[0,0,'v1',1]]"),
     "line 10: slot 0 is no axis of a carry"},
    {BIND(PART ",'carries':2"), "line 10: there are more carries than inputs"},
    {BIND(PART ",'carries':1,'nodes':[['slot',0,0,'v1','v3',1,1,'3',5]]"),
     "line 10: node 0 is nothing that is carried"},
    {BIND("'parts':[]"), "line 10: a bind has a frame and parts"},
    {BIND("'parts':[{'in_type':[['int64[]',true]]}]"), "line 10: a part of the bind has no frame"},
    {BIND("'parts':[{'frame':2,'in_type':[['float64[DBIdx(1)]',true]]}]"),
     "line 10: the inputs of a part do not fit its in_type"},
    {BIND("'parts':[{'frame':2,'constants':[['v3','v1']]}]"),
     "line 10: there are more constants than captures"},
    {BIND(PART ",'results':['v2']"), "line 10: the results do not fit their type"},
    {LINES_BEGIN "{'k':'eqn','frame':1,'prim':'pjit','in':[],'out':[]}\n",
     "line 11: an equation of pjit has no program"},
    {LINES_BEGIN "{'k':'event','trace':1,'kind':'RETURN','name':'f','completed':true}\n",
     "line 11: event 0 does not fit its trace"},
    {LINES_BEGIN "{'k':'event','trace':1,'kind':'ARGUMENT','variable':'v1','inside':1}\n",
     "line 11: event 0 does not fit its trace"},
    {BIND(PART ",'event':1"), "line 11: bind 0 ends behind its trace"},
};

Test(check, rows) { LINES_ROWS(rows); }
