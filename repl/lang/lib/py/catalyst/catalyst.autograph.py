"""catalyst.autograph"""
from catalyst import autograph_source, disable_autograph, run_autograph
