"""catalyst.api_extensions.function_maps"""
from catalyst import vmap
