// POST /v1/detect: one text or file in, probabilities out, one check.
import type { Detector } from "../detector/detector.ts";
import { wordsIn } from "../detector/detector.ts";
import type { Server } from "../http/http.ts";
import { bad, type ContentLimits, readContent, withInput } from "./content.ts";
import type { Guard } from "./guard.ts";
import { detect as schema } from "./schemas.ts";

export function addDetectRoute(
  scope: Server,
  { guard, detector, limits }: { guard: Guard; detector: Detector; limits: ContentLimits },
): void {
  scope.post("/detect", { schema, onRequest: guard.admit }, async (request, reply) => {
    const input = await readContent(request, limits);
    const { content, identity } = input;
    const explain = readExplain(input.parameters.get("explain"));
    if (wordsIn(content) === 0) throw bad("The text has no words.");
    const result = await guard.metered(request, reply, {
      endpoint: "detect",
      body: identity,
      work: (signal) => detector.detect(content, { signal, explain }),
      kept: (result) => ({ content, name: input.name, result: withInput(result, input) }),
    });
    return withInput(result, input);
  });
}

/** A form has only texts, JSON has its own truth; whoever writes anything else is told. */
function readExplain(value: unknown): boolean {
  if (value === undefined || value === false || value === "false") return false;
  if (value === true || value === "true") return true;
  throw bad("Parameter 'explain' must be true or false.");
}
