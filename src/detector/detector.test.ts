import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Detection, type Detector, openDetector } from "./detector.ts";

const HUMAN = "We quit the quay quietly, and the quarrel about the quilt was quickly done. ";
const AI = "The lazy breeze zigzags over the dizzy maze and the puzzle of frozen pizza. ";
const PLAIN = "There is a road that goes down to the river, and the boys walk there at noon. ";

let modelDir: string;
let detector: Detector;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  detector = await openDetector({ modelDir, workers: 2, queueMax: 200 });
});
afterAll(async () => {
  await detector.close();
  await rm(modelDir, { recursive: true });
});

test("a small model gives the scores worked out by hand", async () => {
  // 128 bytes fit one window: the leading `cls` is silent but counts in the mean.
  const text = "zz q and all the rest of it is silent, as it should be.";
  const found = await detector.detect(text);
  const logit = (40 * 2 - 40) / (text.length + 1);
  expect(found.score).toBeCloseTo(1 / (1 + Math.exp(-logit)), 5);
  expect(found.ai_probability).toBe(Math.round(100 * found.score));
});

test("verdict, colours and probabilities agree with one another", async () => {
  const verdicts = new Map([
    [AI.repeat(8), "AI-generated"],
    [HUMAN.repeat(16), "Human-written"],
    [PLAIN.repeat(8), "Uncertain"],
  ]);
  for (const [text, verdict] of verdicts) {
    const found = await detector.detect(text);
    expect(found.verdict).toBe(verdict);
    expect(found.segments).toHaveLength(text.split(".").length - 1);
    expect(found.words).toBe(text.trim().split(" ").length);
    expect(found.human_probability).toBe(100 - found.ai_probability);
    expect(found.warnings.map(({ code }) => code)).toEqual(
      verdict === "Uncertain" ? ["evidence"] : [],
    );
    expect(found.uncertain_because).toBe(verdict === "Uncertain" ? "evidence" : undefined);
    expect(found.ai_share).toBeUndefined();
    for (const segment of found.segments) {
      expect(segment.human_prob).toBe(100 - segment.ai_prob);
      expect(text.slice(segment.start, segment.end)).toBe(segment.text);
    }
  }
});

test("a text of two long parts by different hands is called mixed", async () => {
  const found = await detector.detect(`${HUMAN.repeat(8)}\n\n${AI.repeat(8)}`);
  expect(found.verdict).toBe("Mixed");
  // Eight sentences of fourteen words each, human and AI-written.
  expect(found.ai_share).toBeGreaterThanOrEqual(45);
  expect(found.ai_share).toBeLessThanOrEqual(55);
  expect(found.uncertain_because).toBeUndefined();
  expect(found.segments.slice(0, 6).map((segment) => segment.color_label)).toEqual(
    Array(6).fill("green"),
  );
  expect(found.segments.slice(-6).map((segment) => segment.color_label)).toEqual(
    Array(6).fill("red"),
  );
});

test("no segment is red in a text called human", async () => {
  const found = await detector.detect(HUMAN.repeat(10) + AI);
  expect(found.verdict).toMatch(/uman-written/);
  expect(found.segments.map((segment) => segment.color_label)).not.toContain("red");
});

test("too short, foreign or wordless texts are uncertain, with a warning that says why", async () => {
  const cases: [string, string, string][] = [
    [AI.repeat(2), "short_text", "short"],
    [
      "El barco salió antes de que se levantara la niebla y nadie dijo nada. ".repeat(8),
      "language",
      "language",
    ],
    [
      PLAIN.repeat(20) +
        "El barco salió antes de que se levantara la niebla y nadie dijo nada. ".repeat(20),
      "several_languages",
      "language",
    ],
    ["🙂🙂🙂", "no_prose", "short"],
    ["```\nconst a = 1;\n```", "no_prose", "short"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "no_prose", "short"],
    ["", "no_prose", "short"],
  ];
  for (const [text, code, cause] of cases) {
    const found = await detector.detect(text);
    expect(found.verdict, code).toBe("Uncertain");
    expect(
      found.warnings.map((warning) => warning.code),
      text,
    ).toContain(code);
    expect(found.uncertain_because, text).toBe(cause);
    expect(found.final_probability).toBeGreaterThanOrEqual(31);
    expect(found.final_probability).toBeLessThanOrEqual(69);
  }
});

