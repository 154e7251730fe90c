// The call that ended a live trace, made again: whose diagnostic it is, and what does not fit.
#include "replay/replay.h"

#include "live.h"

#include <criterion/criterion.h>

#define STOP(class, more)                                                                          \
  LIVE_BEGIN "{'k':'stop','class':'" class "','message':'theirs'," more "}\n{'k':'done'}\n"
#define CALL(more) STOP("ValueError", "'call':{" more "}")
#define TYPE(more) STOP("TypeError", "'call':{" more "}")
#define PAIR "'args':['v2','v2']"

static const live_row rows[] = {
    // the class and the call fail here, too
    {CALL("'operator':'add','args':['v2',{'list':['1:~int64[]']}]"), "E214 theirs"},
    {TYPE("'function':'jnp.concatenate','args':[{'tuple':['v1','v2']}]"), "E214 theirs"},
    {CALL("'function':'jnp.sum','args':['v2'],'kw':{'axis':'3:~int64[]'}"), "E3"},
    {CALL("'function':'sum','args':['v2'],'kw':{'axis':{'tuple':['3:~int64[]']}}"), "E3"},
    {CALL("'function':'jnp.concatenate','args':[{'list':['v1','v2']}]"), "E3"},
    // it does not fail here, or in another way
    {CALL("'operator':'add'," PAIR), "E214 theirs"},
    {CALL("'operator':'neg','args':['v2']"), "E214 theirs"},
    {TYPE("'function':'jnp.sum','args':['v2'],'kw':{'axis':'3:~int64[]'}"), "E214 theirs"},
    // it is none of ours
    {CALL("'operator':'nor'," PAIR), "E214 theirs"},
    {CALL("'operator':'add','args':[]"), "E214 theirs"},
    {CALL("'function':'jnp.nothing'," PAIR), "E214 theirs"},
    {CALL("'function':'a_module_with_a_long_name.sum'," PAIR), "E214 theirs"},
    {CALL("'function':'getitem','args':['v2']"), "E214 theirs"},
    {CALL("'function':'getitem','args':['v2',{'tuple':[{'ellipsis':true},null]}]"), "E214 theirs"},
    {CALL("'function':'getitem','args':['v2',{'slice':[null,null,'2:~int64[]']}]"), "E214 theirs"},
    {CALL("'function':'astype','args':['v2',{'dtype':'float32'}]"), "E214 theirs"},
    {CALL("'function':'astype','args':['v2',{'text':'float32'}]"), "E214 theirs"},
    // what is no recording
    {CALL("'function':3,'args':[]"), "E608 r, line 5"},
    {CALL("'args':[]"), "E608 r, line 5"},
    {CALL("'function':'jnp.sum','args':3"), "E608 r, line 5"},
    {CALL("'function':'jnp.sum','args':['v9']"), "E608 r, line 5: v9 is not defined"},
    {CALL("'function':'jnp.sum','args':[{'slice':[null]}]"),
     "E608 r, line 5: a slice has three parts"},
    {CALL("'function':'jnp.sum','args':[{'dtype':'int7'}]"),
     "E608 r, line 5: there is no dtype int7"},
    {CALL("'function':'jnp.sum','args':[{'array':3}]"), "E608 r, line 5: there is no array 3"},
    {STOP("ValueError", "'call':3"), "E608 r, line 5"},
    {STOP("ValueError", "'calls':[3]"), "E608 r, line 5"},
    {STOP("ValueError", "'operands':[3],'call':{'function':'jnp.sum','args':['v2'],"
                        "'kw':{'axis':'3:~int64[]'}}"),
     "E608 r, line 5"},
};

Test(failing, rows) { LIVE_ROWS(rows); }

Test(failing, operands) {
  const char *text = live_text(
      STOP("ValueError", "'call':{'function':'jnp.sum','args':['v2'],'kw':{'axis':'3:~int64[]'}},"
                         "'operands':[[null,'argument 0','v2']]"));
  cr_expect(!strncmp(text, "E3", 2), "%s", text);
}
