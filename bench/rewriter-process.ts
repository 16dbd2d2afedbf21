// What the rewriter holds above the detector, in a process of its own: opens a detector, and with `rewriter` a rewriter beside it
// as a server does, has the machine texts of bench/texts read (or rewritten) and prints the resident memory as JSON.
//
//   node bench/rewriter-process.ts MODEL_DIR detector|rewriter TEXTS
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDetector } from "../src/detector/detector.ts";
import { openRewriter } from "../src/rewriter/rewriter.ts";

const [modelDir = "models", parts = "rewriter", count = "40"] = process.argv.slice(2);
const texts = readFileSync(join(import.meta.dirname, "texts/machine.jsonl"), "utf8")
  .trim()
  .split("\n")
  .slice(0, Number(count))
  .map((line) => (JSON.parse(line) as { text: string }).text);

const detector = await openDetector({ modelDir, workers: 1, queueMax: 1000 });
const rewriter =
  parts === "rewriter" ? openRewriter({ detect: detector.detect, modelDir }) : undefined;
for (const text of texts) {
  if (rewriter === undefined) await detector.detect(text);
  else await rewriter.rewrite(text, { strength: "strong" });
}
const megabytes = process.memoryUsage.rss() / 1e6;
await rewriter?.close();
await detector.close();
console.log(JSON.stringify({ megabytes, texts: texts.length }));
