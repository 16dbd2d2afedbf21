// Checks replies against a service's own OpenAPI document, strictly: the path, the status and every field of the
// body must be described there.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Document = {
  components?: object;
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
};

export type ReplyChecker = (
  method: string,
  path: string,
  status: number,
  contentType: string | null,
  body: unknown,
) => void;

export function createReplyChecker(open: Document): ReplyChecker {
  const document = closed(open);
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true } });
  addFormats.default(ajv, ["date-time", "uri"]);
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`),
    // A template with fewer placeholders is the closer fit.
    looseness: template.split("{").length,
  }));
  const compiled = new Map<object, ValidateFunction>();
  templates.sort((a, b) => a.looseness - b.looseness);

  return (method, path, status, contentType, body) => {
    const found = templates.find(({ pattern }) => pattern.test(path));
    if (found === undefined) throw new Error(`${path} is not in the OpenAPI document`);
    const response =
      document.paths[found.template]?.[method.toLowerCase()]?.responses[String(status)];
    if (response === undefined) {
      throw new Error(`${method} ${found.template} does not describe status ${status}`);
    }
    if (status === 304) return;
    const type = contentType?.split(";")[0] ?? "";
    const schema = response.content?.[type]?.schema;
    if (schema === undefined) {
      throw new Error(`${method} ${found.template} ${status} does not describe ${type}`);
    }
    let validate = compiled.get(schema);
    if (validate === undefined) {
      // References point into the components, from the root of what is compiled.
      validate = ajv.compile({ ...schema, components: document.components });
      compiled.set(schema, validate);
    }
    if (!validate(body)) throw new Error(ajv.errorsText(validate.errors));
  };
}

/** The document with no room for fields it doesn't name. Objects without named fields are maps and stay open. */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, closed(one)] as const);
  const copy = Object.fromEntries(entries) as T;
  const isRecord = "properties" in value && "type" in value && value.type === "object";
  return isRecord ? { additionalProperties: false, ...copy } : copy;
}
