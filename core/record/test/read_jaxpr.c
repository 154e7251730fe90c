// Equations and Jaxprs: parameters of each kind, and what is none.
#include "lines.h"

#include <criterion/criterion.h>

#define EQN(prim, params)                                                                          \
  LINES_BEGIN "{'k':'eqn','frame':1,'prim':'" prim "','in':['v2'],'out':['v2'],'params':" params   \
              "}\n"

static const lines_row rows[] = {
    {EQN("neg", "{'a':null,'b':true,'c':-3,'d':'text','e':[1,[2]],'f':{'list':[1]}}"), ""},
    {EQN("neg", "{'a':{'dtype':'float64'},'b':{'scalar':'1.5','dtype':'float32'}}"), ""},
    {EQN("neg", "{'a':{'record':'R','fields':{'x':1}},'b':{'type':'int64[v1]'}}"), ""},
    {EQN("neg", "{'a':{'host':'function','number':3}}"), ""},
    {EQN("neg", "[]"), "line 10: \"params\" is no object"},
    {EQN("neg", "{'a':1.5}"), "line 10: a parameter is a number with a fraction"},
    {EQN("neg", "{'a':{'jaxpr':1}}"), "line 10: there is no Jaxpr 1"},
    {EQN("neg", "{'a':{'jaxpr':0}}"), "line 10: Jaxprs count from 1"},
    {EQN("neg", "{'a':{'list':3}}"), "line 10: \"list\" is no list"},
    {EQN("neg", "{'a':{}}"), "line 10: there is no \"dtype\""},
    {EQN("neg", "{'a':{'scalar':'x','dtype':'int8'}}"), "line 10: \"x\" is no number of its dtype"},
    {EQN("nothing", "{'a':1}"), ""},
    {"{'k':'jaxpr','id':1}\n", "line 2: a Jaxpr belongs to a trace"},
    {LINES_BEGIN "{'k':'jaxpr','id':1,'constvars':['v1'],'consts':[]}\n",
     "line 10: there are more constants than values"},
    {LINES_BEGIN "{'k':'jaxpr','id':1,'became':[['v1']]}\n",
     "line 10: an entry of \"became\" is a pair"},
    {LINES_BEGIN "{'k':'jaxpr','id':1,'became':[['v1',null]]}\n",
     "line 10: \"became\" leads nowhere"},
    {LINES_BEGIN "{'k':'jaxpr','id':2}\n", "line 10: the next \"id\" is 1"},
};

Test(read_jaxpr, rows) { LINES_ROWS(rows); }

Test(read_jaxpr, nested_parameters_end) {
  dbx_buf b = {0};
  dbx_put(&b, LINES_BEGIN "{'k':'eqn','frame':1,'prim':'neg','in':[],'out':[],'params':{'a':");
  for (int i = 0; i < 500; i++) dbx_putc(&b, '[');
  for (int i = 0; i < 500; i++) dbx_putc(&b, ']');
  dbx_put(&b, "}}\n");
  cr_expect_str_eq(lines_failure_of(dbx_text(&b)), "line 10: a parameter is nested too deeply");
  dbx_buf_free(&b);
}
