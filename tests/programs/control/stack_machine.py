"""A stack machine: the program is an array, the stack has a traced size."""
from catalyst import qjit, while_loop, cond
from jax import numpy as jnp

PUSH, ADD, MUL, SUB, DUP, SWAP, HALT = range(7)


@qjit
def run(code, room: int):
    stack = jnp.zeros([room])

    @while_loop(lambda pc, sp, stack: code[pc, 0] != HALT)
    def step(pc, sp, stack):
        op = code[pc, 0]

        @cond(op == PUSH)
        def execute():
            return sp + 1, stack.at[sp].set(code[pc, 1] * 1.0)

        @execute.else_if(op == ADD)
        def execute():
            return sp - 1, stack.at[sp - 2].set(stack[sp - 2] + stack[sp - 1])

        @execute.else_if(op == MUL)
        def execute():
            return sp - 1, stack.at[sp - 2].set(stack[sp - 2] * stack[sp - 1])

        @execute.else_if(op == SUB)
        def execute():
            return sp - 1, stack.at[sp - 2].set(stack[sp - 2] - stack[sp - 1])

        @execute.else_if(op == DUP)
        def execute():
            return sp + 1, stack.at[sp].set(stack[sp - 1])

        @execute.otherwise
        def execute():
            a, b = stack[sp - 1], stack[sp - 2]
            return sp, stack.at[sp - 1].set(b).at[sp - 2].set(a)

        sp, stack = execute()
        return pc + 1, sp, stack

    pc, sp, stack = step(0, 0, stack)
    return stack[0], sp, pc


program = [(PUSH, 3), (PUSH, 4), (ADD, 0), (DUP, 0), (MUL, 0), (PUSH, 9), (SWAP, 0), (SUB, 0), (HALT, 0)]
print(run(jnp.array(program), 4))
print(run(jnp.array(program), 9))
