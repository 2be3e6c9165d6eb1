import { coalesce } from "../core/coalesce";
import { CrashBudget } from "../core/crashBudget";
import { Emitter } from "../core/emitter";
import { Owner } from "../core/owner";
import { Cancelled, Problem, problemFrom } from "../core/problem";
import { t } from "../core/translate";
import type { HelperPushes } from "../generated/messages";
import type { HelperStatus } from "../state/helperStatus";
import type { HelperChannel, HelperConnection, NewConnection, PushName } from "./connection";
import type { LineLog } from "./helperOutput";
import type { HelperCommand } from "./serverOptions";

/** What the helper's life depends on; given by `app.ts`. */
export interface HelperSurroundings {
  readonly log: LineLog;
  readonly status: HelperStatus;
  /** Finds a Python and says how to start the helper with it, or throws a problem to tell. */
  readonly findCommand: () => Promise<HelperCommand>;
  readonly newConnection: NewConnection;
}

/**
 * Owns the helper's process: starts it, starts it again after a crash (three times in three minutes at most), and ends
 * it. Trainings do not depend on it. Everyone asks `connect` for the channel, which waits for a start under way.
 */
export class HelperProcess extends Owner {
  readonly #connected = this.own(new Emitter<void>());
  readonly #pushes = new Map<PushName, Emitter<unknown>>();
  readonly #crashes = new CrashBudget(3, 3 * 60_000);
  readonly #startOnce = coalesce(() => this.#start());
  /** The process that answers. */
  #connection: HelperConnection | undefined;
  /** The process that is being started. */
  #starting: HelperConnection | undefined;
  /** Counts the stops, so that a start that was overtaken by one is recognised. */
  #stops = 0;

  /** The helper runs and knows nothing yet: ask for what is to be shown. */
  readonly onDidConnect = this.#connected.event;

  constructor(private readonly surroundings: HelperSurroundings) {
    super();
  }

  /** The connected channel; starts the helper when it does not run. */
  readonly connect = async (): Promise<HelperChannel> => {
    if (this.#connection === undefined) {
      await this.#startOnce.join();
    }
    if (this.#connection === undefined) {
      throw new Problem(
        "helper_ended",
        t("The MindWatch helper is not running."),
        t("Try again in a moment."),
      );
    }
    return this.#connection.channel;
  };

  /** Subscribes to a push, whichever process sends it. */
  onPush<Name extends PushName>(
    name: Name,
    listener: (push: HelperPushes[Name]) => void,
  ): { dispose(): void } {
    let emitter = this.#pushes.get(name);
    if (emitter === undefined) {
      emitter = this.own(new Emitter<unknown>());
      this.#pushes.set(name, emitter);
    }
    return emitter.event((push) => {
      listener(push as HelperPushes[Name]);
    });
  }

  /** Ends the helper, also while it starts, and starts it anew. */
  async restart(): Promise<void> {
    this.#crashes.reset();
    await this.stop();
    await this.#startOnce();
  }

  /** Ends the helper and waits for it, but not for ever. A start under way comes to nothing. */
  async stop(): Promise<void> {
    this.#stops += 1;
    const connection = this.#connection;
    this.#connection = undefined;
    this.surroundings.status.set({ kind: "stopped" });
    this.#starting?.kill();
    await connection?.end();
  }

  async #start(): Promise<void> {
    if (this.#connection !== undefined || this.ended) {
      return;
    }
    const { status, log } = this.surroundings;
    if (status.condition.kind !== "restarting") {
      status.set({ kind: "starting" });
    }
    const stops = this.#stops;
    try {
      this.#connection = await this.#newConnection(stops);
    } catch (error) {
      if (stops !== this.#stops) {
        throw new Cancelled();
      }
      const problem = problemFrom(error);
      status.set({ kind: "failed", problem });
      throw problem;
    }
    log.info("The helper is ready.");
    status.set({ kind: "ready" });
    this.#connected.fire();
  }

  /** A process that answers, unless the helper was stopped meanwhile. */
  async #newConnection(stops: number): Promise<HelperConnection> {
    const command = await this.surroundings.findCommand();
    if (stops !== this.#stops) {
      throw new Cancelled();
    }
    this.surroundings.log.info(`Starting the helper: ${[command.program, ...command.arguments].join(" ")}`);
    const connection = this.surroundings.newConnection(command, {
      pushed: (name, push) => this.#pushes.get(name)?.fire(push),
      closed: () => void this.#closed(connection),
    });
    this.#starting = connection;
    try {
      await connection.start();
    } finally {
      this.#starting = undefined;
    }
    if (stops !== this.#stops) {
      await connection.end();
      throw new Cancelled();
    }
    return connection;
  }

  /** A process ended; only the one that answered until now is missed. */
  async #closed(connection: HelperConnection): Promise<void> {
    if (this.#connection !== connection) {
      return;
    }
    this.#connection = undefined;
    if (this.ended) {
      return;
    }
    const { status, log } = this.surroundings;
    log.warn(["The helper ended unexpectedly. Its last lines:", ...connection.lastLines].join("\n"));
    if (!this.#crashes.spend()) {
      status.set({ kind: "failed", problem: this.#tooManyCrashes(connection.lastLines) });
      return;
    }
    status.set({ kind: "restarting", crashes: this.#crashes.count });
    try {
      await this.#startOnce.join();
    } catch (error) {
      if (!(error instanceof Cancelled)) {
        log.error(problemFrom(error).sentence);
      }
    }
  }

  #tooManyCrashes(lastLines: readonly string[]): Problem {
    return new Problem(
      "helper_crashed",
      t("The MindWatch helper ended unexpectedly {0} times and is not started again.", this.#crashes.count),
      t("Trainings go on. The output has its last lines."),
      lastLines,
    );
  }
}
