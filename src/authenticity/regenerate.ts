// POST /v1/regenerate: one text or file in, a plainer version out, one check.
import { wordsIn } from "../detector/detector.ts";
import { AppError, type Server } from "../http/http.ts";
import type { Rewriter, Strength } from "../rewriter/rewriter.ts";
import { bad, type ContentLimits, readContent, withInput } from "./content.ts";
import type { Guard } from "./guard.ts";
import { regenerate as schema } from "./schemas.ts";

const WORDS_MIN = 20;
const STRENGTHS: readonly Strength[] = ["light", "medium", "strong"];
const KEEP_MAX = 200;

export function addRegenerateRoute(
  scope: Server,
  { guard, rewriter, limits }: { guard: Guard; rewriter: Rewriter; limits: ContentLimits },
): void {
  scope.post("/regenerate", { schema, onRequest: guard.admit }, async (request, reply) => {
    const input = await readContent(request, limits);
    const { content, parameters, identity } = input;
    const strength = readStrength(parameters.get("strength"));
    const keep = readKeep(parameters.get("keep"));
    if (wordsIn(content) < WORDS_MIN) throw new AppError("text_too_short");
    const result = await guard.metered(request, reply, {
      endpoint: "regenerate",
      body: JSON.stringify([identity, strength, keep]),
      work: (signal) => rewriter.rewrite(content, { strength, keep, signal }),
      kept: (result) => ({ content, name: input.name, result: withInput(result, input) }),
    });
    return withInput(result, input);
  });
}

function readStrength(value: unknown): Strength {
  if (value === undefined || value === "") return "medium";
  const strength = STRENGTHS.find((known) => known === value);
  if (strength === undefined) {
    throw bad(`Parameter 'strength' must be one of ${STRENGTHS.join(", ")}.`);
  }
  return strength;
}

/** A list in JSON; in a form one word or phrase a line. */
function readKeep(value: unknown): string[] {
  if (value === undefined) return [];
  const items = typeof value === "string" ? value.split(/\r?\n/) : value;
  if (!Array.isArray(items) || !items.every((item) => typeof item === "string")) {
    throw bad("Parameter 'keep' must be a list of texts.");
  }
  const keep = items.map((item) => item.trim()).filter((item) => item !== "");
  if (keep.length > KEEP_MAX) throw bad(`Parameter 'keep' may list at most ${KEEP_MAX} phrases.`);
  return keep;
}
