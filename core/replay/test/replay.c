// Steps of a frame: what they make, and what does not fit. The Jaxprs are by hand.
#include "replay/replay.h"

#include "live.h"

#include <criterion/criterion.h>

#define ADD "'prim':'add','types':['int64[]']"
#define NEG "{'k':'do','prim':'neg','in':['v2'],'types':['float64[v1]'],"

static const live_row rows[] = {
    {LIVE_BEGIN LIVE_END, "{ lambda ; a:i64[] b:f64[a]. let  in (b,) }"},
    {LIVE_BEGIN "{'k':'do'," ADD ",'in':['v1','2:int64[]'],'ids':[9]}\n"
                "{'k':'give','outs':['v9']}\n{'k':'done'}\n",
     "{ lambda ; a:i64[] b:f64[a]. let c:i64[] = add a 2 in (c,) }"},
    {LIVE_BEGIN "{'k':'capture','of':'2:~int64[]','ids':[3]}\n"
                "{'k':'do'," ADD ",'in':['v1','v3'],'ids':[4]}\n"
                "{'k':'give','outs':['v4']}\n{'k':'done'}\n",
     "{ lambda ; a:i64[] b:f64[a]. let c:i64[] = add a 2 in (c,) }"},
    {LIVE_BEGIN "{'k':'stop','class':'ValueError','message':'no'}\n{'k':'done'}\n", "E214 no"},
    {LIVE_BEGIN "{'k':'done'}\n", "E608 r, line 5: a \"done\" does not belong here"},
    {LIVE_BEGIN "{'k':'arg','ids':[3]}\n" LIVE_END,
     "E608 r, line 5: the frame has no further argument"},
    {LIVE_BEGIN "{'k':'live'}\n", "E608 r, line 5: a \"live\" does not belong here"},
    {"{'k':'arg','ids':[1]}\n", "E608 r, line 2: a \"arg\" does not belong here"},
    {LIVE_BEGIN "{'k':'give','outs':['v7']}\n{'k':'done'}\n", "E608 r, line 5: v7 is not defined"},
    {LIVE_BEGIN "{'k':'give','outs':[{'array':1}]}\n{'k':'done'}\n",
     "E608 r, line 5: there is no array 1"},
    {LIVE_BEGIN "{'k':'give','outs':[null]}\n{'k':'done'}\n", "E608 r, line 5: a value is missing"},
    {LIVE_BEGIN NEG "'ids':[3,4]}\n" LIVE_END,
     "E608 r, line 5: 2 values were recorded, and there are 1"},
    {LIVE_BEGIN NEG "'ids':[2]}\n" LIVE_END, "E608 r, line 5: v2 is defined before"},
    {LIVE_BEGIN "{'k':'compare','left':'v1','right':'3'}\n" LIVE_END,
     "{ lambda ; a:i64[] b:f64[a]. let  in (b,) }"},
    {LIVE_BEGIN "{'k':'compare','left':'v1','right':'v9'}\n" LIVE_END,
     "E608 r, line 5: v9 is not defined"},
    {LIVE_BEGIN "{'k':'stop','class':'ValueError','message':'no','notes':[3]}\n{'k':'done'}\n",
     "E608 r, line 5"},
};

Test(replay, rows) { LIVE_ROWS(rows); }
