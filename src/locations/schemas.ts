// What every path takes and gives, in JSON Schema: the OpenAPI document is made from these, and the
// contract tests check each reply against that document.
import { type TSchema, Type } from "typebox";

const Timestamp = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$",
  description: "Time of the response, UTC.",
  examples: ["2026-11-15T08:30:00"],
});
const Id = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const Name = Type.String({ minLength: 1 });
const LgdCode = Type.Union([Type.Integer(), Type.Null()], {
  description: "Code in the Local Government Directory, where known.",
});
const Count = Type.Integer({ minimum: 0 });
const Matched = Type.Optional(
  Type.String({ description: "The other name that matched, when it was not the record's own." }),
);

const State = Type.Object({ id: Id, name: Name, lgd_code: LgdCode });
const District = Type.Object({ id: Id, name: Name, lgd_code: LgdCode });
const Market = Type.Object({ id: Id, name: Name });
const Counts = Type.Object({ states: Count, districts: Count, markets: Count });
const Aliases = Type.Array(Type.String(), { description: "Former, official and other names." });
const Retired = Type.Optional(
  Type.Literal(true, { description: "Present when the record has left the source." }),
);

const ErrorReply = Type.Object({
  status: Type.Literal("error"),
  message: Type.String(),
  timestamp: Timestamp,
});

const success = (fields: Record<string, TSchema>) =>
  Type.Object({ status: Type.Literal("success"), ...fields, timestamp: Timestamp });

const errorReplies = (...statuses: number[]) =>
  Object.fromEntries(
    [...statuses, 405, 500, 503].map((status) => [
      status,
      {
        description: describeStatus(status),
        content: { "application/json": { schema: ErrorReply } },
      },
    ]),
  );

const reply = (description: string, schema: TSchema) => ({
  200: { description, content: { "application/json": { schema } } },
  304: { description: "Not modified: the `If-None-Match` tag still stands.", type: "null" },
});

const Part = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Most entries to give; adds `total`." }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, description: "Entries to pass over; adds `total`." }),
  ),
};
const Total = Type.Optional(
  Type.Integer({ minimum: 0, description: "Entries of the whole list." }),
);

export const health = {
  tags: ["About"],
  operationId: "getHealth",
  summary: "Health of the service",
  response: {
    200: {
      description: "The service answers.",
      content: {
        "application/json": {
          schema: Type.Object({
            status: Type.Literal("healthy"),
            service: Type.String(),
            version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$" }),
            timestamp: Timestamp,
            endpoints: Type.Object({
              states: Type.String(),
              districts: Type.String(),
              markets: Type.String(),
              stats: Type.String(),
            }),
          }),
        },
      },
    },
    ...errorReplies(),
  },
};

export const listStates = {
  tags: ["Lists"],
  operationId: "listStates",
  summary: "All states and union territories",
  querystring: Type.Object(Part),
  response: {
    ...reply(
      "The states, by ascending id.",
      success({ data: Type.Array(State), count: Count, total: Total }),
    ),
    ...errorReplies(400),
  },
};

export const listDistricts = {
  tags: ["Lists"],
  operationId: "listDistricts",
  summary: "The districts of a state",
  params: Type.Object({ state_id: Id }),
  querystring: Type.Object(Part),
  response: {
    ...reply(
      "The districts, by ascending id.",
      success({ data: Type.Array(District), count: Count, total: Total, state_id: Id }),
    ),
    ...errorReplies(400, 404),
  },
};

export const listMarketsOfState = {
  tags: ["Lists"],
  operationId: "listMarketsOfState",
  summary: "The markets of a district, asked for under its state",
  params: Type.Object({ state_id: Id, district_id: Id }),
  querystring: Type.Object(Part),
  response: {
    ...reply(
      "The markets, by ascending id; none is an empty list.",
      success({
        data: Type.Array(Market),
        count: Count,
        total: Total,
        state_id: Id,
        district_id: Id,
      }),
    ),
    ...errorReplies(400, 404),
  },
};

export const listMarkets = {
  tags: ["Lists"],
  operationId: "listMarkets",
  summary: "The markets of a district",
  params: Type.Object({ district_id: Id }),
  querystring: Type.Object(Part),
  response: {
    ...reply(
      "The markets, by ascending id; none is an empty list.",
      success({ data: Type.Array(Market), count: Count, total: Total, district_id: Id }),
    ),
    ...errorReplies(400, 404),
  },
};

export const stats = {
  tags: ["About"],
  operationId: "getStats",
  summary: "How many records there are",
  response: { ...reply("The counts.", success({ data: Counts })), ...errorReplies() },
};

