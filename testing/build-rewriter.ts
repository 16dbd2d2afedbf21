// Builders for the tests: a rewriter whose detector is a plain function, so that each test says what the
// detector thinks, and a shorthand for what the phrases alone do to a sentence.
import type { Detection } from "../src/detector/detector.ts";
import { RELEASED_MODELS } from "../src/release.ts";
import { applyReplacements, type EditKind } from "../src/rewriter/edit.ts";
import { readSentence as readSentenceWith, type Sentence } from "../src/rewriter/english/tokens.ts";
import { findProtected } from "../src/rewriter/gate/protect.ts";
import { findProse } from "../src/rewriter/passages.ts";
import { draftEdits, proposalsOf } from "../src/rewriter/propose.ts";
import { registerOf } from "../src/rewriter/register.ts";
import { openResources, type RewriterResources } from "../src/rewriter/resources.ts";
import type { Rewriter, Strength } from "../src/rewriter/rewrite.ts";
import { createRewriter } from "../src/rewriter/rewrite.ts";
import { chooseEdits } from "../src/rewriter/search.ts";

/** The released models and rules, shared by the tests of one process. */
export const RESOURCES = openResources(RELEASED_MODELS);

/** The same for tests that put a few sentences together in many ways: the judge is asked about each edit of a sentence once.
 * What it answers depends on nothing else. */
export function rememberAnswers(resources: RewriterResources): RewriterResources {
  const judgements = new Map<string, number>();
  return {
    ...resources,
    judge: () => ({
      judge(edit) {
        const { sentence, ...rest } = edit;
        const asked = [sentence.text, rest];
        return remember(judgements, asked, () => resources.judge().judge(edit));
      },
    }),
  };
}

function remember<T>(answers: Map<string, T>, asked: unknown[], ask: () => T): T {
  const key = JSON.stringify(asked);
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return answer;
}

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
export function buildRewriter(
  scoreOf: (text: string) => number = shortIsHuman,
  resources = RESOURCES,
): Rewriter {
  return createRewriter({
    resources,
    detect: async (text) => buildDetection(scoreOf(text)),
  });
}

/** AI-like, the more so the longer the text. */
export function shortIsHuman(text: string): number {
  return 0.6 + 0.3 * (text.length / (text.length + 1000));
}

const NEUTRAL = { score: () => 0, scoreText: () => 0 };
const ALL: readonly EditKind[] = ["word", "phrase", "connective", "repair"];

/** What the phrases make of a text without any other judgement. */
export function applyRules(
  text: string,
  {
    strength = "medium",
    keep = [],
    kinds = ALL,
  }: { strength?: Strength; keep?: string[]; kinds?: readonly EditKind[] } = {},
): string {
  const { passages, starts } = findProse(text);
  const drafts = draftEdits(text, passages, {
    isStrong: strength === "strong",
    register: registerOf(text),
    lexicon: RESOURCES.lexicon(),
    phrases: RESOURCES.phrases(),
  });
  const chosen = chooseEdits(proposalsOf(drafts), {
    text,
    spans: findProtected(text, starts, keep),
    preference: NEUTRAL,
    budget: { words: 10_000, costOf: () => 1 },
    valueMin: -10,
    allows: ({ kind }) => kinds.includes(kind),
  });
  return applyReplacements(text, chosen);
}
