// Warnings in a result: why there is no verdict, and what looks like tampering.
import type { Tampering } from "./clean-characters.ts";
import type { UncertainCause, Warning } from "./detection.ts";

const WARNINGS = {
  no_prose: "The text has no prose to judge.",
  short_text: "Under 50 words of prose: too little to judge reliably.",
  language: "The detector is not validated for this language, so it gives no verdict.",
  several_languages: "The text is in several languages: too little of each to judge reliably.",
  evidence:
    "The evidence is weak: texts like this one come from people and from AI about equally often.",
  disagreement:
    "The evidence contradicts itself: part of it points to an AI and part of it to a person.",
} as const;

/** A warning if only a sample of the text was read. */
export function sampleWarnings(readShare: number): Warning[] {
  if (readShare === 1) return [];
  const percent = Math.min(99, Math.max(1, Math.round(100 * readShare)));
  const message = `The text takes too long to be read whole: an even sample, ${percent} % of it, was read.`;
  return [{ code: "sampled", message }];
}

export type HoldingWarning = keyof typeof WARNINGS;

/** The cause of `Uncertain` that corresponds to each warning. */
export const CAUSES: Readonly<Record<HoldingWarning, UncertainCause>> = {
  no_prose: "short",
  short_text: "short",
  language: "language",
  several_languages: "language",
  evidence: "evidence",
  disagreement: "disagreement",
};

/** The warning in words; a language is called by its name. */
export function holdingWarning(code: HoldingWarning, language: string): Warning {
  const name = code === "language" ? nameOf(language) : undefined;
  const message =
    name === undefined
      ? WARNINGS[code]
      : `The detector is not validated for ${name}, so it gives no verdict.`;
  return { code, message };
}

const NAMES_OF_LANGUAGES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

function nameOf(language: string): string | undefined {
  return language === "und" ? undefined : NAMES_OF_LANGUAGES.of(language);
}

/** Warnings about characters that were changed before scoring, most frequent kind first. */
export function tamperingWarnings(tampering: ReadonlyMap<Tampering, number>): Warning[] {
  return [...tampering]
    .sort((a, b) => b[1] - a[1])
    .map(([code, count]) => ({ code, message: `${nameMany(code, count)} before scoring.` }));
}

function nameMany(code: Tampering, count: number): string {
  const [one, many, done] = NAMES[code];
  return `${count} ${count === 1 ? one : many} ${done}`;
}

/** One, several, and what was done with them. */
const NAMES: Readonly<Record<Tampering, readonly [string, string, string]>> = {
  zero_width: ["zero-width character", "zero-width characters", "removed"],
  look_alike: [
    "look-alike letter of another alphabet",
    "look-alike letters of other alphabets",
    "replaced",
  ],
  odd_space: ["unusual space", "unusual spaces", "replaced"],
  bidi_control: ["direction control", "direction controls", "removed"],
  soft_hyphen: ["soft hyphen", "soft hyphens", "removed"],
  tag_character: ["invisible tag character", "invisible tag characters", "removed"],
  variation_selector: ["stray variation selector", "stray variation selectors", "removed"],
  control_character: ["control character", "control characters", "removed"],
  disguised_form: ["letter in a disguised form", "letters in disguised forms", "replaced"],
  stacked_marks: ["letter", "letters", "freed of stacked marks"],
  broken_character: ["broken character", "broken characters", "replaced"],
  odd_case: ["word with flipped capitals", "words with flipped capitals", "put right"],
};
