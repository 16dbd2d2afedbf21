// Schemas of the paths for the data set as a whole.
import { Type } from "typebox";
import {
  Aliases,
  CheckedName,
  Codes,
  Count,
  Counts,
  errorReplies,
  Geometry,
  Id,
  KindName,
  LgdCode,
  Location,
  Name,
  Named,
  reply,
  success,
} from "./schema-parts.ts";

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
          attribution: Type.String({
            description: "Credit to show wherever names and coordinates are used.",
          }),
          counts: Type.Object({
            ...Counts.properties,
            aliases: Count,
            local_names: Count,
            points: Count,
            pincodes: Count,
          }),
          retired: Counts,
        }),
      }),
    ),
    ...errorReplies(),
  },
};

const ExportRow = {
  ...Named,
  ...Location,
  names: Type.Array(CheckedName, {
    description: "All names in other languages.",
  }),
  aliases: Aliases,
  alias_sources: Type.Array(Type.String(), { description: "Source of each entry of `aliases`." }),
};

const Pincodes = Type.Array(Type.String({ pattern: "^[1-9]\\d{5}$" }));

const DatasetOrigin = Type.Object(
  {
    source: Type.String(),
    date: Type.String(),
    version: Type.String(),
    licence: Type.String(),
    attribution: Type.String(),
  },
  { title: "DatasetOrigin" },
);

const { latitude: _latitude, longitude: _longitude, ...FeatureRow } = ExportRow;

const Feature = Type.Object(
  {
    type: Type.Literal("Feature"),
    id: Type.String({ description: "Kind and id, such as `district/364`." }),
    geometry: Geometry,
    properties: Type.Object({
      kind: KindName,
      ...FeatureRow,
      ...Type.Partial(
        Type.Object({
          ...Codes,
          lgd_code: LgdCode,
          state_id: Id,
          state_name: Name,
          district_id: Id,
          district_name: Name,
          pincodes: Pincodes,
        }),
      ).properties,
    }),
  },
  { title: "Feature" },
);

const FeatureCollection = Type.Object(
  {
    type: Type.Literal("FeatureCollection"),
    dataset: DatasetOrigin,
    features: Type.Array(Feature),
  },
  { title: "FeatureCollection" },
);

export const exportAll = {
  tags: ["Data set"],
  operationId: "exportDataset",
  summary: "Download the whole data set",
  description: "`lodestone locations import` accepts the export in every format.",
  querystring: Type.Object({
    format: Type.Optional(
      Type.Union(
        ["json", "csv", "ndjson", "geojson"].map((format) => Type.Literal(format)),
        {
          default: "json",
          description:
            "`json`, `csv` (one row per record), `ndjson` (one object per line) or `geojson` (one feature per record).",
        },
      ),
    ),
  }),
  response: {
    200: {
      description:
        "All records with their parents, alternative names, coordinates and codes, streamed.",
      content: {
        "application/json": {
          schema: success({
            dataset: DatasetOrigin,
            data: Type.Object({
              states: Type.Array(Type.Object({ ...ExportRow, lgd_code: LgdCode, ...Codes })),
              districts: Type.Array(
                Type.Object({
                  ...ExportRow,
                  lgd_code: LgdCode,
                  ...Codes,
                  state_id: Id,
                  state_name: Name,
                  pincodes: Pincodes,
                }),
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
        "application/geo+json": { schema: FeatureCollection },
      },
    },
    304: { description: "Not modified: the `If-None-Match` tag is still current.", type: "null" },
    ...errorReplies(400),
  },
};
