// Reads JSON as JSON.parse does, but knows the line on which each element of a list begins, and the line of the first
// fault. JSON.parse reports neither, and an importer needs both.

export type ParsedJson =
  | { ok: true; value: unknown; linesOf: (list: readonly unknown[]) => readonly number[] }
  | { ok: false; line: number };

export function parseJsonWithLines(text: string): ParsedJson {
  const lines = new WeakMap<readonly unknown[], number[]>();
  let at = 0;
  let line = 1;

  try {
    const value = readValue();
    skipBlanks();
    if (at < text.length) throw new JsonFault();
    return { ok: true, value, linesOf: (list) => lines.get(list) ?? [] };
  } catch (fault) {
    // Nesting thousands deep exhausts the stack; no catalogue is built like that.
    if (fault instanceof JsonFault || fault instanceof RangeError) return { ok: false, line };
    throw fault;
  }

  function readValue(): unknown {
    skipBlanks();
    if (take("{")) return readObject();
    if (take("[")) return readList();
    if (text[at] === '"') return readString();
    return JSON.parse(match(SCALAR));
  }

  function readObject(): unknown {
    // Without a prototype a field named __proto__ is a field like any other.
    const fields: { [name: string]: unknown } = Object.create(null);
    skipBlanks();
    if (take("}")) return fields;
    for (;;) {
      skipBlanks();
      const name = readString();
      skipBlanks();
      expect(":");
      fields[name] = readValue();
      skipBlanks();
      if (take("}")) return fields;
      expect(",");
    }
  }

  function readList(): unknown[] {
    const list: unknown[] = [];
    const linesOfList: number[] = [];
    lines.set(list, linesOfList);
    skipBlanks();
    if (take("]")) return list;
    for (;;) {
      skipBlanks();
      linesOfList.push(line);
      list.push(readValue());
      skipBlanks();
      if (take("]")) return list;
      expect(",");
    }
  }

  function readString(): string {
    return JSON.parse(match(STRING)) as string;
  }

  function skipBlanks(): void {
    for (;;) {
      const unit = text[at];
      if (unit === "\n") line += 1;
      else if (unit !== " " && unit !== "\t" && unit !== "\r") return;
      at += 1;
    }
  }

  function take(sign: string): boolean {
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  }

  function expect(sign: string): void {
    if (!take(sign)) throw new JsonFault();
  }

  function match(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw new JsonFault();
    at += found.length;
    return found;
  }
}

class JsonFault extends Error {}

// RFC 8259, sections 6 and 7. A string holds no bare control character, so none spans lines.
const SCALAR = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
