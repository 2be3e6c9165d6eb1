import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as vscode from "vscode";
import { Dashboards, folderKey } from "../../../extension/src/features/dashboards/dashboards";
import { RunStore } from "../../../extension/src/state/runStore";
import { calls, editor } from "../fakes/vscode";

beforeEach(() => {
  calls.panels.length = 0;
  calls.executed.length = 0;
  Object.assign(editor, { isTrusted: true, folders: ["/w"] });
});

/** A request to open a server that the test answers when it likes. */
interface Opening {
  readonly folder: string;
  readonly answer: () => void;
  readonly refuse: () => void;
}

/** Dashboards whose helper is played by the test: like the real one it gives the same server for the same folder. */
function dashboards() {
  const openings: Opening[] = [];
  const closed: string[] = [];
  const reported: unknown[] = [];
  const ask = (name: string, argument: { folder: string; dashboard_id: string }): Promise<unknown> => {
    if (name === "mindwatch.helper.dashboards.close") {
      closed.push(argument.dashboard_id);
      return Promise.resolve({ stopped: true });
    }
    const { folder } = argument;
    const info = { dashboard_id: `server of ${folder}`, url: "http://127.0.0.1:1/secret/", folder };
    return new Promise((resolve, reject) => {
      openings.push({
        folder,
        answer: () => {
          resolve(info);
        },
        refuse: () => {
          reject(new Error("no"));
        },
      });
    });
  };
  const panels = new Dashboards({
    extensionUri: vscode.Uri.file("/ext"),
    helper: { ask } as never,
    log: { show: () => undefined, warn: () => undefined } as never,
    runs: new RunStore(),
    chooseInterpreter: () => Promise.resolve(),
    report: (error) => reported.push(error),
  });
  return { panels, openings, closed, reported };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("open, close and open again while the server starts: the first lease is given back, the second kept", async () => {
  const { panels, openings, closed } = dashboards();
  panels.open("/w/summary/a", "a");
  await settled();
  calls.panels[0]?.dispose();
  panels.open("/w/summary/a", "a");
  await settled();
  assert.equal(openings.length, 2);
  assert.deepEqual(closed, []);
  openings.forEach((opening) => {
    opening.answer();
  });
  await settled();
  assert.deepEqual(closed, ["server of /w/summary/a"]);
  assert.match(calls.panels[1]?.webview.html ?? "", /dashboard-frame/);
  calls.panels[1]?.dispose();
  await settled();
  assert.equal(closed.length, 2);
  panels.dispose();
  assert.equal(closed.length, 2);
});

test("a panel that never got a server gives none back", async () => {
  const { panels, openings, closed } = dashboards();
  panels.open("/w/summary/a", "a");
  await settled();
  openings[0]?.refuse();
  await settled();
  assert.match(calls.panels[0]?.webview.html ?? "", /id="failed"/);
  calls.panels[0]?.dispose();
  await settled();
  assert.deepEqual(closed, []);
});

test("trying again and reloading keep one lease", async () => {
  const { panels, openings, closed } = dashboards();
  panels.open("/w/summary/a", "a");
  await settled();
  openings[0]?.refuse();
  await settled();
  // A double click asks twice; one of the two servers is not needed.
  calls.panels[0]?.receive({ kind: "retry" });
  calls.panels[0]?.receive({ kind: "retry" });
  await settled();
  openings[2]?.answer();
  openings[1]?.answer();
  await settled();
  assert.equal(closed.length, 1);
  calls.panels[0]?.receive({ kind: "reload" });
  await settled();
  assert.equal(openings.length, 3);
  calls.panels[0]?.dispose();
  await settled();
  assert.equal(closed.length, 2);
});

test("a server that ended by itself is not given back", async () => {
  const { panels, openings, closed } = dashboards();
  panels.open("/w/summary/a", "a");
  await settled();
  openings[0]?.answer();
  await settled();
  const push = { dashboard_id: "server of /w/summary/a", folder: "", exit_code: 1, last_lines: ["no space"] };
  panels.serverExited(push);
  assert.match(calls.panels[0]?.webview.html ?? "", /no space/);
  calls.panels[0]?.dispose();
  await settled();
  assert.deepEqual(closed, []);
});

test("after the helper ended its leases are void, and the new one opens the servers again", async () => {
  const { panels, openings, closed } = dashboards();
  panels.open("/w/summary/a", "a");
  panels.open("/w/summary/b", "b");
  await settled();
  openings.forEach((opening) => {
    opening.answer();
  });
  await settled();
  panels.helperEnded();
  calls.panels[1]?.dispose();
  panels.restartAll();
  await settled();
  assert.deepEqual(
    openings.map((opening) => opening.folder),
    ["/w/summary/a", "/w/summary/b", "/w/summary/a"],
  );
  assert.deepEqual(closed, []);
  openings[2]?.answer();
  await settled();
  calls.panels[0]?.dispose();
  await settled();
  assert.equal(closed.length, 1);
});

test("a folder has one panel however its path is written", async () => {
  const { panels, openings } = dashboards();
  panels.open("/w/summary/a", "a");
  panels.open("/w/summary/b/../a/", "a");
  await settled();
  assert.equal(calls.panels.length, 1);
  assert.equal(openings.length, 1);
  assert.deepEqual(calls.executed, [["reveal", "a"]]);
  assert.equal(folderKey("/a/b/"), folderKey("/a/./b"));
});

test("without trust the panel offers to give it, and starts when it was given", async () => {
  const { panels, openings } = dashboards();
  editor.isTrusted = false;
  panels.open("/w/summary/a", "a");
  await settled();
  const { html } = calls.panels[0]?.webview ?? { html: "" };
  assert.match(html, /id="manage-trust"/);
  assert.doesNotMatch(html, /id="choose-interpreter"/);
  calls.panels[0]?.receive({ kind: "manageTrust" });
  assert.deepEqual(calls.executed, [["workbench.trust.manage"]]);
  editor.isTrusted = true;
  panels.trustGranted();
  await settled();
  assert.equal(openings.length, 1);
});
