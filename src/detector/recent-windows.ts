// Remembers what the encoder said about the windows it read last. A rewriter asks about one text again and
// again with an edit more or less, and a window without that edit need not be read twice. Windows are known
// by a hash, so that no text stays in memory.
import { createHash } from "node:crypto";
import type { Encoder, WindowLogits } from "./encoder.ts";

/** The same answers from `encoder`, at no cost for the `count` windows read last. */
export function rememberWindows(encoder: Encoder, count: number): Encoder {
  const known = new Map<string, WindowLogits>();
  return {
    async score(ids) {
      const key = createHash("sha256").update(ids).digest("base64");
      const logits = known.get(key) ?? (await encoder.score(ids));
      // A map keeps the order of insertion: the first one is the one not asked about for longest.
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
