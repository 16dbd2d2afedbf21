// The counts and ranges that explanations quote, read when the first explanation is asked for.
import { EXPLANATION_FILES, type Manifest, readJson, readModelFile } from "../model-files.ts";
import type { ExplanationData } from "./explain.ts";
import { openPhraseTable } from "./phrase-table.ts";
import type { SignRanges } from "./signs.ts";

/** Gives the data of a model folder, read once; undefined when the model was released without. */
export function createExplanationLoader(
  folder: string,
  manifest: Manifest,
): () => Promise<ExplanationData | undefined> {
  let loading: Promise<ExplanationData | undefined> | undefined;
  const isShipped = EXPLANATION_FILES.every((name) => manifest.files[name] !== undefined);
  const load = async (): Promise<ExplanationData | undefined> => {
    if (!isShipped) return undefined;
    const [{ signs }, bytes] = await Promise.all([
      readJson<{ signs: SignRanges }>(folder, "phrases.json"),
      readModelFile(folder, "phrases.bin"),
    ]);
    return { table: openPhraseTable(bytes), signs };
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
