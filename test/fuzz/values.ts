// Values that break careless code: edges of numbers, odd encodings, texts of every script and none, and
// pieces of other languages a value might be pasted into.
import type { Chance } from "./chance.ts";

export const NUMBERS = [
  "0",
  "1",
  "-1",
  "20",
  "999999999",
  "2147483647",
  "2147483648",
  "9007199254740993",
  "1e3",
  "1.0",
  "+1",
  "01",
  "0x10",
  "NaN",
  "Infinity",
  "１",
  "",
  " 1",
  "1 ",
  "1,000",
  "null",
  "true",
  "1%00",
  "%31",
  "9".repeat(400),
] as const;

export const TEXTS = [
  "",
  " ",
  "a",
  "pune",
  "Maharashtra",
  "मुंबई",
  "ﬁ",
  "e\u0301",
  "\u202eevil",
  "a\u200bb",
  "😀",
  "İ",
  "ß",
  "' OR 1=1 --",
  '"><script>alert(1)</script>',
  "${7*7}",
  "{{7*7}}",
  "../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "%zz",
  "%ff%fe",
  "%c0%80",
  "%ed%a0%80",
  "\u0000",
  "__proto__",
  "constructor",
  "[]",
  "{}",
  "null",
  "a=b&c=d",
  "a;b",
  "a,b",
  "=cmd|' /C calc'!A0",
  "\ud800",
  "x".repeat(101),
  "x ".repeat(300),
  "%20".repeat(200),
] as const;

/** Something a text field could hold, now and then long. */
export function anyText(chance: Chance): string {
  if (chance.once(200))
    return chance.pick(["word ", "a", "-", "\n", "é", "0", "_"]).repeat(chance.below(30_000));
  if (chance.once(4)) {
    const size = chance.below(40);
    return Array.from({ length: size }, () => String.fromCodePoint(chance.below(0xd7ff))).join("");
  }
  return chance.pick(TEXTS);
}

/** A JSON value of any type and some depth. */
export function anyJson(chance: Chance, depth = 0): unknown {
  switch (chance.below(depth > 3 ? 5 : 8)) {
    case 0:
      return null;
    case 1:
      return chance.once(2);
    case 2:
      return chance.pick([0, -1, 1.5, 1e308, -0, 2 ** 53]);
    case 3:
    case 4:
      return anyText(chance);
    case 5:
      return Array.from({ length: chance.below(4) }, () => anyJson(chance, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: chance.below(4) }, () => [
          chance.pick(["content", "items", "id", "strength", "keep", "__proto__", "", "x"]),
          anyJson(chance, depth + 1),
        ]),
      );
  }
}

/** A piece of a path or a query as it travels: escaped rightly, wrongly or not at all. */
export function anyEscaped(chance: Chance): string {
  const text = chance.once(3) ? chance.pick(NUMBERS) : anyText(chance);
  if (chance.once(6)) return text.replace(/[^\x21-\x7e]/g, "").replace(/[ #]/g, "");
  return encodeURIComponent(text.toWellFormed());
}
