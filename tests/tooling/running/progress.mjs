/** Printed progress of numbered steps: `[2/6] MindSpore training environment … 58 s`. */

const isTerminal = Boolean(process.stdout.isTTY);

/** Shows one step from start to end; on a terminal also what it is doing and for how long. */
export class StepProgress {
  /** @param {number} number @param {number} total @param {string} title */
  constructor(number, total, title) {
    this.heading = `[${number}/${total}] ${title} …`;
    this.started = Date.now();
    this.doing = "";
    this.timer = isTerminal ? setInterval(() => this.draw(), 1000) : undefined;
    process.stdout.write(this.heading);
  }

  /** What the step is doing right now. @param {string} text */
  detail(text) {
    this.doing = text;
    if (isTerminal) this.draw();
  }

  /** End the line. @param {string} [remark] what to say besides the seconds */
  done(remark = "") {
    clearInterval(this.timer);
    const line = `${this.heading} ${this.seconds()} s${remark ? ` (${remark})` : ""}`;
    process.stdout.write(isTerminal ? `\r\u001b[K${line}\n` : `${line.slice(this.heading.length)}\n`);
  }

  seconds() {
    return ((Date.now() - this.started) / 1000).toFixed(1).replace(/^(\d{2,})\..*/, "$1");
  }

  draw() {
    const width = (process.stdout.columns || 80) - 1;
    process.stdout.write(`\r\u001b[K${`${this.heading} ${this.seconds()} s  ${this.doing}`.slice(0, width)}`);
  }
}

/** An error whose message is all the user needs: no stack is printed for it. */
export class Advice extends Error {}

/** Run an entry script's main function and turn errors into an exit code.
 * @param {() => Promise<number>} main */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const isPlain =
      error instanceof Advice || (error instanceof Error && error.constructor.name === "CommandFailed");
    process.stderr.write(
      `\n${isPlain ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
