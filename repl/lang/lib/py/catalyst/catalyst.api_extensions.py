"""catalyst.api_extensions: what of them is offered."""
from catalyst import accelerate, cond, for_loop, pure_callback, vmap, while_loop
