// The detector's result. Its fields have the names of the service specification, because it is stored, printed
// and returned in this form: docs/decisions/0031-wire-names.md.
import type { Explanation } from "./explanation/explain.ts";

export type Verdict =
  | "AI-generated"
  | "Likely AI-generated"
  | "Mixed"
  | "Uncertain"
  | "Likely human-written"
  | "Human-written";

export type ColorLabel = "red" | "amber" | "green" | "gray";

export type DetectedSegment = {
  text: string;
  /** Whole per cent; `human_prob` is always 100 − `ai_prob`. */
  ai_prob: number;
  human_prob: number;
  color_label: ColorLabel;
  /** True for what is not prose and does not count in the score. */
  is_data: boolean;
  /** Offsets in UTF-16 units of the input. */
  start: number;
  end: number;
  /** `text`: the number comes mostly from the sentences around it and the text as a whole. Absent for data
   * and where nothing was scored. */
  basis?: "sentence" | "text";
};

/** Too few words, a language without a verdict, weak evidence, or evidence that contradicts itself. */
export type UncertainCause = "short" | "language" | "evidence" | "disagreement";

export type Warning = { code: string; message: string };

export type Detection = {
  ai_probability: number;
  human_probability: number;
  final_probability: number;
  verdict: Verdict;
  input_type: "text";
  model_version: string;
  segments: DetectedSegment[];
  /** Words of prose that were scored. */
  words: number;
  language: string;
  warnings: Warning[];
  /** The calibrated probability, not rounded. */
  score: number;
  /** With `Uncertain`: why. */
  uncertain_because?: UncertainCause;
  /** With `Mixed`: the share of the prose's words in AI-like stretches, in per cent. */
  ai_share?: number;
  /** `local-…` when the operator's own calibration is active; identifies it. */
  calibration?: string;
  /** Only when it was asked for. */
  explanation?: Explanation;
};
