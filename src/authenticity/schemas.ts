// What the text service takes and gives, in JSON Schema: the OpenAPI document is made from these,
// and the contract tests check each reply against that document.
import { type TSchema, Type } from "typebox";

const Score = Type.Number({ minimum: 0, maximum: 1, description: "The probability, not rounded." });
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const Count = Type.Integer({ minimum: 0 });
const InputType = Type.Union(
  ["text", "markdown", "html", "pdf", "docx", "odt"].map((format) => Type.Literal(format)),
  { description: "`text`, or the format of the file that was sent." },
);
const Found = Type.Optional(
  Type.String({ description: "The text found in the file that was sent; offsets refer to it." }),
);
const ModelVersion = Type.String({ pattern: "^v\\d+\\.\\d+$" });
const Warnings = Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
  description:
    "What a reader of the result should know: tampering, and with `Uncertain` why, in a sentence.",
});
const LocalCalibration = Type.Optional(
  Type.String({
    pattern: "^local-[0-9a-f]{8}$",
    description: "Names the operator's own calibration, when one is in force.",
  }),
);

const Explanation = Type.Object(
  {
    evidence: Type.Array(
      Type.Object({
        start: Count,
        end: Count,
        text: Type.String(),
        direction: Type.Union([Type.Literal("ai"), Type.Literal("human")]),
        weight: Type.Number({
          minimum: 0,
          description: "How far the log-odds of the score move when this phrase alone is left out.",
        }),
        per_million: Type.Optional(
          Type.Object(
            { ai: Type.Number({ minimum: 0 }), human: Type.Number({ minimum: 0 }) },
            {
              description:
                "How often the phrase occurs in a million words of AI and of human training texts.",
            },
          ),
        ),
      }),
      {
        maxItems: 12,
        description:
          "Phrases that moved the score, strongest first. The text without all phrases of a direction scores lower (`ai`) or higher (`human`).",
      },
    ),
    signs: Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.Number(),
        human_range: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
        text: Type.String(),
      }),
      {
        description:
          "How the text looks as a whole, beside the range of eight in ten human texts of such a length. Not part of the score.",
      },
    ),
  },
  { description: "Only when asked for with `explain=true`." },
);

const Segment = Type.Object({
  text: Type.String(),
  ai_prob: Percent,
  human_prob: Percent,
  color_label: Type.Union(
    ["red", "amber", "green", "gray"].map((label) => Type.Literal(label)),
    { description: "red from 70, amber 31 to 69, green up to 30, gray for data." },
  ),
  is_data: Type.Boolean({ description: "Not prose: code, tables, links, references, numbers." }),
  start: Count,
  end: Count,
  basis: Type.Optional(
    Type.Union([Type.Literal("sentence"), Type.Literal("text")], {
      description:
        "What the number mostly comes from: the sentence itself, or its neighbours and the text as a whole.",
    }),
  ),
});

const Detection = Type.Object({
  ai_probability: Percent,
  human_probability: Percent,
  final_probability: Percent,
  verdict: Type.Union(
    [
      "AI-generated",
      "Likely AI-generated",
      "Mixed",
      "Uncertain",
      "Likely human-written",
      "Human-written",
    ].map((verdict) => Type.Literal(verdict)),
  ),
  input_type: InputType,
  model_version: ModelVersion,
  segments: Type.Array(Segment),
  words: Count,
  language: Type.String(),
  warnings: Warnings,
  score: Score,
  uncertain_because: Type.Optional(
    Type.Union(
      ["short", "language", "evidence", "disagreement"].map((cause) => Type.Literal(cause)),
      { description: "With `Uncertain`; `warnings` says the same in a sentence." },
    ),
  ),
  ai_share: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: "With `Mixed`: the share of the prose's words in AI-like stretches.",
    }),
  ),
  calibration: LocalCalibration,
  explanation: Type.Optional(Explanation),
  content: Found,
});

const ItemId = Type.Optional(Type.String({ description: "The item's own, as it was sent." }));

