// No text of the longest length may hold a thread for long: what reads texts by rule grows with the
// length of the text and not with its square. Times alone would depend on the machine, so a case fails
// only when it is both slow and grows too fast.
import { describe, expect, test } from "vitest";
import { segmentText, wordsIn } from "../../src/detector/detector.ts";
import { normalise } from "../../src/detector/normalise.ts";
import { readQuery, readText } from "../../src/http/http.ts";
import { normaliseName } from "../../src/locations/search/normalise.ts";
import { findProtected } from "../../src/rewriter/gate/protect.ts";
import { countProse } from "../../src/rewriter/passages.ts";
import { hostileText, PUMPS } from "./hostile-texts.ts";

const LENGTH = 100_000;
/** Growth of four in length is four in time when linear, sixteen when squared. */
const GROWTH_MAX = 9;
const SLOW_MS = 1500;

const READERS: Record<string, (text: string) => unknown> = {
  "the normaliser": normalise,
  "the segmenter": segmentText,
  "the word counter": wordsIn,
  "the rewriter's prose finder": countProse,
  "the rewriter's protector": (text) => findProtected(text, new Set(), []),
  "the directory's name normaliser": normaliseName,
  "the query reader": (text) => readText(readQuery(`/api/search?q=${encode(text)}`), "q"),
};

describe.each(Object.entries(READERS))("%s", (_name, read) => {
  test("takes every hostile text in time that grows with its length", () => {
    const bad: string[] = [];
    for (const pump of PUMPS) {
      const time = (length: number) => {
        const text = hostileText(pump, length);
        const startMs = performance.now();
        read(text);
        return performance.now() - startMs;
      };
      const wholeMs = time(LENGTH);
      if (wholeMs < SLOW_MS) continue;
      const growth = wholeMs / time(LENGTH / 4);
      if (growth > GROWTH_MAX) bad.push(`${JSON.stringify(pump)}: ${Math.round(wholeMs)} ms`);
    }
    expect(bad).toEqual([]);
  });
});

/** Half a surrogate pair can't be escaped; a client could not send it either. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
