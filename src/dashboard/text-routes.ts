// Checking and rewriting texts in the dashboard.
import { AppError, readQuery, type Server } from "../http/http.ts";
import {
  describeAsked,
  keepDetection,
  keepRewrite,
  readInput,
  readReportOptions,
  readRewriteOptions,
  requireWords,
  requireWordsToRewrite,
  runRewrite,
  withInput,
} from "../input/input.ts";
import { isDetectionCharged, isRewriteCharged } from "../metering/metering.ts";
import { describeDocument } from "../report/report.ts";
import type { DashboardOptions } from "./options.ts";
import { createProgressBoard } from "./progress.ts";
import { isLocal } from "./same-site.ts";
import type { TextGuard } from "./text-guard.ts";

const BODY_TIMEOUT_MS = 20_000;

/** An explanation takes about three times as long as the check of a long text. Beyond this length it would take a
 * minute, and on a busy machine exceed the time limit, for phrases that hardly move the score of such a text. */
const EXPLAINED_LENGTH_MAX = 30_000;

export async function addTextRoutes(
  scope: Server,
  options: DashboardOptions,
  guard: TextGuard,
): Promise<void> {
  const { client, clock, detector, reporter, rewriter } = options;
  const { textLengthMax, fileSizeMax, files, bodies } = options;
  const limits = { textLengthMax, fileSizeMax, files, bodies, timeoutMs: BODY_TIMEOUT_MS };

  const progress = createProgressBoard();
  scope.get("/progress", async (request) => {
    if (!request.visitor && !isLocal(client, request.raw)) throw new AppError("signed_out");
    const key = readQuery(request.url).get("check") ?? "";
    return { share: progress.read(request, key) };
  });

  await scope.register(async (texts) => {
    // These routes read their bodies themselves, after the visitor was admitted.
    texts.removeAllContentTypeParsers();
    texts.addContentTypeParser("*", (_request, _payload, done) => done(null));
    texts.addHook("onRequest", guard.admit);

    texts.post("/detect", async (request) => {
      const requester = guard.requester(request);
      const input = await readInput(request, limits, requester);
      const { content, identity } = input;
      requireWords(input);
      const { result, ...rest } = await guard.metered(request, {
        endpoint: "detect",
        body: identity,
        work: () =>
          progress.during(request, (onProgress) =>
            detector.detect(content, {
              ...requester,
              onProgress,
              explain: content.length <= EXPLAINED_LENGTH_MAX,
            }),
          ),
        isCharged: isDetectionCharged,
        kept: (result) => keepDetection(result, input),
      });
      return { ...withInput(result, input), ...rest };
    });

    texts.post("/regenerate", async (request) => {
      const requester = guard.requester(request);
      const input = await readInput(request, limits, requester);
      const { content, identity, parameters } = input;
      const asked = readRewriteOptions(parameters);
      requireWordsToRewrite(input);
      const { result, counted, quota } = await guard.metered(request, {
        endpoint: "regenerate",
        body: describeAsked(identity, asked),
        work: () =>
          progress.during(request, (onProgress) =>
            runRewrite(rewriter, content, { ...asked, ...requester, onProgress }),
          ),
        isCharged: isRewriteCharged,
        kept: (result) => keepRewrite(result, input),
      });
      return { ...withInput(result, input), counted, quota };
    });

    // A report of the text that was just checked has the same Idempotency-Key and is free: the check is repeated
    // here, since nothing a page sends could prove what the result was. The key also gives the time of the first
    // check, which the report states.
    texts.post("/report", async (request, reply) => {
      const requester = guard.requester(request);
      const input = await readInput(request, limits, requester);
      const { content, identity, name, parameters, sha256 } = input;
      const file = sha256 === undefined ? undefined : { name, sha256 };
      const { format, paper, title } = readReportOptions(parameters);
      requireWords(input);
      const { result } = await guard.metered(request, {
        endpoint: "detect",
        body: identity,
        async work({ checkedAt }) {
          const explain = content.length <= EXPLAINED_LENGTH_MAX;
          const detection = await detector.detect(content, { ...requester, explain });
          const times = { checkedAt, madeAt: clock() };
          const reported = withInput(detection, input);
          const check = { text: content, detection: reported, file, ...times, title, paper };
          return { detection, document: await reporter.write(format, check, requester) };
        },
        isCharged: ({ detection }) => isDetectionCharged(detection),
        kept: ({ detection }) => keepDetection(detection, input),
      });
      return reply
        .headers(describeDocument({ format, paper, title: title ?? name }))
        .send(Buffer.from(result.document));
    });
  });
}
