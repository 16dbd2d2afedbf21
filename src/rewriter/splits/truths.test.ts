import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Late frost is a real danger to young apple trees, especially in the narrow valleys of the north.",
    "Late frost is a real danger to young apple trees. This is especially true in the narrow valleys of the north.",
  ],
  [
    "Walking home on the old coast road can be dangerous, particularly if you do not know the tides.",
    "Walking home on the old coast road can be dangerous. This is particularly true if you do not know the tides.",
  ],
  [
    "The stone floor of the old hall stays cool all day, even in the hottest weeks of the summer.",
    "The stone floor of the old hall stays cool all day. This is true even in the hottest weeks of the summer.",
  ],
  [
    "The drive to the northern harbour takes two or three hours, depending on the state of the road.",
    "The drive to the northern harbour takes two or three hours. This depends on the state of the road.",
  ],
  [
    "The price of a new roof may be high or low in this region, depending on the age and size of the house.",
    "The price of a new roof may be high or low in this region. This depends on the age and size of the house.",
  ],
  [
    "A second bridge would help the farmers of the valley, especially in years with a lot of snow.",
    "A second bridge would help the farmers of the valley. This would be especially true in years with a lot of snow.",
  ],
])("where a statement holds most of all becomes a sentence: %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // An order, a wish, a report and a single deed are not true or false in general.
  "Keep the young plants away from the open window, especially in the cold nights of early spring.",
  "The club wants to train more young players, especially in the poorer parts of the old town.",
  "The nurse reports some pain in the left knee, especially when the patient walks down the stairs.",
  "The baker sold all of the sweet bread, especially in the first hours of the market on Friday.",
  "The captain says that the channel is too narrow, especially in the weeks before the spring tide.",
  // It may be told of an inner clause.
  "The fund sends money to the families who need it most, particularly in the villages of the coast.",
  "The bread of this bakery is very good, especially when cut into thin strips and dipped in oil.",
  "The aim of the course is to teach safe climbing, especially in the snow of the high passes.",
  // Something follows that belongs to the main clause.
  "The ferry is slow in bad weather, especially in the autumn months, but most people like it.",
  "The film is hard to watch for small children, especially when it shows the war in the streets.",
])("what is no statement, or may belong to a part of it, stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
