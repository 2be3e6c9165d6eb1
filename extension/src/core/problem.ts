import { t } from "./translate";

/** Something that went wrong in a way the user can be told: what happened, and what to do next. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly nextStep = "",
    readonly details: readonly string[] = [],
  ) {
    super(text);
    this.name = "Problem";
  }

  /** One or two sentences: what happened and what to do next. */
  get sentence(): string {
    return [this.message, this.nextStep].filter((part) => part !== "").join(" ");
  }
}

/** The action was given up by the user: nothing is to be said about it. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled by the user");
    this.name = "Cancelled";
  }
}

/** Whatever was thrown, as something that can be told. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) {
    return error;
  }
  const text = error instanceof Error ? error.message : String(error);
  return new Problem(
    "unexpected",
    t("Something unexpected went wrong: {0}", text),
    t("The log has the details."),
  );
}
