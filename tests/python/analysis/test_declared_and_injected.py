"""What is declared by real-looking scripts, and what is therefore added."""

from __future__ import annotations

import textwrap
from typing import Optional

import pytest

from mindwatch.analysis import declared_arguments, monitoring_arguments, with_injected_arguments

FOLDER = "/data/汇总 1/run"


def command(
    source: str,
    given: str = "",
    profiling: bool = False,
    modules: Optional[dict[str, str]] = None,
) -> list[str]:
    """The words after the script when monitoring has had its say."""
    texts = {name: textwrap.dedent(text) for name, text in (modules or {}).items()}
    declared = declared_arguments(textwrap.dedent(source), texts.get)
    words = given.split()
    return with_injected_arguments(words, monitoring_arguments(declared, words, FOLDER, profiling))


def added(
    source: str, given: str = "", profiling: bool = False, modules: Optional[dict[str, str]] = None
) -> list[str]:
    """Only what is added."""
    words = given.split()
    return [word for word in command(source, given, profiling, modules) if word not in words]


PLAIN = """
    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("--summary_dir", type=str, default="./summary")
    parser.add_argument("--epochs", "-e", type=int, default=1)
    parser.add_argument("--enable_profiling", action="store_true")
    args = parser.parse_args()
"""


def test_a_declared_summary_folder_is_added_in_front_of_what_the_user_gave() -> None:
    assert command(PLAIN, "--epochs 3") == [f"--summary_dir={FOLDER}", "--epochs", "3"]


@pytest.mark.parametrize(
    "given", ["--summary_dir x", "--summary_dir=x", "--summary x", "--summ=x", "--sum x"]
)
def test_what_the_user_gave_in_any_spelling_is_left_alone(given: str) -> None:
    assert added(PLAIN, given) == []


def test_profiling_is_added_only_when_it_is_asked_for() -> None:
    assert added(PLAIN, "", profiling=True) == [f"--summary_dir={FOLDER}", "--enable_profiling"]


@pytest.mark.parametrize(
    "declaration",
    [
        '"--summary_dir"',
        '"-s", "--summary_dir"',
        '"--summary_dir", type=str, default=None, help="x"',
        '"--summary_dir", type=Path',
        '"--summary_dir", type=pathlib.Path',
        '"--summary_dir", type=os.path.abspath',
        '"--summary_dir", type=lambda p: Path(p).absolute()',
        '"--summary_dir", nargs="?", const="x"',
    ],
)
def test_every_way_to_take_one_path_is_understood(declaration: str) -> None:
    source = PLAIN.replace('"--summary_dir", type=str, default="./summary"', declaration)
    assert added(source) == [f"--summary_dir={FOLDER}"]


@pytest.mark.parametrize(
    "declaration",
    [
        '"summary_dir"',
        '"--summary_dir", action="store_true"',
        '"--summary_dir", action="append"',
        '"--summary_dir", nargs="+"',
        '"--summary_dir", nargs=argparse.REMAINDER',
        '"--summary_dir", type=int',
        '"--summary_dir", choices=["a", "b"]',
        '"--summary_dir", required=True',
        '"--summary_dir", default=False',
        '"--summary_dir", **options',
        '"--" + name',
        '"--summary"',
        '"--log_dir"',
        '"--output_dir"',
        '"--summary_dir_name"',
        '"--summary_file"',
        '"-summary_dir"',
    ],
)
def test_nothing_is_added_when_the_meaning_is_not_certain(declaration: str) -> None:
    assert added(PLAIN.replace('"--summary_dir", type=str, default="./summary"', declaration)) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("--summary-dir", "--summary-dir"),
        ("--summary_path", "--summary_path"),
        ("--summary_base_dir", "--summary_base_dir"),
        ("--summaryDir", "--summaryDir"),
        ("--tensorboard_dir", "--tensorboard_dir"),
        ("--tb-log-dir", "--tb-log-dir"),
    ],
)
def test_other_spellings_are_used_exactly_as_declared(name: str, expected: str) -> None:
    assert added(PLAIN.replace("--summary_dir", name)) == [f"{expected}={FOLDER}"]


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ('"--profile", action="store_true"', ["--profile"]),
        ('"--profile", action=argparse.BooleanOptionalAction', ["--profile"]),
        ('"--profile", type=bool, default=False', ["--profile=True"]),
        ('"--profile", type=str2bool', ["--profile=True"]),
        ('"--profile", type=ast.literal_eval, default=False', ["--profile=True"]),
        ('"--profile", type=lambda x: x.lower() == "true"', ["--profile=True"]),
        ('"--profile", choices=["true", "false"]', ["--profile=true"]),
        ('"--profile", type=int, choices=[0, 1]', ["--profile=1"]),
        ('"--profile", default=False', ["--profile=True"]),
        ('"--profile", action="store_false"', []),
        ('"--profile", type=int, default=10', []),
        ('"--profile", type=str', []),
        ('"--profile", choices=["cpu", "npu"]', []),
    ],
)
def test_a_switch_is_given_the_way_it_is_declared(declaration: str, expected: list[str]) -> None:
    source = PLAIN.replace('"--enable_profiling", action="store_true"', declaration)
    assert added(source, "--summary_dir x", profiling=True) == expected


