// The email address that identifies an account. It is not confirmed by mail, so it only has to be well-formed
// and normalised.
import { domainToASCII } from "node:url";

/** Lower case, composed letters, IDNA after the @; null when it cannot be an address. The part
 * before the @ is lowered too: nobody runs two accounts that differ in case alone. */
export function normaliseEmail(text: string): string | null {
  const given = text.trim().normalize("NFC").toLowerCase();
  const parts = /^([^\s@<>()[\]\\,;:"]{1,64})@([^\s@%#/\\?:[\]<>,;"]{1,253})$/u.exec(given);
  if (!parts || /[\p{C}\p{Z}]/u.test(given)) return null;
  const host = domainToASCII(parts[2] ?? "");
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host)) return null;
  const email = `${parts[1]}@${host}`;
  return email.length <= 254 ? email : null;
}

/** The address of a new account: one that looks like another person's is refused. Compatibility characters (full width)
 * and letters of several scripts in one name are how "owner" is written so that it isn't (UTS 39, highly restrictive).
 * After the @ the host is ASCII and shows what it is. Older accounts keep their addresses. */
export function newEmail(text: string): string | null {
  const email = normaliseEmail(text);
  const name = email?.slice(0, email.lastIndexOf("@")) ?? "";
  return name === name.normalize("NFKC") && isOfOneScript(name) ? email : null;
}

/** Scripts that are written together. */
const WRITTEN_TOGETHER: readonly RegExp[] = [
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Latin}]*$/u,
  /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Latin}]*$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}\p{scx=Latin}]*$/u,
];
/** Those in use that have letters of their own; what is in none of them is refused. */
const SCRIPTS: readonly RegExp[] =
  "Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Khmer Mongolian Ol_Chiki Meetei_Mayek"
    .split(" ")
    .map((script) => new RegExp(`^\\p{scx=${script}}*$`, "u"));

function isOfOneScript(name: string): boolean {
  const letters = name.replace(/[^\p{L}\p{M}]/gu, "");
  return [...SCRIPTS, ...WRITTEN_TOGETHER].some((script) => script.test(letters));
}
