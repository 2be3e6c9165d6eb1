/** The demo in VS Code in the browser, until Ctrl+C. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { startServer } from "../e2e/driver/session.mjs";
import { copySample, demoFolder, sampleWorkspace } from "./place.mjs";
import { nextSteps } from "./nextSteps.mjs";

/** Start the server, say where it is, and stay until the user ends it.
 * @param {import("./place.mjs").DemoOrder} order */
export async function runInBrowser(order) {
  copySample(order, join(demoFolder, "workspace"));
  const server = await startServer(
    { ...order, folder: demoFolder, workspaceSource: sampleWorkspace },
    randomUUID(),
  );
  process.stdout.write(
    `\nVS Code is at  ${server.workbenchUrl}\nPassword       ${server.password}\n${nextSteps}\nCtrl+C ends VS Code; a training that runs goes on.\n`,
  );
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal));
  await Promise.race([...signals, once(server.child, "exit")]);
  process.stdout.write("\nStopping VS Code …\n");
  await server.stop();
  return 0;
}
