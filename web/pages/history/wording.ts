// Kept results in words.
import type { KeptRow } from "../../../client/dashboard.ts";

const OPENING_MAX = 90;

/** The name of the file, or how the text begins. */
export function openingOf({ name, opening }: KeptRow): string {
  const text = name ?? opening;
  return text.length <= OPENING_MAX ? text : `${text.slice(0, OPENING_MAX - 1)}…`;
}

export function sourceOf({ key, input_type: type, name }: KeptRow): string {
  const source = key === null ? "dashboard" : `${key.name ?? "a key"} (…${key.last_four ?? ""})`;
  return name === null && type === "text" ? source : `${source} · ${type}`;
}
