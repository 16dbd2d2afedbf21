// All values of one header, from the raw list: Node's `headersDistinct` has them too, but builds a table of all
// headers first.
import type { IncomingMessage } from "node:http";

export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) {
      values.push(rawHeaders[at + 1] ?? "");
    }
  }
  return values;
}
