// Schemas of the text service's paths: the OpenAPI document is generated from these, and the contract tests
// check each reply against that document.
import { type TSchema, Type } from "typebox";
import {
  BatchReply,
  Detection,
  Models,
  Rewrite,
  SimpleError,
  StandardError,
  Usage,
} from "./reply-schemas.ts";

export const json = (description: string, schema: TSchema) => ({
  description,
  content: { "application/json": { schema } },
});

const ERRORS: Readonly<Record<number, string>> = {
  400: "A query parameter is not known.",
  401: "The key is missing or invalid, or the Origin is not its registered domain.",
  403: "The request came over plain HTTP, or the key may not use this endpoint (`permission_error`).",
  405: "Method not allowed.",
  404: "Not found: it doesn't exist, belongs to somebody else, or was wiped.",
  409: "The job is not finished yet, or the account has as many keys as it can have.",
  429: "No checks left today (`quota_exceeded_error`), or too many requests (`rate_limit_error`); `Retry-After` says when to retry.",
  431: "The request has too many or too large headers.",
  500: "Internal server error. Costs no check.",
  503: "Overloaded, or storage is temporarily unavailable; retry after `Retry-After`.",
};

export const errorReplies = (...statuses: number[]) =>
  Object.fromEntries(
    [...statuses, 403, 405, 431, 500, 503].map((status) => [
      status,
      json(ERRORS[status] ?? "", status === 400 ? SimpleError : StandardError),
    ]),
  );

/** Both together: the key, and the domain it is registered for. */
export const keyed = { security: [{ key: [], domain: [] }] };
export const idempotency = {
  headers: Type.Object({
    "idempotency-key": Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          "Repeated requests with the same key and body within 24 hours cost one check in all.",
      }),
    ),
  }),
};
export const content = (text: string) =>
  Type.String({ description: `${text} At least 50 words are recommended.` });

export const File = Type.Optional(
  Type.String({
    format: "binary",
    contentMediaType: "application/octet-stream",
    description:
      "Instead of `content`: a plain text, Markdown, HTML, PDF, DOCX or ODT file of up to 10 MB, unless the operator set another limit. Its extension must match its content.",
  }),
);

type BodyFields = { content: TSchema } & Record<string, TSchema>;

/** `asForm`: fields that a form writes in another way than JSON does. */
const body = (properties: BodyFields, asForm: Record<string, TSchema> = {}) => ({
  content: {
    "application/json": { schema: Type.Object(properties) },
    "application/x-www-form-urlencoded": { schema: Type.Object({ ...properties, ...asForm }) },
    "multipart/form-data": {
      schema: Type.Object({
        ...properties,
        ...asForm,
        content: Type.Optional(properties.content),
        file: File,
      }),
    },
  },
});

const detectOptions = {
  explain: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Adds `explanation` to the result. Takes several times as long; still costs one check at most.",
    }),
  ),
};

export const detect = {
  tags: ["Checks"],
  operationId: "detect",
  summary: "Estimate how likely a text was written by an AI, overall and sentence by sentence",
  description:
    "Costs one check; none where `counted` is false, because there is no verdict. A score is evidence, not proof: never base a decision about a person on it alone.",
  ...keyed,
  ...idempotency,
  body: body({
    content: content("The text to analyse."),
    ...detectOptions,
  }),
  response: {
    200: json("The result.", Detection),
    400: json("The content is missing or can't be read; the message says why.", SimpleError),
    ...errorReplies(401, 429),
  },
};

const Document = Type.String({
  format: "binary",
  contentMediaType: "application/octet-stream",
  description:
    "A plain text, Markdown, HTML, PDF, DOCX or ODT file of up to 10 MB, unless the operator set another limit. Its extension must match its content.",
});

/** The operation of its own that a file has: code generators know one kind of body for each operation. `options` are the
 * fields beside the text. */
export function withFile<T extends { operationId: string; summary: string; description: string }>(
  operation: T,
  named: { operationId: string; summary: string },
  options: Record<string, TSchema>,
) {
  return {
    ...operation,
    ...named,
    body: {
      content: {
        "multipart/form-data": { schema: Type.Object({ file: Document, ...options }) },
      },
    },
  };
}

export const BatchItem = Type.Object(
  {
    id: Type.Optional(
      Type.String({ maxLength: 200, description: "Your id, echoed in the result." }),
    ),
    content: content("The text to analyse."),
  },
  { title: "BatchItem" },
);

