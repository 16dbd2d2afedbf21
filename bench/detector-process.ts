// One detector in a process of its own: prints how long it took to start, how many texts a second it
// answers and how much memory it holds, as JSON.
//
//   node bench/detector-process.ts MODEL_DIR WORKERS TEXT
import { openDetector } from "../src/detector/detector.ts";

const [modelDir = "models", workers = "1", text = ""] = process.argv.slice(2);
const TEXTS = 60 * Number(workers);

const begin = performance.now();
const detector = await openDetector({ modelDir, workers: Number(workers), queueMax: 2 * TEXTS });
const startMs = performance.now() - begin;
// The first texts fill caches and let the compiler warm up.
await Promise.all(Array.from({ length: 4 * Number(workers) }, () => detector.detect(text)));
const loaded = performance.now();
await Promise.all(Array.from({ length: TEXTS }, () => detector.detect(text)));
const perSecond = (1000 * TEXTS) / (performance.now() - loaded);
const megabytes = process.memoryUsage.rss() / 1e6;
await detector.close();
console.log(JSON.stringify({ startMs, perSecond, megabytes, texts: TEXTS }));