def test_a_switch_that_was_turned_off_stays_off() -> None:
    source = PLAIN.replace('action="store_true"', "action=argparse.BooleanOptionalAction")
    assert added(source, "--summary_dir x --no-enable_profiling", profiling=True) == []


def test_a_script_with_a_syntax_error_gets_nothing() -> None:
    assert added(PLAIN + "\n    print 'old'\n") == []
    assert declared_arguments("def (").problem == "syntax_error"
    assert declared_arguments("\0").problem == "syntax_error"


@pytest.mark.parametrize(
    "line",
    ["name = sys.argv[1]", "print(len(sys.argv))", "x = sys.argv[2:]", "x = sys.argv[:2]", "sys.argv.pop(1)"],
)
def test_a_script_that_also_reads_its_words_itself_gets_nothing(line: str) -> None:
    assert added(PLAIN + f"    {line}\n") == []


@pytest.mark.parametrize("line", ["print(sys.argv[0])", "x = sys.argv[1:]", "print(' '.join(sys.argv))"])
def test_a_script_that_only_prints_its_words_is_no_exception(line: str) -> None:
    assert added(PLAIN + f"    {line}\n") == [f"--summary_dir={FOLDER}"]


def test_a_parser_that_is_not_given_the_command_line_does_not_count() -> None:
    assert added(PLAIN.replace("parse_args()", "parse_args([])")) == []
    assert added(PLAIN.replace("parse_args()", "print_help()")) == []


def test_groups_and_chained_calls_belong_to_their_parser() -> None:
    source = """
        from argparse import ArgumentParser
        def options():
            parser = ArgumentParser()
            group = parser.add_argument_group("monitoring")
            group.add_argument("--summary_dir")
            parser.add_argument_group("x").add_argument("--tensorboard_dir")
            return parser
        args, rest = options().parse_known_args()
    """
    assert added(source) == [f"--summary_dir={FOLDER}", f"--tensorboard_dir={FOLDER}"]


def test_of_options_that_exclude_each_other_one_is_added_and_none_beside_the_users() -> None:
    source = """
        import argparse
        p = argparse.ArgumentParser()
        g = p.add_mutually_exclusive_group()
        g.add_argument("--summary_dir")
        g.add_argument("--tensorboard_dir")
        g.add_argument("--no_monitoring", action="store_true")
        p.parse_args()
    """
    assert added(source) == [f"--summary_dir={FOLDER}"]
    assert added(source, "--no_monitoring") == []


SUBCOMMANDS = """
    import argparse
    def main():
        parser = argparse.ArgumentParser()
        parser.add_argument("--tensorboard_dir")
        commands = parser.add_subparsers(dest="command")
        p = commands.add_parser("train")
        p.add_argument("data")
        p.add_argument("--summary_dir")
        p = commands.add_parser("eval")
        p.add_argument("--summary_path")
        parser.parse_args()
    if __name__ == "__main__":
        main()
"""


def test_options_of_a_subcommand_follow_its_word() -> None:
    expected = [f"--tensorboard_dir={FOLDER}", "train", f"--summary_dir={FOLDER}", "./data"]
    assert command(SUBCOMMANDS, "train ./data") == expected
    assert added(SUBCOMMANDS, "eval") == [f"--tensorboard_dir={FOLDER}", f"--summary_path={FOLDER}"]
    assert added(SUBCOMMANDS) == [f"--tensorboard_dir={FOLDER}"]


