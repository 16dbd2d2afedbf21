// The rewrite told sentence by sentence, with the shipped phrases and a detector that likes short texts.
import { describe, expect, test } from "vitest";
import { buildRewriter } from "../../testing/build-rewriter.ts";
import { segmentText } from "../detector/detector.ts";
import { NoSuchSentence, type Rewrite, type RewrittenSentence } from "./rewriter.ts";

const { rewrite } = buildRewriter();

const TEXT = [
  "# Notice",
  "",
  "In order to utilize the facility, visitors are required to obtain a ticket prior to entering. The gate is green.",
  "Due to the fact that seats are limited, a large number of people are turned away, and they made a decision to leave.",
  "",
  "> In order to enter, you utilize the door.",
  "",
  "Das Schiff lief aus, bevor der Nebel aufstieg, und niemand an Bord sagte ein Wort.",
  "",
  "```",
  "utilize();",
  "```",
].join("\n");

/** What joining the sentences gives, with what lies between them in the input. */
function join(text: string, { sentences }: Pick<Rewrite, "sentences">): string {
  const { segments } = segmentText(text);
  expect(sentences.map(({ index }) => index)).toEqual(segments.map((_, index) => index));
  let joined = "";
  let at = 0;
  for (const [index, { start, end }] of segments.entries()) {
    expect(sentences[index]?.original).toBe(text.slice(start, end));
    joined += text.slice(at, start) + sentences[index]?.rewritten;
    at = end;
  }
  return joined + text.slice(at);
}

describe.each(["light", "medium", "strong"] as const)("at %s", (strength) => {
  test("the sentences give the text, and each that stayed says why", async () => {
    const result = await rewrite(TEXT, { strength, alternatives: 3 });
    expect(join(TEXT, result)).toBe(result.humanized_text);
    expect(result.sentences.some(({ changed }) => changed)).toBe(result.regenerated);
    for (const { changed, original, rewritten, reason, alternatives } of result.sentences) {
      expect(changed).toBe(original !== rewritten);
      expect(reason === undefined).toBe(changed);
      expect(alternatives.length).toBeLessThanOrEqual(changed ? 3 : 0);
      expect(new Set([original, rewritten, ...alternatives]).size).toBe(
        alternatives.length + (changed ? 2 : 1),
      );
    }
    const codes = result.sentences.flatMap(({ reason }) => (reason ? [reason.code] : []));
    expect(codes).toEqual(
      expect.arrayContaining(["not_prose", "quotation", "already_plain", "other_language"]),
    );
  });
});

test("only the sentences that were asked for change; the others stay to the last byte", async () => {
  const whole = await rewrite(TEXT);
  const changed = whole.sentences.filter((one) => one.changed).map(({ index }) => index);
  expect(changed.length).toBeGreaterThan(1);
  const [wanted = -1] = changed.slice(1);
  const result = await rewrite(TEXT, { sentences: [wanted] });
  expect(join(TEXT, result)).toBe(result.humanized_text);
  expect(result.sentences.filter((one) => one.changed).map(({ index }) => index)).toEqual([wanted]);
  expect(result.sentences[changed[0] as number]?.reason?.code).toBe("not_selected");
});

test("a number that no segment has is refused", async () => {
  await expect(rewrite(TEXT, { sentences: [0, 99] })).rejects.toThrow(NoSuchSentence);
});

test("what is to be kept stays in every wording", async () => {
  const keep = ["prior to", "utilize"];
  const { sentences } = await rewrite(TEXT, { strength: "strong", keep, alternatives: 3 });
  for (const { original, rewritten, alternatives } of sentences) {
    for (const phrase of keep) {
      const count = original.split(phrase).length;
      for (const wording of [rewritten, ...alternatives]) {
        expect(wording.split(phrase).length).toBe(count);
      }
    }
  }
});

test("each sentence is told once, as it stands in the answer, those that stay before the others", async () => {
  const told: RewrittenSentence[] = [];
  const result = await rewrite(TEXT, { onSentence: (sentence) => void told.push(sentence) });
  expect(told.toSorted((a, b) => a.index - b.index)).toEqual(result.sentences);
  expect(told[0]?.changed).toBe(false);
  expect(told.at(-1)?.reason?.code ?? "changed").toMatch(/changed|nothing_safe/);
});

test("a text in another language says so of each sentence", async () => {
  const { rewrite: other } = buildRewriter();
  const { sentences } = await other("Das Schiff lief aus, bevor der Nebel aufstieg. ".repeat(5));
  expect(new Set(sentences.map(({ reason }) => reason?.code))).toEqual(new Set(["other_language"]));
});
