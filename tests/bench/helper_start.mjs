/** How long the helper takes from its start to the answer to `initialize`, beside what Python and pygls alone take. */
import { join } from "node:path";
import { HelperConversation } from "../e2e/driver/helperConversation.mjs";
import { run } from "../tooling/running/commands.mjs";
import { checkout } from "../tooling/running/paths.mjs";
import { median, repeated } from "./measuring.mjs";

const helloServer = `
from pygls.lsp.server import LanguageServer
LanguageServer("hello", "1").start_io()
`;

/** @param {import("./measuring.mjs").BenchOrder} order @returns {Promise<import("./measuring.mjs").Row[]>} */
export async function measure({ prepared, isQuick }) {
  const python = prepared.helperPython;
  const folder = join(checkout, "pyhelper");
  const rounds = isQuick ? 3 : 9;
  const [bare, hello, helper] = await repeated(rounds, [
    () => secondsOf(async () => void (await run([python, "-c", "pass"]))),
    () =>
      secondsOf(() => untilInitialized(HelperConversation.startWith([python, "-c", helloServer], folder))),
    () => secondsOf(() => untilInitialized(HelperConversation.start(python, folder))),
  ]);
  return [
    { what: "python -c pass", value: median(bare), unit: "s" },
    { what: "a pygls server that says hello, to initialize", value: median(hello), unit: "s" },
    { what: "the helper, to initialize", value: median(helper), unit: "s" },
    { what: "the helper against the hello server", value: median(helper) / median(hello), unit: "×" },
    { what: "the helper against bare Python", value: median(helper) / median(bare), unit: "×" },
  ];
}

/** @param {HelperConversation} helper */
async function untilInitialized(helper) {
  try {
    await helper.initialize(checkout);
  } finally {
    helper.kill();
  }
}

/** @param {() => Promise<void>} work */
async function secondsOf(work) {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
