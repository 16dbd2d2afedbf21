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
  401: "The key is missing or not valid, or the Origin is not its domain.",
  403: "Plain HTTP: only HTTPS is supported. Or the key may not use this endpoint (`permission_error`).",
  405: "The method is not allowed here.",
  404: "There is no such job, or it is another key's; or its results were wiped.",
  409: "The job is not finished yet.",
  429: "No checks left today (`quota_exceeded_error`), or too many requests (`rate_limit_error`); `Retry-After` says when to come back.",
  431: "The headers are too many or too large.",
  500: "An unexpected failure. It costs nothing.",
  503: "Overloaded, or storage is temporarily unavailable; retry after `Retry-After`.",
};

export const errorReplies = (...statuses: number[]) =>
  Object.fromEntries(
    [...statuses, 403, 405, 431, 500, 503].map((status) => [
      status,
      json(ERRORS[status] ?? "", StandardError),
    ]),
  );

const Origin = Type.String({
  description:
    "The domain the key is registered for. A browser sends that of the page by itself; other programs set it.",
});
export const keyed = { security: [{ key: [] }], headers: Type.Object({ origin: Origin }) };
export const idempotency = {
  headers: Type.Object({
    origin: Origin,
    "idempotency-key": Type.Optional(
      Type.String({
        maxLength: 255,
        description: "The same key and body within 24 hours cost one check.",
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
      "In place of `content`: plain text, Markdown, HTML, PDF, DOCX or ODT, at most 10 MB unless the operator set another limit. Its name and content must agree.",
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

export const BatchItem = Type.Object(
  {
    id: Type.Optional(
      Type.String({ maxLength: 200, description: "Your id, echoed in the result." }),
    ),
    content: content("The text to work on."),
  },
  { title: "BatchItem" },
);

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
        "application/pdf": {
          schema: Type.String({ format: "binary", contentMediaType: "application/pdf" }),
        },
      },
    },
    400: json("The content is missing or can't be read, or a parameter is wrong.", SimpleError),
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
        "`medium` also cuts long sentences and chooses plainer words (20 %), `strong` recasts every stiff sentence (40 %).",
    },
  ),
);
export const Keep = Type.Optional(
  Type.Array(Type.String(), {
    maxItems: 200,
    description: "Words or phrases never to touch.",
  }),
);
export const KeepInForm = Type.Optional(
  Type.String({ description: "Words or phrases never to touch, one a line." }),
);

export const regenerate = {
  tags: ["Checks"],
  operationId: "regenerate",
  summary: "A plainer, more natural version that keeps the meaning",
  description: "Costs one check. Needs at least 20 words.",
  ...keyed,
  ...idempotency,
  body: body(
    {
      content: content("The text to rewrite."),
      strength: Strength,
      keep: Keep,
    },
    { keep: KeepInForm },
  ),
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
  security: [],
  response: { 200: json("The models.", Models), ...errorReplies() },
};
