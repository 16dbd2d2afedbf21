// POST /v1/regenerate: one text or file in, a plainer version out; a text that was changed is one check.
import { wordsIn } from "../detector/detector.ts";
import type { Server } from "../http/http.ts";
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
import { isRewriteCharged } from "../metering/metering.ts";
import type { Rewriter } from "../rewriter/rewriter.ts";
import type { Guard } from "./guard.ts";
import type { RewriteReply } from "./reply-schemas.ts";
import { regenerateFile as fileSchema, regenerate as schema } from "./schemas.ts";
import { createTestRewriter, isTestWord } from "./test-keys.ts";

export function addRegenerateRoute(
  scope: Server,
  {
    guard,
    rewriter,
    modelVersion,
    limits,
  }: { guard: Guard; rewriter: Rewriter; modelVersion: string; limits: InputLimits },
): void {
  const test = createTestRewriter(modelVersion);
  const addRoute = (url: string, described: object) =>
    scope.post(
      url,
      { schema: described, onRequest: guard.admit },
      async (request, reply): Promise<RewriteReply> => {
        const requester = guard.requester(request);
        const input = await readInput(request, limits, requester);
        const { content, parameters, identity } = input;
        const asked = readRewriteOptions(parameters);
        const isTest = guard.isTest(request);
        if (!isTest || !isTestWord(content)) requireWordsToRewrite(input);
        const by = isTest ? test : rewriter;
        const { result, counted } = await guard.metered(request, reply, {
          endpoint: "regenerate",
          body: describeAsked(identity, asked),
          work: () => runRewrite(by, content, { ...asked, ...requester }),
          isCharged: isRewriteCharged,
          kept: (result) => keepRewrite(result, input),
        });
        request.words = wordsIn(content);
        return { ...withInput(result, input), counted };
      },
    );
  addRoute("/regenerate", schema);
  addRoute("/regenerate/file", fileSchema);
}
