// How far checks and rewrites under way have come, for the page that waits for them. Each is known by whom it belongs
// to and by the Idempotency-Key its page chose; nothing of it outlives the answer.
import type { FastifyRequest } from "fastify";
import { readIdempotencyKey } from "../metering/metering.ts";

export type ProgressBoard = ReturnType<typeof createProgressBoard>;

export function createProgressBoard() {
  const shares = new Map<string, number>();
  return {
    /** Runs the work with a place to tell its progress; without a key nobody could ask for it. */
    async during<T>(
      request: FastifyRequest,
      work: (told: { onProgress?: (share: number) => void }) => Promise<T>,
    ): Promise<T> {
      const key = readIdempotencyKey(request);
      if (key === undefined) return work({});
      const name = nameOf(request, key);
      shares.set(name, 0);
      try {
        return await work({ onProgress: (share) => void shares.set(name, share) });
      } finally {
        shares.delete(name);
      }
    },

    /** 0…1; null for work that waits for its turn, is over, or is another's. */
    read: (request: FastifyRequest, key: string): number | null =>
      shares.get(nameOf(request, key)) ?? null,
  };
}

/** A header holds no NUL: no key can pass for another's. */
function nameOf({ visitor }: FastifyRequest, key: string): string {
  return `${visitor?.session.accountId ?? "local"}\0${key}`;
}
