"""What arrays of jax know of the place where they are: attributes of any value, by name, and methods."""
from jax._types import devices
from jax.sharding import SingleDeviceSharding


class Shard:
    """The part of an array on one device, which is all of it."""
    replica_id = 0

    def __init__(self, data):
        self.data, self.device, self.index = data, devices()[0], (slice(None, None, None),) * data.ndim

    def __repr__(self):
        return f"Shard(device={self.device!r}, index={self.index}, replica_id=0, data={self.data})"


attributes = {
    "sharding": lambda x: SingleDeviceSharding(devices()[0]),
    "is_fully_addressable": lambda x: True,
    "is_fully_replicated": lambda x: True,
    "addressable_shards": lambda x: [Shard(x)],
    "global_shards": lambda x: [Shard(x)]}
methods = {
    "block_until_ready": lambda x: x,
    "devices": lambda x: set(devices()),
    "device": lambda x: devices()[0],
    "is_deleted": lambda x: False,
    "is_ready": lambda x: True,
    "addressable_data": lambda x, index: x,
    "copy_to_host_async": lambda x: None,
    "on_device_size_in_bytes": lambda x: x.nbytes,
    "platform": lambda x: "cpu",
    "clone": lambda x: x.copy()}
