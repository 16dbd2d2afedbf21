import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonWithLines } from "./json-lines.ts";

test("valid JSON gives what JSON.parse gives", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 1), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      const parsed = parseJsonWithLines(spaced);
      expect(parsed.ok && JSON.stringify(parsed.value)).toBe(JSON.stringify(JSON.parse(spaced)));
    }),
    { numRuns: 300, seed: 11 },
  );
});

test("one changed character is refused exactly when JSON.parse refuses it", () => {
  const change = fc.record({ at: fc.nat(), to: fc.constantFrom(...'{}[]",:\\x1-.e\n\u0000') });
  fc.assert(
    fc.property(fc.json(), change, (text, { at, to }) => {
      const place = at % (text.length + 1);
      const changed = text.slice(0, place) + to + text.slice(place + 1);
      let isValid = true;
      try {
        JSON.parse(changed);
      } catch {
        isValid = false;
      }
      expect(parseJsonWithLines(changed).ok).toBe(isValid);
    }),
    { numRuns: 500, seed: 12 },
  );
});

test("elements and faults have their lines", () => {
  const parsed = parseJsonWithLines('{"list": [\n1, {"a":\n2},\n\n"three"]}');
  if (!parsed.ok) throw new Error("refused");
  expect(parsed.linesOf((parsed.value as { list: unknown[] }).list)).toEqual([2, 2, 5]);
  expect(parseJsonWithLines('{"a":\n[1,\n,]}')).toEqual({ ok: false, line: 3 });
  expect(parseJsonWithLines("[1]\n]")).toEqual({ ok: false, line: 2 });
  expect(parseJsonWithLines("[".repeat(200_000))).toEqual({ ok: false, line: 1 });
});
