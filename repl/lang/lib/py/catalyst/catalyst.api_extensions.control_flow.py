"""catalyst.api_extensions.control_flow"""
from catalyst import cond, for_loop, while_loop
