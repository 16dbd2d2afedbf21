// Responses to a test key (`ls_test_…`): fixed results chosen by the first word of the content, so that every case
// of a program can be tested without using checks or waiting for the model. All other rules are those of a live key.
import type { DetectedSegment, Detection, Detector, Verdict } from "../detector/detector.ts";
import { wordsIn } from "../detector/detector.ts";
import { AppError } from "../http/http.ts";
import type { Rewriter, RewrittenSentence } from "../rewriter/rewriter.ts";

type Answer = { verdict: Verdict; score: number; final: number; ai_share?: number };

const HUMAN: Answer = { verdict: "Human-written", score: 0.03, final: 4 };

/** By first word; every other text gets the human answer. */
const ANSWERS: Readonly<Record<string, Answer | "quota_exceeded" | "simulated_failure">> = {
  "test:ai": { verdict: "AI-generated", score: 0.97, final: 96 },
  "test:human": HUMAN,
  "test:mixed": { verdict: "Mixed", score: 0.5, final: 50, ai_share: 50 },
  "test:quota": "quota_exceeded",
  "test:error": "simulated_failure",
};

// Also in reports made with the key, so that nobody takes one for the result of a real check.
const WARNINGS = [
  { code: "test_key", message: "Fixed answer of a test key: the text was not analysed." },
];

export function createTestDetector(version: string): Pick<Detector, "detect"> {
  return {
    async detect(content) {
      const answer = answerTo(content);
      const ai = percent(answer.score);
      const detection: Detection = {
        ai_probability: ai,
        human_probability: 100 - ai,
        final_probability: answer.final,
        verdict: answer.verdict,
        input_type: "text",
        model_version: version,
        segments: segmentsOf(content, answer),
        words: wordsIn(content),
        language: "en",
        warnings: WARNINGS,
        score: answer.score,
        ...(answer.ai_share === undefined ? {} : { ai_share: answer.ai_share }),
      };
      return detection;
    },
  };
}

/** `test:ai` becomes `test:human`; no other text is changed. */
export function createTestRewriter(version: string): Rewriter {
  return {
    async rewrite(content, { onSentence } = {}) {
      const before = answerTo(content);
      const isChanged = firstWord(content) === "test:ai";
      const sentences = sentencesOf(content, isChanged);
      for (const sentence of sentences) onSentence?.(sentence);
      const start = content.indexOf("test:ai");
      const from = "test:ai";
      const to = "test:human";
      const after = isChanged ? HUMAN : before;
      const readability = { grade: 8, words: wordsIn(content), sentences: 1 };
      return {
        regenerated: isChanged,
        humanized_text: isChanged
          ? content.slice(0, start) + to + content.slice(start + from.length)
          : content,
        original_ai_prob: percent(before.score),
        new_human_prob: 100 - percent(after.score),
        input_type: "text",
        model_version: version,
        warnings: WARNINGS,
        scores: { before: before.score, after: after.score },
        final_probability: { before: before.final, after: after.final },
        readability: { before: readability, after: readability },
        changes: isChanged
          ? [{ start, end: start + from.length, from, to, why: "Fixed answer of a test key." }]
          : [],
        sentences,
      };
    },
  };
}

/** The whole text as one sentence. */
function sentencesOf(content: string, changed: boolean): RewrittenSentence[] {
  const original = content.trim();
  const rewritten = changed ? original.replace("test:ai", "test:human") : original;
  const message = "Fixed answer of a test key.";
  const reason = changed ? {} : { reason: { code: "already_plain" as const, message } };
  return [{ index: 0, original, rewritten, changed, ...reason, alternatives: [] }];
}

/** Too short to be rewritten otherwise. */
export function isTestWord(content: string): boolean {
  return Object.hasOwn(ANSWERS, content.trim());
}

function answerTo(content: string): Answer {
  const word = firstWord(content);
  const answer = (Object.hasOwn(ANSWERS, word) ? ANSWERS[word] : undefined) ?? HUMAN;
  if (typeof answer === "string") throw new AppError(answer);
  return answer;
}

function firstWord(content: string): string {
  return content.trimStart().split(/\s/, 1)[0] ?? "";
}

/** The whole text as one segment; for `Mixed` one that reads like an AI's and one that does not. */
function segmentsOf(content: string, { verdict, score }: Answer): DetectedSegment[] {
  const start = content.length - content.trimStart().length;
  const end = content.trimEnd().length;
  if (verdict !== "Mixed") return [segment(content, { start, end }, percent(score))];
  const middle = start + "test:".length;
  return [
    segment(content, { start, end: middle }, 97),
    segment(content, { start: middle, end }, 3),
  ];
}

function segment(
  content: string,
  { start, end }: { start: number; end: number },
  ai: number,
): DetectedSegment {
  return {
    text: content.slice(start, end),
    ai_prob: ai,
    human_prob: 100 - ai,
    color_label: ai >= 70 ? "red" : ai <= 30 ? "green" : "amber",
    is_data: false,
    start,
    end,
    basis: "sentence",
  };
}

function percent(score: number): number {
  return Math.round(100 * score);
}
