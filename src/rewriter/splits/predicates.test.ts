import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";
import { findFault } from "../checks.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Small firms can find many more buyers in the east and reduce the price of their goods.",
    "Small firms can find many more buyers in the east. They can also reduce the price of their goods.",
  ],
  [
    "The old bridge was closed to all traffic in the spring and replaced by a tunnel in the autumn.",
    "The old bridge was closed to all traffic in the spring. It was replaced by a tunnel in the autumn.",
  ],
  [
    "The new owner has undeniably changed the look of the street and reopened the little cinema.",
    "The new owner has undeniably changed the look of the street. The owner has also reopened the little cinema.",
  ],
  [
    "By selling abroad, firms can rely on larger markets, reduce their costs, and gain a better name in the trade.",
    "By selling abroad, firms can rely on larger markets and reduce their costs. They can also gain a better name in the trade.",
  ],
  [
    "Using one or two of these old tools can cut the cost of a new roof and save a lot of time.",
    "Using one or two of these old tools can cut the cost of a new roof. This can also save a lot of time.",
  ],
  [
    "The talk will look at the songs collected by the two brothers and explain why the people sang them.",
    "The talk will look at the songs collected by the two brothers. It will also explain why the people sang them.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // One object for two verbs.
  "The office should check and renew the list of all members in the north at least once a year.",
  // A denial covers both.
  "The driver should not leave the main road at night and follow the path along the river.",
  // Nouns that look like verbs, and a participle that belongs to a noun.
  "The report will discuss the gains and challenges of the plan for the small towns in the north.",
  "The sudden fire has left the village and loved ones of the sailors in a very deep grief.",
  // A past is no participle.
  "The new head has led a small team of nurses for years and oversaw the work in the two clinics.",
  // With an object the second is no passive.
  "The club was founded in the spring of that year and opened a small shop near the harbour.",
  // A thing or a deed, and a state before a deed.
  "Sewing machines should stand near a large window and give enough room for the arms of the two girls.",
  "He was torn between the blue coat and the green one in the shop, but finally decided on the second.",
  // The second goes with the adjective, has a subject of its own, or is no passive.
  "The search for work is made harder by the fear of being weak and cut off from all the old friends.",
  "The outer wall of the tower is covered by thick green moss, and hidden in its cracks is a small iron key.",
  "The names of the sailors were written down by the priest in May and appeared in the town paper in June.",
])("leaves alone: %s", (text) => {
  expect(split(text)).not.toContain(" also ");
});

test("a modal said again with its subject is no new one; anywhere else it is", () => {
  const before = "It can cut the cost of a trip and save a lot of time for the people in the town.";
  const said =
    "It can cut the cost of a trip. It can also save a lot of time for the people in the town.";
  const added =
    "It can cut the cost of a trip. It saves a lot of time for the people who can use it now.";
  expect(findFault(before, said)).toBeUndefined();
  expect(findFault(before, added)).toBe("modality");
  expect(findFault(before, said.replace("It can also", "It will also"))).toBe("modality");
});

test("a modal that stood in both halves before is none too many afterwards", () => {
  const before = "The town may close the old bridge, and the school may move to the hill.";
  const after = "The town may close the old bridge. The school may move to the hill.";
  expect(findFault(before, after)).toBeUndefined();
  expect(findFault(before, after.replace("school may move", "school moves"))).toBe("modality");
  expect(findFault(before, after.replace("may move", "must move"))).toBe("modality");
});
