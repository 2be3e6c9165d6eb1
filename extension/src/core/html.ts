const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML, in a quoted attribute as well. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Text as it may stand in Markdown without being read as Markdown or HTML. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-!|~<>&$]/g, "\\$&").replace(/\s*\n\s*/g, " ");
}

/** Text as inline code in Markdown, whatever it contains. */
export function markdownCode(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}
