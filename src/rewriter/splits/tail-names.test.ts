import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Dr. Harlow wrote to the board of the clinic in March, calling for more beds on the upper floor.",
    "Dr. Harlow wrote to the board of the clinic in March. Harlow called for more beds on the upper floor.",
  ],
  [
    "In most of our tests, RouteNet-2 picks the shortest way at once, sorting the stops by their distance from the depot.",
    "In most of our tests, RouteNet-2 picks the shortest way at once. It sorts the stops by their distance from the depot.",
  ],
  [
    "After the long war, the United States turned to its own towns and farms, spending large sums on roads and schools.",
    "After the long war, the United States turned to its own towns and farms. It spent large sums on roads and schools.",
  ],
  [
    "My sister and I walked along the river until dusk, talking about the house we had left behind.",
    "My sister and I walked along the river until dusk. We talked about the house we had left behind.",
  ],
  [
    "The maps printed by the old firm were easy to read, showing every path and every well in the valley.",
    "The maps printed by the old firm were easy to read. They showed every path and every well in the valley.",
  ],
  [
    "The series has followed the same three families for years, giving its viewers a close look at their lives.",
    "The series has followed the same three families for years. It has given its viewers a close look at their lives.",
  ],
  [
    "From that summer on, Tom and Ada travelled from fair to fair together, selling wooden toys and paper kites.",
    "From that summer on, Tom and Ada travelled from fair to fair together. They sold wooden toys and paper kites.",
  ],
  [
    "The Collective continued to spread over the years, buying up every farm on the northern side of the bay.",
    "The Collective continued to spread over the years. It bought up every farm on the northern side of the bay.",
  ],
])("a tail takes the subject that the shape of the name tells: %s", (before, after) => {
  expect(split(before)).toBe(after);
});

test.each([
  [
    "Moreover, the number of open posts fell at a steady rate, leading to longer waits at every desk.",
    "Moreover, the number of open posts fell at a steady rate. This led to longer waits at every desk.",
  ],
  [
    "The parade began at about 2:30 in the afternoon, forcing the police to close the bridge to all cars.",
    "The parade began at about 2:30 in the afternoon. This forced the police to close the bridge to all cars.",
  ],
  [
    "The walls seemed to lean a little more each year, making the old tenants uneasy about the house.",
    "The walls seemed to lean a little more each year. This made the old tenants uneasy about the house.",
  ],
  [
    "The new pump not only saved water but also ran at night, allowing the farmers to sleep in peace.",
    "The new pump not only saved water but also ran at night. This allowed the farmers to sleep in peace.",
  ],
  [
    "The early frost might have killed most of the young trees, leading to empty markets in the autumn.",
    "The early frost might have killed most of the young trees. This might have led to empty markets in the autumn.",
  ],
  [
    "The old laws could have been used for the study of the stars, leading to a better view of the sky.",
    "The old laws could have been used for the study of the stars. This could have led to a better view of the sky.",
  ],
  [
    "The town has opened a school on the far side of the river, marking a first step out of years of neglect.",
    "The town has opened a school on the far side of the river. This marks a first step out of years of neglect.",
  ],
])("what comes of the whole clause is told of it: %s", (before, after) => {
  expect(split(before)).toBe(after);
});

test.each([
  "The brochure said the new ward was open to all, allowing people to come without a letter from a doctor.",
  "The early frost could not have killed all of the young trees, leading to empty markets in the autumn.",
  // One who is taken for several; and somebody who does not weaken herself.
  "Forced to fight once more, the halfling proves brave and quick, sparing the hunter or killing the wolf.",
  "McAllister, MacBride, and the others at the table, talking about nothing but the weather that night.",
])("what is reported, denied or no clause stays as it is: %s", (text) => {
  expect(split(text)).toBe(text);
});
