import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The old bridge was closed for repairs in the spring, and the town built a new road around it.",
    "The old bridge was closed for repairs in the spring. The town built a new road around it.",
  ],
  [
    "The old bridge was closed for repairs in the spring, but nobody seemed to mind that it was.",
    "The old bridge was closed for repairs in the spring. But nobody seemed to mind that it was.",
  ],
  [
    "The shop sells bread and cakes to people from all over the town; it also serves hot coffee.",
    "The shop sells bread and cakes to people from all over the town. It also serves hot coffee.",
  ],
  [
    "The city built a tunnel under the old harbour in three years, which makes the way to work shorter.",
    "The city built a tunnel under the old harbour in three years. This makes the way to work shorter.",
  ],
  [
    "The city built a tunnel under the old harbour in three years, making the way to work much shorter.",
    "The city built a tunnel under the old harbour in three years. This made the way to work much shorter.",
  ],
  [
    "The town could build a new road around the old harbour, making the way to work much shorter.",
    "The town could build a new road around the old harbour. This could make the way to work much shorter.",
  ],
  [
    "The bridge, which was built by the grandfather of the mayor, is closed for repairs this spring.",
    "The bridge was built by the grandfather of the mayor. It is closed for repairs this spring.",
  ],
  [
    "The plan for the harbour was drawn up by the architect Ann Holm, who had lived there as a child.",
    "The plan for the harbour was drawn up by the architect Ann Holm. Holm had lived there as a child.",
  ],
  [
    "The first prize went to a retired nurse, who had never before written a story in her whole life.",
    "The first prize went to a retired nurse. The nurse had never before written a story in her whole life.",
  ],
  [
    "The old lighthouse pulsed a final time above the bay, sealing the long story of the two keepers.",
    "The old lighthouse pulsed a final time above the bay. It sealed the long story of the two keepers.",
  ],
  [
    "You wake up in a small room under the roof, wondering how you came to be there at all.",
    "You wake up in a small room under the roof. You wonder how you came to be there at all.",
  ],
  [
    "Norway has refused to take part in the talks and has closed its border for the week.",
    "Norway has refused to take part in the talks. It has closed its border for the week.",
  ],
  [
    "The mayor and the council might close the street for the winter, forcing the shops to move.",
    "The mayor and the council might close the street for the winter. This might force the shops to move.",
  ],
  [
    "Every school in the region should set clear rules for phones, making sure that nobody is left out.",
    "Every school in the region should set clear rules for phones, making sure that nobody is left out.",
  ],
  [
    "She was walking home along the canal late that night, humming a tune from the old film.",
    "She was walking home along the canal late that night. She was humming a tune from the old film.",
  ],
  [
    "The union has rallied around the old driver this week, sending letters of support to the paper.",
    "The union has rallied around the old driver this week. It has sent letters of support to the paper.",
  ],
  [
    "The cold weather added to the trouble in the camps, prolonging their stay and further raising the costs.",
    "The cold weather added to the trouble in the camps. It prolonged their stay and further raised the costs.",
  ],
  [
    "They walked back along the shore to the car, the gravel crunching like old snow under their boots.",
    "They walked back along the shore to the car. The gravel crunched like old snow under their boots.",
  ],
  [
    "Although the road was closed for most of the long winter, the town found other ways to trade.",
    "The road was closed for most of the long winter. But the town found other ways to trade.",
  ],
  [
    "This cream can help a lot against dry skin in winter, but it's best to ask a doctor about it first.",
    "This cream can help a lot against dry skin in winter. But it's best to ask a doctor about it first.",
  ],
  [
    "We waited for over an hour at the small table, and when the soup came, it was cold and thin.",
    "We waited for over an hour at the small table. When the soup came, it was cold and thin.",
  ],
  [
    "The aurora flared above the frozen lake in the north, its colours deepening into red and gold.",
    "The aurora flared above the frozen lake in the north. Its colours deepened into red and gold.",
  ],
  [
    "He stood silent at the end of the long hall, his eyes fixed on the door behind the desk.",
    "He stood silent at the end of the long hall. His eyes were fixed on the door behind the desk.",
  ],
  [
    "The question has divided the town for years, with many arguing that the bridge should be closed.",
    "The question has divided the town for years. Many argue that the bridge should be closed.",
  ],
  [
    "The debate over the new bridge is growing louder, with both sides making their cases in public.",
    "The debate over the new bridge is growing louder. Both sides are making their cases in public.",
  ],
  [
    "She placed the dried flower back on the wooden dock, aligning it with the edge of the water.",
    "She placed the dried flower back on the wooden dock. She aligned it with the edge of the water.",
  ],
  [
    "The network has opened new markets for small firms, driving growth and creating jobs in the region.",
    "The network has opened new markets for small firms. This has driven growth and created jobs in the region.",
  ],
  [
    "The ledger is a widely used technique that helps many small firms find out what they spend in a year.",
    "The ledger is a widely used technique. It helps many small firms find out what they spend in a year.",
  ],
  [
    "The project is paid for by the state of Ohio and is led by a team from the university.",
    "The project is paid for by the state of Ohio. It is led by a team from the university.",
  ],
  [
    "The old warehouse loomed over the pier by the river, hiding secrets behind its rusty metal door.",
    "The old warehouse loomed over the pier by the river. It hid secrets behind its rusty metal door.",
  ],
  [
    "The clinic depends on the help of many volunteers, who come in every week to clean the rooms.",
    "The clinic depends on the help of many volunteers. They come in every week to clean the rooms.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // What follows belongs to the report, the condition or the reason.
  "He said that the bridge was closed for the whole of the winter, and the town had to build a road.",
  "If the bridge is closed for the whole of the winter, and the town builds no road, trade will stop.",
  // A list is no clause.
  "The old shop near the harbour sells bread, cakes, coffee, tea, and the sandwiches that people like.",
  "Then she found these tablets at the bike shop near her home, tried them, and the problem was solved.",
  // A purpose is no consequence.
  "The town built a new road around the old harbour, so people could get to work during the winter.",
  // An effect that has not come about.
  "The town did not build a new road around the old harbour, making the way to work much longer.",
  // Speech and questions.
  'He said, "The bridge was closed in the spring, and the town built a new road around it," and left.',
  "Was the bridge closed in the spring, and did the town build a new road around the old harbour?",
  // The tense of the main verb is unclear.
  "These cookies, with their crunch, soften a little when dipped in milk, creating a good balance of taste.",
  // A list of things to do is no tail, and neither is one with an end of its own.
  "The last phase includes testing the finished code, fixing the errors that remain, and writing a report.",
  "The main aim of the course is learning by doing, making mistakes, and trying once more the next day.",
  // What glows is the thing, not the one who saw it.
  "He saw a strange and heavy stone near the edge of the crater, glowing with an odd green light.",
  "He gazed at the great map on the wall of the old hall, teeming with stars and unknown worlds.",
  // No verb before the first comma, so that one behind it is none either.
  "Things such as the cost of the work, customer needs, and technical limits should all be looked at.",
  // A denial and what is put against it belong together.
  "She carried a small thing in her open hand that day, not the nest itself, but a ring made of twigs.",
  // A speaker's own words and their tense.
  '"I have been blind for all of these long years," the old king said, his voice filled with regret.',
  // What follows the semicolon can't stand alone.
  "She had always been drawn to the idea of the sea; how it rose and fell with the moon each day.",
  // A reason inside a clause, or one's own.
  "The firm has rules of its own that some people call unfair because they only ever help the owners.",
  "I'm writing this long letter to the two of you because I want you to know what happened here.",
  // The antecedent might be either of two things.
  "He bought a picture of the great old hall by the river, which had been there for a hundred years.",
  // A state the tagger takes for a past.
  "Biscotti, with their fine crunch, soften slightly when dipped in milk, creating a good balance of taste.",
  // Of which of two things are these the examples?
  "The new law brought a lot of problems for the clinics in the south, including the one in our own street.",
  "For months her hands had refused the pen, her throat had closed against song, and the house was dark.",
  // A thing without a plain verb is no clause.
  "The old songs of the valley were lost to the war, but their rhythm felt in every step of the dance.",
  "What was left of the old mill was not merely stone and dust, but a web of lives lived by the water.",
  // What was begun before the dash goes on behind it.
  "The new roof over the yard and this—this was something he had built with his own two hands.",
  // Who does it is not said, or somebody else does.
  "In the last part of the book, the history of the town will be told, examining what the war did to it.",
  "Night fell over the hills yet they kept on working, moving the stones whenever the moon came out.",
  "She walked away from the house, the hum of the bees still ringing in her ears, knowing it was over.",
  "The talk was given by the Prime Minister, who had come by train, and by the head of the school.",
  "He was the son of a rich merchant, who had made all of his money with silk from the far east.",
  "You can do nothing in this house but obey, and so the days go by in a long and even line.",
  // Those who were let do it, not what lets them.
  "Good access to the archive allows nurses to take part in the debate, speaking for their patients.",
  // What is sought is not there yet.
  "We are all working hard with the owners of the mill to find a better price that meets both our needs.",
  // A thing, not a clause, behind a colon.
  "The real machine of the old man lay on his desk: a small glass disc mounted on a brass plate.",
  // One of several tails.
  "He spoke to them through small gifts, placing herbs on the sill, leaving notes, and mending the gate.",
  // A thing in a list, and a clause of its own.
  "Further on, the whole area surrounding the great market seems to be closed to cars on Sundays now.",
  // Two plurals are no second verb.
  "The lack of a free court in the country undermines the checks and balances necessary for an open press.",
  // Short enough as it is.
  "The bridge was closed, and the town built a road.",
  // Whoever said it said all of it.
  "The old bridge was closed for repairs in the spring, and the town built a new road, the mayor said.",
  "The old bridge was closed for repairs in the spring, but nobody minded, according to the local paper.",
  // Not every "and" joins two clauses, and not every comma ends an opening.
  "The new road around the harbour has made more and more people leave their cars at home on Sundays.",
  "Seated at the end of a long, wooden table was an old man in the dark blue coat of the fire brigade.",
  // What "which" means is not plain.
  "Free churches often bring the old songs of the valley into their service, which would be odd elsewhere.",
  "The old songs of the valley were a great success in the town, making over two thousand in one night.",
  // What is possible is not so yet.
  "It is possible that the two men saw the advertisement in the paper, which has led to a lot of interest.",
  "The results of the test show the strength of the new engine, outperforming all of the older ones by far.",
  // A smile of that kind, not a deed; and two people with one verb each.
  "The way in which her eyes met those of the old man, a warm, inviting smile on her lips, is still with me.",
  "The two of them start their new life by the sea in May, with Rhys building boats and Elara selling books.",
  "The hush over the bay was the silence of two old forces, always circling each other in the dark water.",
  "Such a price would force the poor households of the town, who struggle already, to choose what to eat.",
  "Reading the old letters in the box behind the door slowly and carefully is the key to the whole story.",
  "The Love of the Last Tycoon by Ann Holm - An unfinished novel of hers, but it gives a view of the lives of the rich.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});

test("a list of three actions becomes two sentences", () => {
  expect(
    split(
      "The new plan reduces the cost of a trip by half, improves the air in the streets, and lowers the noise in the old town.",
    ),
  ).toBe(
    "The new plan reduces the cost of a trip by half and improves the air in the streets. It lowers the noise in the old town.",
  );
});

test("a line of verse stays with the line before it", () => {
  const verse =
    "I bowed to the good old king and went down the stair, Relieved that the wind had not tangled my hair.";
  expect(split(verse)).toBe(verse);
});

test("one of several things told behind a dash stays with the others", () => {
  const text =
    "Both of his parents are teachers at the village school—his mother a singer, his father a painter of boats.";
  expect(split(text)).toBe(text);
});

test("a state before the main clause, and a state in which somebody was found, stay where they are", () => {
  const before =
    "When he saw Anna come down the stairs in her old coat, her eyes red from the smoke, his breath caught in his throat.";
  const found =
    "She was found wearing a thin summer dress from the fair, wrapped in an old sail, and tied with ropes from the boat.";
  expect(split(before)).toBe(before);
  expect(split(found)).toBe(found);
});
