// POST /v1/report: one text in, a document to pass on out, one check. It is the check /v1/detect
// makes, so the Idempotency-Key of that call covers the report of the same text.
import type { Detector } from "../detector/detector.ts";
import type { Server } from "../http/http.ts";
import {
  type InputLimits,
  keepDetection,
  readInput,
  readReportOptions,
  requireWords,
  withInput,
} from "../input/input.ts";
import { isDetectionCharged } from "../metering/metering.ts";
import { describeDocument, type Reporter } from "../report/report.ts";
import type { Guard } from "./guard.ts";
import { EXPOSED } from "./replies.ts";
import { reportFile as fileSchema, report as schema } from "./schemas.ts";
import { createTestDetector } from "./test-keys.ts";

export function addReportRoute(
  scope: Server,
  options: {
    guard: Guard;
    detector: Detector;
    reporter: Reporter;
    clock: () => number;
    limits: InputLimits;
  },
): void {
  const { guard, detector, reporter, clock, limits } = options;
  const test = createTestDetector(detector.version);
  const addRoute = (url: string, described: object) =>
    scope.post(url, { schema: described, onRequest: guard.admit }, async (request, reply) => {
      const requester = guard.requester(request);
      const input = await readInput(request, limits, requester);
      const { content, parameters, identity, name, sha256 } = input;
      const file = sha256 === undefined ? undefined : { name, sha256 };
      const { format, paper, title } = readReportOptions(parameters);
      requireWords(input);
      const { detect } = guard.isTest(request) ? test : detector;
      const {
        result: { document, detection },
      } = await guard.metered(request, reply, {
        endpoint: "detect",
        body: identity,
        async work({ checkedAt }) {
          const detection = await detect(content, requester);
          const times = { checkedAt, madeAt: clock() };
          const reported = withInput(detection, input);
          const check = { text: content, detection: reported, file, ...times, title, paper };
          return { detection, document: await reporter.write(format, check, requester) };
        },
        isCharged: ({ detection }) => isDetectionCharged(detection),
        kept: ({ detection }) => keepDetection(detection, input),
      });
      request.words = detection.words;
      return (
        reply
          .headers(describeDocument({ format, paper, title: title ?? name }))
          // Lets a page read the suggested file name.
          .header("access-control-expose-headers", `${EXPOSED}, content-disposition`)
          .send(Buffer.from(document))
      );
    });
  addRoute("/report", schema);
  addRoute("/report/file", fileSchema);
}
