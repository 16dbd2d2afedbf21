import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "By reading the meters of the old houses at night, the water company can find small leaks.",
    "The water company can find small leaks. It can do this by reading the meters of the old houses at night.",
  ],
  [
    "By growing herbs, keeping bees, and selling honey, poor families can earn some money for their children.",
    "Poor families can earn some money for their children. They can do this by growing herbs, keeping bees, and selling honey.",
  ],
  [
    "By treating the whole valley as one field, we derive a simple rule for the flow of the water.",
    "We derive a simple rule for the flow of the water. We do this by treating the whole valley as one field.",
  ],
  [
    "To keep the fruit fresh in the long winter, farmers built deep cellars under the floors of the barns.",
    "Farmers built deep cellars under the floors of the barns. They did this to keep the fruit fresh in the long winter.",
  ],
  [
    "Ultimately, by joining the union of small ports, we can protect our trade with the islands of the north.",
    "Ultimately, we can protect our trade with the islands of the north. We can do this by joining the union of small ports.",
  ],
  [
    "Through a long series of night flights, the young pilots learned the shape of the whole coast.",
    "The young pilots learned the shape of the whole coast. They did this through a long series of night flights.",
  ],
  [
    "Despite the heavy and almost endless rain of the last weeks, the level of the lake remained far below the old mark.",
    "The level of the lake remained far below the old mark. This was despite the heavy and almost endless rain of the last weeks.",
  ],
  [
    "In addition to her work at the school, the young teacher was a guide in the museum of the town.",
    "The young teacher was a guide in the museum of the town. This was in addition to her work at the school.",
  ],
])("the means or the aim of a deed is told behind it: %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  "By following this plan for the new school, small towns can reach their aims in a few years.",
  // An afterthought of a few words.
  "Despite his love of the sea, the old soldier was also deeply fond of his house in the hills.",
  // "these birds" were brought in by the front.
  "By counting the cranes each spring, scientists can protect these birds from the hunters of the coast.",
  "By watching the young storks closely, people can learn their calls and the signs of their moods.",
  "Despite the long search of the divers, they were found only after the storm by a fisherman.",
  "Despite his many doubts about the plan, Reed joined the crew of old Captain Hall in the spring.",
  "By finding the young patients with weak bones, doctors can treat the causes of their falls.",
  "Despite the great success of Marta with the first book, she remained a quiet guest at the inn.",
  "By opening the gates of the dam at night, he allegedly helped the owners of the lower mill.",
  // A link to what was said just before stays next to it.
  "To solve this problem once and for all, engineers built a second dam above the old stone mill.",
  "By doing so without any help, the young baker can pay the rent of the little shop.",
  "Despite some small problems with the roof, which were to be expected, the visit was a great joy.",
  "To heat the great hall in the winter, the monks can burn the peat from the moor behind the hill.",
  // What would come of it, what is denied, and what is no deed.
  "By closing the old road to cars, the town would lose the last shops in the market square.",
  "By selling the old ferry so early, the council did not help the people of the island.",
  "By reading the old letters again, we understand the reasons for the long silence of the poet.",
  // Who does it is not said.
  "By mixing the clay with straw and sand, it is possible to build walls that last for centuries.",
  "By planting rows of trees along the canal, the banks are protected from the wind and the waves.",
])("a front that is pointed to, a mere link or no means of a deed stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
