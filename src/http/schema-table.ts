// A JSON schema as rows of a table, nested fields with their path: `data[].name`.
export type SchemaRow = { name: string; type: string; about: string };

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
};

/** The schema itself comes first when it is no object; an object gives its fields. */
export function describeSchema(given: object, name: string): SchemaRow[] {
  const schema = given as Schema;
  if (schema.type === "object" && schema.properties !== undefined) {
    const prefix = name === "" ? "" : `${name}.`;
    const own = name === "" ? [] : [{ name, type: "object", about: schema.description ?? "" }];
    const fields = Object.entries(schema.properties).flatMap(([field, inner]) => {
      const isOptional = schema.required?.includes(field) !== true;
      return describeSchema(inner, prefix + field).map((row, index) =>
        index === 0 && isOptional ? { ...row, type: `${row.type}, optional` } : row,
      );
    });
    return [...own, ...fields];
  }
  if (schema.type === "array" && schema.items !== undefined) {
    const inner = describeSchema(schema.items, `${name}[]`);
    const itemType = inner[0]?.type ?? "object";
    const rows = schema.items.type === "object" ? inner.slice(1) : [];
    return [{ name, type: `array of ${itemType}`, about: schema.description ?? "" }, ...rows];
  }
  return [{ name, type: describeType(schema), about: schema.description ?? "" }];
}

function describeType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((item) => JSON.stringify(item)).join(" or ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeType).join(" or ");
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any");
  const { minimum, maximum } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? ` ${minimum}…${maximum}`
      : minimum !== undefined
        ? ` from ${minimum}`
        : "";
  const fallback = schema.default === undefined ? "" : `, default ${String(schema.default)}`;
  return `${type}${range}${fallback}`;
}