export const batch = {
  tags: ["Checks"],
  operationId: "detectBatch",
  summary: "Check up to 100 texts in one request",
  description:
    "Costs one check per verdict; a text that is refused or gets no verdict (`counted` is false) costs nothing. If fewer checks are left than there are texts, the first texts are checked and the others get a `quota_exceeded_error`. Counts as one request for the rate limit. A body can hold ten texts of the maximum length, or more shorter ones.",
  ...keyed,
  ...idempotency,
  body: {
    content: {
      "application/json": {
        schema: Type.Object({
          items: Type.Array(BatchItem, { minItems: 1, maxItems: 100 }),
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

const reportOptions = {
  format: Type.Optional(
    Type.Union([Type.Literal("html"), Type.Literal("pdf")], { default: "html" }),
  ),
  paper: Type.Optional(
    Type.Union([Type.Literal("a4"), Type.Literal("letter")], {
      default: "a4",
      description: "Paper size.",
    }),
  ),
  title: Type.Optional(
    Type.String({ maxLength: 200, description: "Title of the text, shown in the report." }),
  ),
};

export const report = {
  tags: ["Checks"],
  operationId: "report",
  summary: "Check a text and get a report, as HTML or PDF",
  description:
    "Costs one check, or none without a verdict, or with the `Idempotency-Key` of a `/v1/detect` request for the same text within the last 24 hours. The report is self-contained: it needs no other file and no network.",
  ...keyed,
  ...idempotency,
  body: body({
    content: content("The text to analyse."),
    ...reportOptions,
  }),
  response: {
    200: {
      description: "The report, as a download.",
      content: {
        "text/html": { schema: Type.String() },
        "application/pdf": {
          schema: Type.String({ format: "binary", contentMediaType: "application/pdf" }),
        },
      },
    },
    400: json("The content is missing or can't be read, or a parameter is invalid.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const Strength = Type.Optional(
  Type.Union(
    ["light", "medium", "strong"].map((strength) => Type.Literal(strength)),
    {
      title: "Strength",
      default: "medium",
      description:
        "What is done, and how many of a text's words may change at most. `light` corrects slips and shortens (6 %), " +
        "`medium` also chooses plainer words (20 %), `strong` also cuts long sentences (40 %).",
    },
  ),
);
export const Keep = Type.Optional(
  Type.Array(Type.String(), {
    maxItems: 200,
    description: "Words or phrases that must not be changed.",
  }),
);
export const Sentences = Type.Optional(
  Type.Array(Type.Integer({ minimum: 0 }), {
    minItems: 1,
    maxItems: 50_000,
    description:
      "Numbers of the segments to rewrite, from 0, as a check lists them. The others stay as they are.",
  }),
);
export const SentencesInForm = Type.Optional(
  Type.String({ description: "Numbers of the segments to rewrite, such as `0,3,4`." }),
);
export const Alternatives = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 3,
    default: 0,
    description: "Up to how many other wordings of each changed sentence to give.",
  }),
);
export const KeepInForm = Type.Optional(
  Type.String({ description: "Words or phrases that must not be changed, one per line." }),
);

export const regenerate = {
  tags: ["Checks"],
  operationId: "regenerate",
  summary: "Rewrite a text in plainer, more natural words without changing its meaning",
  description:
    "Costs one check; none where nothing was changed (`counted` is false). Needs at least 20 words. With `Accept: text/event-stream` the answer comes as server-sent events: `sentence` for each of `sentences` as soon as it is final, then `done` with the whole answer; `error` if it fails on the way.",
  ...keyed,
  ...idempotency,
  body: body(
    {
      content: content("The text to rewrite."),
      strength: Strength,
      keep: Keep,
      sentences: Sentences,
      alternatives: Alternatives,
    },
    { keep: KeepInForm, sentences: SentencesInForm },
  ),
  response: {
    200: json("The result.", Rewrite),
    400: json("The content is missing, too short or can't be read.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const detectFile = withFile(
  detect,
  { operationId: "detectFile", summary: "Check a file" },
  detectOptions,
);
export const reportFile = withFile(
  report,
  { operationId: "reportFile", summary: "Check a file and get a report, as HTML or PDF" },
  reportOptions,
);
export const regenerateFile = withFile(
  regenerate,
  { operationId: "regenerateFile", summary: "Rewrite the text of a file" },
  {
    strength: Strength,
    keep: KeepInForm,
    sentences: SentencesInForm,
    alternatives: Alternatives,
  },
);

export const usage = {
  tags: ["Account"],
  operationId: "getUsage",
  summary: "Checks used and left today, and usage of the last 30 days",
  description: "Costs no check.",
  ...keyed,
  response: { 200: json("The usage.", Usage), ...errorReplies(400, 401, 429) },
};

export const models = {
  tags: ["Account"],
  operationId: "listModels",
  summary: "The detector's released models",
  description: "Public: needs no key.",
  security: [],
  response: { 200: json("The models.", Models), ...errorReplies(400) },
};
