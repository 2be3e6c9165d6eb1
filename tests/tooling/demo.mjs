/** `npm run demo`: set everything up, package the extension and open VS Code on the sample workspace. */
import { buildPackage } from "./packaging/buildPackage.mjs";
import { prepare } from "./prepare/steps.mjs";
import { runMain, StepProgress } from "./running/progress.mjs";

const options = process.argv.slice(2);
const isDesktop = options.includes("--desktop");

await runMain(async () => {
  const prepared = await prepare(isDesktop ? ["training"] : ["training", "vscode"]);
  const progress = new StepProgress(1, 1, "Packaging the extension");
  const order = { prepared, vsix: await buildPackage() };
  progress.done();
  // Imported only now: what these modules import may have been installed a moment ago.
  if (isDesktop) return (await import("../demo/desktop.mjs")).runDesktop(order);
  if (options.includes("--smoke")) return (await import("../demo/smoke.mjs")).runSmoke(order);
  return (await import("../demo/browser.mjs")).runInBrowser(order);
});
