// Finds duplicate keys in a JSON object. JSON.parse silently takes the last one; two `content` fields are an
// error here, however they are sent.

/** The first repeated key of the objects down to `depth` brackets, or null: 1 is the outermost object
 * alone. `text` must be valid JSON. */
export function findRepeatedKey(text: string, depth = 1): string | null {
  // The keys of each open object; null for arrays, and for objects nested too deep to be checked.
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "{":
        open.push(open.length < depth ? new Set() : null);
        isKey = true;
        break;
      case "[":
        open.push(null);
        isKey = false;
        break;
      case "}":
      case "]":
        open.pop();
        isKey = false;
        break;
      case ",":
        isKey = true;
        break;
      case '"': {
        const end = endOfString(text, at);
        const seen = isKey ? open.at(-1) : null;
        if (seen) {
          // Decoded, because "\u0063ontent" is the same key as "content".
          const key = JSON.parse(text.slice(at, end)) as string;
          if (seen.has(key)) return key;
          seen.add(key);
        }
        isKey = false;
        at = end - 1;
        break;
      }
    }
  }
  return null;
}

/** Past the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
