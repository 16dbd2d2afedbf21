// Builders for the tests: a rewriter whose detector is a plain function, so that each test says what the
// detector thinks, and a shorthand for what the rules alone do to a sentence.
import type { Detection } from "../src/detector/detector.ts";
import { RELEASED_MODELS } from "../src/release.ts";
import { applyReplacements } from "../src/rewriter/edit.ts";
import { findProse } from "../src/rewriter/passages.ts";
import { draftEdits, proposeEdits } from "../src/rewriter/propose.ts";
import { findProtected } from "../src/rewriter/protect.ts";
import { findRegister } from "../src/rewriter/register.ts";
import { openResources } from "../src/rewriter/resources.ts";
import type { Rewriter, Strength } from "../src/rewriter/rewrite.ts";
import { createRewriter } from "../src/rewriter/rewrite.ts";
import type { EditKind } from "../src/rewriter/rule-table.ts";
import { chooseEdits } from "../src/rewriter/search.ts";
import {
  readSentence as readSentenceWith,
  type Sentence,
} from "../src/rewriter/sentence/tokens.ts";

/** The released models and rules, shared by the tests of one process. */
export const RESOURCES = openResources(RELEASED_MODELS);

export function readSentence(text: string): Sentence {
  return readSentenceWith(text, RESOURCES.lexicon());
}

/** A detection with this AI score. */
export function buildDetection(score: number, language = "en"): Detection {
  const percent = Math.round(100 * score);
  return {
    ai_probability: percent,
    human_probability: 100 - percent,
    final_probability: percent,
    verdict: score > 0.5 ? "AI-generated" : "Human-written",
    input_type: "text",
    model_version: "v0.1",
    segments: [],
    words: 100,
    language,
    warnings: [],
    score,
  };
}

/** A rewriter whose detector scores each text by `scoreOf`. */
export function buildRewriter(scoreOf: (text: string) => number = shortIsHuman): Rewriter {
  return createRewriter({
    resources: RESOURCES,
    detect: async (text) => buildDetection(scoreOf(text)),
  });
}

/** AI-like, and the less so the shorter the text. */
export function shortIsHuman(text: string): number {
  return 0.6 + 0.3 * (text.length / (text.length + 1000));
}

const NEUTRAL = { score: () => 0, scoreText: () => 0 };
const ALL: readonly EditKind[] = [
  "word",
  "phrase",
  "connective",
  "contraction",
  "split",
  "recast",
  "rhythm",
  "repair",
];

/** What the rules make of a text when nothing weighs against them. */
export function applyRules(
  text: string,
  {
    strength = "medium",
    keep = [],
    kinds = ALL,
  }: { strength?: Strength; keep?: string[]; kinds?: readonly EditKind[] } = {},
): string {
  const prose = findProse(text);
  const register = findRegister(text);
  const drafts = draftEdits(text, prose, {
    strength,
    register,
    lexicon: RESOURCES.lexicon(),
    rules: RESOURCES.rules(),
  });
  const proposals = proposeEdits(text, drafts, register);
  const spans = findProtected(text, prose.starts, keep);
  const chosen = chooseEdits(text, proposals, spans, NEUTRAL, {
    budgetWords: 10_000,
    valueMin: -10,
    kinds: new Set(kinds),
  });
  return applyReplacements(text, chosen);
}
