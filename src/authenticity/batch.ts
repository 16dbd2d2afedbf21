// POST /v1/detect/batch: many texts in, a result or an error for each, in order. Each verdict is one
// check; when fewer are left than there are texts, the first ones get them.
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Detection, Detector } from "../detector/detector.ts";
import { AppError, createBreaks, type Log, noteError, type Server } from "../http/http.ts";
import { type InputLimits, keepDetection } from "../input/input.ts";
import { asOverload, isDetectionCharged } from "../metering/metering.ts";
import { type BatchItem, readBatch } from "./batch-items.ts";
import type { Guard } from "./guard.ts";
import { errorFields } from "./replies.ts";
import type { BatchReply } from "./reply-schemas.ts";
import { batch as schema } from "./schemas.ts";
import { createTestDetector } from "./test-keys.ts";
import { createTurns, type Turns } from "./turns.ts";

/** UTF-16 units sent at once, or one result where it is longer. */
const PIECE_LENGTH = 65_536;
/** Batches processed at once; each holds its texts and results in memory. */
const BATCHES_MAX = 32;

/** The outcome of a text: undefined when no check was left for it. */
type Outcome = { detection: Detection } | { error: AppError } | undefined;

export function addBatchRoute(
  scope: Server,
  options: {
    guard: Guard;
    detector: Detector;
    log: Log;
    limits: InputLimits;
    /** Deadline: the batch is answered with what is done by then. */
    timeLimitMs: number;
  },
): void {
  const { guard, detector, log, limits, timeLimitMs } = options;
  // Two per worker: one running, and one waiting so that no worker idles in between.
  const turns = createTurns(2 * detector.workers);
  let running = 0;
  const test = createTestDetector(detector.version);

  scope.post("/detect/batch", { schema, onRequest: guard.admit }, async (request, reply) => {
    const requester = guard.requester(request);
    const { account, signal } = requester;
    const analyser = guard.isTest(request) ? test : detector;
    const late = AbortSignal.timeout(timeLimitMs);
    const explain = (error: AppError) => errorFields(error, request.docUrl(error.code));
    const { items, body } = await readBatch(request, limits, requester);
    const contents = items.flatMap((item) => ("content" in item ? [item.content] : []));
    // Nothing can be analysed, so no check is reserved: the response has the error of each text.
    if (contents.length === 0) return sendReply(reply, answer(items, [], explain));
    const { result, counted } = await guard.meteredMany(request, reply, {
      endpoint: "detect/batch",
      body,
      checks: contents.length,
      async work({ granted }) {
        if (running >= BATCHES_MAX) throw new AppError("overloaded");
        running++;
        try {
          const work = { granted, account, signal, late, turns, detect };
          const outcomes = await analyse(contents, work);
          const charged = outcomes.filter(isCharged).length;
          const isAnyDone = outcomes.some(isSuccess);
          // If no text could be analysed, the request fails like a request with one text.
          const failure = outcomes.find((outcome) => outcome !== undefined);
          if (!isAnyDone && failure !== undefined && "error" in failure) throw failure.error;
          return { result: outcomes, charged };
        } finally {
          running--;
        }
      },
      kept: (outcomes, counted) =>
        keepFirst(outcomes, counted).flatMap((outcome, at) =>
          isCharged(outcome)
            ? [keepDetection(outcome.detection, { content: contents[at] ?? "" })]
            : [],
        ),
    });
    const answered = keepFirst(result, counted);
    request.words = answered
      .map((outcome) => (isSuccess(outcome) ? outcome.detection.words : 0))
      .reduce((sum, words) => sum + words, 0);
    return sendReply(reply, answer(items, answered, explain));

    async function detect(content: string, signal: AbortSignal): Promise<Outcome> {
      try {
        return { detection: await analyser.detect(content, { account, signal }) };
      } catch (thrown) {
        signal.throwIfAborted();
        return { error: noteError(log, asOverload(thrown), request) };
      }
    }
  });
}

