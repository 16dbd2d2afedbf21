// Schemas of the management API: an account's keys, their limits and their usage.
import { type Static, type TSchema, Type } from "typebox";
import {
  externalIdLengthMax,
  graceHoursMax,
  keyEndpoints,
  metadataBounds,
} from "../accounts/accounts.ts";
import { Count, choice, SimpleError } from "./reply-schemas.ts";
import { errorReplies, json } from "./schemas.ts";

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Time = Type.String({ format: "date-time" });
const Endpoint = choice(keyEndpoints, { title: "KeyEndpoint" });
const Metadata = Type.Unsafe<Record<string, string>>({
  type: "object",
  additionalProperties: { type: "string" },
  maxProperties: metadataBounds.entries,
  description: `Your own notes: up to ${metadataBounds.entries} strings of at most ${metadataBounds.valueLength} characters, under names of at most ${metadataBounds.nameLength}.`,
});

const key = {
  id: Type.String(),
  name: Type.String(),
  domain: Type.String(),
  last_four: Type.String(),
  state: choice(["active", "grace", "expired", "revoked"], { title: "KeyState" }),
  is_test: Type.Boolean(),
  endpoints: nullable(Type.Array(Endpoint)),
  checks_per_day: nullable(Count),
  rate_per_minute: nullable(Count),
  expires_at: nullable(Time),
  metadata: Metadata,
  external_id: nullable(Type.String()),
  created_at: Time,
  revoked_at: nullable(Time),
  exposed_at: nullable(Time),
  last_used_at: nullable(Time),
  replaced_by: nullable(Type.String()),
  checks: Count,
  checks_today: Count,
};
const ManagedKey = Type.Object(key, { title: "ManagedKey" });
export type ManagedKey = Static<typeof ManagedKey>;
const NewManagedKey = Type.Object(
  { ...key, key: Type.String({ description: "The secret key. Shown this once." }) },
  { title: "NewManagedKey" },
);
export type NewManagedKey = Static<typeof NewManagedKey>;
const ManagedKeyList = Type.Object(
  {
    keys: Type.Array(ManagedKey),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "Pass it as `before` to get the next page; null on the last page.",
    }),
  },
  { title: "ManagedKeyList" },
);
export type ManagedKeyList = Static<typeof ManagedKeyList>;
const KeyUsage = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    usage: Type.Array(
      Type.Object(
        {
          day: Type.String(),
          key_id: nullable(Type.String()),
          endpoint: Type.String(),
          checks: Count,
        },
        { title: "UsageOfKey" },
      ),
    ),
  },
  { title: "KeyUsage" },
);
export type KeyUsage = Static<typeof KeyUsage>;

const RequestEntry = Type.Object(
  {
    time: Time,
    key_id: Type.String(),
    last_four: Type.String(),
    method: Type.String(),
    endpoint: Type.String({ description: "The path as documented, without ids." }),
    status: Type.Integer(),
    code: Type.Union([Type.String(), Type.Null()], {
      description: "Of the error it was answered with.",
    }),
    request_id: Type.String(),
    words: Type.Union([Type.Integer(), Type.Null()], {
      description: "Of the texts that were checked.",
    }),
    ms: Count,
  },
  { title: "RequestEntry" },
);
const RequestList = Type.Object(
  {
    requests: Type.Array(RequestEntry),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "Pass it as `before` to get the next page; null on the last page.",
    }),
  },
  { title: "RequestList" },
);
export type RequestList = Static<typeof RequestList>;

const managed = { tags: ["Management"], security: [{ managementKey: [] }] };
const ofKey = {
  ...managed,
  params: Type.Object({ key_id: Type.String({ description: "Id of the key." }) }),
};
const jsonBody = (schema: TSchema) => ({ content: { "application/json": { schema } } });
const badField = { 400: json("A field is missing or invalid; `param` names it.", SimpleError) };

const changeable = {
  name: Type.Optional(Type.String({ maxLength: 100, description: "The domain, unless given." })),
  endpoints: Type.Optional(nullable(Type.Array(Endpoint, { minItems: 1 }))),
  checks_per_day: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))),
  rate_per_minute: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        description: "Requests a minute; at most the server's RATE_PER_MINUTE_MAX.",
      }),
    ),
  ),
  expires_at: Type.Optional(nullable(Time)),
  metadata: Type.Optional(Metadata),
  external_id: Type.Optional(nullable(Type.String({ maxLength: externalIdLengthMax }))),
};

