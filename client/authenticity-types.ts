// The answers of the text authenticity service.
export type { Models, Usage } from "./account-types.ts";
export type { BatchEntry, BatchItem, BatchReply, TextOutcome } from "./batch-types.ts";
export type {
  ColorLabel,
  Detection,
  DetectOptions,
  Evidence,
  Explanation,
  InputType,
  OfFile,
  Report,
  ReportOptions,
  Segment,
  Sign,
  UncertainCause,
  Verdict,
  Warning,
} from "./detection-types.ts";
export type {
  Change,
  Readability,
  Rewrite,
  RewriteEvent,
  RewriteOptions,
  RewrittenSentence,
  Strength,
} from "./rewrite-types.ts";
