// Secrets of webhooks. One for each key, derived from a secret of this installation: nothing is stored for a key, and
// every copy of the program signs alike.
import { createHmac } from "node:crypto";
import type { Store } from "../store/store.ts";

export function createWebhookSecrets({
  store,
  random,
}: {
  store: Store;
  random: (size: number) => Uint8Array;
}): (keyId: string) => Promise<string> {
  let root: Promise<Buffer> | null = null;
  const readRoot = () => {
    root ??= store
      .keepSetting("webhook_secret", Buffer.from(random(32)).toString("base64"))
      .then((value) => Buffer.from(value, "base64"));
    // If the store was unavailable, the next call tries again.
    root.catch(() => {
      root = null;
    });
    return root;
  };
  return async (keyId) => {
    const mac = createHmac("sha256", await readRoot()).update(`webhook ${keyId}`);
    return `whsec_${mac.digest("base64")}`;
  };
}
