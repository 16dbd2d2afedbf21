// The pieces that the schemas of the directory's paths share.
import { type TObject, type TSchema, Type } from "typebox";
import { codesOf } from "../../http/http.ts";
import { NAME_CHECKS } from "../data/places.ts";

export const Timestamp = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$",
  description: "Time of the response, UTC.",
  examples: ["2026-11-15T08:30:00"],
});
export const Id = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
export const Name = Type.String({ minLength: 1 });
export const LgdCode = Type.Union([Type.Integer(), Type.Null()], {
  description: "Code in the Local Government Directory, if known.",
});
export const Count = Type.Integer({ minimum: 0 });
export const Matched = Type.Optional(
  Type.String({
    description: "The alternative name that matched, if it wasn't the record's own name.",
  }),
);

/** Where upstream's spelling is plainly wrong. */
const DisplayName = Type.Optional(
  Type.String({
    description: "The name to show, present where the source's spelling is plainly wrong.",
  }),
);
export const Named = { id: Id, name: Name, display_name: DisplayName };

const orNull = (schema: TSchema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const LocalName = Type.Optional(
  Type.String({ description: "The name in the language of `lang`, if known." }),
);
export const Location = {
  latitude: orNull(
    Type.Number({ minimum: -90, maximum: 90 }),
    "Degrees north (WGS 84); null if unknown.",
  ),
  longitude: orNull(
    Type.Number({ minimum: -180, maximum: 180 }),
    "Degrees east (WGS 84); null if unknown.",
  ),
  precision: orNull(
    Type.Union(
      ["market", "town", "pincode", "district"].map((precision) => Type.Literal(precision)),
    ),
    "What the coordinates refer to: the market yard, its town, its post office, or only its district.",
  ),
};
/** What `lang` and `fields=location` add to a record of a list. */
const Added = {
  local_name: LocalName,
  latitude: Type.Optional(Location.latitude),
  longitude: Type.Optional(Location.longitude),
  precision: Type.Optional(Location.precision),
};
export const Codes = {
  census_code: orNull(Type.String(), "Code in the Census of 2011, if there is one."),
  iso: orNull(Type.String(), "ISO 3166-2 code; states only."),
  wikidata: orNull(Type.String(), "Id of the Wikidata item."),
};

// A title is the schema's name in the OpenAPI document.
export const State = Type.Object({ ...Named, lgd_code: LgdCode, ...Added }, { title: "State" });
export const District = Type.Object(
  { ...Named, lgd_code: LgdCode, ...Added },
  { title: "District" },
);
export const Market = Type.Object({ ...Named, ...Added }, { title: "Market" });
export const Counts = Type.Object(
  { states: Count, districts: Count, markets: Count },
  { title: "Counts" },
);
/** A name in another language, where records are shown whole. */
export const CheckedName = Type.Object(
  {
    lang: Type.String({ description: "Language tag (BCP 47)." }),
    name: Name,
    checked: Type.Union(
      NAME_CHECKS.map((check) => Type.Literal(check)),
      {
        description:
          "How the name was verified. `rule` (generated) and `no` (unverified) appear only with `names=all` and in exports.",
      },
    ),
  },
  { title: "LocalName" },
);
export const Aliases = Type.Array(Type.String(), {
  description: "Former, official and other names.",
});
export const Retired = Type.Optional(
  Type.Literal(true, { description: "Present if the record is no longer in the source." }),
);

const ErrorCode = Type.Union(
  codesOf("directory").map((code) => Type.Literal(code)),
  {
    title: "ErrorCode",
    description: "What went wrong, in a word that never changes. Later versions may add codes.",
  },
);
export const ErrorReply = Type.Object(
  {
    status: Type.Literal("error"),
    message: Type.String(),
    code: ErrorCode,
    param: Type.Optional(Type.String({ description: "The parameter at fault, if it is one." })),
    doc_url: Type.Optional(
      Type.String({ format: "uri", description: "Page about this error, on this server." }),
    ),
    timestamp: Timestamp,
  },
  { title: "ErrorReply" },
);

export const success = (fields: Record<string, TSchema>) =>
  Type.Object({ status: Type.Literal("success"), ...fields, timestamp: Timestamp });

export const errorReplies = (...statuses: number[]) =>
  Object.fromEntries(
    [...statuses, 405, 500, 503].map((status) => [
      status,
      {
        description: describeStatus(status),
        content: { "application/json": { schema: ErrorReply } },
      },
    ]),
  );

/** `more` are other forms of the answer, by their media type. */
export const reply = (
  description: string,
  schema: TSchema,
  more: { [mediaType: string]: { schema: TSchema } } = {},
) => ({
  200: { description, content: { "application/json": { schema }, ...more } },
  304: { description: "Not modified: the `If-None-Match` tag is still current.", type: "null" },
});

export const Geometry = Type.Union([
  Type.Object(
    {
      type: Type.Literal("Point"),
      coordinates: Type.Array(Type.Number(), {
        minItems: 2,
        maxItems: 2,
        description: "Longitude and latitude, WGS 84.",
      }),
    },
    { title: "Point" },
  ),
  Type.Null(),
]);

/** GeoJSON (RFC 7946) with these members beside the features. */
export const geoJson = (title: string, properties: TSchema, more: Record<string, TSchema>) => ({
  "application/geo+json": {
    schema: Type.Object(
      {
        type: Type.Literal("FeatureCollection"),
        features: Type.Array(
          Type.Object({
            type: Type.Literal("Feature"),
            id: Type.Optional(Type.String({ description: "Kind and id: `market/164`." })),
            geometry: Geometry,
            properties,
          }),
        ),
        ...more,
        timestamp: Timestamp,
      },
      { title },
    ),
  },
});
export const KindName = Type.Union(
  ["state", "district", "market"].map((kind) => Type.Literal(kind)),
);
/** Features of a list of one kind of record. */
export const geoJsonList = (title: string, record: TObject, ids: Record<string, TSchema> = {}) =>
  geoJson(title, Type.Object({ kind: KindName, ...record.properties }), {
    count: Count,
    total: Total,
    ...ids,
  });

const formatOf = (...formats: string[]) =>
  Type.Optional(
    Type.Union(
      formats.map((format) => Type.Literal(format)),
      { default: "json", description: "Form of the answer." },
    ),
  );
export const ListFormat = { format: formatOf("json", "geojson") };
export const SearchFormat = { format: formatOf("json", "geojson", "geocodejson") };

export const Part = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: "Maximum number of entries; adds `total`.",
    }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, description: "Number of entries to skip; adds `total`." }),
  ),
};
/** Names in another language, on everything that gives records. */
export const Language = {
  lang: Type.Optional(
    Type.String({
      description:
        "Adds `local_name` in this language: a tag from `/api/languages`, or `auto` for the one in `Accept-Language`.",
    }),
  ),
  names: Type.Optional(
    Type.Union([Type.Literal("checked"), Type.Literal("all")], {
      default: "checked",
      description: "`all` also includes names that are unverified or were generated by a rule.",
    }),
  ),
};
/** What lists and search can be asked to add to each record. */
export const View = {
  ...Language,
  fields: Type.Optional(
    Type.String({ description: "`location` adds `latitude`, `longitude` and `precision`." }),
  ),
};
export const Total = Type.Optional(
  Type.Integer({ minimum: 0, description: "Number of entries in the whole list." }),
);

function describeStatus(status: number): string {
  switch (status) {
    case 400:
      return "A query parameter is missing or invalid; the message says which.";
    case 404:
      return "No such record, or no such path.";
    case 405:
      return "Only GET, HEAD and OPTIONS are allowed.";
    case 500:
      return "Internal server error.";
    default:
      return "Service overloaded; retry after `Retry-After` seconds.";
  }
}
