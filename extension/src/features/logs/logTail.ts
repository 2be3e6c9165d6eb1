import { type FSWatcher, type Stats, watch } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { coalesce } from "../../core/coalesce";
import type { Disposable } from "../../core/owner";

/** Who gets what a file holds and gains. */
export interface TailSink {
  /** The next piece of text; never ends within a character. */
  text(piece: string): void;
  /** So many bytes were left out, since showing them all would take too long. */
  skipped(bytes: number): void;
  /** The file was emptied or replaced; what follows is from its beginning. */
  restarted(): void;
}

/** How much is shown and how eagerly. */
export interface TailLimits {
  /** At most so much of what is there already, or has piled up, is shown. */
  readonly keepBytes: number;
  readonly pollMilliseconds: number;
  readonly chunkBytes: number;
  /** After this much in one go there is a short pause, so that the window can draw. */
  readonly burstBytes: number;
}

const defaultLimits: TailLimits = {
  keepBytes: 1024 * 1024,
  pollMilliseconds: 400,
  chunkBytes: 64 * 1024,
  burstBytes: 256 * 1024,
};

const burstPauseMilliseconds = 30;
const newline = 0x0a;

/**
 * Follows a text file by name, whether it exists yet or not. File system events make it quick, polling makes it sure:
 * on network drives there are no events. Reading never overlaps; nothing is read twice.
 */
export class LogTail implements Disposable {
  readonly #limits: TailLimits;
  readonly #timer: NodeJS.Timeout;
  #watcher: FSWatcher | undefined;
  #identity: string | undefined;
  #offset = 0;
  #decoder = new TextDecoder("utf-8");
  #isDisposed = false;

  /** Reads everything there is by now; calls share the work. */
  readonly readAvailable = coalesce(() => this.#readAvailable());

  constructor(
    private readonly path: string,
    private readonly sink: TailSink,
    limits: Partial<TailLimits> = {},
  ) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#timer = setInterval(() => void this.readAvailable(), this.#limits.pollMilliseconds);
    void this.readAvailable();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearInterval(this.#timer);
    this.#watcher?.close();
  }

  async #readAvailable(): Promise<void> {
    const file = await openOrNothing(this.path);
    if (file === undefined) {
      return;
    }
    try {
      const stats = await file.stat();
      this.#noticeChanges(stats);
      await this.#skipExcess(file, stats.size);
      await this.#readTo(file, stats.size);
    } catch {
      // The file may vanish or be unreadable for a moment; the next poll tries again.
    } finally {
      await file.close();
    }
  }

  #noticeChanges(stats: Stats): void {
    const identity = `${stats.dev}:${stats.ino}`;
    if (this.#identity === undefined) {
      this.#watch();
    } else if (this.#identity !== identity || stats.size < this.#offset) {
      this.#offset = 0;
      this.#decoder = new TextDecoder("utf-8");
      this.sink.restarted();
      this.#watch();
    }
    this.#identity = identity;
  }

  /** Leaves out all but the last part of what waits, and begins at the start of a line. */
  async #skipExcess(file: FileHandle, size: number): Promise<void> {
    const waiting = size - this.#offset;
    if (waiting <= this.#limits.keepBytes) {
      return;
    }
    const from = size - this.#limits.keepBytes;
    const start = await startOfLine(file, from, this.#limits.chunkBytes);
    this.sink.skipped(start - this.#offset);
    this.#offset = start;
    this.#decoder = new TextDecoder("utf-8");
  }

  async #readTo(file: FileHandle, size: number): Promise<void> {
    const buffer = Buffer.alloc(this.#limits.chunkBytes);
    let burst = 0;
    while (this.#offset < size && !this.#isDisposed) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#offset);
      if (bytesRead === 0) {
        return;
      }
      this.#offset += bytesRead;
      this.sink.text(this.#decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
      burst += bytesRead;
      if (burst >= this.#limits.burstBytes) {
        burst = 0;
        await pause(burstPauseMilliseconds);
      }
    }
  }

  #watch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    if (this.#isDisposed) {
      return;
    }
    try {
      this.#watcher = watch(this.path, { persistent: false }, () => void this.readAvailable());
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // No more watches are to be had, or the drive has none: polling does it alone.
    }
  }
}

async function openOrNothing(path: string): Promise<FileHandle | undefined> {
  try {
    const isFile = (await stat(path)).isFile();
    return isFile ? await open(path, "r") : undefined;
  } catch {
    return undefined;
  }
}

/** The first position at or after `from` that follows a line break; `from` itself when no break is near. */
async function startOfLine(file: FileHandle, from: number, within: number): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(within), 0, within, from);
  const index = buffer.subarray(0, bytesRead).indexOf(newline);
  return index === -1 ? from : from + index + 1;
}
