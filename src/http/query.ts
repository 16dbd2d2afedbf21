// Strict query strings: of a repeated parameter the first counts, and a broken escape or a NUL is an error
// instead of a silently different query.
import { AppError } from "./app-error.ts";

/** The parameters of a request's URL; throws AppError for one that can't be read. */
export function readQuery(url: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  const at = url.indexOf("?");
  if (at === -1) return query;
  for (const pair of url.slice(at + 1).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    if (name === null || query.has(name)) continue;
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    query.set(name, value ?? BROKEN);
  }
  return query;
}

/** A text parameter, or null when it is absent. */
export function readText(query: ReadonlyMap<string, string>, name: string): string | null {
  const value = query.get(name);
  if (value === undefined) return null;
  if (value === BROKEN) throw invalid(name, "is not validly escaped UTF-8");
  if (value.includes("\0")) throw invalid(name, "must not contain a NUL character");
  return value;
}

/** A whole number written plainly (`7`; not `07`, `+7`, `7.0` or `7e0`), or null when absent. */
export function readWholeNumber(
  query: ReadonlyMap<string, string>,
  name: string,
  { min, max }: { min: number; max: number },
): number | null {
  const text = readText(query, name);
  if (text === null) return null;
  const value = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw invalid(name, `must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function invalid(name: string, words: string): AppError {
  return new AppError("invalid_parameter", {
    message: `Query parameter '${name}' ${words}`,
    param: name,
  });
}

// No decoded text can equal it: a lone surrogate never comes out of decodeURIComponent.
const BROKEN = "\ud800";

function decode(raw: string): string | null {
  // Most parameters need no decoding, and this runs on every search.
  if (!/[%+]/.test(raw)) return raw;
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    return null;
  }
}
