"""What the user reads, in English and Simplified Chinese.

    from mindwatch.texts import translate
    translate("The script {script} does not exist.", script=path)

The English sentence is the key. Write it as one literal (adjacent literals are one; f-strings and `+` are
not), with named placeholders and a value for each of them; a literal brace is doubled: `{{run}}`. A sentence
that is declared in one place and shown in another is wrapped in `mark("…")` where it is declared and goes
through `translate` where it is shown. `python tests/contract/texts.py` collects the sentences into
`zh_CN.po`; with `--check` it fails when one has no translation, when placeholders differ, or when the
compiled catalogue is stale.

The language belongs to the process: `use_language` is called once at the start, with whatever the editor or
the environment says (`zh-cn`, `zh_CN.UTF-8`, `en`, …).
"""

from mindwatch.texts.catalogue import current_language, language_of_environment, mark, translate, use_language

__all__ = ["current_language", "language_of_environment", "mark", "translate", "use_language"]
