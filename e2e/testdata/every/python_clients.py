# Generates a client of each document in one process, and prints the names of those with warnings.
import pathlib
import sys

from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

out = pathlib.Path(sys.argv[1])
for name in sys.argv[2:]:
    to = out / pathlib.Path(name).stem.replace("-", "_").replace(".", "_")
    config = Config.from_sources(ConfigFile(post_hooks=[]), MetaType.NONE, pathlib.Path(name), "utf-8", True, to)
    if generate(config=config):
        print("fails:", name)
