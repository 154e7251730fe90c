"""catalyst.compiler: the options of a compiled function. They are read here, and never changed."""
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Tuple


@dataclass
class CompileOptions:
    verbose: Optional[bool] = False
    logfile: Optional[Any] = None
    target: Optional[str] = "binary"
    keep_intermediate: Optional[bool] = False
    pipelines: Optional[List[Any]] = None
    autograph: Optional[bool] = False
    autograph_include: Optional[Iterable[str]] = ()
    async_qnodes: Optional[bool] = False
    static_argnums: Optional[Tuple[int, ...]] = None
    abstracted_axes: Optional[Any] = None
    lower_to_llvm: Optional[bool] = True

    def __post_init__(self):
        if self.static_argnums is None:
            self.static_argnums = ()
        elif isinstance(self.static_argnums, int):
            self.static_argnums = (self.static_argnums,)
        self._made = True

    def __setattr__(self, name, value):
        if getattr(self, "_made", False):
            raise NotImplementedError("options of a compiled function cannot be changed here; "
                                      "give them to qjit")
        object.__setattr__(self, name, value)

    def get_pipelines(self):
        raise NotImplementedError("catalyst.CompileOptions.get_pipelines exists, but is not offered here; "
                                  "`dbidx inspect --stage=mlir` shows what is compiled")


def of_given(given):
    """Of the options that qjit was called with."""
    return CompileOptions(**{k: v for k, v in given.items() if k in CompileOptions.__dataclass_fields__})
