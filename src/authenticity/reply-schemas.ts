// Schemas of the text service's responses. A title is the schema's name in the OpenAPI document.
import { type Static, type TSchema, type TSchemaOptions, type TUnsafe, Type } from "typebox";

import { codesOf } from "../http/http.ts";

/** One of a few words. The compiler can't infer a union from `map`, so its type is stated. */
export function choice<const Words extends readonly string[]>(
  words: Words,
  options: TSchemaOptions = {},
): TUnsafe<Words[number]> {
  const union = Type.Union(
    words.map((word) => Type.Literal(word)),
    options,
  );
  return union as TSchema as TUnsafe<Words[number]>;
}

const Score = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "The probability of AI, not rounded.",
});
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
export const Count = Type.Integer({ minimum: 0 });
const Start = Type.Integer({ minimum: 0, description: "Offset in UTF-16 code units." });
const End = Type.Integer({ minimum: 0, description: "Offset after the last code unit." });
const InputType = choice(["text", "markdown", "html", "pdf", "docx", "odt"], {
  title: "InputType",
  description: "`text`, or the format of the uploaded file.",
});
const Found = Type.Optional(
  Type.String({ description: "The text extracted from the uploaded file; offsets refer to it." }),
);
const ModelVersion = Type.String({
  pattern: "^v\\d+\\.\\d+$",
  description: "The same text and version always give the same result.",
});
const Warning = Type.Object({ code: Type.String(), message: Type.String() }, { title: "Warning" });
const Warnings = Type.Array(Warning, {
  description:
    "What readers of the result should know: signs of tampering and, with `Uncertain`, the reason in a sentence.",
});
const LocalCalibration = Type.Optional(
  Type.String({
    pattern: "^local-[0-9a-f]{8}$",
    description: "Id of the operator's own calibration, if one is in use.",
  }),
);

const Counted = Type.Boolean({
  description:
    "Whether the answer cost a check. It costs none without a verdict (under 50 words of prose, or a language the model doesn't know), nor where a rewrite changed nothing. With a test key: whether it would with a live one.",
});

const Evidence = Type.Object(
  {
    start: Start,
    end: End,
    text: Type.String(),
    direction: Type.Union([Type.Literal("ai"), Type.Literal("human")]),
    weight: Type.Number({
      minimum: 0,
      description: "How far the log-odds of the score move when only this phrase is removed.",
    }),
    per_million: Type.Optional(
      Type.Object(
        { ai: Type.Number({ minimum: 0 }), human: Type.Number({ minimum: 0 }) },
        {
          description:
            "Occurrences of the phrase per million words of AI-written and of human training texts.",
        },
      ),
    ),
  },
  { title: "Evidence" },
);

const Sign = Type.Object(
  {
    name: Type.String(),
    value: Type.Number(),
    human_range: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
    text: Type.String(),
  },
  { title: "Sign" },
);

const Explanation = Type.Object(
  {
    evidence: Type.Array(Evidence, {
      maxItems: 12,
      description:
        "Phrases that moved the score, strongest first. Removing all phrases of one direction lowers (`ai`) or raises (`human`) the score.",
    }),
    signs: Type.Array(Sign, {
      description:
        "Style of the text as a whole, with the range that eight in ten human texts of similar length lie in. Not part of the score.",
    }),
  },
  { title: "Explanation", description: "Only with `explain=true`." },
);

const Segment = Type.Object(
  {
    text: Type.String(),
    ai_prob: Percent,
    human_prob: Percent,
    color_label: choice(["red", "amber", "green", "gray"], {
      description: "By `ai_prob`: red from 70, amber 31 to 69, green up to 30; gray for data.",
    }),
    is_data: Type.Boolean({
      description:
        "Not prose: code, tables, links, references, numbers. Ignored in the overall result.",
    }),
    start: Start,
    end: End,
    basis: Type.Optional(
      Type.Union([Type.Literal("sentence"), Type.Literal("text")], {
        description:
          "What the probability is mostly based on: the sentence itself, or its neighbours and the text as a whole. Absent for data and where nothing was scored.",
      }),
    ),
  },
  { title: "Segment" },
);

export const Detection = Type.Object(
  {
    ai_probability: Percent,
    human_probability: Percent,
    final_probability: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        "The probability behind the verdict: pulled towards 50 where there is little evidence.",
    }),
    verdict: choice(
      [
        "AI-generated",
        "Likely AI-generated",
        "Mixed",
        "Uncertain",
        "Likely human-written",
        "Human-written",
      ],
      { title: "Verdict" },
    ),
    input_type: InputType,
    model_version: ModelVersion,
    segments: Type.Array(Segment, {
      description:
        "In order; together with the characters between them they make up the whole text.",
    }),
    words: Type.Integer({ minimum: 0, description: "Words of prose that were scored." }),
    language: Type.String(),
    warnings: Warnings,
    score: Score,
    uncertain_because: Type.Optional(
      choice(["short", "language", "evidence", "disagreement"], {
        description: "Only with `Uncertain`; `warnings` explains it in a sentence.",
      }),
    ),
    ai_share: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: "Only with `Mixed`: percentage of the words in passages that read like AI.",
      }),
    ),
    calibration: LocalCalibration,
    explanation: Type.Optional(Explanation),
    content: Found,
    counted: Counted,
  },
  { title: "Detection" },
);
export type DetectionReply = Static<typeof Detection>;

const ItemId = Type.Optional(Type.String({ description: "The id that was sent with the item." }));

