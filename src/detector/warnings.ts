// What a reader of the answer should know: why a verdict is held back, and what looks like tampering.
import type { Tampering } from "./clean-characters.ts";
import type { Warning } from "./detection.ts";

export const WARNINGS = {
  no_prose: "The text has no prose to judge.",
  short_text: "Under 50 words of prose: too little to judge reliably.",
  language: "The detector is not validated for this language.",
  several_languages: "The text is in several languages: too little of each to judge reliably.",
} as const;

/** Warnings about characters that were changed before scoring, most frequent kind first. */
export function tamperingWarnings(tampering: ReadonlyMap<Tampering, number>): Warning[] {
  return [...tampering]
    .sort((a, b) => b[1] - a[1])
    .map(([code, count]) => ({ code, message: `${count} ${NAMES[code]} before scoring.` }));
}

const NAMES: Readonly<Record<Tampering, string>> = {
  zero_width: "zero-width characters removed",
  look_alike: "look-alike letters of other alphabets replaced",
  odd_space: "unusual spaces replaced",
  bidi_control: "direction controls removed",
  soft_hyphen: "soft hyphens removed",
  tag_character: "invisible tag characters removed",
  variation_selector: "stray variation selectors removed",
  control_character: "control characters removed",
  disguised_form: "letters in disguised forms replaced",
  stacked_marks: "letters freed of stacked marks",
  broken_character: "broken characters replaced",
  odd_case: "words with flipped capitals put right",
};
