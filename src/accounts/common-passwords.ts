// Passwords that attackers try first: a list of 49,000 common ones, also with the usual substitutions.
// A strength estimator would find more, but costs 29 MB and, for a hostile password, a third of a second on
// the main thread.
import { readFileSync } from "node:fs";

/** Whether a password, or what is left without the digits and signs around it, is one of them. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const forms = [plain, plain.replaceAll(/[@$!013457]/g, (sign) => LETTERS[sign] ?? sign)];
  return forms.some((form) => {
    const characters = [...form];
    const first = characters.findIndex(isLetter);
    const core = characters.slice(first, 1 + characters.findLastIndex(isLetter)).join("");
    // More than a few characters added are a password in their own right.
    const isDressed = core.length >= CORE_MIN && form.length - core.length <= ADDED_MAX;
    return isListed(form) || (isDressed && isListed(core)) || isRepeated(form);
  });
}

const LETTERS: Readonly<Record<string, string>> = {
  "@": "a",
  $: "s",
  "!": "i",
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};
const isLetter = (character: string) => /\p{L}/u.test(character);
const CORE_MIN = 4;
const ADDED_MAX = 8;

/** A common password or anything shorter than six characters, again and again. */
function isRepeated(form: string): boolean {
  for (let length = 1; length <= form.length / 2; length++) {
    const unit = form.slice(0, length);
    if (unit.repeat(Math.ceil(form.length / length)).slice(0, form.length) !== form) continue;
    return length < 6 || isListed(unit);
  }
  return false;
}

// One string of half a megabyte, searched linearly: a set would take eight times the memory for a lookup that
// happens only when a password is set.
let listed: string | undefined;

function isListed(word: string): boolean {
  listed ??= `\n${readList().join("\n").toLowerCase()}\n`;
  return !word.includes("\n") && listed.includes(`\n${word}\n`);
}

function readList(): string[] {
  const file = new URL(import.meta.resolve("@zxcvbn-ts/language-common/src/passwords.json"));
  return JSON.parse(readFileSync(file, "utf8")) as string[];
}
