# Text that would end the page's script, run one of its own, or turn the line around.
from jax import numpy as jnp
from catalyst import qjit, for_loop

text = "</script><script>document.title='owned'</script><!-- & \" ' 😀 שלום ‮evil‬ <b>bold</b>"


@qjit
def שלום(größe: int, 変数: int):
    "</script><img src=x onerror=document.title='owned'>"  # 𝔘𝔫𝔦 😀
    𝔵 = jnp.ones([größe + 変数], dtype=float)

    @for_loop(0, 3, 1)
    def مرحبا(i, a):
        return a * 𝔵  # ‮reversed‬ </style><script>document.title='owned'</script>

    return مرحبا(𝔵) + jnp.ones([größe * 2])


print(text)
print(שלום(3, 4))
