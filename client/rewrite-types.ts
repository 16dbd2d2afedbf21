// The answer of a rewrite, field by field as it comes over the wire, and what one may ask for.
import type { InputType, Warning } from "./detection-types.ts";

/**
 * How strongly a text may be rewritten; `medium` when left out.
 *
 * @example
 * ```ts
 * import type { Strength } from "@lodestone/client";
 *
 * const strengths: Strength[] = ["light", "medium", "strong"];
 * console.log(strengths.join(", "));
 * ```
 */
export type Strength = "light" | "medium" | "strong";

/**
 * How a text should be rewritten.
 *
 * @example
 * ```ts
 * import { createClient, type RewriteOptions } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_live_your_key",
 *   origin: "https://example.com",
 * });
 * const options: RewriteOptions = { strength: "light", keep: ["in accordance with section 4"] };
 * const text =
 *   "It is important to note that the deposit is due in accordance with section 4, and that it " +
 *   "will be returned to the tenant upon the termination of the agreement.";
 * console.log((await client.authenticity.regenerate(text, options)).humanized_text);
 * ```
 */
export type RewriteOptions = {
  strength?: Strength | undefined;
  /** Words and phrases that must stay as they are. */
  keep?: readonly string[] | undefined;
};

/**
 * One edit of a rewrite.
 *
 * @example
 * ```ts
 * import type { Change } from "@lodestone/client";
 *
 * export const describe = ({ from, to, why }: Change) => `“${from}” → “${to}”: ${why}`;
 * ```
 */
export type Change = {
  /** Offsets in UTF-16 units of the text as it was sent. */
  start: number;
  end: number;
  from: string;
  to: string;
  why: string;
};

/**
 * How hard the prose of a text is to read.
 *
 * @example
 * ```ts
 * import type { Readability, Rewrite } from "@lodestone/client";
 *
 * export function easierBy({ readability }: Rewrite): string {
 *   if (readability === undefined) return "not measured";
 *   const { before, after }: { before: Readability; after: Readability } = readability;
 *   return `${(before.grade - after.grade).toFixed(1)} school years, ${after.sentences} sentences`;
 * }
 * ```
 */
export type Readability = {
  /** Flesch–Kincaid grade, to one decimal: the years of schooling it asks of its reader. */
  grade: number;
  words: number;
  sentences: number;
};

/**
 * The answer of `regenerate`.
 *
 * @example
 * ```ts
 * import { createClient, type Rewrite } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_live_your_key",
 *   origin: "https://example.com",
 * });
 * const text =
 *   "Prior to the commencement of the meeting, the attendees engaged in conversation with one " +
 *   "another regarding the weather, which had been of a most disagreeable nature.";
 * const rewrite: Rewrite = await client.authenticity.regenerate(text);
 * console.log(rewrite.regenerated ? rewrite.humanized_text : "Nothing to improve safely.");
 * ```
 */
export type Rewrite = {
  /** False when no safe improvement was found; the text then comes back unchanged. */
  regenerated: boolean;
  humanized_text: string;
  original_ai_prob: number;
  new_human_prob: number;
  input_type: InputType;
  model_version: string;
  warnings: Warning[];
  changes?: Change[];
  /** The AI probability of the input and of the rewritten text, not rounded. */
  scores?: { before: number; after: number };
  /** What a check of the input and of the rewritten text answers as `final_probability`. */
  final_probability?: { before: number; after: number };
  /** How hard the prose is to read, before and after. */
  readability?: { before: Readability; after: Readability };
};
