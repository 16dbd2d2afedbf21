// From a reading to the answer: score, final probability, verdict, segments and warnings.
import { type Calibration, combine, documentFeatures, sigmoid } from "./calibration.ts";
import type { ColorLabel, DetectedSegment, Detection, Verdict, Warning } from "./detection.ts";
import { finalProbability } from "./final-probability.ts";
import { findStretches, isMixture } from "./mixture.ts";
import type { Reading } from "./reader.ts";
import { evidenceOf, scoreSegments, segmentTokens } from "./segment-scores.ts";
import { sampleWarnings, tamperingWarnings, WARNINGS } from "./warnings.ts";
import { wordsIn } from "./words.ts";

/** Under this many words of prose no verdict is given. */
const WORDS_MIN = 50;

/** Weighs a reading of `input`. */
export function judge(
  input: string,
  reading: Reading,
  calibration: Calibration,
  version: string,
): Detection {
  const held = reasonsToHoldBack(reading, calibration);
  const language = calibration.languages[reading.language.language];
  const canScore =
    language !== undefined && !reading.language.isMixed && reading.windows.length > 0;
  const logit = canScore
    ? combine(documentFeatures(reading), calibration, language) +
      (reading.text.isCaseRestored ? calibration.restoredCase : 0)
    : 0;
  const score = sigmoid(logit);
  const final = canScore ? finalProbability(logit, reading.words, language.final) : 50;

  const evidence = segmentTokens(reading).map((range) => evidenceOf(range, reading.tokenLogits));
  const counts = reading.text.segments.map(({ prose }) =>
    prose === undefined ? 0 : wordsIn(reading.text.prose.text.slice(prose.start, prose.end)),
  );
  const stretches = findStretches(evidence, counts, calibration.mixture.words);
  const isMixed = held.length === 0 && isMixture(stretches, calibration.mixture);
  const verdict = held.length > 0 ? "Uncertain" : isMixed ? "Mixed" : verdictFor(final);

  const probabilities = canScore
    ? scoreSegments(evidence, logit, calibration.segments)
    : evidence.map(() => 0.5);
  // A verdict held back keeps to the middle: no colour may say what the document does not.
  const limits = held.length > 0 ? MIDDLE : limitsFor(verdict);
  const percent = Math.round(100 * score);
  return {
    ai_probability: percent,
    human_probability: 100 - percent,
    final_probability: held.length > 0 ? clamp(final, MIDDLE) : final,
    verdict,
    input_type: "text",
    model_version: version,
    segments: reading.text.segments.map(({ kind, start, end }, i): DetectedSegment => {
      const isData = kind !== "sentence" && kind !== "heading";
      const own = isData ? 50 : clamp(Math.round(100 * (probabilities[i] ?? 0.5)), limits);
      return {
        text: input.slice(start, end),
        ai_prob: own,
        human_prob: 100 - own,
        color_label: isData ? "gray" : colorFor(own),
        is_data: isData,
        start,
        end,
      };
    }),
    words: reading.words,
    language: reading.language.language,
    warnings: [
      ...held,
      ...sampleWarnings(reading.readShare),
      ...tamperingWarnings(reading.text.tampering),
    ],
    score,
  };
}

function reasonsToHoldBack(reading: Reading, calibration: Calibration): Warning[] {
  const code =
    reading.tokens.ids.length === 0 || reading.words === 0
      ? "no_prose"
      : reading.language.isMixed
        ? "several_languages"
        : calibration.languages[reading.language.language] === undefined
          ? "language"
          : reading.words < WORDS_MIN
            ? "short_text"
            : undefined;
  return code === undefined ? [] : [{ code, message: WARNINGS[code] }];
}

export function verdictFor(final: number): Verdict {
  if (final >= 90) return "AI-generated";
  if (final >= 70) return "Likely AI-generated";
  if (final >= 31) return "Uncertain";
  if (final >= 11) return "Likely human-written";
  return "Human-written";
}

export function colorFor(probability: number): ColorLabel {
  if (probability >= 70) return "red";
  return probability >= 31 ? "amber" : "green";
}

type Limits = readonly [number, number];

const MIDDLE: Limits = [31, 69];

/** No red segment in a text called human, no green one in a text called AI-generated outright. */
function limitsFor(verdict: Verdict): Limits {
  if (verdict === "Human-written" || verdict === "Likely human-written") return [0, 69];
  return verdict === "AI-generated" ? [31, 100] : [0, 100];
}

function clamp(value: number, [low, high]: Limits): number {
  return Math.min(high, Math.max(low, value));
}