def test_options_shared_by_subcommands_through_a_parent_are_left_alone() -> None:
    source = """
        import argparse
        common = argparse.ArgumentParser(add_help=False)
        common.add_argument("--summary_dir")
        parser = argparse.ArgumentParser()
        commands = parser.add_subparsers()
        commands.add_parser("train", parents=[common])
        parser.parse_args()
    """
    assert added(source, "train") == []


def test_options_added_by_a_function_for_some_subcommand_are_left_alone() -> None:
    source = """
        import argparse
        def common(p):
            p.add_argument("--summary_dir")
        parser = argparse.ArgumentParser()
        commands = parser.add_subparsers()
        common(commands.add_parser("train"))
        parser.parse_args()
    """
    assert added(source, "train") == []


def test_words_from_files_are_not_looked_into() -> None:
    assert added(PLAIN.replace("ArgumentParser()", "ArgumentParser(fromfile_prefix_chars='@')")) == []


def test_a_parser_built_in_a_module_beside_the_script_is_found() -> None:
    modules = {
        "src.config": """
            import argparse
            from .more import add_more
            def get_parser():
                parser = argparse.ArgumentParser()
                parser.add_argument("--summary_dir")
                add_more(parser)
                return parser
        """,
        "src.more": """
            def add_more(parser):
                parser.add_argument("--tb_dir")
        """,
    }
    source = """
        from src.config import get_parser
        args = get_parser().parse_args()
    """
    assert added(source, modules=modules) == [f"--summary_dir={FOLDER}", f"--tb_dir={FOLDER}"]


def test_what_a_module_declares_for_its_own_use_does_not_count() -> None:
    modules = {
        "tools": """
            import argparse
            def unused():
                parser = argparse.ArgumentParser()
                parser.add_argument("--summary_dir")
                return parser.parse_args()
            def helper(): ...
            if __name__ == "__main__":
                parser = argparse.ArgumentParser()
                parser.add_argument("--tb_dir")
                parser.parse_args()
        """
    }
    source = """
        import argparse
        from tools import helper
        parser = argparse.ArgumentParser()
        parser.add_argument("--epochs")
        parser.parse_args()
        helper()
    """
    assert added(source, modules=modules) == []


def test_options_kept_in_a_class_are_found() -> None:
    source = """
        import argparse
        class Options:
            def __init__(self):
                self.parser = argparse.ArgumentParser()
            def initialize(self):
                self.parser.add_argument("--summary_dir", type=str)
            def parse(self):
                self.initialize()
                return self.parser.parse_args()
        opt = Options().parse()
    """
    assert added(source) == [f"--summary_dir={FOLDER}"]


def test_modules_that_import_each_other_and_broken_ones_do_no_harm() -> None:
    modules = {"a": "import b\n", "b": "import a\nimport c\n", "c": "def ("}
    assert added("import a" + textwrap.dedent(PLAIN), modules=modules) == [f"--summary_dir={FOLDER}"]


CLICK = """
    import click
    @click.command()
    @click.option("--summary-dir", "-s", type=click.Path(), default="./summary")
    @click.option("--profile/--no-profile", default=False)
    @click.argument("data")
    def main(summary_dir, profile, data):
        ...
    if __name__ == "__main__":
        main()
"""


def test_click_options_are_added() -> None:
    assert command(CLICK, "./d", profiling=True) == [f"--summary-dir={FOLDER}", "--profile", "./d"]
    assert added(CLICK, "-s x --no-profile", profiling=True) == []


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ('"--profile", is_flag=True', ["--profile"]),
        ('"--profile", type=bool', ["--profile=true"]),
        ('"--profile", type=click.BOOL', ["--profile=true"]),
        ('"--profile", default=False', ["--profile=true"]),
        ('"--profile", count=True', []),
        ('"--profile", type=click.Choice(["true", "false"])', []),
    ],
)
def test_click_switches_are_given_the_way_they_are_declared(declaration: str, expected: list[str]) -> None:
    source = CLICK.replace('"--profile/--no-profile", default=False', declaration)
    assert added(source, "-s x", profiling=True) == expected


