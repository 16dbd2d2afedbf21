import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "After the storm had passed over the bay, the men of the village carried their boats to the beach.",
    "The storm had passed over the bay. After that, the men of the village carried their boats to the beach.",
  ],
  [
    "Because the bridge was closed for the whole winter, the town built a new road around the harbour.",
    "The bridge was closed for the whole winter. Because of this, the town built a new road around the harbour.",
  ],
  [
    "As the old train rolled into the station, a small boy ran along the platform and waved his red cap.",
    "The old train rolled into the station. As it did, a small boy ran along the platform and waved his red cap.",
  ],
  [
    "As a retired nurse from the north myself, I can tell you that the work in the clinic is hard.",
    "I am a retired nurse from the north myself. I can tell you that the work in the clinic is hard.",
  ],
  [
    "As the old town continues to grow along the river, its small shops are moving to the new quarter.",
    "The old town continues to grow along the river. As it does, its small shops are moving to the new quarter.",
  ],
  [
    "As they walked back along the frozen river, a dog began to bark somewhere behind the houses.",
    "They walked back along the frozen river. As they did, a dog began to bark somewhere behind the houses.",
  ],
  [
    "By opening a second bakery behind the station, the company doubled its sales in less than two years.",
    "The company opened a second bakery behind the station. By doing so, it doubled its sales in less than two years.",
  ],
  [
    "The harbour had been quiet for most of that long summer, though a few boats still came in at night.",
    "The harbour had been quiet for most of that long summer. But a few boats still came in at night.",
  ],
  [
    "As a retired teacher, I bring a great deal of patience to the work with the young people of the club.",
    "I am a retired teacher. I bring a great deal of patience to the work with the young people of the club.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // A rule, a habit, a condition.
  "After the dough has rested for an hour, the baker puts the bread into the hot oven behind the shop.",
  "As long as the bridge was closed to traffic, the town had to use the old road around the harbour.",
  "By opening a second bakery behind the station, the company would double its sales in under two years.",
  "As the price of bread rises in a poor country, the people of the towns buy more rice and corn instead.",
  // Nobody is a sport.
  "As a very old sport, I have seen it grow from a small game in the streets to a show for the world.",
  // A time of life, and the main clause has not begun yet.
  "As a small child in the north, I have always been told to keep away from the edge of the lake.",
  "As the sun went down behind the hills, casting a red light on the lake, the men went back to the hut.",
  // What is only said of him.
  "By selling the old mill in secret, he allegedly paid for the house he had built by the lake.",
  // Said in a breath.
  "As the last day approached, the boy stood on the bridge behind the old station of the town.",
  "As he drew the old sword, he found his fate tied to that of the whole land behind the mountains.",
  "As the first day of the long fair arrived, the sun shone brightly over the roofs of the old town.",
  // A state tells a reason.
  "As the old man knew the way through the hills, he led the others down to the coast before the night.",
  // Told apart, the two might be different people.
  "As she swam back to the beach in the evening, Luna felt at home in this town for the very first time.",
  "By closing the old school by the river for one day each week, costs go down for the whole of the town.",
  "By reading all of the letters in the box again, it is possible to find out what happened to the ship.",
  "Because he was born with a good ear for old songs, Elias could play the whole of the long mass by heart.",
  // The main clause goes on behind it.
  "He paused at the old door of the school, though no child had been there in years, and set down the lamp.",
  "Once upon a time in a small village hidden among the hills, there lived two brothers who built clocks.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