test("a text in a language without a verdict is told which language that is", async () => {
  const german =
    "Das Schiff lief aus, bevor der Nebel aufstieg, und niemand an Bord sagte auch nur ein Wort. ";
  const hindi = "जहाज़ कोहरा उठने से पहले निकल गया और किसी ने कुछ नहीं कहा क्योंकि सब थके हुए थे। ";
  for (const [text, name] of [
    [german, "German"],
    [hindi, "Hindi"],
  ] as const) {
    const found = await detector.detect(text.repeat(8));
    expect(found.uncertain_because).toBe("language");
    expect(found.warnings[0]?.message).toBe(
      `The detector is not validated for ${name}, so it gives no verdict.`,
    );
  }
});

test("sentences that contradict one another are told from a lack of evidence", async () => {
  // Too short for stretches of 60 words each, so it is not called mixed.
  const found = await detector.detect(`${AI.repeat(3)} ${HUMAN.repeat(3)}`);
  expect([found.verdict, found.uncertain_because]).toEqual(["Uncertain", "disagreement"]);
  expect(found.warnings[0]?.code).toBe("disagreement");
});

test("data is gray, counts 50 and does not move the score", async () => {
  const prose = HUMAN.repeat(8).trim();
  const bare = await detector.detect(prose);
  const dressed = await detector.detect(
    `${prose}\n\n| zz | zzzz |\n|---|---|\n\nhttps://zz.example/zzz`,
  );
  expect(dressed.score).toBe(bare.score);
  const data = dressed.segments.filter((segment) => segment.is_data);
  expect(data.map(({ color_label, ai_prob }) => [color_label, ai_prob])).toEqual(
    Array.from({ length: 3 }, () => ["gray", 50]),
  );
});

test("any text gets a valid answer whose segments lie in the input", async () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400, size: "max" }),
    fc.string({ unit: "grapheme", maxLength: 400, size: "max" }),
  );
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const found = await detector.detect(text);
      expect(found.ai_probability + found.human_probability).toBe(100);
      let at = 0;
      for (const segment of found.segments) {
        expect(segment.start).toBeGreaterThanOrEqual(at);
        expect(text.slice(segment.start, segment.end)).toBe(segment.text);
        at = segment.end;
      }
    }),
    { numRuns: 100 },
  );
});

test("hard inputs of full length are answered", async () => {
  const length = 100_000;
  for (const unit of [
    PLAIN,
    "a",
    "a.",
    "🙂",
    "\ud800",
    "שלום לכולם. ",
    "字",
    "\n",
    "| ",
    "x\u0301\u0302\u0303",
    "1 ",
  ]) {
    const found = await detector.detect(unit.repeat(Math.floor(length / unit.length)));
    expect(found.model_version).toBe("v0.1");
  }
  expect((await detector.detect(`${"w".repeat(10_000)} ${PLAIN}`)).segments.length).toBeGreaterThan(
    0,
  );
});

test("code, tables, wordless and broken texts are answered without a verdict", async () => {
  const cases = {
    "one word": "zebra",
    "only emoji": "🙂🎉👩‍👩‍👧 🏳️‍🌈 ".repeat(100),
    "only code": `\`\`\`ts\n${"const zz = puzzle(zz, 12); // zzz\n".repeat(60)}\`\`\``,
    "a table": `| zz | zzzz |\n|---|---|\n${"| 12.5 | zigzag |\n".repeat(60)}`,
    "lone surrogates": "\ud83d\udc00 \udfff\ud800 ".repeat(200),
    "one endless word": "z".repeat(10_000),
    "right to left": "הספינה יצאה לפני שהערפל עלה ואיש לא אמר דבר. ".repeat(20),
    "right to left controls": `\u202e${"\u2067zz\u2069 ".repeat(100)}\u202c`,
  };
  for (const [name, text] of Object.entries(cases)) {
    const found = await detector.detect(text);
    expect(found.verdict, name).toBe("Uncertain");
    expect(found.warnings.length, name).toBeGreaterThan(0);
    for (const segment of found.segments) {
      expect(text.slice(segment.start, segment.end), name).toBe(segment.text);
      expect(segment.color_label, name).not.toBe("red");
    }
  }
});

