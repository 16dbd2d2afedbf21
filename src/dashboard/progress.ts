// Progress of running checks and rewrites, for the page that waits for them. Each is identified by its owner and
// the Idempotency-Key its page chose; it is forgotten when the response is sent.
import type { FastifyRequest } from "fastify";
import { readIdempotencyKey } from "../metering/metering.ts";

export type ProgressBoard = ReturnType<typeof createProgressBoard>;

export function createProgressBoard() {
  const shares = new Map<string, number>();
  return {
    /** Runs the work with a progress callback; without a key nobody could ask for it. */
    async during<T>(
      request: FastifyRequest,
      work: (onProgress: ((share: number) => void) | undefined) => Promise<T>,
    ): Promise<T> {
      const key = readIdempotencyKey(request);
      if (key === undefined) return work(undefined);
      const name = nameOf(request, key);
      shares.set(name, 0);
      try {
        return await work((share) => void shares.set(name, share));
      } finally {
        shares.delete(name);
      }
    },

    /** 0…1; null for work that is queued, has ended, or belongs to somebody else. */
    read: (request: FastifyRequest, key: string): number | null =>
      shares.get(nameOf(request, key)) ?? null,
  };
}

/** Headers can't contain NUL, so owner and key are separated unambiguously. */
function nameOf({ visitor }: FastifyRequest, key: string): string {
  return `${visitor?.session.accountId ?? "local"}\0${key}`;
}