export const search = {
  tags: ["Search"],
  operationId: "search",
  summary: "Search all three kinds by name",
  description:
    "Case, accents, punctuation, spacing and the suffix APMC don't matter. Every word must match the start of a word, or the inside of one; former and official names match too. A kind with no hit is searched again allowing for misspellings.",
  querystring: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 100, description: "What to look for." }),
    kind: Type.Optional(
      Type.String({
        description: "Only these kinds: `state`, `district`, `market`, separated by commas.",
      }),
    ),
    state_id: Type.Optional(Type.Integer({ minimum: 1, description: "Only within this state." })),
    district_id: Type.Optional(
      Type.Integer({ minimum: 1, description: "Only within this district." }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: "Most of each kind." }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: "Entries of each kind to pass over." }),
    ),
  }),
  response: {
    ...reply(
      "Best match first, then ascending id.",
      success({
        data: Type.Object({
          states: Type.Array(Type.Object({ ...State.properties, matched: Matched })),
          districts: Type.Array(
            Type.Object({ ...District.properties, state_name: Name, matched: Matched }),
          ),
          markets: Type.Array(
            Type.Object({
              ...Market.properties,
              district_id: Id,
              district_name: Name,
              state_name: Name,
              matched: Matched,
            }),
          ),
        }),
        total: Counts,
        query: Type.String(),
      }),
    ),
    ...errorReplies(400),
  },
};

const recordReply = (fields: Record<string, TSchema>) =>
  success({ data: Type.Object({ ...fields, aliases: Aliases, retired: Retired }) });

export const getState = {
  tags: ["Records"],
  operationId: "getState",
  summary: "One state",
  params: Type.Object({ state_id: Id }),
  response: {
    ...reply("The state.", recordReply({ ...State.properties, district_count: Count })),
    ...errorReplies(404),
  },
};

export const getDistrict = {
  tags: ["Records"],
  operationId: "getDistrict",
  summary: "One district with its state",
  params: Type.Object({ district_id: Id }),
  response: {
    ...reply(
      "The district.",
      recordReply({ ...District.properties, market_count: Count, state: State }),
    ),
    ...errorReplies(404),
  },
};

export const getMarket = {
  tags: ["Records"],
  operationId: "getMarket",
  summary: "One market with its district and state",
  params: Type.Object({ market_id: Id }),
  response: {
    ...reply(
      "The market.",
      recordReply({ ...Market.properties, district: District, state: State }),
    ),
    ...errorReplies(404),
  },
};

export const dataset = {
  tags: ["Data set"],
  operationId: "getDataset",
  summary: "Source, date, version and counts of the data",
  response: {
    ...reply(
      "The data set that is being served.",
      success({
        data: Type.Object({
          source: Type.String(),
          date: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }),
          version: Type.String({ description: "Hash of the data." }),
          licence: Type.String(),
          counts: Type.Object({ ...Counts.properties, aliases: Count }),
          retired: Counts,
        }),
      }),
    ),
    ...errorReplies(),
  },
};

const ExportRow = { id: Id, name: Name, aliases: Aliases };

export const exportAll = {
  tags: ["Data set"],
  operationId: "exportDataset",
  summary: "Download the whole data set",
  querystring: Type.Object({
    format: Type.Optional(
      Type.Union([Type.Literal("json"), Type.Literal("csv"), Type.Literal("ndjson")], {
        default: "json",
        description: "`json`, `csv` (one row a record) or `ndjson` (one object a line).",
      }),
    ),
  }),
  response: {
    200: {
      description: "All records with their parents and other names, streamed.",
      content: {
        "application/json": {
          schema: success({
            dataset: Type.Object({
              source: Type.String(),
              date: Type.String(),
              version: Type.String(),
              licence: Type.String(),
            }),
            data: Type.Object({
              states: Type.Array(Type.Object({ ...ExportRow, lgd_code: LgdCode })),
              districts: Type.Array(
                Type.Object({ ...ExportRow, lgd_code: LgdCode, state_id: Id, state_name: Name }),
              ),
              markets: Type.Array(
                Type.Object({
                  ...ExportRow,
                  district_id: Id,
                  district_name: Name,
                  state_id: Id,
                  state_name: Name,
                }),
              ),
            }),
          }),
        },
        "text/csv": { schema: Type.String() },
        "application/x-ndjson": { schema: Type.String() },
      },
    },
    304: { description: "Not modified: the `If-None-Match` tag still stands.", type: "null" },
    ...errorReplies(400),
  },
};

function describeStatus(status: number): string {
  switch (status) {
    case 400:
      return "A query parameter is missing or not valid; the message says which.";
    case 404:
      return "No such record, or no such path.";
    case 405:
      return "Only GET, HEAD and OPTIONS are allowed.";
    case 500:
      return "An unexpected failure.";
    default:
      return "Overloaded; try again after `Retry-After` seconds.";
  }
}

// The names of these in the OpenAPI document.
for (const [title, schema] of Object.entries({ State, District, Market, Counts, ErrorReply })) {
  Object.assign(schema, { title });
}