const ErrorCode = choice(codesOf("texts"), {
  title: "ErrorCode",
  description: "What went wrong, in a word that never changes. Later versions may add codes.",
});
const errorDetails = {
  code: ErrorCode,
  param: Type.Optional(
    Type.String({ description: "The parameter, part or header at fault, if it is one." }),
  ),
  doc_url: Type.Optional(
    Type.String({ format: "uri", description: "Page about this error, on this server." }),
  ),
};
const ErrorDetails = Type.Object(
  { message: Type.String(), type: Type.String(), ...errorDetails },
  { title: "ErrorDetails" },
);
export const BatchDetection = Type.Object(
  { id: ItemId, ...Detection.properties },
  { title: "BatchDetection" },
);
export const BatchError = Type.Object(
  {
    id: ItemId,
    error: Type.Union([Type.String(), ErrorDetails]),
    // Beside the message of a 400.
    code: Type.Optional(ErrorCode),
    param: errorDetails.param,
    doc_url: errorDetails.doc_url,
  },
  { title: "BatchError" },
);

export const BatchReply = Type.Object(
  {
    results: Type.Array(Type.Union([BatchDetection, BatchError]), {
      description:
        "One per item, in order: a result, or the error that a request with this text alone would get.",
    }),
    checks: Type.Object(
      { counted: Count, refused: Count },
      {
        description: "Checks that were counted, and texts for which no check was left.",
      },
    ),
  },
  { title: "BatchReply" },
);
export type BatchReply = Static<typeof BatchReply>;

const Readability = Type.Object(
  { grade: Type.Number(), words: Count, sentences: Count },
  {
    title: "Readability",
    description:
      "Flesch–Kincaid grade level (years of schooling a reader needs), words and sentences.",
  },
);

const Change = Type.Object(
  { start: Start, end: End, from: Type.String(), to: Type.String(), why: Type.String() },
  { title: "Change" },
);

const RewrittenSentence = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "Number of the segment, from 0." }),
    original: Type.String(),
    rewritten: Type.String(),
    changed: Type.Boolean(),
    reason: Type.Optional(
      Type.Object(
        {
          code: choice([
            "not_prose",
            "quotation",
            "verse",
            "too_long",
            "other_language",
            "not_selected",
            "already_plain",
            "nothing_safe",
          ]),
          message: Type.String(),
        },
        {
          title: "ReasonUnchanged",
          description: "Why it stayed as it was. Later versions may add codes.",
        },
      ),
    ),
    alternatives: Type.Array(Type.String(), {
      maxItems: 3,
      description:
        "Other wordings of a changed sentence that passed the same checks of meaning; often fewer than asked for.",
    }),
  },
  { title: "RewrittenSentence" },
);

export const Rewrite = Type.Object(
  {
    regenerated: Type.Boolean({
      description: "False if no safe improvement was found: the text is unchanged.",
    }),
    humanized_text: Type.String(),
    original_ai_prob: Percent,
    new_human_prob: Percent,
    input_type: InputType,
    model_version: ModelVersion,
    warnings: Warnings,
    scores: Type.Object(
      { before: Score, after: Score },
      { description: "The AI probability of the input and of the rewritten text, not rounded." },
    ),
    final_probability: Type.Object(
      { before: Percent, after: Percent },
      {
        description: "`final_probability` of a check of the input and of the rewritten text.",
      },
    ),
    readability: Type.Object({ before: Readability, after: Readability }),
    changes: Type.Array(Change, {
      description: "The edits in order; applied to the input they give `humanized_text`.",
    }),
    sentences: Type.Array(RewrittenSentence, {
      description:
        "Every segment of the text, in order and numbered as by a check; with the characters between them they make up `humanized_text`.",
    }),
    content: Found,
    counted: Counted,
  },
  { title: "Rewrite" },
);
export type RewriteReply = Static<typeof Rewrite>;

export const BatchRewrite = Type.Object(
  { id: ItemId, ...Rewrite.properties },
  { title: "BatchRewrite" },
);

export const Usage = Type.Object(
  {
    day: Type.String({ description: "The UTC day, `YYYY-MM-DD`." }),
    limit: Count,
    used: Count,
    remaining: Count,
    resets_in: Type.Integer({ minimum: 0, description: "Seconds until midnight UTC." }),
    bonus_days_left: Type.Integer({
      minimum: 0,
      description: "Days of the sign-up bonus left, including today.",
    }),
    history: Type.Array(
      Type.Object(
        {
          day: Type.String(),
          endpoint: Type.String(),
          key_id: Type.Union([Type.String(), Type.Null()]),
          checks: Count,
        },
        { title: "UsageOfDay" },
      ),
      { description: "Checks of the last 30 days by day, endpoint and key." },
    ),
  },
  { title: "Usage" },
);
export type Usage = Static<typeof Usage>;

export const Models = Type.Object(
  {
    models: Type.Array(
      Type.Object(
        {
          version: ModelVersion,
          is_current: Type.Boolean(),
          languages: Type.Array(Type.String(), {
            description: "Languages that get a verdict; texts in others are `Uncertain`.",
          }),
          calibration: LocalCalibration,
        },
        { title: "Model" },
      ),
    ),
  },
  { title: "Models" },
);
export type Models = Static<typeof Models>;

const RequestId = Type.String();
export const SimpleError = Type.Object(
  { error: Type.String(), ...errorDetails, request_id: RequestId },
  { title: "SimpleError" },
);
export const StandardError = Type.Object(
  { error: ErrorDetails, request_id: RequestId },
  { title: "StandardError" },
);
