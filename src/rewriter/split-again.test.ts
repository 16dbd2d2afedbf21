import { expect, test } from "vitest";
import { applyRules } from "./build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The new study aims to count the birds of the coast and find the places in which they build nests.",
    "The new study aims to count the birds of the coast. It also aims to find the places in which they build nests.",
  ],
  [
    "The fund allows small firms to buy better machines and train their workers in the use of them.",
    "The fund allows small firms to buy better machines. It also allows them to train their workers in the use of them.",
  ],
  [
    "The last part of the work involves cleaning the old pipes and painting the walls of the great hall.",
    "The last part of the work involves cleaning the old pipes. It also involves painting the walls of the great hall.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The second verb may hang on the inner one.
  "The new study aims to help the people of the coast to count birds and find the places they nest in.",
  // Who is let do it is one person, or the reader.
  "The fund allows the owner of the mill to buy better machines and train workers in the use of them.",
  "The fund helps you to buy better machines for the mill and train workers in the use of all of them.",
  // A duty said twice would weigh more.
  "The town needs to count the birds of the whole coast and find the places in which they build nests.",
  // A report.
  "He said that the new study aims to count the birds of the coast and find the places of their nests.",
  // What is said to be the only thing can't be two, and things are no deeds.
  "The new rule of the club only serves to annoy the guests and hinder the work of the people in the bar.",
  "The last part of the work involves reading a large set of letters and corresponding lists of old names.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
