// Schemas of the directory's paths: the OpenAPI document is generated from these, and the
// contract tests check each reply against that document.
import { type TSchema, Type } from "typebox";
import { MATCHES } from "../search/search-tables.ts";
import {
  Aliases,
  CheckedName,
  Codes,
  Count,
  Counts,
  District,
  errorReplies,
  geoJson,
  geoJsonList,
  Id,
  KindName,
  Language,
  ListFormat,
  Location,
  Market,
  Matched,
  Name,
  Part,
  Retired,
  reply,
  SearchFormat,
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
  querystring: Type.Object({ ...Part, ...View, ...ListFormat }),
  response: {
    ...reply(
      "The states in ascending order of id.",
      success({ data: Type.Array(State), count: Count, total: Total }),
      geoJsonList("StateFeatures", State),
    ),
    ...errorReplies(400),
  },
};

export const listDistricts = {
  tags: ["Lists"],
  operationId: "listDistricts",
  summary: "Districts of a state",
  params: Type.Object({ state_id: Id }),
  querystring: Type.Object({ ...Part, ...View, ...ListFormat }),
  response: {
    ...reply(
      "The districts in ascending order of id.",
      success({ data: Type.Array(District), count: Count, total: Total, state_id: Id }),
      geoJsonList("DistrictFeatures", District, { state_id: Id }),
    ),
    ...errorReplies(400, 404),
  },
};

export const listMarketsOfState = {
  tags: ["Lists"],
  operationId: "listMarketsOfState",
  summary: "Markets of a district, addressed through its state",
  params: Type.Object({ state_id: Id, district_id: Id }),
  querystring: Type.Object({ ...Part, ...View, ...ListFormat }),
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
      geoJsonList("MarketFeaturesOfState", Market, { state_id: Id, district_id: Id }),
    ),
    ...errorReplies(400, 404),
  },
};

export const listMarkets = {
  tags: ["Lists"],
  operationId: "listMarkets",
  summary: "Markets of a district",
  params: Type.Object({ district_id: Id }),
  querystring: Type.Object({ ...Part, ...View, ...ListFormat }),
  response: {
    ...reply(
      "The markets in ascending order of id; empty if there are none.",
      success({ data: Type.Array(Market), count: Count, total: Total, district_id: Id }),
      geoJsonList("MarketFeatures", Market, { district_id: Id }),
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

/** How a record of a search matched. */
const How = {
  matched: Matched,
  match: Type.Union(
    MATCHES.map((match) => Type.Literal(match)),
    {
      description:
        "`all`: the record, with its district and state, holds every part of the query; `misspelt`: it does if a misspelling is allowed for; `partial`: it lacks some.",
    },
  ),
  score: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "How well it matched; comparable within one answer.",
  }),
};
const FoundState = Type.Object({ ...State.properties, ...How });
const FoundDistrict = Type.Object({ ...District.properties, state_name: Name, ...How });
const FoundMarket = Type.Object({
  ...Market.properties,
  district_id: Id,
  district_name: Name,
  state_name: Name,
  ...How,
});
const AboutSearch = {
  total: Type.Object(
    { ...Counts.properties },
    { description: "Matches of each kind; `data` may contain only some of them." },
  ),
  dropped: Type.Array(Type.String(), {
    description:
      "Words of the query that were set aside: those nothing is known of, and names of commodities.",
  }),
  query: Type.String({ description: "The search text." }),
};
const foundFeatures = geoJson(
  "FoundFeatures",
  Type.Union([
    Type.Object({ kind: Type.Literal("state"), ...FoundState.properties }),
    Type.Object({ kind: Type.Literal("district"), ...FoundDistrict.properties }),
    Type.Object({ kind: Type.Literal("market"), ...FoundMarket.properties }),
    Type.Object({
      geocoding: Type.Object({
        type: Type.Union(["state", "county", "locality"].map((type) => Type.Literal(type))),
        place_id: Type.String({ description: "Kind and id: `market/164`." }),
        kind: KindName,
        id: Id,
        name: Name,
        label: Type.String({ description: "Name, district, state and country." }),
        county: Type.Optional(Name),
        state: Type.Optional(Name),
        country: Type.String(),
        ...How,
      }),
    }),
  ]),
  {
    total: Type.Optional(AboutSearch.total),
    dropped: Type.Optional(AboutSearch.dropped),
    query: Type.Optional(AboutSearch.query),
    geocoding: Type.Optional(
      Type.Object({
        version: Type.String(),
        licence: Type.String(),
        attribution: Type.String(),
        query: Type.String(),
      }),
    ),
  },
);

export const search = {
  tags: ["Search"],
  operationId: "search",
  summary: "Search states, districts and markets",
  description:
    "Takes what people type: a name, a name with its district or state (`azadpur delhi`), a PIN code, short forms (`UP`), in Latin letters and every Indian script. A record is searched by its own names together with those of its district and state, in any order. Words any market could carry (mandi, market, bhav) and names of commodities need not match; unknown words are dropped, which `dropped` says. Case, accents, punctuation, spacing and the suffix APMC are ignored; misspellings are allowed for where nothing matches as spelled. Three digits are the beginning of a PIN code.",
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
        description: "Maximum number of results of each kind, or of all together as `geocodejson`.",
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
    ...SearchFormat,
  }),
  response: {
    ...reply(
      "The matches, best first; equal ones in ascending order of id.",
      success({
        data: Type.Object({
          states: Type.Array(FoundState),
          districts: Type.Array(FoundDistrict),
          markets: Type.Array(FoundMarket),
        }),
        ...AboutSearch,
      }),
      foundFeatures,
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
