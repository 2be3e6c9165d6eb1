import type { DashboardInfo } from "../../generated/messages";

/** The right to a server that runs. The helper counts leases; a server ends when its last one is given back. */
export interface DashboardLease {
  readonly info: DashboardInfo;
  /** Gives the lease back; only the first call counts, and what goes wrong is reported, not thrown. */
  readonly giveBack: () => Promise<void>;
}

/** Hands out leases on the servers of one helper after another: those of a helper that ended are void. */
export class DashboardLeases {
  /** Counts the ends of helpers. Each helper numbers its servers from one, so that names alone say nothing. */
  #ends = 0;

  constructor(
    private readonly close: (dashboardId: string) => Promise<unknown>,
    private readonly report: (error: unknown) => void,
  ) {}

  /** The helper has ended and its servers with it. */
  helperEnded(): void {
    this.#ends += 1;
  }

  /** The lease that comes with a server the running helper has just opened. */
  lease(info: DashboardInfo): DashboardLease {
    const ends = this.#ends;
    let isHeld = true;
    return {
      info,
      giveBack: async () => {
        if (!isHeld || ends !== this.#ends) {
          return;
        }
        isHeld = false;
        try {
          await this.close(info.dashboard_id);
        } catch (error) {
          this.report(error);
        }
      },
    };
  }
}
