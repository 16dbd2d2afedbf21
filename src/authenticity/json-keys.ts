// Finds a key that stands twice at the top of a JSON object. JSON.parse takes the last of the two
// without a word; for us two contents are a fault, however they are sent.

/** The first repeated key of the object, or null. `text` must be valid JSON. */
export function findRepeatedKey(text: string): string | null {
  const seen = new Set<string>();
  let depth = 0;
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "{":
        isKey = ++depth === 1;
        break;
      case "[":
        depth++;
        break;
      case "}":
      case "]":
        depth--;
        break;
      case ",":
        isKey = depth === 1;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (isKey) {
          // Read, because "\u0063ontent" is the same key as "content".
          const key = JSON.parse(text.slice(at, end)) as string;
          if (seen.has(key)) return key;
          seen.add(key);
          isKey = false;
        }
        at = end - 1;
        break;
      }
    }
  }
  return null;
}

/** Past the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
}
