"""Times `jax.device_put(x.T)` of f32[1024,2048] on one thread of the CPU.

The figure to compare with is the payload of `cargo bench -p layout-benches --bench copy -- alignment`.
Each call allocates its result, which our copies do not.
"""

import os
import time

# Both are read when jaxlib starts.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

try:
    import jax
    import numpy
except ImportError as error:
    print(f"jax, f32[1024,2048] transpose: left out, {error}")
    raise SystemExit

x = numpy.arange(1024 * 2048, dtype=numpy.float32).reshape(1024, 2048)


def seconds():
    start = time.perf_counter()
    result = jax.device_put(x.T)
    result.block_until_ready()
    return time.perf_counter() - start


assert (numpy.asarray(jax.device_put(x.T)) == x.T).all()
least = min(seconds() for _ in range(201))
print(f"jax {jax.__version__}, f32[1024,2048] transpose, allocates: {x.nbytes / least / 1e9:.2f} GB/s of payload")
