// Rewrites stiff prose into plainer prose. This release proposes no edits yet: it answers honestly
// that nothing was changed, with the true probabilities of the text.
import type { Detection, Detector, Warning } from "../detector/detector.ts";

export type Strength = "light" | "medium" | "strong";

export type RewriteOptions = {
  strength?: Strength | undefined;
  /** Words or phrases never to touch. */
  keep?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
};

/** The /v1/regenerate answer, field by field as the service specification names them. */
export type Rewrite = {
  regenerated: boolean;
  humanized_text: string;
  original_ai_prob: number;
  new_human_prob: number;
  input_type: Detection["input_type"];
  model_version: string;
  warnings: Warning[];
};

export type Rewriter = {
  rewrite(text: string, options?: RewriteOptions): Promise<Rewrite>;
};

export function createRewriter({ detect }: Pick<Detector, "detect">): Rewriter {
  return {
    async rewrite(text, { signal } = {}) {
      const before = await detect(text, signal === undefined ? {} : { signal });
      return {
        regenerated: false,
        humanized_text: text,
        original_ai_prob: before.ai_probability,
        new_human_prob: before.human_probability,
        input_type: before.input_type,
        model_version: before.model_version,
        warnings: before.warnings,
      };
    },
  };
}
