"""catalyst.api_extensions.callbacks"""
from catalyst import accelerate, pure_callback
