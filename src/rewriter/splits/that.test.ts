import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "We propose a simple counting method that finds the nests of the birds from the air alone.",
    "We propose a simple counting method. This method finds the nests of the birds from the air alone.",
  ],
  [
    "The mill, also known as the red house, is a rare old building that draws visitors from far away.",
    "The mill, also known as the red house, is a rare old building. It draws visitors from far away.",
  ],
  [
    "The two teams built three light wooden boats that can carry a crew of six across the whole lake.",
    "The two teams built three light wooden boats. These boats can carry a crew of six across the whole lake.",
  ],
  [
    "The two sisters met an old man who had lost his way in the dark wood behind the mill.",
    "The two sisters met an old man. The man had lost his way in the dark wood behind the mill.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // Only the clause tells which thing it is.
  "The old farm on the hill has a sugar content that lets the cheese ripen for more than two years.",
  "The town council named various factors that had led to the loss of the money in the last year.",
  // What is wished for, supposed or denied is not there.
  "The village needs a safe new bridge that carries the school bus across the river in the winter.",
  "The city could build a bright new station that serves both the trams and the buses of the north.",
  "The hall on the corner has never had a working clock that shows the right time to the people.",
  // The main clause goes on.
  "They describe a small new engine that is twice as quiet and show how it can be built at home.",
  "Anna put out a small fire that had started in the barn, Tom fed the cows, and Ben swept the yard.",
  // It is not the thing that is told of.
  "There are many old houses that belong to the church of the town and to the families of the priests.",
  // The same word twice says nothing without the clause.
  "A closed garden loop is a long loop that leads back to its own gate after a mile or two of walking.",
  // The list tells of the things, not of the end of the clause.
  "We know several hidden forces that shape the price of bread in the valley, including how much it rains.",
  // It is part of the reason.
  "The first flight over the strait mattered a great deal as it was a daring feat that moved the whole land.",
  // The clause tells what the word means.
  "The word hedge refers to a low green wall that divides one field from the next in this part of the land.",
  // What might come.
  "For the old harbour the greater risk is a hasty law that closes the quay to every boat from the islands.",
  // Neither "It" nor "They" says so.
  "For the small farms of the valley the new lamps are a great tool that can be used in every kind of weather.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
