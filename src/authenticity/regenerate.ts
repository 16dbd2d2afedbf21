// POST /v1/regenerate: one text or file in, a plainer version out, as one JSON text or sentence by sentence; a text
// that was changed is one check.
import { wordsIn } from "../detector/detector.ts";
import { type Log, noteError, type Server } from "../http/http.ts";
import {
  describeAsked,
  type InputLimits,
  keepRewrite,
  readInput,
  readRewriteOptions,
  requireWordsToRewrite,
  runRewrite,
  withInput,
} from "../input/input.ts";
import { asOverload, isRewriteCharged, type WorkTerms } from "../metering/metering.ts";
import type { Rewrite, Rewriter, RewrittenSentence } from "../rewriter/rewriter.ts";
import type { Guard } from "./guard.ts";
import type { RewriteReply } from "./reply-schemas.ts";
import { type EventSink, sendEvents, wantsEvents } from "./rewrite-events.ts";
import { regenerateFile as fileSchema, regenerate as schema } from "./schemas.ts";
import { createTestRewriter, isTestWord } from "./test-keys.ts";

export function addRegenerateRoute(
  scope: Server,
  {
    guard,
    rewriter,
    modelVersion,
    log,
    limits,
  }: { guard: Guard; rewriter: Rewriter; modelVersion: string; log: Log; limits: InputLimits },
): void {
  const test = createTestRewriter(modelVersion);
  const addRoute = (url: string, described: object) =>
    scope.post(url, { schema: described, onRequest: guard.admit }, async (request, reply) => {
      const requester = guard.requester(request);
      const input = await readInput(request, limits, requester);
      const { content, parameters, identity } = input;
      const asked = readRewriteOptions(parameters);
      const isTest = guard.isTest(request);
      if (!isTest || !isTestWord(content)) requireWordsToRewrite(input);
      const by = isTest ? test : rewriter;
      const options = { ...asked, ...requester };
      const answer = async (sink?: EventSink): Promise<RewriteReply> => {
        const { result, counted } = await guard.metered(request, reply, {
          endpoint: "regenerate",
          body: describeAsked(identity, asked),
          work: (terms) =>
            sink === undefined
              ? runRewrite(by, content, options)
              : tellingSentences(sink, terms, (onSentence) =>
                  runRewrite(by, content, { ...options, onSentence }),
                ),
          isCharged: isRewriteCharged,
          kept: (result) => keepRewrite(result, input),
        });
        request.words = wordsIn(content);
        return { ...withInput(result, input), counted };
      };
      if (!wantsEvents(request)) return answer();
      return sendEvents(request, reply, answer, (thrown) =>
        noteError(log, asOverload(thrown), request),
      );
    });
  addRoute("/regenerate", schema);
  addRoute("/regenerate/file", fileSchema);
}

/** Sends each sentence as it becomes final; from the first changed one on only once the check is counted. */
async function tellingSentences(
  sink: EventSink,
  { countNow }: WorkTerms,
  rewrite: (onSentence: (sentence: RewrittenSentence) => void) => Promise<Rewrite>,
): Promise<Rewrite> {
  let counting: Promise<void> | undefined;
  let sent: Promise<void> = Promise.resolve();
  sink.begin();
  const result = await rewrite((sentence) => {
    if (counting === undefined && !sentence.changed) {
      sink.sentence(sentence);
      return;
    }
    counting ??= countNow();
    sent = Promise.all([sent, counting]).then(() => sink.sentence(sentence));
    // The failure is thrown below, once.
    sent.catch(() => {});
  });
  await sent;
  return result;
}
