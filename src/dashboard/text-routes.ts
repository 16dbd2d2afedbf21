// Checking and rewriting a text on the page. Somebody signed in pays with a check of the account, as
// with a key; without an account it works at this very machine, so that a new install can be tried.
import type { FastifyReply, FastifyRequest } from "fastify";
import { wordsIn } from "../detector/detector.ts";
import { AppError, type Server } from "../http/http.ts";
import type { Strength } from "../rewriter/rewriter.ts";
import { bad, readField, readOptionalString, readString } from "./fields.ts";
import type { DashboardParts } from "./parts.ts";
import { isLocal } from "./same-site.ts";
import { retryAfter, timeOf } from "./visitor.ts";

const WORDS_MIN_REWRITE = 20;
const STRENGTHS: readonly Strength[] = ["light", "medium", "strong"];
const KEEP_MAX = 200;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

type Task<T> = {
  endpoint: string;
  /** What an account that keeps its results would keep as the text. */
  content: string;
  body: string;
  work: (signal: AbortSignal) => Promise<T>;
};

export function addTextRoutes(scope: Server, parts: DashboardParts): void {
  const { accounts, client, clock, detector, history, rewriter } = parts;

  const requireAllowed = async (request: FastifyRequest) => {
    if (!request.visitor && !isLocal(client, request.raw)) throw new AppError("signed_out");
  };

  scope.post("/detect", { onRequest: requireAllowed }, async (request, reply) => {
    const content = readText(request, parts.textLengthMax);
    return metered(request, reply, {
      endpoint: "detect",
      content,
      body: content,
      work: (signal) => detector.detect(content, { signal }),
    });
  });

  scope.post("/regenerate", { onRequest: requireAllowed }, async (request, reply) => {
    const content = readText(request, parts.textLengthMax);
    const strength = readStrength(request);
    const keep = readKeep(request);
    if (wordsIn(content) < WORDS_MIN_REWRITE) throw new AppError("text_too_short");
    return metered(request, reply, {
      endpoint: "regenerate",
      content,
      body: JSON.stringify([content, strength, keep]),
      work: (signal) => rewriter.rewrite(content, { strength, keep, signal }),
    });
  });

  /** Rate → quota → work → count, as with a key; the count is durable before the answer goes out. */
  async function metered<T extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    task: Task<T>,
  ) {
    if (!request.visitor) return { ...(await whileThere(reply, task.work)), quota: null };
    const { accountId } = request.visitor.session;
    const caller = await accounts.callerFor(accountId);
    if (caller === null) throw new AppError("signed_out");
    const entered = await accounts.limits.enterKey(accountId);
    if (!entered.allowed) {
      const code = entered.refusedBy === "rate" ? "rate_limited" : "too_many_at_once";
      throw new AppError(code, { headers: retryAfter(entered.retryAfterMs) });
    }
    try {
      const { endpoint, body } = task;
      const key = readIdempotencyKey(request);
      const idempotency = key === undefined ? undefined : { key, body };
      const reserved = await accounts.quota.reserve(caller, { endpoint, idempotency });
      if (!reserved.ok) throw quotaError(reserved);
      const result = await whileThere(reply, task.work).catch((error: unknown) => {
        reserved.check.release();
        throw error;
      });
      const counted = await reserved.check.count();
      if (!counted.ok) throw quotaError(counted);
      if (!reserved.check.isReplay) {
        history.keep(caller, [{ endpoint, content: task.content, result }]);
      }
      const { limit, remaining, resetMs } = counted.day;
      const resets_at = timeOf(clock() + resetMs);
      return { ...result, quota: { limit, used: limit - remaining, remaining, resets_at } };
    } finally {
      entered.leave();
    }
  }
}

/** Work stops when the one it is for has gone away. */
async function whileThere<T>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  reply.raw.once("close", onClose);
  try {
    return await work(gone.signal);
  } finally {
    reply.raw.off("close", onClose);
  }
}

function quotaError(refused: { reason: string; day: { resetMs: number } }): AppError {
  if (refused.reason === "idempotency_mismatch") return new AppError("idempotency_mismatch");
  if (refused.reason === "account_gone") return new AppError("signed_out");
  return new AppError("quota_exceeded", { headers: retryAfter(refused.day.resetMs) });
}

function readText(request: FastifyRequest, lengthMax: number): string {
  const content = readString(request, "content");
  if (content.trim() === "") throw new AppError("content_required");
  if (content.length > lengthMax) {
    throw bad(`Text is too long: at most ${lengthMax} characters.`);
  }
  if (content.includes("\0")) throw bad("The text must not hold a NUL character.");
  if (wordsIn(content) === 0) throw bad("The text has no words.");
  return content;
}

function readStrength(request: FastifyRequest): Strength {
  const given = readOptionalString(request, "strength") ?? "medium";
  const strength = STRENGTHS.find((known) => known === given);
  if (strength === undefined) throw bad(`'strength' must be one of ${STRENGTHS.join(", ")}.`);
  return strength;
}

function readKeep(request: FastifyRequest): string[] {
  const value = readField(request, "keep") ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw bad("'keep' must be a list of texts.");
  }
  const keep = value.map((item: string) => item.trim()).filter((item) => item !== "");
  if (keep.length > KEEP_MAX) throw bad(`'keep' may list at most ${KEEP_MAX} phrases.`);
  return keep;
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)) {
    throw bad("Idempotency-Key must be 1 to 255 visible ASCII characters.");
  }
  return key;
}
