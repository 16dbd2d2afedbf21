// The answer of a rewrite, whose fields are described in wire-types.ts, and what one may ask for.
import type * as wire from "./wire-types.ts";

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
 *   apiKey: "ls_test_your_key",
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
  /** Numbers of the segments to rewrite, as `detect` lists them; the others stay as they are. */
  sentences?: readonly number[] | undefined;
  /** Up to how many other wordings of each changed sentence to give, 0 to 3. */
  alternatives?: number | undefined;
};

/**
 * What became of one sentence, or why it stayed as it was.
 *
 * @example
 * ```ts
 * import type { RewrittenSentence } from "@lodestone/client";
 *
 * export const describe = ({ changed, rewritten, reason }: RewrittenSentence) =>
 *   changed ? rewritten : `unchanged: ${reason?.message}`;
 * ```
 */
export type RewrittenSentence = wire.RewrittenSentence;

/**
 * One event of `regenerateStream`: a finished sentence, or at the end the whole answer.
 *
 * @example
 * ```ts
 * import { createClient, type RewriteEvent } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const show = (event: RewriteEvent) =>
 *   console.log(event.type === "sentence" ? event.sentence.rewritten : event.rewrite.humanized_text);
 * const text =
 *   "Prior to the commencement of the meeting, the attendees engaged in conversation with one " +
 *   "another regarding the weather, which had been of a most disagreeable nature.";
 * for await (const event of client.authenticity.regenerateStream(text)) show(event);
 * ```
 */
export type RewriteEvent =
  | { type: "sentence"; sentence: RewrittenSentence }
  | { type: "done"; rewrite: Rewrite };

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
export type Change = wire.Change;

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
export type Readability = wire.Readability;

/**
 * The answer of `regenerate`.
 *
 * @example
 * ```ts
 * import { createClient, type Rewrite } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const text =
 *   "Prior to the commencement of the meeting, the attendees engaged in conversation with one " +
 *   "another regarding the weather, which had been of a most disagreeable nature.";
 * const rewrite: Rewrite = await client.authenticity.regenerate(text);
 * console.log(rewrite.regenerated ? rewrite.humanized_text : "Nothing to improve safely.");
 * ```
 */
export type Rewrite = Omit<wire.Rewrite, "content" | Extra> & Partial<Pick<wire.Rewrite, Extra>>;

/** What a server that answers with the fields of the specification alone leaves out. */
type Extra = "changes" | "scores" | "final_probability" | "readability" | "counted" | "sentences";
