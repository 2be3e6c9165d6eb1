/** Something that holds a resource until it is disposed. */
export interface Disposable {
  dispose(): void;
}

/** Owns what it opened and closes it in reverse order; anything owned after the end is closed at once. */
export class Owner implements Disposable {
  readonly #owned: Disposable[] = [];
  #ended = false;

  /** Whether `dispose` was called. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Takes `item` over and gives it back, so that creating and owning are one expression. */
  own<T extends Disposable>(item: T): T {
    if (this.#ended) {
      item.dispose();
    } else {
      this.#owned.push(item);
    }
    return item;
  }

  /** Forgets `item`, which has been closed by itself or is closed by someone else. */
  disown(item: Disposable): void {
    const index = this.#owned.indexOf(item);
    if (index !== -1) {
      this.#owned.splice(index, 1);
    }
  }

  dispose(): void {
    this.#ended = true;
    for (const item of this.#owned.splice(0).reverse()) {
      item.dispose();
    }
  }
}
