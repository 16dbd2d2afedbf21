// The detector's answer, field by field as the service specification names them.

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
};

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
};
