// The pieces that the schemas of the directory's paths share.
import { type TSchema, Type } from "typebox";
import { NAME_CHECKS } from "./places.ts";

export const Timestamp = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$",
  description: "Time of the response, UTC.",
  examples: ["2026-11-15T08:30:00"],
});
export const Id = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
export const Name = Type.String({ minLength: 1 });
export const LgdCode = Type.Union([Type.Integer(), Type.Null()], {
  description: "Code in the Local Government Directory, where known.",
});
export const Count = Type.Integer({ minimum: 0 });
export const Matched = Type.Optional(
  Type.String({ description: "The other name that matched, when it was not the record's own." }),
);

const orNull = (schema: TSchema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const LocalName = Type.Optional(
  Type.String({ description: "The name in the language of `lang`, where one is known." }),
);
export const Location = {
  latitude: orNull(Type.Number({ minimum: -90, maximum: 90 }), "WGS 84; null where none is known."),
  longitude: orNull(Type.Number({ minimum: -180, maximum: 180 }), "WGS 84."),
  precision: orNull(
    Type.Union(
      ["market", "town", "pincode", "district"].map((precision) => Type.Literal(precision)),
    ),
    "What the point is: the market's yard, its town, its post office, or only its district.",
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
  census_code: orNull(Type.String(), "Code in the Census of 2011, where there is one."),
  iso: orNull(Type.String(), "ISO 3166-2; states only."),
  wikidata: orNull(Type.String(), "Item in Wikidata."),
};

// A title is the schema's name in the OpenAPI document.
export const State = Type.Object(
  { id: Id, name: Name, lgd_code: LgdCode, ...Added },
  { title: "State" },
);
export const District = Type.Object(
  { id: Id, name: Name, lgd_code: LgdCode, ...Added },
  { title: "District" },
);
export const Market = Type.Object({ id: Id, name: Name, ...Added }, { title: "Market" });
export const Counts = Type.Object(
  { states: Count, districts: Count, markets: Count },
  { title: "Counts" },
);
/** A name in another language, where records are shown whole. */
export const CheckedName = Type.Object(
  {
    lang: Type.String({ description: "BCP 47." }),
    name: Name,
    checked: Type.Union(
      NAME_CHECKS.map((check) => Type.Literal(check)),
      { description: "How the name was verified; `rule` and `no` only where all are asked for." },
    ),
  },
  { title: "LocalName" },
);
export const Aliases = Type.Array(Type.String(), {
  description: "Former, official and other names.",
});
export const Retired = Type.Optional(
  Type.Literal(true, { description: "Present when the record has left the source." }),
);

export const ErrorReply = Type.Object(
  { status: Type.Literal("error"), message: Type.String(), timestamp: Timestamp },
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

export const reply = (description: string, schema: TSchema) => ({
  200: { description, content: { "application/json": { schema } } },
  304: { description: "Not modified: the `If-None-Match` tag still stands.", type: "null" },
});

export const Part = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Most entries to give; adds `total`." }),
  ),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, description: "Entries to pass over; adds `total`." }),
  ),
};
/** Names in another language, on everything that gives records. */
export const Language = {
  lang: Type.Optional(
    Type.String({
      description:
        "Adds `local_name`: a language of `/languages`, or `auto` for the one the browser asks for.",
    }),
  ),
  names: Type.Optional(
    Type.Union([Type.Literal("checked"), Type.Literal("all")], {
      default: "checked",
      description: "`all` also shows names that nobody has checked, or that were made by a rule.",
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
  Type.Integer({ minimum: 0, description: "Entries of the whole list." }),
);

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
