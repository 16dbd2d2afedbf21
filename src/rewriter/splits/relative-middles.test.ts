import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The small shop, which opened in 1990, closed in 2001, and reopened in 2015, is run by two sisters now.",
    "The small shop opened in 1990, closed in 2001, and reopened in 2015. It is run by two sisters now.",
  ],
  [
    "The old pilot, who was a patient man, insisted on a second trip, and the crew had to stay on board.",
    "The old pilot was a patient man. The pilot insisted on a second trip, and the crew had to stay on board.",
  ],
  [
    "The small quake, which unfolded in the early morning, shook the windows of the houses along the coast.",
    "The small quake unfolded in the early morning. It shook the windows of the houses along the coast.",
  ],
  [
    "The old ferry, which has crossed the bay since 1931, is the last of its kind on the whole coast.",
    "The old ferry has crossed the bay since 1931. It is the last of its kind on the whole coast.",
  ],
  [
    "The Holm Canal, which linked the mills, the harbour, and the market, was filled in after the war.",
    "The Holm Canal linked the mills, the harbour, and the market. It was filled in after the war.",
  ],
  [
    "However, these small wooden huts, which are owned by the parish, have no heating and no running water.",
    "However, these small wooden huts are owned by the parish. They have no heating and no running water.",
  ],
  [
    "The nurse, who had worked on the ward for ten years, knew every patient by name and by birthday.",
    "The nurse had worked on the ward for ten years. The nurse knew every patient by name and by birthday.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // The roof or the mill?
  "The roof of the mill, which was built in 1840, has been mended by the people of the village twice.",
  // The clause has a subject of its own.
  "The old bridge, which the council wants to close, carries the only road into the northern valley.",
  // Denied of every one of them.
  "No small boat, which has neither oars nor sails, can cross the wide bay in the month of November.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
