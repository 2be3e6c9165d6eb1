/** Decides whether something that crashed may be started again: at most `limit` times within `windowMilliseconds`. */
export class CrashBudget {
  readonly #crashes: number[] = [];

  constructor(
    readonly limit: number,
    readonly windowMilliseconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Notes a crash; true when there may be another start. */
  spend(): boolean {
    const now = this.now();
    this.#crashes.push(now);
    while (this.#crashes[0] !== undefined && this.#crashes[0] <= now - this.windowMilliseconds) {
      this.#crashes.shift();
    }
    return this.#crashes.length <= this.limit;
  }

  /** How many crashes there were lately. */
  get count(): number {
    return this.#crashes.length;
  }

  /** Forgets the past, for example because the user asked for another try. */
  reset(): void {
    this.#crashes.length = 0;
  }
}
