// Schemas of the paths for places: nearby, PIN codes, languages.
import { Type } from "typebox";
import {
  Count,
  Counts,
  District,
  errorReplies,
  Id,
  Language,
  LocalName,
  Location,
  Market,
  Name,
  reply,
  State,
  success,
} from "./schema-parts.ts";

export const nearby = {
  tags: ["Places"],
  operationId: "findNearby",
  summary: "Districts and markets near a point, the nearest first",
  description:
    "`precision` says what the point of a record is; a market whose place is not known has the point of its district.",
  querystring: Type.Object({
    lat: Type.Number({ minimum: -90, maximum: 90, description: "Degrees north, WGS 84." }),
    lon: Type.Number({ minimum: -180, maximum: 180, description: "Degrees east, WGS 84." }),
    kind: Type.Optional(
      Type.String({ description: "Only these kinds: `district`, `market`, separated by commas." }),
    ),
    radius_km: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 500, default: 50, description: "Not farther." }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 20, description: "Most entries." }),
    ),
    ...Language,
  }),
  response: {
    ...reply(
      "The records, by distance.",
      success({
        data: Type.Array(
          Type.Object(
            {
              kind: Type.Union(["state", "district", "market"].map((kind) => Type.Literal(kind))),
              id: Id,
              name: Name,
              district_id: Type.Optional(Id),
              district_name: Type.Optional(Name),
              state_name: Type.Optional(Name),
              local_name: LocalName,
              ...Location,
              distance_km: Type.Number({ minimum: 0, description: "Along a great circle." }),
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
  summary: "The districts of a PIN code and their markets",
  params: Type.Object({
    pincode: Type.String({ pattern: "^[1-9]\\d{5}$", description: "Six digits." }),
  }),
  querystring: Type.Object(Language),
  response: {
    ...reply(
      "The districts in which the PIN code is delivered, by ascending id.",
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
  summary: "The languages of local names",
  response: {
    ...reply(
      "The languages by their tags.",
      success({
        data: Type.Array(
          Type.Object(
            {
              lang: Type.String({ description: "BCP 47, as `lang` takes it." }),
              name: Type.String({ description: "In English." }),
              native_name: Type.String(),
              script: Type.String({ description: "ISO 15924." }),
              counts: Type.Object(
                { ...Counts.properties },
                { description: "Records with a name." },
              ),
              shown: Type.Object(
                { ...Counts.properties },
                { description: "Those with a name that is shown without `names=all`." },
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
