// Secrets of webhooks. One for each key, derived from a secret of this installation: nothing is stored for a key, and
// every copy of the program signs alike.
import { createHmac } from "node:crypto";
import { createInstallationSecret, type Store } from "../store/store.ts";

export function createWebhookSecrets({
  store,
  random,
}: {
  store: Store;
  random: (size: number) => Uint8Array;
}): (keyId: string) => Promise<string> {
  const readSecret = createInstallationSecret("webhook_secret", { store, random });
  return async (keyId) => {
    const mac = createHmac("sha256", await readSecret()).update(`webhook ${keyId}`);
    return `whsec_${mac.digest("base64")}`;
  };
}
