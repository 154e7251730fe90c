"""A ring buffer as a queue: arrivals from a captured list, one server, the longest queue."""
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {}))
def simulate(arrivals, capacity):
    ring = jnp.zeros([capacity], dtype=int)

    @for_loop(0, arrivals.shape[0], 1)
    def tick(t, ring, head, length, longest, lost):
        @for_loop(0, arrivals[t], 1)
        def arrive(_, ring, length, lost):
            @cond(length < capacity)
            def enqueued():
                return ring.at[(head + length) % capacity].set(t), length + 1, lost

            @enqueued.otherwise
            def enqueued():
                return ring, length, lost + 1

            return enqueued()

        ring, length, lost = arrive(ring, length, lost)
        longest = jnp.maximum(longest, length)
        served = jnp.where(length > 0, 1, 0)
        return ring, (head + served) % capacity, length - served, longest, lost

    return tick(ring, 0, 0, 0, 0)


for arrivals, capacity in (([1, 0, 3, 0, 2], 3), ([4, 4], 2), ([0, 0, 0], 1)):
    ring, head, length, longest, lost = simulate(jnp.array(arrivals), capacity)
    print(ring, head, length, longest, lost)
