import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../../extension/src/core/problem";
import { dashboardPage } from "../../../extension/src/features/dashboards/dashboardPage";

const memory = { folder: "/w/summary/损失 <1>", title: "<digits> & co" };

test("the running dashboard is framed from its own origin only, at the whole address", () => {
  const page = dashboardPage({ kind: "showing", address: "http://localhost:8080/proxy/4711/token/" }, memory);
  assert.equal(page.frameOrigin, "http://localhost:8080");
  assert.match(page.body, /id="dashboard-frame"[^>]*src="http:\/\/localhost:8080\/proxy\/4711\/token\/"/s);
  assert.match(page.body, /id="reload"/);
  assert.match(page.body, /id="open-in-browser"/);
});

test("names of runs and folders cannot become markup", () => {
  for (const view of [
    { kind: "starting" },
    { kind: "showing", address: "http://localhost:1/a/" },
    { kind: "failed", problem: new Problem("x", "<script>", "<b>", ["<i>"]) },
  ] as const) {
    const { body } = dashboardPage(view, memory);
    assert.doesNotMatch(body, /<digits>|<1>|<script>|<b>|<i>/);
  }
});

test("a failure shows its last lines and what can be done, and frames nothing", () => {
  const problem = new Problem("dashboard_ended_early", "TensorBoard ended.", "Try again.", [
    "ImportError: no numpy",
  ]);
  const page = dashboardPage({ kind: "failed", problem }, memory);
  assert.match(page.body, /ImportError: no numpy/);
  for (const id of ["retry", "choose-interpreter", "show-output"]) {
    assert.match(page.body, new RegExp(`id="${id}"`));
  }
  assert.equal(page.frameOrigin, undefined);
  assert.equal(page.data.address, "");
});

test("what comes back after a reload is always with the page", () => {
  assert.deepEqual(dashboardPage({ kind: "starting" }, memory).data.memory, memory);
});
