import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

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
  [
    "It is important to read the small print of the old contract and ask the two owners about the roof.",
    "It is important to read the small print of the old contract. It is also important to ask the two owners about the roof.",
  ],
  [
    "The goal of the club is to bring the young players together and teach them the rules of the game.",
    "The goal of the club is to bring the young players together. The goal is also to teach them the rules of the game.",
  ],
  [
    "The new garden can help tired children find some rest at noon and keep their bones strong for years.",
    "The new garden can help tired children find some rest at noon. It can also help them keep their bones strong for years.",
  ],
  [
    "The trainees are advised to check the ropes each morning, clean the tools, and write down all faults.",
    "The trainees are advised to check the ropes each morning and clean the tools. They are also advised to write down all faults.",
  ],
  // The second deed hangs on "try to" and on "help", not on the modal alone.
  [
    "The new office will try to find the owners of the lost dogs and give them back before winter.",
    "The new office will try to find the owners of the lost dogs. It will also try to give them back before winter.",
  ],
  [
    "A good teacher can help the slower children find their own pace and enjoy the work at school.",
    "A good teacher can help the slower children find their own pace. The teacher can also help them enjoy the work at school.",
  ],
  [
    "The new timetable can lead to empty shelves and lost parcels, as well as increased costs for the shops.",
    "The new timetable can lead to empty shelves and lost parcels. It can also lead to increased costs for the shops.",
  ],
  [
    "The small inn by the lake offers a fine range of cheeses, along with other local goods.",
    "The small inn by the lake offers a fine range of cheeses. It also offers other local goods.",
  ],
  // Frames that are short enough to be said again.
  [
    "The old ferry is a good way to see the islands of the bay and meet people from the small villages.",
    "The old ferry is a good way to see the islands of the bay. It is also a good way to meet people from the small villages.",
  ],
  [
    "These herbs have been shown to reduce the fever of small children and ease the pain in their ears.",
    "These herbs have been shown to reduce the fever of small children. They have also been shown to ease the pain in their ears.",
  ],
  [
    "The new library plays a large part in bringing old people to the town and keeping the children off the streets.",
    "The new library plays a large part in bringing old people to the town. It also plays a large part in keeping the children off the streets.",
  ],
  [
    "I would be happy to show you the whole house on Monday and discuss all the questions you may have.",
    "I would be happy to show you the whole house on Monday. I would also be happy to discuss all the questions you may have.",
  ],
  [
    "The map of the harbour allows you to find your way in the fog and avoid the rocks near the pier.",
    "The map of the harbour allows you to find your way in the fog. It also allows you to avoid the rocks near the pier.",
  ],
  // What is added has the article of the object; what stands between has another.
  [
    "The fall from the ladder can cause a sharp pain in the knee, as well as a feeling of great weakness.",
    "The fall from the ladder can cause a sharp pain in the knee. It can also cause a feeling of great weakness.",
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
  // "There" brings something in; nobody offers it.
  "Here is a list of the small inns by the old lake, along with the prices of a room for one night.",
  // The second may hang on the preposition further on.
  "The small inn by the lake offers a fine cheese from the farms of the hills, as well as the valley.",
  "The small inn by the lake offers a view of a garden with a pond, as well as a wall of old stones.",
  // A name is no verb.
  "All over the land people continue to buy old board games like Anna and Madden each year before Christmas.",
  // What something is like.
  "The small brush helps to keep the pipe of the stove clean and free of soot, ash, and other fine dust.",
  // Two deeds with one object.
  "The old clerk wants to be able to easily read and mend the long list of names on his own at home.",
  "She must find a way to warn the people in the valley and save the old bridge from the great flood.",
  // What is possible only together, the best of its kind, and what the thing does itself.
  "The long trip is a good way to see the islands of the bay and save money at the same time.",
  "The old ferry is the best way to see the islands of the bay and meet people from the small villages.",
  "This small trick will help you get out of bed in time and make it easier to catch the first bus.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
