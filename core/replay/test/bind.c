// Loops and conditionals that are bound again. The Jaxpr is by hand.
#include "replay/steps.h"

#include "live.h"

#include <criterion/criterion.h>

#define OPEN                                                                                       \
  "{'k':'open','prim':'for_loop','functions':['g'],'resizing':'preserve','init':['v2'],"           \
  "'bounds':['0:~int64[]','v1','1:~int64[]']}\n"
#define BODY                                                                                       \
  "{'k':'part'}\n{'k':'capture','of':'v1','ids':[3]}\n{'k':'arg','ids':[4]}\n"                     \
  "{'k':'arg','ids':[5]}\n"                                                                        \
  "{'k':'do','prim':'neg','in':['v5'],'types':['float64[v3]'],'ids':[6]}\n"                        \
  "{'k':'give','outs':['v6'],'tree':'PyTreeDef(*)'}\n"
#define COND "{'k':'open','prim':'cond','resizing':'preserve'"

static const live_row rows[] = {
    {LIVE_BEGIN OPEN BODY "{'k':'close','ids':[7]}\n{'k':'give','outs':['v7']}\n{'k':'done'}\n",
     "{ lambda ; a:i64[] b:f64[a]. let\n"
     "    c:f64[a] = for_loop[\n"
     "      apply_reverse_transform=False\n"
     "      body_jaxpr={ lambda ; d:i64[] e:i64[] f:f64[d]. let\n"
     "          g:f64[d] = neg f\n"
     "        in (g,) }\n"
     "      body_nconsts=1\n"
     "      nimplicit=0\n"
     "      preserve_dimensions=True\n"
     "    ] a 0 a 1 0 b\n"
     "  in (c,) }"},
    {LIVE_BEGIN OPEN
     "{'k':'part'}\n{'k':'stop','class':'ValueError','message':'no'}\n{'k':'done'}\n",
     "E214 no"},
    {LIVE_BEGIN OPEN BODY "{'k':'close','ids':[7,8]}\n" LIVE_END,
     "E608 r, line 12: 2 values were recorded, and there are 1"},
    {LIVE_BEGIN OPEN "{'k':'give','outs':['v2']}\n" LIVE_END,
     "E608 r, line 6: the next step is no \"part\""},
    {LIVE_BEGIN "{'k':'open','prim':'for_loop','functions':['g'],'resizing':'preserve'}\n" LIVE_END,
     "E608 r, line 5: a for_loop has three bounds"},
    {LIVE_BEGIN COND ",'functions':['g'],'preds':['v1']}\n" LIVE_END,
     "E608 r, line 5: a cond has one branch more than predicates"},
    {LIVE_BEGIN COND "}\n" LIVE_END, "E608 r, line 5: \"functions\" are missing"},
    {LIVE_BEGIN "{'k':'open','prim':'while_loop','functions':['g'],'resizing':'resize'}\n" LIVE_END,
     "E608 r, line 5: a while_loop has a condition and a body"},
    {LIVE_BEGIN "{'k':'open','prim':'add','functions':['g'],'resizing':'resize'}\n" LIVE_END,
     "E608 r, line 5: \"add\" binds no program"},
};

Test(bind, rows) { LIVE_ROWS(rows); }