type Work = {
  granted: number;
  account: string;
  signal: AbortSignal;
  /** Aborted at the deadline: texts not done by then count as overload, the others keep their results. */
  late: AbortSignal;
  turns: Turns;
  detect(content: string, signal: AbortSignal): Promise<Outcome>;
};

/** Processes the texts in order, several at once, until `granted` of them cost a check. A text that fails or costs
 * nothing passes its check on to the next one. */
async function analyse(contents: readonly string[], work: Work): Promise<Outcome[]> {
  const { granted, account, signal, late, turns, detect } = work;
  const outcomes: Outcome[] = contents.map(() => undefined);
  let next = 0;
  /** Texts that cost a check or may yet cost one. */
  let promised = 0;
  // The first failure that ends the request stops the others as well.
  const stop = new AbortController();
  const any = AbortSignal.any([signal, stop.signal, late]);
  const running = new Set<Promise<void>>();

  const begin = (at: number) => {
    promised++;
    const one = turns
      .take(() => detect(contents[at] ?? "", any), { account, signal: any })
      .catch((error: unknown): Outcome => {
        if (!late.aborted || signal.aborted || stop.signal.aborted) throw error;
        return { error: new AppError("overloaded") };
      })
      .then((outcome) => {
        outcomes[at] = outcome;
        if (!isCharged(outcome)) promised--;
      })
      .finally(() => running.delete(one));
    running.add(one);
  };

  try {
    for (;;) {
      while (running.size < turns.places && promised < granted && next < contents.length) {
        begin(next++);
      }
      if (running.size === 0) return outcomes;
      await Promise.race(running);
    }
  } catch (error) {
    stop.abort();
    await Promise.allSettled(running);
    throw error;
  }
}

/** Written result by result: a hundred long ones in one JSON text would keep the thread for a second. */
function sendReply(reply: FastifyReply, { results, checks }: BatchReply): FastifyReply {
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .send(Readable.from(inPieces(writeReply({ results, checks })), { objectMode: false }));
}

/** A result of megabytes is encrypted in several turns of the event loop. */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += PIECE_LENGTH) {
      yield bytes.subarray(at, at + PIECE_LENGTH);
    }
  }
}

export async function* writeReply({ results, checks }: BatchReply): AsyncGenerator<string> {
  const breathe = createBreaks();
  let before = '{"results":[';
  let piece = "";
  for (const result of results) {
    await breathe();
    piece += before + JSON.stringify(result);
    before = ",";
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}],"checks":${JSON.stringify(checks)}}`;
}

function isSuccess(outcome: Outcome): outcome is { detection: Detection } {
  return outcome !== undefined && "detection" in outcome;
}

function isCharged(outcome: Outcome): outcome is { detection: Detection } {
  return isSuccess(outcome) && isDetectionCharged(outcome.detection);
}

/** Of the results that cost a check only those that were counted are returned. */
function keepFirst(outcomes: readonly Outcome[], counted: number): Outcome[] {
  let left = counted;
  return outcomes.map((outcome) => (isCharged(outcome) && --left < 0 ? undefined : outcome));
}

function answer(
  items: readonly BatchItem[],
  outcomes: readonly Outcome[],
  explain: (error: AppError) => ReturnType<typeof errorFields>,
): BatchReply {
  const refusal = new AppError("quota_exceeded");
  const checks = { counted: 0, refused: 0 };
  let at = 0;
  const results = items.map((item) => {
    const named = item.id === undefined ? {} : { id: item.id };
    if ("error" in item) return { ...named, ...explain(item.error) };
    const outcome = outcomes[at++];
    if (outcome === undefined) checks.refused++;
    else if (isSuccess(outcome)) {
      const counted = isCharged(outcome);
      if (counted) checks.counted++;
      return { ...named, ...outcome.detection, counted };
    }
    return { ...named, ...explain(outcome?.error ?? refusal) };
  });
  return { results, checks };
}
