import type { Disposable } from "./owner";

/** Subscribes a listener until the returned object is disposed. Fits where VS Code wants its own `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Tells its listeners about changes; the one who owns it decides when. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A wrapper, so that the same function subscribed twice is called twice and removed once.
    const entry = (value: T): void => {
      listener(value);
    };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  /** Calls every listener that is subscribed now. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      listener(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
