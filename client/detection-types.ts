// The answer about one text, whose fields are described in wire-types.ts, and what one may ask for.
// Probabilities are whole per cent; human is always 100 − AI.
import type * as wire from "./wire-types.ts";

/**
 * The verdict in words, read from `final_probability`.
 *
 * @example
 * ```ts
 * import type { Verdict } from "@lodestone/client";
 *
 * const accusing: readonly Verdict[] = ["AI-generated", "Likely AI-generated", "Mixed"];
 * export const isAccusation = (verdict: Verdict) => accusing.includes(verdict);
 * ```
 */
export type Verdict = wire.Verdict;

/**
 * How a segment is coloured: `red` from 70 per cent AI, `amber` from 31, `green` below, `gray` for
 * what is not prose.
 *
 * @example
 * ```ts
 * import type { ColorLabel } from "@lodestone/client";
 *
 * const patterns: Record<ColorLabel, string> = {
 *   red: "double underline",
 *   amber: "dotted underline",
 *   green: "no underline",
 *   gray: "italic",
 * };
 * console.log(patterns.amber);
 * ```
 */
export type ColorLabel = wire.Segment["color_label"];

/**
 * What was sent: a text, or a file of this format.
 *
 * @example
 * ```ts
 * import type { InputType } from "@lodestone/client";
 *
 * export const isDocument = (type: InputType) => type !== "text";
 * ```
 */
export type InputType = wire.InputType;

/**
 * One sentence, heading, list item, table row or block of code.
 *
 * @example
 * ```ts
 * import { createClient, type Segment } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const text = "The first sentence of the text. And then a second one.";
 * const segments: Segment[] = (await client.authenticity.detect(text)).segments;
 * for (const { start, end, ai_prob } of segments) console.log(text.slice(start, end), ai_prob);
 * ```
 */
export type Segment = wire.Segment;

/**
 * Something a reader of the result should know: why a verdict was held back, or that hidden
 * characters were found.
 *
 * @example
 * ```ts
 * import type { Detection, Warning } from "@lodestone/client";
 *
 * export function sentencesOf(result: Detection): string[] {
 *   const warnings: Warning[] = result.warnings;
 *   return warnings.map((warning) => warning.message);
 * }
 * ```
 */
export type Warning = wire.Warning;

/**
 * The answer of `detect`.
 *
 * @example
 * ```ts
 * import { createClient, type Detection } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const result: Detection = await client.authenticity.detect("The text to check.");
 * console.log(result.verdict, result.final_probability, result.model_version);
 * ```
 */
export type Detection = Omit<wire.Detection, "content" | "counted"> & {
  /** Whether it cost a check; results kept by earlier versions don't say. */
  counted?: boolean;
};

/**
 * Why a verdict is `Uncertain`: too few words, a language the detector does not judge, weak evidence, or
 * evidence that contradicts itself.
 *
 * @example
 * ```ts
 * import type { UncertainCause } from "@lodestone/client";
 *
 * export const canHelp = (cause: UncertainCause) => cause === "short";
 * ```
 */
export type UncertainCause = NonNullable<wire.Detection["uncertain_because"]>;

/**
 * Why a text got its score: phrases that moved it, and how the text looks as a whole.
 *
 * @example
 * ```ts
 * import { createClient, type Explanation } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const { explanation } = await client.authenticity.detect("The text to check.", { explain: true });
 * const found: Explanation = explanation ?? { evidence: [], signs: [] };
 * for (const { text, direction } of found.evidence) console.log(direction, text);
 * ```
 */
export type Explanation = wire.Explanation;

/**
 * A phrase that moved the score.
 *
 * @example
 * ```ts
 * import type { Evidence } from "@lodestone/client";
 *
 * export const describe = ({ text, direction }: Evidence) => `“${text}” speaks for ${direction}`;
 * ```
 */
export type Evidence = wire.Evidence;

/**
 * How the text looks as a whole in one respect, beside the range of eight in ten human texts of such a length.
 *
 * @example
 * ```ts
 * import type { Sign } from "@lodestone/client";
 *
 * export const isUsual = ({ value, human_range: [low, high] }: Sign) => value >= low && value <= high;
 * ```
 */
export type Sign = wire.Sign;

/**
 * How a text should be checked.
 *
 * @example
 * ```ts
 * import type { DetectOptions } from "@lodestone/client";
 *
 * export const options: DetectOptions = { explain: true };
 * ```
 */
export type DetectOptions = {
  /** Whether the answer tells why. Takes several times as long; still one check at most. */
  explain?: boolean | undefined;
};

/**
 * An answer about a file: offsets refer to `content`, the text that was found in it.
 *
 * @example
 * ```ts
 * import type { Detection, OfFile } from "@lodestone/client";
 *
 * export function firstSentence({ content, segments }: OfFile<Detection>): string {
 *   const [first] = segments;
 *   return first === undefined ? "" : content.slice(first.start, first.end);
 * }
 * ```
 */
export type OfFile<Answer> = Answer & { content: string };

/**
 * How a report is written.
 *
 * @example
 * ```ts
 * import { createClient, type ReportOptions } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const options: ReportOptions = { format: "pdf", paper: "letter", title: "Essay 3" };
 * const { fileName } = await client.authenticity.report("The text to check.", options);
 * console.log(fileName);
 * ```
 */
export type ReportOptions = {
  /** `html` when left out. */
  format?: "html" | "pdf" | undefined;
  /** The sheets it is printed on; `a4` when left out. */
  paper?: "a4" | "letter" | undefined;
  /** What the reader knows the text by, at most 200 characters. */
  title?: string | undefined;
};

/**
 * A check as a document to hand over.
 *
 * @example
 * ```ts
 * import { createClient, type Report } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const report: Report = await client.authenticity.report("The text to check.");
 * console.log(report.fileName, report.document.type, report.document.size);
 * ```
 */
export type Report = {
  document: Blob;
  /** A name to save it under, made of the title. */
  fileName: string;
};
