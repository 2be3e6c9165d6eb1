import { Emitter } from "../core/emitter";
import type { Problem } from "../core/problem";

/** How the helper is, as the views say it. */
export type HelperCondition =
  | { readonly kind: "stopped" }
  | { readonly kind: "starting" }
  | { readonly kind: "restarting"; readonly crashes: number }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly problem: Problem };

/** The helper's condition; written by the room helper, read by the views. */
export class HelperStatus {
  readonly #changed = new Emitter<HelperCondition>();
  #condition: HelperCondition = { kind: "stopped" };

  readonly onDidChange = this.#changed.event;

  get condition(): HelperCondition {
    return this.#condition;
  }

  /** Notes a new condition and tells the listeners. */
  set(condition: HelperCondition): void {
    this.#condition = condition;
    this.#changed.fire(condition);
  }
}
