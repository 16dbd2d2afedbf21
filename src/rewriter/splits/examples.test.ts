import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The night school offers a wide range of practical courses, including welding, sewing, and baking.",
    "The night school offers a wide range of practical courses. These include welding, sewing, and baking.",
  ],
  [
    "The garden is the home of many small animals such as hedgehogs, field mice, and several kinds of frogs.",
    "The garden is the home of many small animals. Examples include hedgehogs, field mice, and several kinds of frogs.",
  ],
  [
    "The opening of the hall was attended by ninety guests, including the mayor and two former teachers.",
    "The opening of the hall was attended by ninety guests. Among them were the mayor and two former teachers.",
  ],
  [
    "The report shows gaps in the supply chain, including a lack of drivers and a shortage of fuel.",
    "The report shows gaps in the supply chain. These include a lack of drivers and a shortage of fuel.",
  ],
  [
    "The marsh behind the dunes is known for its rich wildlife, including herons, otters, and rare newts.",
    "The marsh behind the dunes is known for its rich wildlife. This includes herons, otters, and rare newts.",
  ],
  // The effect is that of all that was said, so that the examples stay with it.
  [
    "The mask keeps fine dust from the lungs of the workers, including soot and ash, which can save lives.",
    "The mask keeps fine dust from the lungs of the workers, including soot and ash. This can save lives.",
  ],
  [
    "There are several simple ways to clean water in the hills, including boiling it and filtering it.",
    "There are several simple ways to clean water in the hills. These include boiling it and filtering it.",
  ],
  [
    "However, in his long career at the club he tried out many different places, including the goal and the left wing.",
    "However, in his long career at the club he tried out many different places. These included the goal and the left wing.",
  ],
  [
    "Results show clear gains in quality compared to older tools, with less work in many small tasks such as sorting and counting.",
    "Results show clear gains in quality compared to older tools, with less work in many small tasks. Examples include sorting and counting.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // Only the examples tell which things are meant.
  "The colour of the old stone may change over the years under factors such as rain, smoke, and frost.",
  // The main clause goes on behind them.
  "The gallery shows how many small towns such as Alnwick, Hexham, and Morpeth shape the taste of a region.",
  "The workshop repairs old clocks, such as the one from the tower, and sells them to the collectors.",
  "The course deals with several old crafts, such as weaving and dyeing, and their place in the valley.",
  "The city talks to the water boards, including those of the north, due to a number of open questions.",
  // How it is done, not what it is.
  "The play deals with hard questions such as guilt and shame in a light and very playful way for all.",
  // A name may be one of somebody further back.
  "The cast of the play brings the great figures of the siege to life, including Ann Holm as the queen.",
  // Somebody said so.
  "The mayor claimed that the town had lost many fine buildings, including the mill and the old bridge.",
  // Several things further back are meant.
  "On their march the soldiers came upon many traps along the way, including wires, ditches, and deep pits.",
  "Several well-known sailors have also lent their support, including painters and two young cooks.",
  "The survey describes the habits of the birds among the flowers, including herons, otters, and rare newts.",
  // What might be done is not told as a fact.
  "The old garden could be laid out anew to hold more quiet corners, such as Anna's bench or Tom's pond.",
  // What stands behind the last example tells of the main clause.
  "The small press outdoes many older machines such as the hand press and the roller in terms of speed.",
  "The report tells of our way of dealing with hard social questions, including hunger, and our part in them.",
  // The last is no deed, and not one of the things.
  "The young boxer amazed the whole town with a series of wins, including beating her rival Karen, a tall cook.",
  "The evening course deals with tricks for buying and selling old stamps, including patience and good light.",
  // Only the examples tell which.
  "The cheap new lamp gives more than enough light for tasks including sewing, reading, and mending nets.",
  // Told of the deed, or of something that is nobody.
  "The small club from the north has won the old cup a record nine times, including the last three years.",
  "The office on the hill keeps all the papers of the pupils, including their letters, marks, and drawings.",
  // The main clause goes on.
  "Tests carried out on many kinds of old bells, including church and ship bells, show that they last longer.",
  // People are no examples of things.
  "The nurse looks first after all those who are prone to bad colds, such as small children and old sailors.",
  // One thing more.
  "This calls for a close watch on the rules used to judge the worst flood risks, including a review of old maps.",
  "The office on the hill looks after the entry of new pupils, including their names, marks, and drawings.",
  // One of them, whatever follows.
  "The old sailor showed us many small drawings of his ship, including one of him walking and singing on deck.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
