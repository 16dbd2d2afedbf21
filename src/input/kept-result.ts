// What an account's history keeps of an answer: the answer without the text it repeats, and the fields a list of
// results shows. This is the one place that knows both the answers' field names and the history's.
import type { Detection } from "../detector/detector.ts";
import type { Rewrite } from "../rewriter/rewriter.ts";

/** The text that was worked on; `format` and `name` of the file it was read from. */
type Source = { content: string; format?: string | undefined; name?: string | undefined };

export function keepDetection(detection: Detection, { content, format, name }: Source) {
  const { verdict, words } = detection;
  const probability = hasScore(detection) ? detection.final_probability : null;
  const inputType = format ?? detection.input_type;
  return {
    content,
    name,
    summary: { inputType, verdict, probability, words },
    answer: { ...detection, input_type: inputType },
  };
}

/** Without prose, or in a language the model was not validated for, the number in the middle is no score. */
function hasScore({ uncertain_because: cause, warnings }: Detection): boolean {
  return cause !== "language" && !warnings.some(({ code }) => code === "no_prose");
}

/** The probability is that of the text as it was sent. */
export function keepRewrite(rewrite: Rewrite, { content, format, name }: Source) {
  const inputType = format ?? rewrite.input_type;
  // The sentences say once more what the text and its changes say.
  const { sentences: _, ...answer } = rewrite;
  return {
    content,
    name,
    summary: {
      inputType,
      verdict: null,
      probability: rewrite.final_probability.before,
      words: null,
    },
    answer: { ...answer, input_type: inputType },
  };
}
