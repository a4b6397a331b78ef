"""One session for all tests, with executors that are processes of their own, and what its tests have in common."""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from pyspark.sql import SparkSession

from vocabulary_hub_spark import BulkConversion

COMMAND = os.environ["VOCABULARY_HUB_COMMAND"].split()
CREATED = "2026-03-01"
_SOURCES = os.pathsep.join(path for path in sys.path if path.endswith("src"))


def start_session() -> SparkSession:
    """Two executors with a core each."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.executorEnv.PYTHONPATH": _SOURCES,
        "spark.executorEnv.VOCABULARY_HUB_COMMAND": " ".join(COMMAND),
        "spark.driver.memory": "512m",
        "spark.executor.memory": "512m",
        # Compiling less is faster for processes that live for a minute.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
        "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "Asia/Kathmandu",
        # Small files become several partitions.
        "spark.sql.files.maxPartitionBytes": "200k",
        "spark.sql.files.openCostInBytes": "1k",
        "spark.sql.files.minPartitionNum": "1",
    }
    builder = SparkSession.builder.master("local-cluster[2,1,512]").appName("tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def readings(count: int) -> list[str]:
    """Documents with numbers that are changed by whoever reads them as floats."""
    return [
        f'{{"timestamp":"2026-03-01T{place // 60 % 24:02d}:{place % 60:02d}:00Z",'
        f'"device_id":"inverter-{place // 1440}",'
        f'"active_power-kW":{place}.{place % 10}0,"voltage-V":230.{"0" * (place % 30)}10}}'
        for place in range(count)
    ]


def by_command(lines: bytes, *options: str) -> list[bytes]:
    """The lines that the command line makes of NDJSON, sorted."""
    words = ["convert", "--from", "ndjson", "--to", "nt", "--skolemize", "--created", CREATED, "-k", "--failures-ok"]
    ran = subprocess.run([*COMMAND, *words, *options, "-q"], input=lines, capture_output=True, check=True)
    return sorted(ran.stdout.splitlines(keepends=True))


class SparkTest(unittest.TestCase):
    """A test with a folder of its own."""

    spark: SparkSession

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def write(self, name: str, content: bytes) -> Path:
        """Writes a file to the folder of the test."""
        path = self.folder / name
        path.write_bytes(content)
        return path

    def lines_of(self, conversion: BulkConversion, output: Path) -> list[bytes]:
        """The lines of all parts, sorted. The folder has what the manifest lists, and nothing else."""
        found: list[bytes] = []
        listed = {"manifest.json"}
        for part in conversion.manifest["parts"]:
            for file in filter(None, (part, part["failures"])):
                content = (output / file["path"]).read_bytes()
                self.assertEqual(file["sha256"], hashlib.sha256(content).hexdigest())
                self.assertEqual(file["bytes"], len(content))
                listed.add(file["path"])
            lines = gzip.decompress((output / part["path"]).read_bytes()).splitlines(keepends=True)
            self.assertEqual(part["triples"], len(lines))
            found += lines
        self.assertEqual(listed, {path.name for path in output.iterdir()})
        self.assertEqual(conversion.triples, len(found))
        return sorted(found)
