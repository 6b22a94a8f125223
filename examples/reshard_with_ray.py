"""Rewrites a sharded checkpoint with the workers of a Ray cluster.

    python examples/reshard_with_ray.py PARTS layout reshard 'old-{}.safetensors' ..

runs the command once for each part, with `--part K/PARTS`, wherever Ray has a
free processor. A part that fails is tried again: what it has written is kept.
"""

import subprocess
import sys

import ray


@ray.remote(max_retries=3, retry_exceptions=True)
def run_part(command, part, parts):
    subprocess.run([*command, "--part", f"{part}/{parts}"], check=True)
    return part


def main():
    parts, command = int(sys.argv[1]), sys.argv[2:]
    if not ray.is_initialized():
        ray.init()  # the cluster of RAY_ADDRESS, or a local one
    done = ray.get([run_part.remote(command, part, parts) for part in range(parts)])
    print(f"{len(done)} parts written")


if __name__ == "__main__":
    main()