export const listKeys = {
  ...managed,
  operationId: "listKeys",
  summary: "The account's keys, newest first",
  description: "Without management keys.",
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    before: Type.Optional(Type.String({ description: "`next` of the previous page." })),
    external_id: Type.Optional(Type.String({ description: "Only keys with this external id." })),
  }),
  response: {
    200: json("The keys.", ManagedKeyList),
    400: json("A parameter is invalid.", SimpleError),
    ...errorReplies(401, 429),
  },
};

export const createKey = {
  ...managed,
  operationId: "createKey",
  summary: "Create a key",
  description:
    "The answer has the secret key; it can't be shown again. A request whose answer was lost may have created a key: look it up by its external id before you repeat it.",
  body: jsonBody(
    Type.Object({
      domain: Type.String({ description: "Host name, or `*.example.com` for its subdomains." }),
      is_test: Type.Optional(Type.Boolean({ default: false })),
      ...changeable,
    }),
  ),
  response: {
    201: json("The key was created.", NewManagedKey),
    ...badField,
    ...errorReplies(401, 409, 429),
  },
};

export const getKey = {
  ...ofKey,
  operationId: "getKey",
  summary: "One key",
  response: { 200: json("The key.", ManagedKey), ...errorReplies(400, 401, 404, 429) },
};

export const updateKey = {
  ...ofKey,
  operationId: "updateKey",
  summary: "Change a working key",
  description:
    "Changes the fields that are sent; null removes a limit, `metadata` is replaced as a whole. Takes effect on the key's next request.",
  body: jsonBody(Type.Object({ domain: Type.Optional(Type.String()), ...changeable })),
  response: { 200: json("The key.", ManagedKey), ...badField, ...errorReplies(401, 404, 429) },
};

export const rotateKey = {
  ...ofKey,
  operationId: "rotateKey",
  summary: "Replace a working key",
  description: "The old key works until the grace period ends; 0 ends it at once.",
  body: jsonBody(
    Type.Object({
      grace_hours: Type.Optional(
        Type.Number({ minimum: 0, maximum: graceHoursMax, default: graceHoursMax }),
      ),
    }),
  ),
  response: {
    201: json("The new key.", NewManagedKey),
    ...badField,
    ...errorReplies(401, 404, 429),
  },
};

export const revokeKey = {
  ...ofKey,
  operationId: "revokeKey",
  summary: "Revoke a key at once",
  response: { 200: json("The key.", ManagedKey), ...errorReplies(400, 401, 404, 429) },
};

export const getKeyUsage = {
  ...managed,
  operationId: "getKeyUsage",
  summary: "Checks by day, key and endpoint",
  description: "Up to 92 days; the last 30 unless given. `key_id` is null for the dashboard's own.",
  querystring: Type.Object({
    from: Type.Optional(Type.String({ description: "First UTC day, `YYYY-MM-DD`." })),
    to: Type.Optional(Type.String({ description: "Last UTC day." })),
    key_id: Type.Optional(Type.String({ description: "Only this key's." })),
  }),
  response: {
    200: json("The usage.", KeyUsage),
    400: json("A parameter is invalid.", SimpleError),
    ...errorReplies(401, 404, 429),
  },
};

export const listRequests = {
  ...managed,
  operationId: "listRequests",
  summary: "The account's latest requests, newest first",
  description:
    "The last 1,000 made with any of the account's keys in the last 30 days, a few seconds after they were answered. Never a text, a query or an address.",
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    before: Type.Optional(Type.String({ description: "`next` of the previous page." })),
    key_id: Type.Optional(Type.String({ description: "Only this key's." })),
    status: Type.Optional(Type.String({ description: "Such as `429`, or `4xx`." })),
  }),
  response: {
    200: json("The requests.", RequestList),
    400: json("A parameter is invalid.", SimpleError),
    ...errorReplies(401, 429),
  },
};
