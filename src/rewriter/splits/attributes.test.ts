import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The old quarter of the town is a busy and cheerful place, with a long history of trade and a lively market.",
    "The old quarter of the town is a busy and cheerful place. It has a long history of trade and a lively market.",
  ],
  [
    "The service in the small inn was friendly and quick, with attentive waiters who knew every dish by heart.",
    "The service in the small inn was friendly and quick. There were attentive waiters who knew every dish by heart.",
  ],
  [
    "The museum is famous for its collection of clocks, with many pieces dating back to the age of sail.",
    "The museum is famous for its collection of clocks. It has many pieces dating back to the age of sail.",
  ],
  [
    "Trains in the north were badly delayed all day, with several closures and cancellations reported on the main line.",
    "Trains in the north were badly delayed all day. Several closures and cancellations were reported on the main line.",
  ],
  [
    "The plan for the new harbour has divided the town, with many praising the jobs and others fearing the noise.",
    "The plan for the new harbour has divided the town. Many have praised the jobs and others feared the noise.",
  ],
  [
    "He stood very still in the doorway of the hall, his face a mask of quiet and patient anger.",
    "He stood very still in the doorway of the hall. His face was a mask of quiet and patient anger.",
  ],
  [
    "They woke in the cold air of the early morning, their backs stiff from the long night on the ground.",
    "They woke in the cold air of the early morning. Their backs were stiff from the long night on the ground.",
  ],
  [
    "He stopped a few steps from the door of the cell, his hand instinctively resting on the hilt of his sword.",
    "He stopped a few steps from the door of the cell. His hand instinctively rested on the hilt of his sword.",
  ],
  [
    "The music for the last scene should be slow and very quiet, with a low drum and a single flute.",
    "The music for the last scene should be slow and very quiet. It should have a low drum and a single flute.",
  ],
  [
    "This work helps to understand the growth of cities, with potential benefits for planning and for transport.",
    "This work helps to understand the growth of cities. It has potential benefits for planning and for transport.",
  ],
  [
    "The tribes of the coast had a rich and varied way of life, with large feasts and long journeys by boat.",
    "The tribes of the coast had a rich and varied way of life. They had large feasts and long journeys by boat.",
  ],
  [
    "The village grew under the care of its new elders, each sharing their own knowledge with the young.",
    "The village grew under the care of its new elders. Each shared their own knowledge with the young.",
  ],
  [
    "My old teacher nods from the far end of the room, the spark of hope flickering in his tired eyes.",
    "My old teacher nods from the far end of the room. The spark of hope flickers in his tired eyes.",
  ],
  [
    "The amenities of the lodge were just as good as the rooms, with a heated pool and a small library.",
    "The amenities of the lodge were just as good as the rooms. There was a heated pool and a small library.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // How sales went is not what margins have.
  "The margins of the two shops were flat for most of the year, with sales up 3 per cent on the year before.",
  // What was done with care had none.
  "The bridge was rebuilt by the people of the two towns, with great care and a lot of patience from all of them.",
  // The end of the siege had no uprising.
  "The siege of the castle came to an end in the summer, with a great revolt that cost many lives on both sides.",
  // Two who work together are not had.
  "An inquiry into the cause of the crash is under way, with Holm and the office of roads working side by side.",
  // One sentence does not begin with "only".
  "You have been alone in a hut in the hills for a week, with only a radio connected to the world outside.",
  // The aim is not a thing it has.
  "The group is working on a new map of the valley, with the aim of making walks safer for older people.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
