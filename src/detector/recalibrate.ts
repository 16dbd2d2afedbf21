// Finds how far the limits must move so that of human texts like the given ones at most 1 in 100 is called AI
// or Mixed: split conformal prediction, with the guarantee and its assumption in docs/operating.md.
import type { Calibration } from "./calibration.ts";
import { boundaryAt, finalProbability } from "./final-probability.ts";
import { applyLocal, type HumanReading, type LocalCalibration } from "./local-calibration.ts";
import type { Manifest } from "./model-files.ts";

/** Fewer texts leave the 1 in 100 to chance. */
export const HUMAN_TEXTS_MIN = 200;
const ACCUSED_MAX = 0.01;
const WORDS_MIN = 50;
/** Groups of length; one with enough texts of its own must keep the promise by itself. */
const LENGTHS = [50, 100, 200];

/** Texts of one group, and the shares of them, 0…1, at each limit before and after. */
export type GroupReport = {
  readonly from: number;
  readonly to: number | undefined;
  readonly texts: number;
  readonly before: Shares;
  readonly after: Shares;
};
export type Shares = {
  /** 70 and more, or `Mixed`. */
  readonly accused: number;
  readonly outright: number;
  readonly cleared: number;
};

export type Recalibration = {
  readonly local: LocalCalibration;
  readonly languages: readonly {
    readonly language: string;
    readonly texts: number;
    readonly shift: number;
    /** All texts first, then by length. */
    readonly groups: readonly GroupReport[];
  }[];
  /** Languages with texts, but too few of them: their limits stay. */
  readonly tooFew: Readonly<Record<string, number>>;
};

export function recalibrate(
  readings: readonly HumanReading[],
  { calibration, manifest }: { calibration: Calibration; manifest: Manifest },
  day: string,
): Recalibration {
  const judged = readings.filter(({ words }) => words >= WORDS_MIN);
  const tooFew: Record<string, number> = {};
  const shifts: Record<string, { texts: number; shift: number }> = {};
  const byLanguage = Map.groupBy(judged, ({ language }) => language);
  for (const [language, own] of byLanguage) {
    if (own.length < HUMAN_TEXTS_MIN) tooFew[language] = own.length;
    else shifts[language] = { texts: own.length, shift: shiftFor(own, calibration) };
  }
  const local: LocalCalibration = {
    format: "lodestone-calibration-1",
    model_version: manifest.version,
    calibration_sha256: manifest.files["calibration.json"] ?? "",
    made: day,
    languages: shifts,
  };
  const after = applyLocal(calibration, local);
  const languages = Object.entries(shifts).map(([language, { texts, shift }]) => ({
    language,
    texts,
    shift,
    groups: reportGroups(byLanguage.get(language) ?? [], calibration, after),
  }));
  return { local, languages, tooFew };
}

/** The smallest shift, never inwards, that all texts and each well-filled group of length ask for. */
function shiftFor(own: readonly HumanReading[], calibration: Calibration): number {
  const groups = groupsOf(own).filter(({ texts }) => texts.length >= HUMAN_TEXTS_MIN);
  const needed = [own, ...groups.map(({ texts }) => texts)].map((texts) =>
    conformalLimit(texts.map((text) => excess(text, calibration))),
  );
  const most = Math.max(...needed);
  return most < 0 ? 0 : Math.ceil(1000 * (most + MARGIN)) / 1000;
}

/** Passed by at most 1 in 100 of texts drawn like these: the ⌈0.99 (n + 1)⌉-th smallest value. */
function conformalLimit(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil((1 - ACCUSED_MAX) * (sorted.length + 1));
  return sorted[rank - 1] ?? Number.POSITIVE_INFINITY;
}

/** The shift under which a text is just still accused, by its score or as a mixture. */
function excess(
  { language, words, logit, mixture }: HumanReading,
  calibration: Calibration,
): number {
  const map = calibration.languages[language]?.final;
  if (map === undefined) return Number.NEGATIVE_INFINITY;
  const { logit: limit, share } = boundaryAt(70, words, map);
  return Math.max((logit - limit) / share, mixture);
}

/** Beyond the text that sets the limit, so that it is not accused itself. */
const MARGIN = 1e-6;

function groupsOf(own: readonly HumanReading[]) {
  return LENGTHS.map((from, i) => {
    const to = LENGTHS[i + 1];
    const texts = own.filter(({ words }) => words >= from && (to === undefined || words < to));
    return { from, to, texts };
  });
}

function reportGroups(
  own: readonly HumanReading[],
  before: Calibration,
  after: Calibration,
): GroupReport[] {
  const whole = { from: WORDS_MIN, to: undefined, texts: own };
  return [whole, ...groupsOf(own)].map(({ from, to, texts }) => ({
    from,
    to,
    texts: texts.length,
    before: sharesOf(texts, before, 0),
    after: sharesOf(texts, after, after.mixture.ai - before.mixture.ai),
  }));
}

function sharesOf(
  texts: readonly HumanReading[],
  calibration: Calibration,
  mixtureShift: number,
): Shares {
  const finals = texts.map(({ language, words, logit, mixture }) => {
    const map = calibration.languages[language]?.final;
    const final = map === undefined ? 50 : finalProbability(logit, words, map);
    return { final, isMixed: mixture >= mixtureShift };
  });
  const share = (test: (text: { final: number; isMixed: boolean }) => boolean): number =>
    finals.filter(test).length / Math.max(finals.length, 1);
  return {
    accused: share(({ final, isMixed }) => final >= 70 || isMixed),
    outright: share(({ final, isMixed }) => final >= 90 && !isMixed),
    cleared: share(({ final, isMixed }) => final <= 30 && !isMixed),
  };
}
