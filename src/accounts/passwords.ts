// Passwords: argon2id with OWASP's minimum parameters (19 MiB, two passes). Hashing runs on other threads
// and is bounded by the limits on sign-in attempts.
import { hash, verify } from "@node-rs/argon2";
import { isCommonPassword } from "./common-passwords.ts";

export const passwordLengthMin = 10;
export const passwordLengthMax = 200;

/** What is wrong with a new password, as a sentence, or null. Length is what matters; rules about character
 * classes only make passwords predictable. */
export function passwordProblem(password: string, email: string): string | null {
  const length = [...password].length;
  if (length < passwordLengthMin) return `Use at least ${passwordLengthMin} characters.`;
  if (length > passwordLengthMax) return `Use at most ${passwordLengthMax} characters.`;
  if (new Set(password).size < 4) return "Use more than a few different characters.";
  if (password.toLowerCase() === email) return "Use something else than the address.";
  if (isCommonPassword(password))
    return "This one is too common: it is among the first to be tried.";
  return null;
}

export function hashPassword(password: string): Promise<string> {
  return hash(composed(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** Takes as long for an account that is unknown or has no password (null) as for a wrong one. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  // A longer one can't be right and isn't worth hashing.
  const isPossible = password.length <= 2 * passwordLengthMax;
  const matches = await verify(kept ?? nobodysHash, isPossible ? composed(password) : "");
  return matches && kept !== null && isPossible;
}

/** Some keyboards produce é as one character, others as two. */
function composed(password: string): string {
  return password.normalize("NFKC");
}

// Of a random password that was thrown away, with the parameters above.
const nobodysHash =
  "$argon2id$v=19$m=19456,t=2,p=1$u3qxRSQVsL09owWcL7ol8A$iR0Er2+fFZ1DekzRkJ6DToRopMjOeucnqiWGiAQMGfs";
