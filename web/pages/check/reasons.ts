// Why there is no verdict, and why nothing was rewritten: the service's own reason, never a guess.
import type { Detection, Rewrite } from "../../../client/authenticity-types.ts";

/** Codes of the warnings that hold a verdict back. */
const HOLDING: ReadonlySet<string> = new Set([
  "no_prose",
  "short_text",
  "language",
  "several_languages",
  "evidence",
  "disagreement",
]);

/** The warning behind an `Uncertain`; undefined for other verdicts. */
export function reasonOf({ verdict, warnings = [] }: Detection): string | undefined {
  if (verdict !== "Uncertain") return undefined;
  return warnings.find(({ code }) => HOLDING.has(code))?.message;
}

/** Whether the model has a score at all: it has none for languages it was not validated for. */
export function hasScore({ uncertain_because: cause, warnings = [] }: Detection): boolean {
  return cause !== "language" && !warnings.some(({ code }) => code === "no_prose");
}

/** What can be done about an `Uncertain`. */
export function adviceOf({ uncertain_because: cause, words }: Detection): string | undefined {
  if (cause === "short") {
    const has = words === 1 ? "1 word" : `${words ?? 0} words`;
    return `Needs at least 50 words of prose; this text has ${has}.`;
  }
  if (cause === "disagreement") return "Look at the sentences one by one: they differ.";
  return undefined;
}

/** Why a text came back unchanged. */
export function refusalOf({ warnings }: Pick<Rewrite, "warnings">): string {
  const language = (warnings ?? []).find(({ code }) => code === "rewrite_language");
  if (language !== undefined) return language.message;
  return "No edit was found that makes the text plainer and leaves its meaning, facts and quotations as they are.";
}
