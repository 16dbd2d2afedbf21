// Every regular expression of the product is judged by a ReDoS checker. Those it can't call safe are
// excused one by one, with the reason why their input can't hurt; hostile-texts.test.ts holds the
// readers of texts to that.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  collectRegularExpressions,
  isFromOutside,
  isPlainlyBounded,
  type Literal,
  nameOf,
} from "./regular-expressions.ts";

const BOUNDED =
  "every repetition has an upper bound, and what they repeat can't be cut in two ways";
const OWN_TABLE = "runs over our own rule table or model card, once";
const COLLAPSED = "runs of spaces were made one space before";

/** What the checker calls vulnerable or can't decide, and why it is harmless where it stands. */
const EXCUSED: ReadonlyArray<[expression: RegExp, reason: string]> = [
  [/!\?\\\[\[\^\\\]\\n\]\{0,300\}/, BOUNDED],
  [/!\\\[\[\^\\\]\\n\]\{0,300\}/, BOUNDED],
  [/\[‘'\]\(\?=\\S\)/, BOUNDED],
  [/<!--\(\?:/, BOUNDED],
  [/<meta\[\^>\]\{0,200\}/, "looks at the first kilobyte of a file"],
  [/@\[\\w-\]\{1,64\}/, BOUNDED],
  [/\\\[\\\^\[\^\\\]\\s\]\{1,30\}/, BOUNDED],
  [/\[ \\t\]\+#\{1,6\}/, "looks at the last forty characters of a line"],
  [/\[\\p\{L\}\\p\{N\}\.&'-\]\*\$/, "looks at the last 24 characters before a full stop"],
  [/\^ \+\| \+\$/, COLLAPSED],
  [/^\/ \*\\n\\s\*\/g$/, COLLAPSED],
  [/\(\\S\+\)\\\/[nv]/, OWN_TABLE],
  [/^\/\\\(\(\[\^\)\]\+\)\\\)\/$/, OWN_TABLE],
  [/v\\d\+\\\.\\d\+/, OWN_TABLE],
  [/^\/\\\[\(\[\^\\\]\]\*\)/, OWN_TABLE],
  [/^\/\\\/\+\$\/$/, "the address of the service, given by the program that uses the client"],
  [/\[\\w\*\.-\]\+\(\?:=/, "a header, at most 16 kilobytes by Node's own limit"],
  [/\\B\(\?=\(\?:\\d\{3\}\)\+\$\)/, "the digits of one number"],
  [
    /\\p\{Lu\}\\p\{Ll\}\+/,
    "each start runs to the next full stop only; the checker errs now and then",
  ],
  [/\[\.!\?\]\(\?=\["”’/, "each start runs to the next letter only; the checker errs now and then"],
  [/\\p\{Script=Inherited\}/, "one character, no repetition; the checker does not know the flag v"],
  [/\\bdoi\\b/, "the only repetition stands between brackets: a start runs to the next one"],
  [/\(\?<!\[\.!\?\]/, "looks back three characters at most; each word is one start"],
  [/\^content-disposition/, "one start a line; each semicolon is tried once"],
  [/\^\(web\|client\)\\\/dist/, "the names of our own files"],
  [/ERR_MODULE_NOT_FOUND/, "what our own build printed"],
  [/\^\(\?:import \\w/, "anchored at the start; each .* is given back once"],
];

/** Expressions put together at run time from constants: classes of single characters, at most one of them repeated. */
const CONSTRUCTED = [
  "src/accounts/email.ts",
  "src/detector/clean-characters.ts",
  "src/detector/look-alikes.ts",
];

/** Asking takes a second or two for each; a larger change is judged by `npm run judge:expressions`. */
const ASKED_MAX = 40;

const { literals, constructions } = collectRegularExpressions(
  new URL("../../", import.meta.url).pathname,
);
const judged = JSON.parse(
  readFileSync(new URL("judged-expressions.json", import.meta.url), "utf8"),
) as Record<string, string>;
const isExcused = (name: string) => EXCUSED.some(([expression]) => expression.test(name));

test("every regular expression is safe on hostile input, or excused with a reason", async () => {
  const outside = literals.filter((each) => isFromOutside(each) && !isPlainlyBounded(each));
  expect(outside.length).toBeGreaterThan(100);
  const unsafe = outside.filter(
    (literal) => judged[nameOf(literal)] !== undefined && judged[nameOf(literal)] !== "safe",
  );
  const unknown = outside.filter((literal) => judged[nameOf(literal)] === undefined);
  const problems = unsafe.filter((literal) => !isExcused(nameOf(literal)));
  const asked = unknown.filter((literal) => !isExcused(nameOf(literal)));
  expect(asked.slice(ASKED_MAX).map(describe), "npm run judge:expressions").toEqual([]);
  if (asked.length > 0) {
    // The checker's other back ends are programs it would have to start.
    process.env.RECHECK_SYNC_BACKEND = "pure";
    const { checkSync } = await import("recheck");
    for (const literal of asked) {
      const { status } = checkSync(literal.pattern, literal.flags, { timeout: 2500 });
      // On a busy machine time may run out; the next full judging decides then.
      if (status === "vulnerable") problems.push(literal);
    }
  }
  expect(problems.map(describe)).toEqual([]);
}, 600_000);

test("expressions put together at run time are only those that were read", () => {
  const files = new Set(
    constructions.map(({ file }) => file).filter((file) => isFromOutside({ file })),
  );
  expect([...files].sort()).toEqual(CONSTRUCTED);
});

test("what is plainly bounded is told from what only looks so", () => {
  for (const pattern of ["^[a-z]{1,40}$", "(?:a|b)?c", "\\d{1,3}(?:x|y){2,4}"]) {
    expect([pattern, isPlainlyBounded({ pattern })]).toEqual([pattern, true]);
  }
  for (const pattern of ["a+", "a*", "a{2,}", "(?:_\\w{1,60}){1,8}", "((a{1,9})b){2}"]) {
    expect([pattern, isPlainlyBounded({ pattern })]).toEqual([pattern, false]);
  }
});

test("the checker finds what is dangerous", async () => {
  process.env.RECHECK_SYNC_BACKEND = "pure";
  const { checkSync } = await import("recheck");
  expect(checkSync("^(a+)+$", "", { timeout: 4000 }).status).toBe("vulnerable");
});

function describe(literal: Literal): string {
  return `${literal.file}:${literal.line} ${nameOf(literal)}`;
}