def test_click_options_of_a_subcommand_follow_its_word() -> None:
    source = """
        import click
        @click.group()
        @click.option("--tb-dir")
        def cli(tb_dir): ...
        @cli.command()
        @click.option("--summary-dir")
        def train_model(summary_dir): ...
        cli()
    """
    assert command(source, "train-model -v") == [
        f"--tb-dir={FOLDER}",
        "train-model",
        f"--summary-dir={FOLDER}",
        "-v",
    ]


def test_click_commands_of_unknown_place_are_left_alone() -> None:
    source = """
        import click
        @click.group()
        def cli(): ...
        @click.command()
        @click.option("--summary-dir")
        def train(summary_dir): ...
        cli.add_command(train)
        cli()
    """
    assert added(source, "train") == []


ABSL = """
    from absl import app, flags
    FLAGS = flags.FLAGS
    flags.DEFINE_string("summary_dir", None, "where")
    flags.DEFINE_bool("enable_profiling", False, "whether")
    flags.DEFINE_integer("tb_dir", 1, "not a folder")
    app.run(lambda _: None)
"""


def test_absl_flags_are_added() -> None:
    assert added(ABSL, profiling=True) == [f"--summary_dir={FOLDER}", "--enable_profiling=true"]


@pytest.mark.parametrize("given", ["--summary_dir x", "-summary_dir=x", "--flagfile=flags.txt"])
def test_absl_flags_that_are_given_are_left_alone(given: str) -> None:
    assert added(ABSL, given) == []


def test_absl_switches_that_are_off_stay_off() -> None:
    assert added(ABSL, "--noenable_profiling --summary_dir x", profiling=True) == []


FIRE = """
    import fire
    def train(data, epochs=1, summary_dir=None, profile=False, *, tb_dir="x"):
        ...
    if __name__ == "__main__":
        fire.Fire(train)
"""


def test_parameters_given_to_fire_are_options() -> None:
    expected = [f"--summary_dir={FOLDER}", "--profile=True", f"--tb_dir={FOLDER}"]
    assert added(FIRE, "./data --epochs 3", profiling=True) == expected


@pytest.mark.parametrize("given", ["./data 3 ./out", "--data d -s x", "--summary-dir=x", "-summary_dir x"])
def test_parameters_that_fire_has_got_already_are_left_alone(given: str) -> None:
    assert f"--summary_dir={FOLDER}" not in added(FIRE, given)


def test_fire_on_a_class_or_a_table_has_subcommands() -> None:
    source = """
        import fire
        class Trainer:
            def __init__(self, tb_dir=None): ...
            def train(self, summary_dir=None): ...
            def _hidden(self, summary_path=None): ...
        fire.Fire(Trainer)
    """
    assert command(source, "train") == [f"--tb_dir={FOLDER}", "train", f"--summary_dir={FOLDER}"]
    table = """
        import fire
        def train(summary_dir: str = ""): ...
        def test(summary_dir=""): ...
        fire.Fire({"go": train, "test": test})
    """
    assert command(table, "go --x=1") == ["go", f"--summary_dir={FOLDER}", "--x=1"]


def test_the_start_script_of_mindformers_is_recognised_and_gets_only_its_own_option() -> None:
    names = ["config", "run_mode", "register_path", "train_dataset_dir", "load_checkpoint", "use_parallel"]
    lines = "\n".join(f"    parser.add_argument('--{name}', default=None)" for name in names)
    source = textwrap.dedent(f"""
    import argparse
    from mindformers.tools.utils import str2bool
    parser = argparse.ArgumentParser()
{lines}
    parser.add_argument('--profile', default=None, type=str2bool)
    parser.add_argument('--output_dir', default=None, type=str)
    args_, rest_args_ = parser.parse_known_args()
    """)
    declared = declared_arguments(source)
    assert declared.styles == ("mindformers",)
    given = ["--config", "a.yaml", "--runner_config.epochs", "2"]
    injected = monitoring_arguments(declared, given, FOLDER, True)
    assert [item.word for item in injected] == ["--profile=True"]
    assert monitoring_arguments(declared, given, FOLDER, False) == []


def test_a_script_without_a_parser_or_with_an_unknown_one_gets_nothing() -> None:
    assert added("print('hello')") == []
    assert added('import typer\ndef main(summary_dir: str = "x"): ...\ntyper.run(main)') == []
