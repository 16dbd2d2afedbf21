// The calibrated logit of a document from the model outputs.
import {
  type Calibration,
  combine,
  documentFeatures,
  type LanguageCalibration,
} from "./calibration.ts";
import type { Reading } from "./reader.ts";

/** The parts of a reading that are needed to score its document. */
export type ScoredReading = Pick<
  Reading,
  "language" | "windows" | "tokenLogits" | "ngramLogit" | "text"
>;

/** The calibration of the text's language; undefined when the text can't be scored at all. */
export function languageOf(
  reading: Pick<Reading, "language" | "windows">,
  calibration: Calibration,
): LanguageCalibration | undefined {
  if (reading.language.isMixed || reading.windows.length === 0) return undefined;
  return calibration.languages[reading.language.language];
}

/** The logit of the document's score, or undefined when it can't be scored. */
export function documentLogit(
  reading: ScoredReading,
  calibration: Calibration,
): number | undefined {
  const language = languageOf(reading, calibration);
  if (language === undefined) return undefined;
  const restored = reading.text.isCaseRestored ? calibration.restoredCase : 0;
  return combine(documentFeatures(reading), calibration, language) + restored;
}
