/** Finds the texts the extension shows, by reading its source with the TypeScript compiler. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The texts written out at calls of `t`, and the calls whose text cannot be known from the source. */
export interface FoundTexts {
  readonly texts: ReadonlySet<string>;
  readonly unclear: readonly string[];
}

/** Every text below a folder of TypeScript source. */
export function textsIn(folder: string): FoundTexts {
  const texts = new Set<string>();
  const unclear: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".ts") && !name.endsWith("translate.ts")) {
      collect(join(folder, name), texts, unclear);
    }
  }
  return { texts, unclear };
}

function collect(path: string, texts: Set<string>, unclear: string[]): void {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "t") {
      const [message] = node.arguments;
      if (message !== undefined && ts.isStringLiteral(message)) {
        texts.add(message.text);
      } else {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        unclear.push(`${path}:${String(line + 1)}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
