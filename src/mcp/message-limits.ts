// Limits on what a message holds besides the text or file it brings: the SDK repeats ids and names in its answers, and
// validates inputs on the main thread.

/** UTF-16 units of an id, a method, or the name of a tool. */
const NAME_LENGTH_MAX = 200;
/** Units of everything else together, keys included; a request's other fields have the same room. */
const REST_LENGTH_MAX = 65_536;
/** Inputs with limits of their own: texts, and files in base64. */
const LONG_INPUTS: ReadonlySet<string> = new Set(["text", "data"]);

/** What is too long in a message, as a sentence; null when nothing is. */
export function findLongPart(message: unknown): string | null {
  const { id, method, params } = fieldsOf(message);
  const { name, arguments: input } = fieldsOf(params);
  for (const [what, value] of [
    ["id", id],
    ["method", method],
    ["name", name],
  ] as const) {
    if (typeof value === "string" && value.length > NAME_LENGTH_MAX) {
      return `The message's '${what}' is too long: at most ${NAME_LENGTH_MAX} characters.`;
    }
  }
  const given = fieldsOf(input);
  const long = Object.entries(given).reduce(
    (sum, [key, value]) =>
      sum + (LONG_INPUTS.has(key) && typeof value === "string" ? value.length : 0),
    0,
  );
  if (lengthOf(message) - long <= REST_LENGTH_MAX) return null;
  return `The message is too long: besides a text or a file it may have ${REST_LENGTH_MAX} characters.`;
}

/** Units of all strings and keys in it. The parser has bounded how many there are, and how deep. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + lengthOf(one), 0);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
