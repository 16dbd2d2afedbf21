// A random secret of an installation: made by whichever copy of the program asks first, and then the same for all.
import type { UsageRows } from "./usage-rows.ts";

/** Reads it from the store once; `random` is used only where there is none yet. */
export function createInstallationSecret(
  name: string,
  {
    store,
    random,
  }: { store: Pick<UsageRows, "keepSetting">; random: (size: number) => Uint8Array },
): () => Promise<Buffer> {
  let secret: Promise<Buffer> | null = null;
  return () => {
    secret ??= store
      .keepSetting(name, Buffer.from(random(32)).toString("base64"))
      .then((value) => Buffer.from(value, "base64"));
    // If the store was unavailable, the next call tries again.
    secret.catch(() => {
      secret = null;
    });
    return secret;
  };
}
