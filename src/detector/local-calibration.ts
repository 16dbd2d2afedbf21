// An operator's own calibration: limits moved outwards until few enough of the operator's human texts are called
// AI. recalibrate.ts computes it, the detector applies it on top of the released calibration.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Calibration } from "./calibration.ts";
import { documentLogit } from "./document-logit.ts";
import { findStretches, mixtureMargin } from "./mixture.ts";
import { checkModelFiles, type Manifest, readJson } from "./model-files.ts";
import { openReader } from "./reader.ts";
import { evidenceOfSegments } from "./segment-scores.ts";

export type LocalCalibration = {
  readonly format: "lodestone-calibration-1";
  /** The released model whose limits are moved; the shifts mean nothing for another one. */
  readonly model_version: string;
  readonly calibration_sha256: string;
  /** The UTC day. */
  readonly made: string;
  /** By how much, in log-odds, the limits of a language move, and on how many texts that rests. */
  readonly languages: Readonly<Record<string, { texts: number; shift: number }>>;
};

/** The file can't be used; the message says why, for the operator. */
export class CalibrationRefused extends Error {
  override readonly name = "CalibrationRefused";
}

/** Reads the operator's file and checks that it belongs to this model. */
export async function readLocalCalibration(
  file: string,
  manifest: Manifest,
): Promise<LocalCalibration> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new CalibrationRefused(`${file} can't be read: ${cause.message}`);
  });
  return parseLocalCalibration(text, file, manifest);
}

/** One sentence about what is wrong with the operator's file, or undefined. */
export async function findCalibrationProblem(
  modelDir: string,
  file: string,
): Promise<string | undefined> {
  try {
    await readLocalCalibration(file, await readJson<Manifest>(modelDir, "manifest.json"));
    return undefined;
  } catch (error) {
    if (error instanceof CalibrationRefused) return `CALIBRATION_FILE ${error.message}`;
    throw error;
  }
}

function parseLocalCalibration(text: string, file: string, manifest: Manifest): LocalCalibration {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CalibrationRefused(`${file} is not JSON.`);
  }
  if (!isLocalCalibration(value)) {
    throw new CalibrationRefused(
      `${file} is not a calibration that "lodestone detect calibrate" wrote.`,
    );
  }
  const isSameModel =
    value.model_version === manifest.version &&
    value.calibration_sha256 === manifest.files["calibration.json"];
  if (!isSameModel) {
    throw new CalibrationRefused(
      `${file} was made for model ${value.model_version} and this is another (${manifest.version}): run "lodestone detect calibrate" again.`,
    );
  }
  return value;
}

function isLocalCalibration(value: unknown): value is LocalCalibration {
  const { format, model_version, calibration_sha256, made, languages } = Object(value);
  return (
    format === "lodestone-calibration-1" &&
    [model_version, calibration_sha256, made].every((field) => typeof field === "string") &&
    typeof languages === "object" &&
    languages !== null &&
    Object.values(languages).every((language) => {
      const { texts, shift } = Object(language);
      // Outwards only: a file can make the detector more cautious, never bolder.
      return Number.isInteger(texts) && Number.isFinite(shift) && shift >= 0;
    })
  );
}

/** The released calibration with the limits moved out. */
export function applyLocal(released: Calibration, local: LocalCalibration): Calibration {
  const languages = Object.entries(released.languages).map(([name, language]) => {
    const shift = local.languages[name]?.shift ?? 0;
    const anchors = language.final.anchors.map(
      ([at10, at30, at70, at90]): [number, number, number, number] => [
        at10,
        at30,
        at70 + shift,
        at90 + shift,
      ],
    );
    return [name, { ...language, final: { ...language.final, anchors } }];
  });
  // `Mixed` is an accusation too; its rule knows no languages, so the most cautious shift governs.
  const most = Math.max(0, ...Object.values(local.languages).map(({ shift }) => shift));
  const { words, ai, human } = released.mixture;
  return {
    ...released,
    languages: Object.fromEntries(languages),
    mixture: { words, ai: ai + most, human: human - most },
    local: nameOf(local),
  };
}

/** Two files that move limits by the same amount on the same model have the same name. */
function nameOf({ model_version, languages }: LocalCalibration): string {
  const content = JSON.stringify([model_version, Object.entries(languages).sort()]);
  return `local-${createHash("sha256").update(content).digest("hex").slice(0, 8)}`;
}

/** What calibrating needs to know of a human text that gets a verdict. */
export type HumanReading = {
  readonly language: string;
  readonly words: number;
  readonly logit: number;
  /** How far the text is over the limits of `Mixed`, in logits; negative when it is not mixed. */
  readonly mixture: number;
};

export type HumanReader = {
  readonly calibration: Calibration;
  readonly manifest: Manifest;
  /** Undefined for a text that can't be scored: no prose, or a language without a verdict. */
  read(text: string): Promise<HumanReading | undefined>;
  close(): Promise<void>;
};

/** Reads texts on this thread with the released calibration. */
export async function openHumanReader(modelDir: string): Promise<HumanReader> {
  const manifest = await checkModelFiles(modelDir);
  const calibration = await readJson<Calibration>(modelDir, "calibration.json");
  const reader = await openReader(modelDir, manifest);
  return {
    calibration,
    manifest,
    async read(text) {
      const reading = await reader.read(text);
      const logit = documentLogit(reading, calibration);
      if (logit === undefined) return undefined;
      const { language } = reading.language;
      const { evidence, counts } = evidenceOfSegments(reading);
      const stretches = findStretches(evidence, counts, calibration.mixture.words);
      const mixture = mixtureMargin(stretches, calibration.mixture);
      return { language, words: reading.words, logit, mixture };
    },
    close: () => reader.close(),
  };
}
