"""The lines that are known to name a file or folder, one entry a shape.

A shape says what stands before the path, and how far the path reaches: to the end of the `line` (blanks
belong to it), within quotes (`quoted`), or `until` something follows. Each carries an example and the path in
it, which the tests check. MindSpore itself names no summary folder in any line; the first shape is what our
own runner prints.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from mindwatch.model.links import LinkKind

Extent = Literal["line", "quoted", "until"]
PATH = r"(?P<path>[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]{0,4095}%s)"
QUOTE = r"(?P<quote>[\"'`])"


@dataclass(frozen=True)
class LinkShape:
    """One kind of line; `before` and `after` are regular expressions."""

    kind: LinkKind
    before: str
    extent: Extent
    example: str
    path: str
    after: str = ""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The whole shape as one expression with a group `path`."""
        if self.extent == "quoted":
            return re.compile(self.before + QUOTE + PATH % "?" + "(?P=quote)")
        if self.extent == "until":
            return re.compile(self.before + PATH % "?" + self.after)
        return re.compile(self.before + PATH % "")


SHAPES: tuple[LinkShape, ...] = (
    LinkShape("summary", "Summary saved to ", "line", "Summary saved to /a/汇总 1/run", "/a/汇总 1/run"),
    # Profilers
    LinkShape(
        "profiler",
        "Start parsing profiling data: ",
        "line",
        "[31506] Start parsing profiling data: /proj/prof out/vm_31506_20261130112732230_ascend_ms",
        "/proj/prof out/vm_31506_20261130112732230_ascend_ms",
    ),
    LinkShape(
        "profiler",
        r"Start parsing profiling data in a?sync mode at: ",
        "line",
        "[7] Start parsing profiling data in async mode at: ./data/vm_7_ascend_ms",
        "./data/vm_7_ascend_ms",
    ),
    LinkShape(
        "profiler",
        r"\[Dynamic Profiler\] Rank \d+ create output path ",
        "line",
        "[Dynamic Profiler] Rank 0 create output path ./dyn/rank0_start2_stop5",
        "./dyn/rank0_start2_stop5",
    ),
    LinkShape(
        "file",
        r"\[Dynamic Profiler\] Init config json file: ",
        "line",
        "[Dynamic Profiler] Init config json file: ./cfg/profiler_config.json",
        "./cfg/profiler_config.json",
    ),
    LinkShape(
        "profiler",
        "Profiler ascend_ms_dir initialized: ",
        "line",
        "[INFO] PROFILER(1,7f,python):… Profiler ascend_ms_dir initialized: /p/vm_1_ascend_ms",
        "/p/vm_1_ascend_ms",
    ),
    LinkShape(
        "profiler",
        "(?:Start analyzing|Analysis) data in ",
        "quoted",
        'Tue 14 Jan 2025 16:57:55 [INFO] [MSVP] [1] msprof.py: Start analyzing data in "/a b/host" ...',
        "/a b/host",
    ),
    LinkShape(
        "profiler",
        "Profile save path: ",
        "line",
        "- INFO - Profile save path: ./output/profile",
        "./output/profile",
    ),
    # Checkpoints
    LinkShape(
        "checkpoint",
        "Save weight to checkpoint file path ",
        "quoted",
        "Save weight to checkpoint file path './ckpt/Net_1_step.ckpt' success.",
        "./ckpt/Net_1_step.ckpt",
    ),
    LinkShape(
        "checkpoint",
        "Restore checkpoint file is ",
        "until",
        "Restore checkpoint file is ./backup/a.ckpt, load checkpoint into train net.",
        "./backup/a.ckpt",
        after=", load checkpoint",
    ),
    LinkShape(
        "checkpoint",
        "backup checkpoint file: ",
        "line",
        "Train task end, backup checkpoint file: ./backup/a.ckpt.",
        "./backup/a.ckpt.",
    ),
    LinkShape(
        "checkpoint",
        "The root path of saved checkpoints is: ",
        "quoted",
        "- INFO - The root path of saved checkpoints is: './output/checkpoint'.",
        "./output/checkpoint",
    ),
    LinkShape(
        "checkpoint",
        "the weight will be saved in: ",
        "quoted",
        "At current iteration '5', the weight will be saved in: './output/checkpoint/it_5'.",
        "./output/checkpoint/it_5",
    ),
    LinkShape(
        "checkpoint",
        r"saved checkpoint from step '\d+' to ",
        "quoted",
        "successfully async saved checkpoint from step '5' to './output/checkpoint'.",
        "./output/checkpoint",
    ),
    LinkShape(
        "checkpoint",
        "Model checkpoint successfully saved at ",
        "quoted",
        "Model checkpoint successfully saved at 'out/model.safetensors'.",
        "out/model.safetensors",
    ),
    LinkShape(
        "checkpoint",
        "Saving model checkpoint to ",
        "line",
        "Saving model checkpoint to out/checkpoint-500",
        "out/checkpoint-500",
    ),
    LinkShape(
        "checkpoint",
        "The transformed checkpoint was saved to ",
        "line",
        "The transformed checkpoint was saved to ./output/transformed",
        "./output/transformed",
    ),
    LinkShape(
        "checkpoint",
        "set checkpoint save path to ",
        "quoted",
        "- INFO - set checkpoint save path to `./output/checkpoint`",
        "./output/checkpoint",
    ),
    LinkShape(
        "checkpoint",
        "Saving model to ",
        "line",
        "[INFO] Saving model to ./runs/2024.12.25-09.58.42/weights/yolov8-1_3995.ckpt",
        "./runs/2024.12.25-09.58.42/weights/yolov8-1_3995.ckpt",
    ),
    LinkShape(
        "checkpoint",
        r"best accuracy: \S{1,40}, saved at: ",
        "line",
        "best accuracy: 0.512, saved at: ./runs/x/best/a.ckpt",
        "./runs/x/best/a.ckpt",
    ),
    LinkShape(
        "checkpoint",
        r"Deleting older checkpoint \[",
        "until",
        "Deleting older checkpoint [out/checkpoint-100] due to args.save_total_limit",
        "out/checkpoint-100",
        after=r"\] due to",
    ),
    LinkShape(
        "checkpoint",
        "Loading best model from ",
        "until",
        "Loading best model from out/checkpoint-400 (score: 0.91).",
        "out/checkpoint-400",
        after=r" \(score",
    ),
    # Dumps of the compiler and the runtime
    LinkShape(
        "file",
        r"\(See file ",
        "quoted",
        "(See file '/proj/rank_0/om/analyze_fail.ir' for more details. Get instructions about …",
        "/proj/rank_0/om/analyze_fail.ir",
    ),
    LinkShape(
        "file",
        "Execute order has saved at ",
        "line",
        "Execute order has saved at ./rank_0/execute_order.txt",
        "./rank_0/execute_order.txt",
    ),
    LinkShape(
        "file",
        "task error input/output data to: ",
        "line",
        "Dump node (Default/Cast-op1) task error input/output data to: ./rank_0/node_dump",
        "./rank_0/node_dump",
    ),
    LinkShape(
        "file",
        "will save to the process local path, as ",
        "until",
        "the files of node dump will save to the process local path, as ./rank_id/node_dump/...",
        "./rank_id/node_dump",
        after=r"/\.\.\.",
    ),
    # MindSpore Transformers
    LinkShape(
        "tensorboard",
        "Set tensorboard path to ",
        "quoted",
        "- INFO - Set tensorboard path to './worker/tensorboard'",
        "./worker/tensorboard",
    ),
    LinkShape(
        "file", "set output path to ", "quoted", "- INFO - set output path to '/proj/out 2'", "/proj/out 2"
    ),
    LinkShape(
        "file",
        "set strategy path to ",
        "quoted",
        "- INFO - set strategy path to './output/strategy/ckpt_strategy_rank_0.ckpt'",
        "./output/strategy/ckpt_strategy_rank_0.ckpt",
    ),
    LinkShape(
        "log",
        "Device log path: ",
        "until",
        "Device log path: ./output/plog, pid: 12",
        "./output/plog",
        after=", pid:",
    ),
    # Launchers
    LinkShape(
        "log",
        r"Start (?:scheduler|worker) process[^:]{0,40}(?::\d+)?, log file:",
        "until",
        "Start worker process with rank id:0, log file:msrun_log/worker_0.log. Environment variable "
        "[RANK_ID=0] is exported. Execute command: python train.py",
        "msrun_log/worker_0.log",
        after=r"\. (?:Environment|Execute)",
    ),
    LinkShape(
        "log",
        "Please check logs in directory: ",
        "line",
        "RuntimeError: Distributed job exited with exception. Please check logs in directory: msrun_log.",
        "msrun_log.",
    ),
    LinkShape(
        "log",
        "Please check log files in ",
        "line",
        "Please check log files in /proj/output/msrun_log",
        "/proj/output/msrun_log",
    ),
    LinkShape(
        "log",
        "set the path of plog to ",
        "line",
        "PLOG_REDIRECT_TO_OUTPUT=True, set the path of plog to ./output/plog",
        "./output/plog",
    ),
    LinkShape(
        "log",
        "the path of plog is ",
        "line",
        "No change the path of plog, the path of plog is /root/ascend",
        "/root/ascend",
    ),
    # MindInsight
    LinkShape("file", "^Workspace: ", "line", "Workspace: /proj/research/miws", "/proj/research/miws"),
    LinkShape(
        "summary", "^Summary base dir: ", "line", "Summary base dir: /proj/summary_dir", "/proj/summary_dir"
    ),
)
"""In the order in which they are tried; the first that covers a piece of text keeps it."""
