// What costs a check: a verdict, or a text that was changed. Nothing is charged for an answer that gives neither.
import type { Detection } from "../detector/detector.ts";

/** Not for a text under 50 words of prose or in a language without a verdict: it would get none however often it is sent. */
export function isDetectionCharged({
  uncertain_because: cause,
}: Pick<Detection, "uncertain_because">): boolean {
  return cause !== "short" && cause !== "language";
}

/** Not for a text that came back as it was. */
export function isRewriteCharged({ regenerated }: { regenerated: boolean }): boolean {
  return regenerated;
}
