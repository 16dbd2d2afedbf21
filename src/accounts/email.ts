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
