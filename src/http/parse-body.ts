// From the bytes of a body to what they say, for JSON and forms. Strict, and the same in the thread that parses large
// bodies as here.
import { AppError } from "./app-error.ts";
import { addOnce, checkFormLimits, decodeUtf8, givenTwice } from "./form.ts";
import { checkJsonLimits, parseJson } from "./json.ts";
import { findRepeatedKey } from "./json-keys.ts";

export type BodyToParse = { bytes: Uint8Array } & (
  | {
      /** An object without duplicate keys, checked down to `depth` levels of nesting. */
      kind: "object";
      /** Shown to who sends something else. */
      example: string;
      depth?: number | undefined;
      valuesMax?: number | undefined;
    }
  /** Any JSON value. */
  | { kind: "json" }
  /** URL encoding: pairs of names and values. */
  | { kind: "form" }
);

/** Throws AppError for what is wrong with it. */
export function parseBody(body: BodyToParse): unknown {
  switch (body.kind) {
    case "object":
      return parseObject(body);
    case "json":
      return parseJson(body.bytes);
    case "form":
      return parseForm(body.bytes);
  }
}

function parseObject({
  bytes,
  example,
  depth = 1,
  valuesMax,
}: Extract<BodyToParse, { kind: "object" }>): object {
  checkJsonLimits(bytes, valuesMax);
  // Some programs begin a file with a byte order mark; RFC 8259 lets a reader ignore it.
  const text = decodeUtf8(bytes).replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    throw new AppError("invalid_json");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const message = `The JSON body must be an object such as ${example}.`;
    throw new AppError("not_an_object", { message });
  }
  const repeated = findRepeatedKey(text, depth);
  if (repeated !== null) throw givenTwice(repeated);
  return value;
}

function parseForm(bytes: Uint8Array): [name: string, value: string][] {
  checkFormLimits(bytes);
  const fields = new Map<string, unknown>();
  const pairs: [string, string][] = [];
  for (const pair of decodeUtf8(bytes).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeForm(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decodeForm(pair.slice(equals + 1));
    addOnce(fields, name, value);
    pairs.push([name, value]);
  }
  return pairs;
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new AppError("invalid_form");
  }
}
