"""A table of powers whose rows and columns are both traced, filled by two loops."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def powers(rows: int, columns: int):
    table = jnp.ones([rows, columns], dtype=int)

    @for_loop(0, rows, 1)
    def fill(i, table):
        @for_loop(1, columns, 1)
        def along(j, table):
            return table.at[i, j].set(table[i, j - 1] * (i + 1))

        return along(table)

    table = fill(table)
    return table, jnp.sum(table, axis=0), jnp.sum(table, axis=1)


table, by_column, by_row = powers(3, 4)
print(table)
print(by_column, by_row)
print(powers.jaxpr)
print(powers(1, 1), powers(0, 2)[1])
