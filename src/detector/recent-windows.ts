// Caches the encoder's output for the most recent windows. The rewriter scores one text again and again with an
// edit more or less, and a window without that edit need not be computed twice. Windows are identified by a
// hash, so that no text stays in memory.
import { createHash } from "node:crypto";
import type { Encoder, WindowLogits } from "./encoder.ts";

/** `encoder` with a cache of the `count` most recent windows. */
export function rememberWindows(encoder: Encoder, count: number): Encoder {
  const known = new Map<string, WindowLogits>();
  return {
    async score(ids) {
      const key = createHash("sha256").update(ids).digest("base64");
      const logits = known.get(key) ?? (await encoder.score(ids));
      // A Map keeps insertion order: the first entry is the least recently used.
      known.delete(key);
      known.set(key, logits);
      for (const oldest of known.keys()) {
        if (known.size <= count) break;
        known.delete(oldest);
      }
      return logits;
    },
    release: () => encoder.release(),
  };
}
