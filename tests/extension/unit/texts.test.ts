import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { textsIn } from "../texts";

declare const CHECKOUT: string;

function json(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(join(CHECKOUT, ...path), "utf8")) as Record<string, unknown>;
}

const found = textsIn(join(CHECKOUT, "extension", "src"));
const chinese = json("extension", "l10n", "bundle.l10n.zh-cn.json") as Record<string, string>;

test("every text is written out where it is used", () => {
  assert.deepEqual(found.unclear, []);
});

test("every text has a Chinese translation, and no translation is left over", () => {
  assert.deepEqual(Object.keys(chinese).sort(), [...found.texts].sort());
});

test("a translation has the same places to fill and the same icons as the text", () => {
  const marks = (text: string): string[] => (text.match(/\{\d+\}|\$\([^)]+\)/g) ?? []).sort();
  for (const [text, translation] of Object.entries(chinese)) {
    assert.deepEqual(marks(translation), marks(text), text);
  }
});

test("the declaration's texts are there in both languages, and none is left over", () => {
  const declared = readFileSync(join(CHECKOUT, "package.json"), "utf8");
  const keys = [...new Set([...declared.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1]))].sort();
  assert.deepEqual(Object.keys(json("package.nls.json")).sort(), keys);
  assert.deepEqual(Object.keys(json("package.nls.zh-cn.json")).sort(), keys);
});

test("links to commands in translated texts are the same as in the English ones", () => {
  const english = json("package.nls.json") as Record<string, string>;
  const translated = json("package.nls.zh-cn.json") as Record<string, string>;
  const links = (text = ""): string[] => text.match(/\(command:[^)]+\)|`[^`]+`/g) ?? [];
  for (const [key, text] of Object.entries(english)) {
    assert.deepEqual(links(translated[key]).sort(), links(text).sort(), key);
  }
});
