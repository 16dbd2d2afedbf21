import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  // One word on all of it.
  [
    "The whole cost is borne by the people who need cars to reach their work, which is deeply unfair.",
    "The whole cost is borne by the people who need cars to reach their work. This is deeply unfair.",
  ],
  // All of it is meant.
  [
    "The bakery on the corner opens at five in the morning, which is great for the early shift.",
    "The bakery on the corner opens at five in the morning. This is great for the early shift.",
  ],
  [
    "The two clubs agreed to share the costs of the new pitch, which in turn led to lower fees.",
    "The two clubs agreed to share the costs of the new pitch. In turn, this led to lower fees.",
  ],
  [
    "Some owners will have to sell the land to the big landlords, which may speed up the change.",
    "Some owners will have to sell the land to the big landlords. This may speed up the change.",
  ],
  // A plural verb can only belong to several things.
  [
    "The stew owes its taste to dried thyme and to fresh parsley, which are added at the very end.",
    "The stew owes its taste to dried thyme and to fresh parsley. These are added at the very end.",
  ],
  // An order is a clause as well.
  [
    "Open the menu at the top of the left column, which is a list of all the files in the folder.",
    "Open the menu at the top of the left column. This is a list of all the files in the folder.",
  ],
  // What has members is a thing all the same.
  [
    "The old bridge was bought by a small, local building company, which has kept it in good repair.",
    "The old bridge was bought by a small, local building company. The building company has kept it in good repair.",
  ],
  // The other things are several, and the verb belongs to one.
  [
    "The two rivers run for many miles through a narrow valley, which is closed to cars in winter.",
    "The two rivers run for many miles through a narrow valley. The valley is closed to cars in winter.",
  ],
  // A name, told by people.
  [
    "Last week the two young sisters from the city visited Holm Hall, which was built by a rich wool trader.",
    "Last week the two young sisters from the city visited Holm Hall. It was built by a rich wool trader.",
  ],
  // An effect of all of it.
  [
    "The mayor has closed the old market in the middle of the town, which could have grave consequences for trade.",
    "The mayor has closed the old market in the middle of the town. This could have grave consequences for trade.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // Which of the two is meant?
  "Consider the case for raising the school age in the valley, which often rests on money and on time.",
  // The main clause has not begun yet.
  "But in towns that were built for the railway, which is a thing of the past, the station is still open.",
  // Somebody said so.
  "The guards believe that the two men had hidden a map in the wall, which is a serious breach of rules.",
  // A place that is not named by the word right before the comma.
  "The army of the north took the old harbour town in 1517, which is part of another country today.",
  // The verb is not that of "which".
  "The club promised its members a brand new hall by the river, which the critics saw as a mere dream.",
  // Whoever is meant, "which" is never said of one person.
  "The cook in the small kitchen by the harbour is a true wizard, which mixes the herbs like no other.",
  // What is meant stands further back.
  "In the new machines of the mill small glass plates are used instead, which can carry twice the load.",
  // The things right before the comma hang on another noun, and the verb fits either of the two.
  "The engineers at the plant have measured the effects of frost on the new pipes, which can slow the whole line.",
  "A railway to the coast would have needed a dense net of small bridges, which would have taken ten years.",
  // A time is not what is told of.
  "The whole class watched the old film about the flood three years ago, which continues to haunt them all.",
  // The form tells neither number nor time.
  "The guard at the north gate was larger than it had been before, which put a stop to the raids by night.",
  "The council spoke of rising costs in the schools, including heating and repairs, which strained the purse.",
  // The things themselves may do so.
  "Many of the farmers in the hills cannot reach the mobile clinics, which can provide them with cheap drugs.",
  // The main clause goes on with a phrase.
  "This chapter looks at the place of stone lions, which are gate guards of old towns, in the songs of the coast.",
  // It is the lack of them.
  "Such haste in the council can lead to a lack of trust and understanding, which can hinder the best of plans.",
  // The hall or the society?
  "The new hall by the lake was opened by the Holm Society, which was known for its songs and its dances.",
  // What is not there does nothing.
  "In the end our small band from the valley did not win any prizes, which deeply saddened all of us.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