const BatchReply = Type.Object({
  results: Type.Array(
    Type.Union([
      Type.Object({ id: ItemId, ...Detection.properties }),
      Type.Object({
        id: ItemId,
        error: Type.Union([
          Type.String(),
          Type.Object({ message: Type.String(), type: Type.String() }),
        ]),
      }),
    ]),
    { description: "One for each item, in order: a result, or the error it would get alone." },
  ),
  checks: Type.Object(
    { counted: Count, refused: Count },
    { description: "Results, one check each, and texts for which no check was left." },
  ),
});

const Readability = Type.Object(
  { grade: Type.Number(), words: Count, sentences: Count },
  { description: "Flesch–Kincaid grade (years of schooling asked of a reader), and counts." },
);

const Rewrite = Type.Object({
  regenerated: Type.Boolean({ description: "False: no safe improvement, the text is unchanged." }),
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
      description:
        "What a check of the input and of the rewritten text answers as `final_probability`.",
    },
  ),
  readability: Type.Object({ before: Readability, after: Readability }),
  changes: Type.Array(
    Type.Object({
      start: Count,
      end: Count,
      from: Type.String(),
      to: Type.String(),
      why: Type.String(),
    }),
    { description: "Each edit, in order; applied to the input they give `humanized_text`." },
  ),
  content: Found,
});

const Usage = Type.Object({
  day: Type.String({ description: "The UTC day." }),
  limit: Count,
  used: Count,
  remaining: Count,
  resets_in: Type.Integer({ minimum: 0, description: "Seconds to UTC midnight." }),
  bonus_days_left: Count,
  history: Type.Array(
    Type.Object({
      day: Type.String(),
      endpoint: Type.String(),
      key_id: Type.Union([Type.String(), Type.Null()]),
      checks: Count,
    }),
    { description: "The last 30 days, by day, endpoint and key." },
  ),
});

const Models = Type.Object({
  models: Type.Array(
    Type.Object({
      version: ModelVersion,
      is_current: Type.Boolean(),
      languages: Type.Array(Type.String(), {
        description: "Languages that get a verdict; texts in others are `Uncertain`.",
      }),
      calibration: LocalCalibration,
    }),
  ),
});

const RequestId = Type.String();
const SimpleError = Type.Object({ error: Type.String(), request_id: RequestId });
const StandardError = Type.Object({
  error: Type.Object({ message: Type.String(), type: Type.String() }),
  request_id: RequestId,
});

const json = (description: string, schema: TSchema) => ({
  description,
  content: { "application/json": { schema } },
});

const ERRORS: Readonly<Record<number, string>> = {
  401: "The key is missing or not valid, or the Origin is not its domain.",
  403: "Plain HTTP: only HTTPS is supported. Or the key may not use this endpoint (`permission_error`).",
  405: "The method is not allowed here.",
  429: "The day's checks are used up (`quota_exceeded_error`), or too many requests (`rate_limit_error`); `Retry-After` says when to come back.",
  431: "The headers are too many or too large.",
  500: "An unexpected failure. It costs nothing.",
  503: "Too much work at the moment, or the store is away; try again after `Retry-After`.",
};

const errorReplies = (...statuses: number[]) =>
  Object.fromEntries(
    [...statuses, 403, 405, 431, 500, 503].map((status) => [
      status,
      json(ERRORS[status] ?? "", StandardError),
    ]),
  );

const keyed = { security: [{ key: [] }] };
const idempotency = {
  headers: Type.Object({
    "idempotency-key": Type.Optional(
      Type.String({
        maxLength: 255,
        description: "The same key and body within 24 hours cost one check.",
      }),
    ),
  }),
};
const content = (text: string) =>
  Type.String({ description: `${text} At least 50 words are recommended.` });

const File = Type.Optional(
  Type.String({
    contentMediaType: "application/octet-stream",
    description:
      "In place of `content`: plain text, Markdown, HTML, PDF, DOCX or ODT, at most 10 MB unless the operator set another limit. Its name and content must agree.",
  }),
);

