const plainArgument = /^[\w@%+=:,./\\~^{}-]+$/;

/** Writes arguments as one editable line that `splitArguments` reads back. */
export function joinArguments(argumentList: readonly string[]): string {
  return argumentList.map(quoted).join(" ");
}

/** Reads a line of arguments: blanks separate, single and double quotes keep them; undefined if a quote is left open. */
export function splitArguments(line: string): string[] | undefined {
  const found: string[] = [];
  let current: string | undefined;
  let quote = "";
  for (const character of line) {
    if (quote !== "") {
      if (character === quote) {
        quote = "";
      } else {
        current = (current ?? "") + character;
      }
    } else if (character === "'" || character === '"') {
      quote = character;
      current ??= "";
    } else if (/\s/.test(character)) {
      if (current !== undefined) {
        found.push(current);
      }
      current = undefined;
    } else {
      current = (current ?? "") + character;
    }
  }
  if (current !== undefined) {
    found.push(current);
  }
  return quote === "" ? found : undefined;
}

function quoted(argument: string): string {
  if (plainArgument.test(argument)) {
    return argument;
  }
  if (!argument.includes('"')) {
    return `"${argument}"`;
  }
  // A double quote stands inside single quotes and the other way round: pieces side by side are one argument.
  return argument
    .split(/("+)/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece.startsWith('"') ? `'${piece}'` : `"${piece}"`))
    .join("");
}
