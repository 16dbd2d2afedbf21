// Limits on what a JSON body holds, checked on its bytes before it is parsed. JSON.parse runs on the main thread:
// 6 MB of short keys take it a second, 6 MB of text a few milliseconds; deep nesting overflows whatever walks
// the value afterwards.
import { AppError } from "./app-error.ts";
import { decodeUtf8 } from "./form.ts";

/** Items, members of objects, and objects and lists themselves: a hundred texts with fifty fields each. */
export const JSON_VALUES_MAX = 10_000;
export const JSON_DEPTH_MAX = 32;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACE, BRACKET, BRACE_END, BRACKET_END] = [0x7b, 0x5b, 0x7d, 0x5d];

/** Throws when there are too many values or brackets; whether it is valid JSON is left to the parser. */
export function checkJsonLimits(body: Uint8Array, valuesMax = JSON_VALUES_MAX): void {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfString(body, at + 1);
    else if (byte === COMMA) values++;
    else if (byte === BRACE || byte === BRACKET) {
      values++;
      depth++;
    } else if (byte === BRACE_END || byte === BRACKET_END) depth--;
    if (values > valuesMax) {
      const message = `The JSON body has too many values: at most ${valuesMax}.`;
      throw new AppError("too_many_values", { message });
    }
    if (depth > JSON_DEPTH_MAX) {
      const message = `The JSON body is nested too deeply: at most ${JSON_DEPTH_MAX} levels.`;
      throw new AppError("nested_too_deeply", { message });
    }
  }
}

/** Any JSON value within the limits. */
export function parseJson(body: Uint8Array): unknown {
  checkJsonLimits(body);
  const text = decodeUtf8(body);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_json");
  }
}

/** The closing quote of the string whose first character is at `from`. */
function endOfString(body: Uint8Array, from: number): number {
  let at = from;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
