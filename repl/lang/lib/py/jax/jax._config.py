"""jax.config and the settings of a block, as jax 0.4.23 has them beside Catalyst. What decides over results stays as it is:
another value is refused by name."""
import _host

# What cannot be seen in a result here: kept, and otherwise without effect.
_free = {
    "jax_backend_target": "", "jax_bcoo_cusparse_lowering": False, "jax_check_tracer_leaks": False,
    "jax_compilation_cache_dir": None, "jax_compilation_cache_include_metadata_in_key": False,
    "jax_compiler_detailed_logging_min_ops": 10, "jax_cpu_enable_gloo_collectives": False,
    "jax_cuda_visible_devices": "all", "jax_debug_log_modules": "", "jax_default_device": None,
    "jax_default_matmul_precision": None, "jax_disable_most_optimizations": False, "jax_distributed_debug": False,
    "jax_dump_ir_to": "", "jax_eager_pmap": True, "jax_enable_checks": False, "jax_enable_compilation_cache": True,
    "jax_enable_custom_vjp_by_custom_transpose": False, "jax_enable_key_reuse_checks": False,
    "jax_enable_memories": False, "jax_experimental_unsafe_xla_runtime_errors": False,
    "jax_hlo_source_file_canonicalization_regex": None, "jax_include_full_tracebacks_in_locations": False,
    "jax_legacy_prng_key": "allow", "jax_log_checkpoint_residuals": False, "jax_log_compiles": False,
    "jax_parallel_functions_output_gda": False, "jax_persistent_cache_min_compile_time_secs": 1.0,
    "jax_platform_name": "", "jax_platforms": None, "jax_pmap_shmap_merge": False, "jax_pprint_use_color": True,
    "jax_raise_persistent_cache_errors": False, "jax_remat_opt_barrier": True,
    "jax_require_devices_during_lowering": True, "jax_rocm_visible_devices": "all", "jax_serialization_version": 8,
    "jax_softmax_custom_jvp": False, "jax_spmd_mode": "allow_jit", "jax_traceback_filtering": "auto",
    "jax_tracer_error_num_traceback_frames": 5, "jax_transfer_guard": None, "jax_transfer_guard_device_to_device": None,
    "jax_transfer_guard_device_to_host": None, "jax_transfer_guard_host_to_device": None, "jax_xla_backend": "",
    "jax_xla_profile_version": 0, "jax2tf_associative_scan_reductions": False,
    "jax2tf_default_native_serialization": True, "mock_num_gpus": 1, "use_mock_gpu_client": False}
# What would change results, and the way out.
_fixed = {
    "jax_enable_x64": (True, "64-bit types are always on here; write the dtypes, as jnp.float32"),
    "jax_default_dtype_bits": ("64", "write the dtypes"),
    "jax_debug_nans": (False, "use jnp.isnan on the results"),
    "jax_debug_infs": (False, "use jnp.isinf on the results"),
    "jax_default_prng_impl": ("threefry2x32", "there is one kind of random numbers"),
    "jax_enable_custom_prng": (False, "use jax.random.key"),
    "jax_threefry_partitionable": (False, "there is one order of random numbers"),
    "jax_random_seed_offset": (0, "add it to the seed"),
    "jax_numpy_dtype_promotion": ("standard", "write the conversions"),
    "jax_numpy_rank_promotion": ("allow", "write the axes")}


class Config:
    def __init__(self):
        self._set = {}

    @property
    def values(self):
        all = {name: value for name, value in _free.items()}
        all.update((name, value) for name, (value, _) in _fixed.items())
        all["jax_dynamic_shapes"] = False
        all["jax_disable_jit"] = _host.disable_jit(None)
        all.update(self._set)
        return all

    def read(self, name):
        known = self.values
        if name not in known:
            raise AttributeError(f"Unrecognized config option: {name}")
        return known[name]

    def update(self, name, value):
        if name in _fixed and value != _fixed[name][0]:
            raise NotImplementedError(f"jax.config: {name} is always {_fixed[name][0]!r} here; {_fixed[name][1]}")
        if name == "jax_disable_jit":
            if bool(value) != self.jax_disable_jit:
                _host.disable_jit(bool(value))
        elif name == "jax_dynamic_shapes":
            self._set[name] = bool(value)
        elif name in ("jax_platforms", "jax_platform_name") and value not in ("cpu", "", None):
            raise NotImplementedError(f"jax.config: {name} cannot be {value!r}: everything runs on the processor")
        elif name in _free:
            self._set[name] = value
        elif name not in _fixed:
            raise AttributeError(f"Unrecognized config option: {name}")

    def __getattr__(self, name):
        if name == "x64_enabled":
            return True
        known = self.values
        if name in known:
            return known[name]
        raise AttributeError(f"''Config' object has no attribute '{name}'")


config = Config()


class _Block:
    """Another value of a setting in a with block."""
    def __init__(self, name, value):
        self._name, self._value = name, value

    def __enter__(self):
        self._before = config.read(self._name)
        config.update(self._name, self._value)

    def __exit__(self, *ignored):
        config.update(self._name, self._before)


def transfer_guard(new_val):
    return _Block("jax_transfer_guard", new_val)


def transfer_guard_device_to_device(new_val):
    return _Block("jax_transfer_guard_device_to_device", new_val)


def transfer_guard_device_to_host(new_val):
    return _Block("jax_transfer_guard_device_to_host", new_val)


def transfer_guard_host_to_device(new_val):
    return _Block("jax_transfer_guard_host_to_device", new_val)


def default_device(new_val=None):
    return _Block("jax_default_device", new_val)


def default_matmul_precision(new_val=None):
    return _Block("jax_default_matmul_precision", new_val)


def log_compiles(new_val=True):
    return _Block("jax_log_compiles", new_val)


def enable_checks(new_val=True):
    return _Block("jax_enable_checks", new_val)


def debug_nans(new_val=True):
    return _Block("jax_debug_nans", new_val)


def debug_infs(new_val=True):
    return _Block("jax_debug_infs", new_val)


def numpy_dtype_promotion(new_val=None):
    return _Block("jax_numpy_dtype_promotion", new_val)


def numpy_rank_promotion(new_val=None):
    return _Block("jax_numpy_rank_promotion", new_val)


class ensure_compile_time_eval:
    """Nothing to do where nothing is traced; inside a traced function values would be computed at once."""
    def __enter__(self):
        if _host.tracing():
            raise NotImplementedError("jax.ensure_compile_time_eval is not offered inside a traced function; compute what is "
                                      "known before the function is traced")

    def __exit__(self, *ignored):
        pass
