import * as vscode from "vscode";
import { Owner } from "./core/owner";
import { problemFrom } from "./core/problem";
import type { CommandTable } from "./commandTable";
import { Dashboards } from "./features/dashboards/dashboards";
import { browseForHelperPython, selectInterpreter } from "./features/interpreters/selectInterpreter";
import { LogTerminals } from "./features/logs/logTerminals";
import { OpenPath } from "./features/logs/openPath";
import { TerminalLinks } from "./features/logs/terminalLinks";
import { openRunRecord, refreshRuns, revealRunFolder } from "./features/runs/runFiles";
import { RunPicker } from "./features/runs/runPicker";
import { RunTree } from "./features/runs/runTree";
import { RejectedSettings } from "./features/status/rejectedSettings";
import { StatusBar } from "./features/status/statusBar";
import { showTrainingActions } from "./features/status/trainingActions";
import { FailureNotices } from "./features/training/failureNotices";
import { LaunchTraining } from "./features/training/launchTraining";
import { StopTraining } from "./features/training/stopTraining";
import { commandIds } from "./generated/commands";
import type { SettingsChanged } from "./generated/messages";
import { withPathCommands } from "./helper/documentLinks";
import { findHelperCommand } from "./helper/findHelper";
import { HelperClient } from "./helper/helperClient";
import { HelperProcess } from "./helper/helperProcess";
import { languageConnections } from "./helper/languageConnection";
import { createLog } from "./platform/log";
import { PersistentState } from "./platform/persistentState";
import { type Action, guarded, showLogAction, showProblem } from "./platform/prompts";
import { onSettingsChanged, openSettings, readAllSettings, readSettingsByFolder } from "./platform/settings";
import { isTrusted, manageTrust } from "./platform/trust";
import { nearestWorkspaceFolder, workspaceFolders } from "./platform/workspace";
import { actionsForProblem } from "./problemActions";
import { HelperStatus } from "./state/helperStatus";
import { RunStore } from "./state/runStore";
import type { RunViews } from "./state/runViews";

/** Builds every object once, in order, and owns them. What features do for each other passes through `#views`. */
export class App extends Owner {
  readonly #log = this.own(createLog("MindWatch"));
  readonly #status = new HelperStatus();
  readonly #runs = new RunStore();
  readonly #process: HelperProcess;
  readonly #helper: HelperClient;
  readonly #picker = new RunPicker(this.#runs);
  readonly #logs: LogTerminals;
  readonly #dashboards: Dashboards;
  readonly #launch: LaunchTraining;
  readonly #stop: StopTraining;
  readonly #openPath: OpenPath;
  readonly #rejectedSettings = new RejectedSettings();

