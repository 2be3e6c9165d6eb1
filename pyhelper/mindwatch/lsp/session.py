"""The handshake, the settings, the trust: what the editor tells about itself."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

import cattrs
from lsprotocol import types
from pygls.uris import to_fs_path

from mindwatch.lsp.push import Pushes
from mindwatch.protocol.messages import InitializationOptions, SettingsChanged, SettingsRejected
from mindwatch.texts import use_language

if TYPE_CHECKING:
    from mindwatch.lsp.server import HelperServer

log = logging.getLogger(__name__)

converter = cattrs.Converter()
# A setting may be any JSON value; it is checked where the settings are read.
converter.register_structure_hook_func(lambda kind: kind is object, lambda value, _: value)


def register(server: HelperServer) -> None:
    """Answer the handshake and follow what changes later."""

    @server.feature(types.INITIALIZE)
    def initialize(parameters: types.InitializeParams) -> None:
        options = read_options(parameters.initialization_options)
        use_language(options.locale)
        folders = parameters.workspace_folders or []
        server.services.workspace_folders = [path for folder in folders if (path := folder_path(folder.uri))]
        # What is wrong with them is told once the editor may be told anything.
        use_settings(server, SettingsChanged(options.trusted, options.settings, options.settings_by_folder))

    @server.feature(types.INITIALIZED)
    def initialized(parameters: types.InitializedParams) -> None:
        del parameters
        server.rejected.tell()
        server.watcher.start()
        # Not worth a wait: it may have to kill what a dead helper left behind.
        threading.Thread(target=sweep, args=(server,), daemon=True).start()

    @server.feature("mindwatch/settingsChanged")
    def settings_changed(parameters: Any) -> None:
        use_settings(server, structured(parameters, SettingsChanged))
        server.rejected.tell()
        server.watcher.look_now()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders_changed(parameters: types.DidChangeWorkspaceFoldersParams) -> None:
        del parameters
        uris = [folder.uri for folder in server.workspace.folders.values()]
        server.services.workspace_folders = [path for uri in uris if (path := folder_path(uri))]
        server.watcher.look_now()


def sweep(server: HelperServer) -> None:
    """Clean up after helpers that died; a failure only leaves things as they were."""
    try:
        server.dashboards.sweep()
    except OSError as error:
        log.warning("leftover dashboards were not looked for: %s", error)


def read_options(raw: Any) -> InitializationOptions:
    """Read the options of the handshake; an editor that sends none gets the defaults."""
    try:
        options: InitializationOptions = structured(raw or {}, InitializationOptions)
        return options
    except (cattrs.BaseValidationError, TypeError, ValueError) as error:
        log.warning("the editor's options are not used: %s", error)
        return InitializationOptions()


def structured(raw: Any, message: Any) -> Any:
    """Turn plain JSON into a message."""
    return converter.structure(raw, message)


def use_settings(server: HelperServer, change: SettingsChanged) -> None:
    """Use new settings and keep what is wrong with them."""
    server.services.trusted = change.trusted
    server.rejected.problems = server.services.use_settings(change.settings, change.settings_by_folder)


@dataclass
class RejectedSettings:
    """Tells of values that are not used: once, and again only when one has been away meanwhile."""

    pushes: Pushes
    problems: list[str] = field(default_factory=list)
    _told: list[str] = field(default_factory=list)

    def tell(self) -> None:
        """Tell what has not been told."""
        new = [problem for problem in self.problems if problem not in self._told]
        self._told = list(self.problems)
        for problem in new:
            log.warning("%s", problem)
        if new:
            self.pushes.send(SettingsRejected(new))


def folder_path(uri: str) -> Optional[Path]:
    """Return the path of a file URI, None for anything else."""
    path = to_fs_path(uri)
    return Path(path) if path else None
