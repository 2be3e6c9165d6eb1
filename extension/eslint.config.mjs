// Rules for all TypeScript and JavaScript of the project. Run from the root of the checkout:
// `npx eslint --config extension/eslint.config.mjs .`

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import importX, { createNodeResolver } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

const source = "extension/src";

/** Who may import whom: `from` is closed to `target`, except for what `except` names (relative to `from`). */
function room(target, allowed, message) {
  return {
    target: `./${source}/${target}`,
    from: `./${source}`,
    except: allowed.map((name) => `./${name}`),
    message,
  };
}

/** The folders in a folder of the source, so that a new one is guarded from its first file on. @param {string} [folder] */
function foldersIn(folder = "") {
  const entries = readdirSync(new URL(`src/${folder}`, import.meta.url), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

const features = foldersIn("features");
const belowFeatures = ["state", "helper", "platform", "core", "generated", "webview/shared"];

const zones = [
  room("generated", ["generated"], "generated files import nothing"),
  room("core", ["core", "generated"], "core stands on generated only"),
  room("state", ["state", "core", "generated"], "state stands on core and generated"),
  room("platform", ["platform", "core", "generated"], "platform stands on core and generated"),
  room(
    "helper",
    ["helper", "state", "platform", "core", "generated"],
    "helper stands on state, platform, core and generated",
  ),
  room("webview", ["webview", "generated"], "browser code sees generated only"),
  ...features.map((name) =>
    room(
      `features/${name}`,
      [`features/${name}`, ...belowFeatures],
      "features never import each other; they meet in state",
    ),
  ),
];

const unplaced = foldersIn().filter(
  (name) => !zones.some(({ target }) => target.startsWith(`./${source}/${name}`)),
);
if (unplaced.length > 0) {
  throw new Error(`Say in ${source} who may import whom for: ${unplaced.join(", ")}`);
}

const noVscode = {
  name: "vscode",
  message: "this room works without VS Code, so that plain Node can test it",
};
const noLanguageClient = {
  group: ["vscode-languageclient", "vscode-languageclient/*", "vscode-languageserver-*"],
  message: "only the room helper speaks LSP",
};
const noNode = { group: ["node:*"], message: "core and state use no Node modules" };

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/**",
      "dist/**",
      "build/**",
      ".venv/**",
      "tests/.work/**",
      "summary/**",
      "**/generated/**",
    ],
  },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".mjs", ".js"] })],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"] },
      "import-x/extensions": [".ts", ".mjs"],
    },
    rules: {
      eqeqeq: "error",
      "no-console": ["error", { allow: ["error"] }],
      "max-lines": ["error", { max: 400 }],
      "max-lines-per-function": ["error", { max: 60 }],
      "max-params": ["error", 5],
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      "import-x/no-restricted-paths": ["error", { zones }],
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "@typescript-eslint/no-extraneous-class": "off",
    },
  },
  {
    files: [`${source}/**/*.ts`],
    ignores: [`${source}/webview/**`],
    languageOptions: { parserOptions: { project: fileURLToPath(new URL("tsconfig.json", import.meta.url)) } },
    extends: [tseslint.configs.strictTypeCheckedOnly],
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { arguments: false } }],
      "@typescript-eslint/no-restricted-imports": ["error", { patterns: [noLanguageClient] }],
    },
  },
  {
    files: [`${source}/core/**/*.ts`, `${source}/state/**/*.ts`],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { paths: [noVscode], patterns: [noLanguageClient, noNode] },
      ],
    },
  },
  {
    files: [`${source}/helper/**/*.ts`],
    rules: { "@typescript-eslint/no-restricted-imports": "off" },
  },
  {
    files: ["tests/**", "**/*.mjs"],
    rules: {
      "no-console": "off",
      "max-lines-per-function": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-empty-function": "off",
    },
  },
);
