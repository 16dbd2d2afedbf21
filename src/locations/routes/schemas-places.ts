// Schemas of the paths for places: nearby, PIN codes, languages.
import { Type } from "typebox";
import {
  Count,
  Counts,
  District,
  errorReplies,
  Id,
  KindName,
  Language,
  LocalName,
  Location,
  Market,
  Name,
  Named,
  reply,
  State,
  success,
} from "./schema-parts.ts";

export const nearby = {
  tags: ["Places"],
  operationId: "findNearby",
  summary: "Districts and markets near a point, nearest first",
  description:
    "`precision` says what a record's coordinates refer to; a market whose location is unknown has those of its district.",
  querystring: Type.Object({
    lat: Type.Number({ minimum: -90, maximum: 90, description: "Degrees north, WGS 84." }),
    lon: Type.Number({ minimum: -180, maximum: 180, description: "Degrees east, WGS 84." }),
    kind: Type.Optional(
      Type.Union([Type.Literal("district"), Type.Literal("market")], {
        description: "Only this kind; both when it is left out.",
      }),
    ),
    radius_km: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 500,
        default: 50,
        description: "Search radius.",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 20,
        description: "Maximum number of results.",
      }),
    ),
    ...Language,
  }),
  response: {
    ...reply(
      "The records in order of distance.",
      success({
        data: Type.Array(
          Type.Object(
            {
              kind: KindName,
              ...Named,
              district_id: Type.Optional(Id),
              district_name: Type.Optional(Name),
              state_name: Type.Optional(Name),
              local_name: LocalName,
              ...Location,
              distance_km: Type.Number({ minimum: 0, description: "Great-circle distance." }),
            },
            { title: "NearbyRecord" },
          ),
        ),
        count: Count,
      }),
    ),
    ...errorReplies(400),
  },
};

export const getPincode = {
  tags: ["Places"],
  operationId: "getPincode",
  summary: "Districts of a PIN code, with their markets, the nearest first",
  params: Type.Object({
    pincode: Type.String({ pattern: "^[1-9]\\d{5}$", description: "Six digits." }),
  }),
  querystring: Type.Object(Language),
  response: {
    ...reply(
      "The districts the PIN code delivers to, in ascending order of id; the markets of each by their distance from its point, those whose own is unknown last.",
      success({
        data: Type.Object({
          pincode: Type.String(),
          districts: Type.Array(
            Type.Object(
              { ...District.properties, state: State, markets: Type.Array(Market) },
              { title: "DistrictOfPincode" },
            ),
          ),
        }),
      }),
    ),
    ...errorReplies(400, 404),
  },
};

export const listLanguages = {
  tags: ["Places"],
  operationId: "listLanguages",
  summary: "Languages of local names",
  response: {
    ...reply(
      "The languages in order of their tags.",
      success({
        data: Type.Array(
          Type.Object(
            {
              lang: Type.String({ description: "Language tag (BCP 47), as accepted by `lang`." }),
              name: Type.String({ description: "English name of the language." }),
              native_name: Type.String(),
              script: Type.String({ description: "Code of the script (ISO 15924)." }),
              counts: Type.Object(
                { ...Counts.properties },
                { description: "Records with a name in this language." },
              ),
              shown: Type.Object(
                { ...Counts.properties },
                { description: "Records whose name is shown without `names=all`." },
              ),
            },
            { title: "Language" },
          ),
        ),
        count: Count,
      }),
    ),
    ...errorReplies(),
  },
};