test("English with a foreign half is not judged, and both halves keep their places", async () => {
  const foreign = "Корабль вышел до того, как поднялся туман, и никто ничего не сказал. ".repeat(
    20,
  );
  const text = `${AI.repeat(20)}\n\n${foreign}`;
  const found = await detector.detect(text);
  expect(found.verdict).toBe("Uncertain");
  expect(found.warnings.map(({ code }) => code)).toContain("several_languages");
  expect(found.segments.map(({ text: own }) => own).join("")).toContain("Корабль");
});

test("the languages that get a verdict are told", () => {
  expect(detector.languages).toEqual(["en"]);
});

test("the same text gives the same answer whatever runs beside it", async () => {
  const texts = [AI.repeat(9), HUMAN.repeat(30), PLAIN + AI + HUMAN, PLAIN.repeat(100)];
  const alone: Detection[] = [];
  for (const text of texts) alone.push(await detector.detect(text));
  const crowd = await Promise.all(
    Array.from({ length: 40 }, (_, i) => detector.detect(texts[i % 4] ?? "")),
  );
  crowd.forEach((found, i) => expect(found).toEqual(alone[i % 4]));
});

test("a variant of a text gets the answer it would get alone", async () => {
  const long = PLAIN.repeat(60);
  const texts = [long + AI, HUMAN + long, long + AI.repeat(2), long + AI];
  const alone: Detection[] = [];
  for (const text of texts) alone.push(await detector.detect(text));
  for (const [i, text] of texts.entries())
    expect(await detector.detect(text, { isVariant: true })).toEqual(alone[i]);
});

test("a cancelled text is dropped, waiting or running, and the others are answered", async () => {
  const long = PLAIN.repeat(1000);
  const controllers = Array.from({ length: 6 }, () => new AbortController());
  const pending = controllers.map(({ signal }) => detector.detect(long, { signal }));
  const settled = Promise.allSettled(pending);
  for (const controller of controllers) controller.abort(new Error("gone"));
  const after = await detector.detect(AI.repeat(8));
  expect((await settled).map(({ status }) => status)).toEqual(Array(6).fill("rejected"));
  expect(after.verdict).toBe("AI-generated");
  await expect(
    detector.detect(AI, { signal: AbortSignal.abort(new Error("early")) }),
  ).rejects.toThrow("early");
});

test("a short text of one account does not wait for the costly ones of another", async () => {
  const single = await openDetector({ modelDir, workers: 1, queueMax: 20 });
  try {
    const order: string[] = [];
    const ask = (text: string, account: string, name: string) =>
      single.detect(text, { account }).then(() => void order.push(name));
    const costly = "a'".repeat(9995);
    const names = ["a1", "a2", "a3", "a4"];
    const all = names.map((name) => ask(costly, "a", name));
    await Promise.all([...all, ask(PLAIN, "b", "b1")]);
    // At work beside the first of them, it is done before the second is.
    expect(order.indexOf("b1")).toBeLessThan(order.indexOf("a2"));
  } finally {
    await single.close();
  }
});

test("a text of which only a sample is read says so, and gets the same answer every time", async () => {
  const text = `${AI.repeat(600)}${"z'".repeat(25_000)}`;
  const found = await detector.detect(text);
  const warning = found.warnings.find(({ code }) => code === "sampled");
  expect(warning?.message).toMatch(/an even sample, \d\d % of it, was read/);
  expect(await detector.detect(text)).toEqual(found);
  expect((await detector.detect(AI.repeat(60))).warnings).toEqual([]);
});

describe("with a queue of one", () => {
  test("a full queue refuses, and the texts before it are still answered", async () => {
    const small = await openDetector({ modelDir, workers: 1, queueMax: 1 });
    try {
      const text = PLAIN.repeat(200);
      const results = await Promise.allSettled([1, 2, 3].map(() => small.detect(text)));
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
      expect(results[2]).toMatchObject({ reason: { code: "overloaded" } });
    } finally {
      await small.close();
    }
    await expect(small.detect(PLAIN)).rejects.toMatchObject({ code: "closed" });
  });
});

test("a changed or missing model file is refused by name", async () => {
  const broken = await buildTinyModel();
  await appendFile(join(broken, "ngrams.bin"), "x");
  await expect(openDetector({ modelDir: broken, workers: 1, queueMax: 1 })).rejects.toThrow(
    "ngrams.bin is not the released file",
  );
  await rm(join(broken, "tokenizer.json"));
  await expect(openDetector({ modelDir: broken, workers: 1, queueMax: 1 })).rejects.toThrow(
    "tokenizer.json cannot be read",
  );
  await rm(broken, { recursive: true });
});
