// Refuses names that a route's schema doesn't have: a mistyped option would otherwise be ignored without a word. The
// schema that describes the route is the only list of names.
import type { FastifyRequest } from "fastify";
import { AppError, readQuery, shownName } from "../http/http.ts";

type Schema = {
  type?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
};
type RouteSchema = {
  hide?: boolean;
  querystring?: Schema;
  body?: { content?: Record<string, { schema: Schema }> };
};

/** A name the schema doesn't have, and the one it has that is most like it. */
export type UnknownName = { name: string; path: string; nearest: string | null };

/** The first unknown name in a body of this media type; null on routes without a schema. */
export function findUnknownField(
  request: FastifyRequest,
  mediaType: string,
  fields: Readonly<Record<string, unknown>>,
): UnknownName | null {
  const schema = schemaOf(request).body?.content?.[mediaType]?.schema;
  return schema === undefined ? null : findUnknown(fields, schema, "");
}

/** The media types a route's body may have; undefined on routes without a schema. */
export function mediaTypesOf(request: FastifyRequest): string[] | undefined {
  const content = schemaOf(request).body?.content;
  return content && Object.keys(content);
}

/** Refuses a body with a field that its schema doesn't have. */
export function refuseUnknownField(unknown: UnknownName | null): void {
  if (unknown === null) return;
  const { path, nearest } = unknown;
  const message = `Unknown field '${path}'.${suggest(nearest)}`;
  throw new AppError("unknown_field", { message, param: path });
}

/** Refuses a query with a parameter that the route's schema doesn't have. */
export function refuseUnknownQuery(request: FastifyRequest): void {
  if (!request.url.includes("?")) return;
  const schema = schemaOf(request);
  if (schema.hide === true) return;
  const known = Object.keys(schema.querystring?.properties ?? {});
  for (const name of readQuery(request.url).keys()) {
    if (known.includes(name)) continue;
    const param = shownName(name);
    const message = `Unknown query parameter '${param}'.${hintFor(name, known, schema)}`;
    throw new AppError("unknown_parameter", { message, param });
  }
}

function schemaOf({ routeOptions }: FastifyRequest): RouteSchema {
  return (routeOptions.schema ?? {}) as RouteSchema;
}

function hintFor(name: string, known: readonly string[], { body }: RouteSchema): string {
  const isField = Object.values(body?.content ?? {}).some(({ schema }) =>
    Object.hasOwn(schema.properties ?? {}, name),
  );
  return isField ? " Send it in the body." : suggest(findNearest(name, known));
}

function suggest(nearest: string | null): string {
  return nearest === null ? "" : ` Did you mean '${nearest}'?`;
}

/** Down to wherever the schema names fields. */
function findUnknown(value: unknown, schema: Schema, path: string): UnknownName | null {
  if (Array.isArray(value)) {
    if (schema.items === undefined) return null;
    for (const [index, item] of value.entries()) {
      const unknown = findUnknown(item, schema.items, `${path}[${index}]`);
      if (unknown !== null) return unknown;
    }
    return null;
  }
  const { properties } = schema;
  if (properties === undefined || typeof value !== "object" || value === null) return null;
  for (const [name, inside] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const here = path === "" ? shownName(name) : `${path}.${shownName(name)}`;
    if (known === undefined) {
      return { name, path: here, nearest: findNearest(name, Object.keys(properties)) };
    }
    const unknown = findUnknown(inside, known, here);
    if (unknown !== null) return unknown;
  }
  return null;
}

/** A name as long as this is no slip of the keyboard, and comparing it would take long. */
const COMPARED_LENGTH_MAX = 40;

/** The name that is fewest edits away, if a slip could explain the difference: one edit in up to four letters, two in more. */
export function findNearest(name: string, known: readonly string[]): string | null {
  if (name.length > COMPARED_LENGTH_MAX) return null;
  const given = name.toLowerCase();
  const distances = known.map((other) => ({
    other,
    edits: countEdits(given, other.toLowerCase()),
  }));
  const [best] = distances.toSorted((a, b) => a.edits - b.edits);
  if (best === undefined || best.edits > (best.other.length > 4 ? 2 : 1)) return null;
  return best.other;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function countEdits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
