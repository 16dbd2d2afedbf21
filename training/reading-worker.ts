// The thread behind readings.ts: reads texts with the released models and packs what they say.
import { parentPort, workerData } from "node:worker_threads";
import { type Manifest, readJson } from "../src/detector/model-files.ts";
import { openReader } from "../src/detector/reader.ts";
import { segmentTokens } from "../src/detector/segment-scores.ts";
import { wordsIn } from "../src/detector/words.ts";
import type { StoredReading } from "./readings.ts";

const { modelDir } = workerData as { modelDir: string };
const manifest = await readJson<Manifest>(modelDir, "manifest.json");
const reader = await openReader(modelDir, manifest);

parentPort?.on("message", async ({ job, content }: { job: number; content: string }) => {
  const reading = await reader.read(content);
  const packed = Buffer.alloc(2 * reading.tokenLogits.length);
  reading.tokenLogits.forEach((logit, i) => {
    packed.writeInt16LE(Math.max(-32768, Math.min(32767, Math.round(logit * 256))), 2 * i);
  });
  const result: StoredReading = {
    words: reading.words,
    language: reading.language.language,
    isMixedLanguage: reading.language.isMixed,
    windows: reading.windows,
    ngramLogit: reading.ngramLogit,
    tokenLogits: packed.toString("base64"),
    segments: segmentTokens(reading).flatMap((range, i) => {
      const segment = reading.text.segments[i];
      if (range === undefined || segment?.prose === undefined) return [];
      const { start, end, prose } = segment;
      const words = wordsIn(reading.text.prose.text.slice(prose.start, prose.end));
      return [{ ...range, words, start, end }];
    }),
  };
  parentPort?.postMessage({ kind: "done", job, result });
});
parentPort?.postMessage({ kind: "ready" });
