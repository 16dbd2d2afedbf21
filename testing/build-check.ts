// A check for tests of this room, made without a model: every sentence is a segment, and their marks
// go round.
import type { ColorLabel, DetectedSegment, Verdict } from "../src/detector/detector.ts";
import type { ReportedCheck } from "../src/report/check.ts";

const LABELS: readonly [ColorLabel, number][] = [
  ["red", 96],
  ["amber", 50],
  ["green", 7],
  ["gray", 50],
];

export function buildCheck(
  text: string,
  changed: Partial<ReportedCheck> & { verdict?: Verdict; final?: number } = {},
): ReportedCheck {
  const { verdict = "Likely AI-generated", final = 83, ...rest } = changed;
  const segments = [...text.matchAll(/[^\s.][^.]*\.?/g)].map((match, at): DetectedSegment => {
    const [color_label, ai_prob] = LABELS[at % LABELS.length] ?? ["gray", 50];
    const words = match[0].trimEnd();
    return {
      text: words,
      ai_prob,
      human_prob: 100 - ai_prob,
      color_label,
      is_data: color_label === "gray",
      start: match.index,
      end: match.index + words.length,
    };
  });
  return {
    text,
    detection: {
      ai_probability: 91,
      human_probability: 9,
      final_probability: final,
      verdict,
      input_type: "text",
      model_version: "v1.0",
      segments,
      words: text.split(/\s+/).length,
      language: "en",
      warnings: [{ code: "zero_width", message: "3 zero-width characters removed." }],
      score: 0.91,
    },
    checkedAt: Date.UTC(2026, 1, 3, 4, 5, 6),
    madeAt: Date.UTC(2026, 1, 3, 16, 7, 8),
    appVersion: "0.1.0",
    card: {
      version: "v1.0",
      about: ["What it is for. Tells."],
      measuredOn: "On a set.",
      measured: [["AUROC", "0.985"]],
      fails: ["Short texts."],
    },
    ...rest,
  };
}

export const PROSE =
  "The efficient office offered waffles. A fluffy figure afflicted the first flight. AWAY To Te Va. Table row";
