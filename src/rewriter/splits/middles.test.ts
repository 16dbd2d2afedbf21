import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "These small blue flowers, found in the meadows of the north, have a scent that bees like very much.",
    "These small blue flowers are found in the meadows of the north. They have a scent that bees like very much.",
  ],
  [
    "Moreover, this old song, a wedding tune from the valley, is still sung by the children of the coast.",
    "Moreover, this old song is a wedding tune from the valley. It is still sung by the children of the coast.",
  ],
  [
    "The old novel by Ann Holm, published in 1963, follows a young sailor through the north of Norway.",
    "The old novel by Ann Holm was published in 1963. It follows a young sailor through the north of Norway.",
  ],
  [
    "Rheumatism, a rare disease caused by a lack of sunlight, affects the bones of many small children.",
    "Rheumatism is a rare disease caused by a lack of sunlight. It affects the bones of many small children.",
  ],
  [
    "Maria Lopez, a retired nurse from the coast, runs a small school for the children of the harbour.",
    "Maria Lopez is a retired nurse from the coast. Lopez runs a small school for the children of the harbour.",
  ],
  [
    "The bakery, located behind the old station, is open on Sundays and sells bread from its own oven.",
    "The bakery is located behind the old station. It is open on Sundays and sells bread from its own oven.",
  ],
  [
    "The captain, sensing a trap in the narrow bay, turned the ship around and made for the open sea.",
    "The captain sensed a trap in the narrow bay. The captain turned the ship around and made for the open sea.",
  ],
  [
    'The Sunda plate, which sits beneath the "Ring of Fire", has more than a hundred active volcanoes on it.',
    'The Sunda plate sits beneath the "Ring of Fire". It has more than a hundred active volcanoes on it.',
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // What somebody who said something is may still be so.
  "Maria Lopez, a retired nurse from the coast, said the small school by the harbour had to stay open.",
  // Who was something once was not that then.
  "Tom Berg, the former mayor of the town, opened a small school for the children of the harbour.",
  // A list of subjects, a time, and a place.
  "The captain, a sailor from the north, and the cook left the ship on the first morning in the bay.",
  "The next day, a small boat with two men in it, came into the bay with the evening tide of the new moon.",
  "In the harbour, a place of many songs, stood a tower that the sailors had built with their own hands.",
  // Somebody speaks.
  'The captain, said the cook of the ship, "is a man of few words, and he never tells us where we go."',
  // What goes with it is not said of it, and who has something of "his" is no thing.
  "The strength of the team, combined with the skill of its goalkeeper, proved to be too much for the guests.",
  "The young number nine, known for his speed on the left, seems to be in the best form of all his years.",
  "The pale star, an old friend of all the sailors, hidden in the clouds over the bay for most of the year.",
  // What opens the sentence is no subject.
  "Given the slow decline of the old orchards, knowing the soil, water, and shade of a place is vital for planting.",
  // A list without any verb.
  "The old Roman towns, known for their straight streets, advanced drains, and well-kept public baths.",
  // A bare verb goes on with those of the users.
  "The broad menu options, letting guests pick a wine, add a side dish, and share a cake among the table.",
  // Not every small box is called that.
  "A small wooden box, known as a bait hive, is hung in a tree near the place where the bees fly.",
  // She may be a nurse still.
  "Holm, a young nurse from a village near Leeds, ran ahead of all the others to win her second race.",
  // Two adjectives of one noun, and a trade that is over.
  "The enforcer, a tall figure with a sleek, tailored suit, stood at the head of the table in the hall.",
  "Per Holm, a jazz drummer who played with many of the great bands, has died at the age of eighty.",
  // It may be the seeds.
  "Dark bread with pumpkin seeds, found in the south of the land, has become a favourite of the bakers.",
  // It is so still.
  "Beach chess, a slow and quiet game, came up in the late eighties in the small towns along the coast.",
  // What will be so is not so yet.
  "This summer fair, attended by guests from the coast, will open its gates to the whole town on Friday.",
  // Only the main clause is told of today.
  "Today, the old company, founded by two brothers in 1890, is one of the largest in the whole country.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
