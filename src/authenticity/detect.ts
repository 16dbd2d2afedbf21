// POST /v1/detect: one text or file in, probabilities out; a verdict is one check.
import type { Detector } from "../detector/detector.ts";
import type { Server } from "../http/http.ts";
import {
  type InputLimits,
  keepDetection,
  readDetectOptions,
  readInput,
  requireWords,
  withInput,
} from "../input/input.ts";
import { isDetectionCharged } from "../metering/metering.ts";
import type { Guard } from "./guard.ts";
import type { DetectionReply } from "./reply-schemas.ts";
import { detectFile as fileSchema, detect as schema } from "./schemas.ts";
import { createTestDetector } from "./test-keys.ts";

export function addDetectRoute(
  scope: Server,
  {
    guard,
    detector,
    limits,
  }: { guard: Guard; detector: Pick<Detector, "version" | "detect">; limits: InputLimits },
): void {
  const test = createTestDetector(detector.version);
  const addRoute = (url: string, described: object) =>
    scope.post(
      url,
      { schema: described, onRequest: guard.admit },
      async (request, reply): Promise<DetectionReply> => {
        const requester = guard.requester(request);
        const input = await readInput(request, limits, requester);
        const { content, identity } = input;
        const { explain } = readDetectOptions(input.parameters);
        requireWords(input);
        const { detect } = guard.isTest(request) ? test : detector;
        const { result, counted } = await guard.metered(request, reply, {
          endpoint: "detect",
          body: identity,
          work: () => detect(content, { ...requester, explain }),
          isCharged: isDetectionCharged,
          kept: (result) => keepDetection(result, input),
        });
        request.words = result.words;
        return { ...withInput(result, input), counted };
      },
    );
  addRoute("/detect", schema);
  addRoute("/detect/file", fileSchema);
}
