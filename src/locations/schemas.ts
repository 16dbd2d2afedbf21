// Schemas of the directory's paths: the OpenAPI document is generated from these, and the
// contract tests check each reply against that document.
import { type TSchema, Type } from "typebox";
import {
  Aliases,
  CheckedName,
  Codes,
  Count,
  Counts,
  District,
  errorReplies,
  Id,
  Language,
  Location,
  Market,
  Matched,
  Name,
  Part,
  Retired,
  reply,
  State,
  success,
  Timestamp,
  Total,
  View,
} from "./schema-parts.ts";

export const health = {
  tags: ["About"],
  operationId: "getHealth",
  summary: "Health of the service",
  response: {
    200: {
      description: "The service is running.",
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
  querystring: Type.Object({ ...Part, ...View }),
  response: {
    ...reply(
      "The states in ascending order of id.",
      success({ data: Type.Array(State), count: Count, total: Total }),
    ),
    ...errorReplies(400),
  },
};

export const listDistricts = {
  tags: ["Lists"],
  operationId: "listDistricts",
  summary: "Districts of a state",
  params: Type.Object({ state_id: Id }),
  querystring: Type.Object({ ...Part, ...View }),
  response: {
    ...reply(
      "The districts in ascending order of id.",
      success({ data: Type.Array(District), count: Count, total: Total, state_id: Id }),
    ),
    ...errorReplies(400, 404),
  },
};

export const listMarketsOfState = {
  tags: ["Lists"],
  operationId: "listMarketsOfState",
  summary: "Markets of a district, addressed through its state",
  params: Type.Object({ state_id: Id, district_id: Id }),
  querystring: Type.Object({ ...Part, ...View }),
  response: {
    ...reply(
      "The markets in ascending order of id; empty if there are none.",
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
  summary: "Markets of a district",
  params: Type.Object({ district_id: Id }),
  querystring: Type.Object({ ...Part, ...View }),
  response: {
    ...reply(
      "The markets in ascending order of id; empty if there are none.",
      success({ data: Type.Array(Market), count: Count, total: Total, district_id: Id }),
    ),
    ...errorReplies(400, 404),
  },
};

export const stats = {
  tags: ["About"],
  operationId: "getStats",
  summary: "Number of records of each kind",
  response: { ...reply("The counts.", success({ data: Counts })), ...errorReplies() },
};

export const search = {
  tags: ["Search"],
  operationId: "search",
  summary: "Search states, districts and markets by name",
  description:
    "Takes Latin letters and every Indian script: पुणे, పూణె and Pune find the same records. Case, accents, punctuation, spacing and the suffix APMC are ignored. Every word of the query must match the start or the inside of a word of the name; former and official names count too. A kind without a match is searched again, allowing for misspellings.",
  querystring: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 100, description: "Search text." }),
    kind: Type.Optional(
      Type.Union(
        ["state", "district", "market", "state,district", "state,market", "district,market"].map(
          (kinds) => Type.Literal(kinds),
        ),
        { description: "Only this kind, or these, separated by commas." },
      ),
    ),
    state_id: Type.Optional(Type.Integer({ minimum: 1, description: "Only within this state." })),
    district_id: Type.Optional(
      Type.Integer({ minimum: 1, description: "Only within this district." }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 100,
        description: "Maximum number of results of each kind.",
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: "Number of results of each kind to skip.",
      }),
    ),
    ...View,
  }),
  response: {
    ...reply(
      "The matches, best first; equal ones in ascending order of id.",
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
        total: Type.Object(
          { ...Counts.properties },
          { description: "Matches of each kind; `data` may contain only some of them." },
        ),
        query: Type.String({ description: "The search text." }),
      }),
    ),
    ...errorReplies(400),
  },
};

const LocalNames = Type.Array(CheckedName, {
  description: "Names in other languages; unverified ones only with `names=all`.",
});

const recordReply = (fields: Record<string, TSchema>) =>
  success({
    data: Type.Object({
      ...fields,
      ...Location,
      local_names: LocalNames,
      aliases: Aliases,
      retired: Retired,
    }),
  });

export const getState = {
  tags: ["Records"],
  operationId: "getState",
  summary: "One state",
  params: Type.Object({ state_id: Id }),
  querystring: Type.Object(Language),
  response: {
    ...reply("The state.", recordReply({ ...State.properties, ...Codes, district_count: Count })),
    ...errorReplies(400, 404),
  },
};

export const getDistrict = {
  tags: ["Records"],
  operationId: "getDistrict",
  summary: "One district with its state",
  params: Type.Object({ district_id: Id }),
  querystring: Type.Object(Language),
  response: {
    ...reply(
      "The district.",
      recordReply({ ...District.properties, ...Codes, market_count: Count, state: State }),
    ),
    ...errorReplies(400, 404),
  },
};

export const getMarket = {
  tags: ["Records"],
  operationId: "getMarket",
  summary: "One market with its district and state",
  params: Type.Object({ market_id: Id }),
  querystring: Type.Object(Language),
  response: {
    ...reply(
      "The market.",
      recordReply({ ...Market.properties, district: District, state: State }),
    ),
    ...errorReplies(400, 404),
  },
};
