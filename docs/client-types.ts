// The client's wire types, made from the schemas of the server's replies: a type for every schema with a title, and one
// for the successful reply of each operation.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as jobs from "../src/authenticity/job-schemas.ts";
import * as manage from "../src/authenticity/manage-schemas.ts";
import * as authenticity from "../src/authenticity/schemas.ts";
import { ErrorReply } from "../src/locations/routes/schema-parts.ts";
import * as locations from "../src/locations/routes/schemas.ts";
import * as dataset from "../src/locations/routes/schemas-dataset.ts";
import * as places from "../src/locations/routes/schemas-places.ts";

const HEAD = `// Made from the server's schemas (src/locations, src/authenticity) by \`npm run generate\`. Do not edit.
// Replies field by field as they come over the wire.
`;

type Schema = {
  title?: string;
  description?: string;
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  /** Of an object whose names are the caller's own. */
  additionalProperties?: Schema;
};
type Reply = { content?: Record<string, { schema: Schema }> };
type Operation = { operationId: string; response: Record<number, Reply> };

export function writeClientTypes(): string {
  // The files also export parts that several operations share.
  const operations = [locations, places, dataset, authenticity, jobs, manage]
    .flatMap((file): unknown[] => Object.values(file))
    .filter(isOperation);
  const named = new Map<string, string>();
  for (const { operationId, response } of operations) {
    const schema = (response[200] ?? response[201] ?? response[202])?.content?.["application/json"]
      ?.schema;
    if (schema === undefined) continue;
    const name = `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}Reply`;
    // A reply that has a name of its own needs no second one.
    if (schema.title === undefined) addType(name, { ...schema, title: name }, named);
    else typeOf(schema, named);
  }
  const { code } = ErrorReply.properties;
  addType("DirectoryErrorCode", { ...code, title: "DirectoryErrorCode" }, named);
  const types = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return format(`${HEAD}\n${types.join("\n")}`);
}

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "operationId" in value;
}

/** The name of the schema where it has one, which then is among the `named`; the type itself elsewhere. */
function typeOf(schema: Schema, named: Map<string, string>): string {
  if (schema.title === undefined) return expressionOf(schema, named);
  addType(schema.title, schema, named);
  return schema.title;
}

function addType(name: string, schema: Schema, named: Map<string, string>): void {
  const text = `${commentOf(schema)}export type ${name} = ${expressionOf(schema, named)};\n`;
  const known = named.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two schemas have the title ${name}.`);
  named.set(name, text);
}

function expressionOf(schema: Schema, named: Map<string, string>): string {
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((one) => typeOf(one, named)).join(" | ");
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case "object":
      return objectOf(schema, named);
    case "array":
      return arrayOf(schema, named);
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
  }
}

function objectOf(schema: Schema, named: Map<string, string>): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (additionalProperties !== undefined) {
    return `Record<string, ${typeOf(additionalProperties, named)}>`;
  }
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    // A titled schema says what it is where its type stands.
    const comment = schema.title === undefined ? commentOf(schema) : "";
    return `${comment}${name}${mark}: ${typeOf(schema, named)};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

function arrayOf(schema: Schema, named: Map<string, string>): string {
  const item = typeOf(schema.items ?? {}, named);
  const { minItems, maxItems } = schema;
  if (minItems === undefined || minItems !== maxItems) return `Array<${item}>`;
  return `[${Array.from({ length: minItems }, () => item).join(", ")}]`;
}

function commentOf({ description }: Schema): string {
  return description === undefined ? "" : `/** ${description} */\n`;
}

/** As the check wants it. */
function format(source: string): string {
  const biome = fileURLToPath(new URL("../tools/node_modules/.bin/biome", import.meta.url));
  const words = ["format", "--stdin-file-path=client/wire-types.ts"];
  const { status, stdout, stderr } = spawnSync(biome, words, { input: source, encoding: "utf8" });
  if (status !== 0) throw new Error(`The formatter failed: ${stderr}`);
  return stdout;
}
