// Completes the document that the framework builds from the routes' schemas, for client generators: named
// components, enumerations, response headers, and an example for every request and reply.
import type { OpenAPIV3_1 } from "openapi-types";

export type ApiDocument = OpenAPIV3_1.Document;
export type Operation = {
  method: "get" | "post" | "patch" | "delete";
  path: string;
  id: string;
  about: OpenAPIV3_1.OperationObject;
};

export type DocumentExtras = {
  /** By parameter name. */
  parameters: Readonly<Record<string, string | number>>;
  /** Bodies by operation id, then by content type. */
  requests?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What the operation answers with; undefined when there is none to show. */
  reply: (operation: Operation, status: number, contentType: string) => unknown;
  /** Names among `headers` that an answer carries. */
  headersOf: (operation: Operation, status: number) => readonly string[];
  headers: Readonly<Record<string, OpenAPIV3_1.HeaderObject>>;
};

type Fields = Record<string, unknown>;

const METHODS = ["get", "post", "patch", "delete"] as const;

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const about = methods?.[method];
      if (about === undefined) return [];
      if (about.operationId === undefined) throw new Error(`${path} has no operationId.`);
      return [{ method, path, id: about.operationId, about }];
    }),
  );
}

export function finishDocument(raw: ApiDocument, extras: DocumentExtras): ApiDocument {
  const document = structuredClone(raw);
  const components = createComponents();
  for (const operation of operationsOf(document)) {
    const { about, id } = operation;
    about.security ??= [];
    about.description ??= `${about.summary}.`;
    for (const parameter of about.parameters ?? []) finishParameter(parameter, extras, components);
    finishRequest(operation, extras, components);
    for (const [status, response] of Object.entries(about.responses ?? {})) {
      const code = Number(status);
      const answer = response as OpenAPIV3_1.ResponseObject;
      const names = extras.headersOf(operation, code);
      answer.headers = Object.fromEntries(
        names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      );
      for (const [type, media] of Object.entries(answer.content ?? {})) {
        media.schema = components.name(media.schema, `${pascal(id)}Reply`);
        setExample(media, extras.reply(operation, code, type));
      }
    }
  }
  document.components = {
    ...document.components,
    schemas: components.all() as NonNullable<ApiDocument["components"]>["schemas"] & object,
    headers: { ...extras.headers },
  };
  return document;
}

function finishParameter(given: object, extras: DocumentExtras, components: Components): void {
  // The framework writes parameters in place, never as references.
  const parameter = given as OpenAPIV3_1.ParameterObject;
  // Header names have no case; generated clients show them as they are written here.
  if (parameter.in === "header") parameter.name = headerName(parameter.name);
  parameter.schema = components.name(parameter.schema ?? {}) as OpenAPIV3_1.ReferenceObject;
  setExample(parameter, extras.parameters[parameter.name]);
}

function finishRequest({ about, id }: Operation, extras: DocumentExtras, parts: Components): void {
  const body = about.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  for (const [type, media] of Object.entries(body?.content ?? {})) {
    media.schema = parts.name(media.schema, `${pascal(id)}${REQUEST_NAMES[type] ?? "Request"}`);
    setExample(media, extras.requests?.[id]?.[type]);
  }
}

const REQUEST_NAMES: Readonly<Record<string, string>> = {
  "application/x-www-form-urlencoded": "Form",
  "multipart/form-data": "Upload",
};

function setExample(place: { example?: unknown }, value: unknown): void {
  if (value !== undefined) place.example = value;
}

type Components = ReturnType<typeof createComponents>;

/** A schema with a title becomes a component of that name; an object that is a whole body gets the name given. */
function createComponents() {
  const named = new Map<string, unknown>();

  function keep(name: string, schema: Fields): OpenAPIV3_1.ReferenceObject {
    const known = named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are called ${name}.`);
    }
    named.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  function visit(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const { title, ...schema } = Object.fromEntries(
      Object.entries(simplify(value as Fields)).map(([key, part]) => [
        key,
        visit(key === "properties" ? tellDefaults(part as Fields) : part),
      ]),
    );
    if (typeof title === "string") return keep(title, schema);
    // A property may be called `title`, too.
    return title === undefined ? schema : { ...schema, title };
  }

  return {
    name(schema: unknown, bodyName?: string): OpenAPIV3_1.ReferenceObject {
      const seen = visit(schema ?? {}) as Fields;
      const isNamed = bodyName === undefined || seen.type !== "object";
      return (isNamed ? seen : keep(bodyName, seen)) as OpenAPIV3_1.ReferenceObject;
    },
    all: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Generators treat a field with a default as always present, in requests too: the default goes into the description. */
function tellDefaults(properties: Fields): Fields {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { default: usual, description = "", ...rest } = schema as Fields;
      if (usual === undefined) return [name, schema];
      const words = `${description} Default: \`${usual}\`.`;
      return [name, { ...rest, description: words.trim() }];
    }),
  );
}

/** A union of constants becomes an enumeration, and "or null" a second type: generators make better types of those. */
function simplify(schema: Fields): Fields {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf as Fields[];
  const words = choices.map(wordOf);
  if (words.every((word) => word !== undefined)) return { ...rest, type: "string", enum: words };
  const [first, second] = choices;
  if (choices.length === 2 && second?.type === "null" && isPlain(first)) {
    return { ...rest, ...first, type: [first.type, "null"] };
  }
  return schema;
}

/** The only text that fits; in some places the framework has made an enumeration of one out of the constant. */
function wordOf({ const: constant, enum: words }: Fields): string | undefined {
  const [word, ...others] = Array.isArray(words) ? (words as unknown[]) : [constant];
  return typeof word === "string" && others.length === 0 ? word : undefined;
}

/** A schema with a title becomes a component and stays whole. */
function isPlain(schema: Fields | undefined): schema is Fields {
  return typeof schema?.type === "string" && schema.title === undefined;
}

function pascal(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** `idempotency-key` is written `Idempotency-Key`. */
function headerName(name: string): string {
  return name.split("-").map(pascal).join("-");
}
