/** Fills a text that may be translated: `{0}` stands for the first argument. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

let translate: Translate = fill;

/** Sets where translations come from; the extension does it first of all, tests leave English. */
export function setTranslation(translation: Translate): void {
  translate = translation;
}

/** The text in the user's language. `message` is written out at the call, since a test looks for its translation. */
export function t(message: string, ...values: (string | number)[]): string {
  return translate(message, ...values);
}

function fill(message: string, ...values: (string | number)[]): string {
  return message.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