const body = (properties: { content: TSchema } & Record<string, TSchema>) => ({
  content: {
    "application/x-www-form-urlencoded": { schema: Type.Object(properties) },
    "application/json": { schema: Type.Object(properties) },
    "multipart/form-data": {
      schema: Type.Object({
        ...properties,
        content: Type.Optional(properties.content),
        file: File,
      }),
    },
  },
});

export const detect = {
  tags: ["Checks"],
  operationId: "detect",
  summary: "How likely a text was written by an AI, as a whole and by sentence",
  description:
    "Costs one check. A score is evidence and not proof: never decide about a person by it alone.",
  ...keyed,
  ...idempotency,
  body: body({
    content: content("The text to analyse."),
    explain: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Whether the result tells why, in `explanation`. Takes several times as long; still one check.",
      }),
    ),
  }),
  response: {
    200: json("The result.", Detection),
    400: json("The content is missing or can't be read; the message says why.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const batch = {
  tags: ["Checks"],
  operationId: "detectBatch",
  summary: "Up to 100 texts in one request",
  description:
    "Costs one check for each result; a text that is refused costs nothing. When fewer checks are left than there are texts, the first ones get them and the others are answered with `quota_exceeded_error`. One request of the rate limit. Ten texts of the greatest length fit, or more shorter ones.",
  ...keyed,
  ...idempotency,
  body: {
    content: {
      "application/json": {
        schema: Type.Object({
          items: Type.Array(
            Type.Object({
              id: Type.Optional(
                Type.String({ maxLength: 200, description: "Yours; it comes back." }),
              ),
              content: content("The text to analyse."),
            }),
            { minItems: 1, maxItems: 100 },
          ),
        }),
      },
    },
  },
  response: {
    200: json("A result or an error for each text.", BatchReply),
    400: json("The body as a whole can't be read; the message says why.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const report = {
  tags: ["Checks"],
  operationId: "report",
  summary: "A check as a document to hand over: HTML or PDF",
  description:
    "Costs one check; none when it carries the `Idempotency-Key` under which `/v1/detect` answered the same text within 24 hours. The document needs no other file and no network.",
  ...keyed,
  ...idempotency,
  body: body({
    content: content("The text to analyse."),
    format: Type.Optional(
      Type.Union([Type.Literal("html"), Type.Literal("pdf")], { default: "html" }),
    ),
    paper: Type.Optional(
      Type.Union([Type.Literal("a4"), Type.Literal("letter")], {
        default: "a4",
        description: "The sheets it is printed on.",
      }),
    ),
    title: Type.Optional(
      Type.String({ maxLength: 200, description: "What the reader knows the text by." }),
    ),
  }),
  response: {
    200: {
      description: "The document, as a file to save.",
      content: {
        "text/html": { schema: Type.String() },
        "application/pdf": { schema: Type.String({ description: "Bytes." }) },
      },
    },
    400: json("The content is missing or can't be read, or a parameter is wrong.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const regenerate = {
  tags: ["Checks"],
  operationId: "regenerate",
  summary: "A plainer, more natural version that keeps the meaning",
  description: "Costs one check. Needs at least 20 words.",
  ...keyed,
  ...idempotency,
  body: body({
    content: content("The text to rewrite."),
    strength: Type.Optional(
      Type.Union(
        ["light", "medium", "strong"].map((strength) => Type.Literal(strength)),
        { default: "medium", description: "How much may change." },
      ),
    ),
    keep: Type.Optional(
      Type.String({ description: "Words or phrases never to touch, one a line (JSON: a list)." }),
    ),
  }),
  response: {
    200: json("The result.", Rewrite),
    400: json("The content is missing, too short or can't be read.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const usage = {
  tags: ["Account"],
  operationId: "getUsage",
  summary: "Checks used and left today, and the last 30 days",
  description: "Costs nothing.",
  ...keyed,
  response: { 200: json("The usage.", Usage), ...errorReplies(401, 429) },
};

export const models = {
  tags: ["Account"],
  operationId: "listModels",
  summary: "The detector's released models",
  description: "Public: needs no key.",
  response: { 200: json("The models.", Models), ...errorReplies() },
};