  readonly #views: RunViews = {
    showLog: (run, focus) => {
      this.#logs.show(run, focus);
    },
    openDashboard: (folder, title) => {
      this.#dashboards.open(folder, title);
    },
    stopTraining: (run) => this.#guard(() => this.#stop.stop(run)),
  };

  constructor(context: vscode.ExtensionContext) {
    super();
    const memory = new PersistentState(context.workspaceState);
    this.#process = this.own(this.#createProcess(context.extensionPath));
    this.#helper = new HelperClient(this.#process.connect);
    this.#logs = this.own(new LogTerminals(this.#runs, memory, (run) => void this.#views.stopTraining(run)));
    this.#openPath = new OpenPath(this.#runs, this.#views);
    this.#dashboards = this.own(this.#createDashboards(context.extensionUri));
    this.#launch = new LaunchTraining({
      helper: this.#helper,
      log: this.#log,
      memory,
      runs: this.#runs,
      views: this.#views,
      chooseInterpreter: this.#chooseInterpreter,
    });
    this.#stop = new StopTraining({
      helper: this.#helper,
      onStopStage: (listener) => this.#process.onPush("mindwatch/stopStageChanged", listener),
      selector: this.#picker,
      views: this.#views,
      report: this.#report,
    });
  }

  /** Registers everything and starts the helper in the background: the window does not wait for it. */
  start(): void {
    this.#showThings();
    this.#listenToHelper();
    this.#listenToEditor();
    const commands = this.#commandTable();
    for (const id of commandIds) {
      this.own(
        vscode.commands.registerCommand(id, (argument: unknown) => this.#runCommand(commands, id, argument)),
      );
    }
    if (workspaceFolders().length > 0) {
      void this.#startHelper();
    }
  }

  /** Ends the helper and, with it, the dashboards. */
  async stop(): Promise<void> {
    await this.#process.stop();
  }

  #createProcess(extensionPath: string): HelperProcess {
    return new HelperProcess({
      log: this.#log,
      status: this.#status,
      findCommand: () => findHelperCommand(extensionPath, this.#log),
      newConnection: languageConnections({
        log: this.#log,
        initializationOptions: () => ({ locale: vscode.env.language, ...currentSettings() }),
        middleware: {
          provideDocumentLinks: async (document, token, next) =>
            withPathCommands(await next(document, token), "mindwatch.openPath"),
        },
      }),
    });
  }

  #createDashboards(extensionUri: vscode.Uri): Dashboards {
    return new Dashboards({
      extensionUri,
      helper: this.#helper,
      log: this.#log,
      runs: this.#runs,
      chooseInterpreter: (folder) => this.#chooseInterpreter(nearestWorkspaceFolder(folder)),
      report: this.#report,
    });
  }

  #showThings(): void {
    this.own(new RunTree(this.#runs, this.#status));
    this.own(new StatusBar(this.#runs, "mindwatch.showActions"));
    this.own(new FailureNotices(this.#runs, this.#views));
    const links = new TerminalLinks(this.#helper, this.#logs, this.#openPath, this.#log, (task) =>
      this.#guard(task),
    );
    this.own(vscode.window.registerTerminalLinkProvider(links));
  }

  #listenToHelper(): void {
    this.own(
      this.#process.onPush("mindwatch/runsChanged", ({ runs, problems }) => {
        this.#runs.replace(runs, problems);
      }),
    );
    this.own(
      this.#process.onPush("mindwatch/dashboardExited", (push) => {
        this.#dashboards.serverExited(push);
      }),
    );
    this.own(
      this.#process.onPush("mindwatch/settingsRejected", ({ problems }) => {
        this.#rejectedSettings.tell(problems);
      }),
    );
    this.own(
      this.#process.onDidConnect(() => {
        this.#dashboards.restartAll();
        void this.#guard(() => refreshRuns(this.#helper, this.#runs));
      }),
    );
    this.own(
      this.#status.onDidChange((condition) => {
        if (condition.kind !== "ready") {
          this.#dashboards.helperEnded();
        }
        if (condition.kind === "failed" && condition.problem.code === "helper_crashed") {
          void showProblem(condition.problem, this.#actions(condition.problem));
        }
      }),
    );
  }

  #listenToEditor(): void {
    const tell = (): void => void this.#tellSettings();
    this.own(onSettingsChanged(tell));
    this.own(
      vscode.workspace.onDidGrantWorkspaceTrust(async () => {
        await this.#tellSettings();
        this.#dashboards.trustGranted();
      }),
    );
    // The client itself tells the helper which folders there are; these are the settings that come with them.
    this.own(vscode.workspace.onDidChangeWorkspaceFolders(tell));
  }

  #commandTable(): CommandTable {
    const picker = this.#picker;
    return {
      "mindwatch.launch": { needs: "helper", run: (argument) => this.#launch.launch(argument) },
      "mindwatch.stop": { needs: "helper", run: (argument) => this.#stop.stop(argument) },
      "mindwatch.openTensorBoard": {
        needs: "helper",
        run: (argument) => this.#dashboards.openChosen(picker, argument),
      },
      "mindwatch.showLog": { needs: "helper", run: (argument) => this.#logs.showChosen(picker, argument) },
      "mindwatch.showActions": { needs: "helper", run: (argument) => showTrainingActions(picker, argument) },
      "mindwatch.openRunRecord": { needs: "helper", run: (argument) => openRunRecord(picker, argument) },
      "mindwatch.revealRunFolder": { needs: "helper", run: (argument) => revealRunFolder(picker, argument) },
      "mindwatch.refreshRuns": { needs: "helper", run: () => refreshRuns(this.#helper, this.#runs) },
      "mindwatch.selectInterpreter": {
        needs: "helper",
        run: () => this.#chooseInterpreter(),
      },
      "mindwatch.showOutput": {
        needs: "nothing",
        run: () => {
          this.#log.show();
        },
      },
      "mindwatch.restartHelper": { needs: "nothing", run: () => this.#process.restart() },
      "mindwatch.openPath": { needs: "nothing", run: (argument) => this.#openPath.openArgument(argument) },
    };
  }

  async #runCommand(commands: CommandTable, id: keyof CommandTable, argument: unknown): Promise<void> {
    const spec = commands[id];
    await this.#guard(async () => {
      if (spec.needs === "helper") {
        await this.#process.connect();
        await this.#waitForRuns();
      }
      await spec.run(argument);
    });
  }

  /** Right after a start the list of runs is still on its way; commands that choose among runs need it. */
  async #waitForRuns(): Promise<void> {
    if (!this.#runs.isLoaded) {
      await refreshRuns(this.#helper, this.#runs);
    }
  }

  /** The start that nobody asked for: what is wrong stands in the view, and is said only when it can be acted on. */
  async #startHelper(): Promise<void> {
    await this.#guard(() => this.#process.connect());
  }

  async #tellSettings(): Promise<void> {
    if (this.#status.condition.kind === "ready") {
      await this.#guard(() => this.#helper.tell("mindwatch/settingsChanged", currentSettings()));
    }
  }

  readonly #chooseInterpreter = (workspaceFolder?: string): Promise<void> =>
    selectInterpreter(this.#helper, this.#log, workspaceFolder);

  readonly #report = (error: unknown): void => {
    this.#log.error(problemFrom(error).sentence);
  };

  #guard(task: () => Promise<unknown>): Promise<void> {
    return guarded(task, (problem) => this.#actions(problem), this.#log);
  }

  #actions(problem: Parameters<typeof actionsForProblem>[0]): Action[] {
    return actionsForProblem(problem, {
      launchTraining: () => this.#guard(() => this.#launch.launch(undefined)),
      selectInterpreter: () => this.#guard(() => this.#chooseInterpreter()),
      selectHelperPython: () =>
        this.#guard(async () => {
          await browseForHelperPython();
          await this.#process.restart();
        }),
      openSettings,
      retryHelper: () => this.#guard(() => this.#process.restart()),
      openFolder: () => vscode.commands.executeCommand("workbench.action.files.openFolder"),
      manageTrust,
      showOutput: showLogAction(this.#log),
    });
  }
}

function currentSettings(): SettingsChanged {
  return { trusted: isTrusted(), settings: readAllSettings(), settings_by_folder: readSettingsByFolder() };
}
