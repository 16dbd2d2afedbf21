import { expect, test } from "vitest";
import { segmentText } from "./segment.ts";

const PLAIN =
  "On Monday we took the train to London, because John had never seen the river. I'm told it rained. " +
  "The BBC said so, and most people in England believe what they hear about the weather.";

const prose = (text: string) => segmentText(text).prose.text;

test("no capitals, only capitals and capitals on every word are all put back to ordinary use", () => {
  for (const odd of [
    PLAIN.toLowerCase(),
    PLAIN.toUpperCase(),
    PLAIN.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase()),
  ]) {
    expect(prose(odd)).toBe(PLAIN);
    expect(segmentText(odd).isCaseRestored).toBe(true);
  }
});

test("letters flipped inside words are put right and reported", () => {
  const flipped = PLAIN.replace("train", "trAin")
    .replace("never", "nEvEr")
    .replace("people", "peOple");
  expect(prose(flipped)).toBe(PLAIN);
  expect(segmentText(flipped).tampering.get("odd_case")).toBe(3);
});

test("a text with flipped letters that begins in the middle of a sentence still does", () => {
  const part = PLAIN.slice("On Monday ".length);
  expect(prose(part.replace("train", "trAin").replace("people", "peOple"))).toBe(part);
});

test("ordinary text keeps every capital, also names that are written oddly", () => {
  const text =
    "We bought an iPhone at McDonald's next to the YouTube office, which nobody in the family had planned " +
    "to do that day, and then we went home by bus and had a long and quiet evening with the neighbours.";
  expect(prose(text)).toBe(text);
  expect(segmentText(text).isCaseRestored).toBe(false);
  expect(segmentText("NO PARKING HERE").isCaseRestored).toBe(false);
});

test("segments of a text in odd capitals lie where those of the plain text do", () => {
  const placesOf = (text: string) =>
    segmentText(text).segments.map(({ start, end }) => [start, end]);
  expect(placesOf(PLAIN).length).toBeGreaterThan(1);
  for (const odd of [PLAIN.toLowerCase(), PLAIN.toUpperCase()])
    expect(placesOf(odd)).toEqual(placesOf(PLAIN));
});
