/** Run a program: into memory, into a log file, or onto the screen. Argument lists only, never a shell string. */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { isWindows } from "./paths.mjs";

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} RunOptions */
/** @typedef {{ code: number, output: string, seconds: number }} Outcome */

/** A program that was needed did not succeed; the message carries its last lines and where the rest is. */
export class CommandFailed extends Error {
  /** @param {string[]} command @param {Outcome} outcome @param {string} log */
  constructor(command, outcome, log) {
    const lines = outcome.output.trimEnd().split("\n");
    // npm prints its usage after the reason, pip a page of advice: lines that name an error come first.
    const told = lines.filter((line) => /\b(error|ERROR)\b.*\w{3}/.test(line)).slice(0, 6);
    const tail = [...new Set([...told, ...lines.slice(-8)])].join("\n");
    super(`${command.join(" ")} ended with ${outcome.code}:\n${tail}${log ? `\n(all of it: ${log})` : ""}`);
    this.output = outcome.output;
  }
}

/** Run and return code and output; never throws for a non-zero code.
 * @param {string[]} command
 * @param {RunOptions & { onText?: (text: string) => void }} [options]
 * @returns {Promise<Outcome>} */
export function run(command, options = {}) {
  const started = Date.now();
  let output = "";
  return new Promise((resolve) => {
    const [program = "", ...args] = command;
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    /** @param {string} text */
    const take = (text) => {
      output += text;
      options.onText?.(text);
      for (const line of options.onLine ? text.split("\n") : [])
        if (line.trim()) options.onLine?.(line.trim());
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", (error) => take(`${error.message}\n`));
    child.on("close", (code) => resolve({ code: code ?? 1, output, seconds: (Date.now() - started) / 1000 }));
  });
}

/** Run with the output appended to a log file; throws `CommandFailed` unless it ends with 0.
 * @param {string[]} command
 * @param {string} log
 * @param {RunOptions} [options] */
export async function runLogged(command, log, options = {}) {
  mkdirSync(dirname(log), { recursive: true });
  const stream = createWriteStream(log, { flags: "a" });
  stream.write(`$ ${command.join(" ")}\n`);
  const outcome = await run(command, { ...options, onText: (text) => stream.write(text) });
  await new Promise((resolve) => stream.end(resolve));
  if (outcome.code !== 0) throw new CommandFailed(command, outcome, log);
  return outcome;
}

/** Run with the output shown as it comes and returned as well.
 * @param {string[]} command
 * @param {RunOptions} [options] */
export function runShown(command, options = {}) {
  return run(command, { ...options, onText: (text) => process.stdout.write(text) });
}

/** The command line that runs npm with this or another Node, without a shell even on Windows.
 * @param {string[]} args
 * @param {string} [node] */
export function npmCommand(args, node = process.execPath) {
  const script = process.env["npm_execpath"];
  if (script?.endsWith(".js")) return [node, script, ...args];
  return isWindows ? ["cmd.exe", "/d", "/s", "/c", "npm.cmd", ...args] : ["npm", ...args];
}

/** The environment without what `npm run` adds about the script it runs, which a second npm must not see.
 * @returns {NodeJS.ProcessEnv} */
export function environmentForNpm() {
  const isAboutOuterRun =
    /^(npm_(package|lifecycle)_|npm_config_(local|global)_prefix$|npm_config_ignore_scripts$|INIT_CWD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isAboutOuterRun.test(name)));
}
