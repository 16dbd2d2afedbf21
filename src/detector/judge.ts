// From model outputs to the result: score, final probability, verdict, segments and warnings.
import { type Calibration, scoreOf } from "./calibration.ts";
import type { ColorLabel, DetectedSegment, Detection, Verdict } from "./detection.ts";
import { isContradictory } from "./disagreement.ts";
import { documentLogit, languageOf } from "./document-logit.ts";
import { finalProbability } from "./final-probability.ts";
import { aiShareOf, findStretches, isMixture } from "./mixture.ts";
import type { Reading } from "./reader.ts";
import { evidenceOfSegments, scoreSegments } from "./segment-scores.ts";
import {
  CAUSES,
  type HoldingWarning,
  holdingWarning,
  sampleWarnings,
  tamperingWarnings,
} from "./warnings.ts";

/** Under this many words of prose no verdict is given. */
const WORDS_MIN = 50;

/** Derives the result from a reading of `input`. */
export function judge(
  input: string,
  reading: Reading,
  calibration: Calibration,
  version: string,
): Detection {
  const held = reasonToHoldBack(reading, calibration);
  const language = languageOf(reading, calibration);
  const logit = documentLogit(reading, calibration) ?? 0;
  const score = scoreOf(logit, language?.score);
  const final =
    language === undefined ? 50 : finalProbability(logit, reading.words, language.final);

  const { evidence, counts } = evidenceOfSegments(reading);
  const stretches = findStretches(evidence, counts, calibration.mixture.words);
  const isMixed = held === undefined && isMixture(stretches, calibration.mixture);
  const verdict = held !== undefined ? "Uncertain" : isMixed ? "Mixed" : verdictFor(final);

  const scores = language === undefined ? [] : scoreSegments(evidence, logit, calibration.segments);
  const cause =
    verdict !== "Uncertain"
      ? undefined
      : (held ??
        (isContradictory(reading, calibration, scores, counts) ? "disagreement" : "evidence"));
  // Without a verdict the segments stay in the middle range: no colour may claim more than the document does.
  const limits = held !== undefined ? MIDDLE : limitsFor(verdict);
  const percent = Math.round(100 * score);
  return {
    ai_probability: percent,
    human_probability: 100 - percent,
    final_probability: held !== undefined ? clamp(final, MIDDLE) : final,
    verdict,
    input_type: "text",
    model_version: version,
    segments: reading.text.segments.map((segment, i) =>
      describeSegment(input, segment, scores[i], limits),
    ),
    words: reading.words,
    language: reading.language.language,
    warnings: [
      ...(cause === undefined ? [] : [holdingWarning(cause, reading.language.language)]),
      ...sampleWarnings(reading.readShare),
      ...tamperingWarnings(reading.text.tampering),
    ],
    score,
    ...(cause === undefined ? {} : { uncertain_because: CAUSES[cause] }),
    ...(isMixed ? { ai_share: aiShareOf(evidence, counts, calibration.mixture) } : {}),
    ...(calibration.local === undefined ? {} : { calibration: calibration.local }),
  };
}

function describeSegment(
  input: string,
  { kind, start, end }: Reading["text"]["segments"][number],
  score: ReturnType<typeof scoreSegments>[number] | undefined,
  limits: Limits,
): DetectedSegment {
  const isData = kind !== "sentence" && kind !== "heading";
  const found = isData ? undefined : score;
  const own = clamp(Math.round(100 * (found?.probability ?? 0.5)), limits);
  return {
    text: input.slice(start, end),
    ai_prob: own,
    human_prob: 100 - own,
    color_label: isData ? "gray" : colorFor(own),
    is_data: isData,
    start,
    end,
    ...(found === undefined ? {} : { basis: found.isOwn ? "sentence" : "text" }),
  };
}

function reasonToHoldBack(reading: Reading, calibration: Calibration): HoldingWarning | undefined {
  if (reading.tokens.ids.length === 0 || reading.words === 0) return "no_prose";
  if (reading.language.isMixed) return "several_languages";
  if (calibration.languages[reading.language.language] === undefined) return "language";
  return reading.words < WORDS_MIN ? "short_text" : undefined;
}

function verdictFor(final: number): Verdict {
  if (final >= 90) return "AI-generated";
  if (final >= 70) return "Likely AI-generated";
  if (final >= 31) return "Uncertain";
  if (final >= 11) return "Likely human-written";
  return "Human-written";
}

function colorFor(probability: number): ColorLabel {
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
