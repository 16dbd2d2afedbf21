// Whether the evidence of an uncertain text contradicts itself, or there is simply little of it.
import { type Calibration, documentFeatures, weighFeatures } from "./calibration.ts";
import { languageOf } from "./document-logit.ts";
import type { Reading } from "./reader.ts";
import type { SegmentScore } from "./segment-scores.ts";

/**
 * True when one ensemble member alone indicates AI and another a person, each with odds of e to one, or when at
 * least a quarter of the words reads like an AI's and a quarter like a person's.
 */
export function isContradictory(
  reading: Reading,
  calibration: Calibration,
  scores: readonly SegmentScore[],
  wordCounts: readonly number[],
): boolean {
  return membersDisagree(reading, calibration) || partsDisagree(scores, wordCounts);
}

function membersDisagree(reading: Reading, calibration: Calibration): boolean {
  const language = languageOf(reading, calibration);
  if (language === undefined) return false;
  const parts = weighFeatures(documentFeatures(reading), calibration, language);
  const members = new Map<string, { part: number; weight: number }>();
  let weights = 0;
  calibration.features.forEach((name, i) => {
    // The encoder contributes its document logit and its token logits.
    const member = name === "tokens" ? "encoder" : name;
    const { part, weight } = members.get(member) ?? { part: 0, weight: 0 };
    const own = Math.abs(language.weights[i] ?? 0);
    weights += own;
    members.set(member, { part: part + (parts[i] ?? 0), weight: weight + own });
  });
  // The document's logit from this member alone.
  const alone = [...members.values()]
    .filter(({ weight }) => weight > 0)
    .map(({ part, weight }) => language.bias + (part * weights) / weight);
  return Math.max(...alone) >= PULL && Math.min(...alone) <= -PULL;
}

function partsDisagree(scores: readonly SegmentScore[], wordCounts: readonly number[]): boolean {
  let ai = 0;
  let human = 0;
  let all = 0;
  scores.forEach(({ probability }, i) => {
    const words = wordCounts[i] ?? 0;
    all += words;
    if (probability >= 0.695) ai += words;
    if (probability < 0.305) human += words;
  });
  return Math.min(ai, human) >= PART * all && all > 0;
}

const PULL = 1;
const PART = 0.25;
