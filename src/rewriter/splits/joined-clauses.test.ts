import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  // What is known is so, and what seems to be is no report.
  [
    "They knew that the ferry was late on that evening, and they took the long road around the lake.",
    "They knew that the ferry was late on that evening. They took the long road around the lake.",
  ],
  [
    "The old dog seemed to know the way through the wood, and it ran ahead of us to the gate.",
    "The old dog seemed to know the way through the wood. It ran ahead of us to the gate.",
  ],
  // The one who writes goes on in his own name.
  [
    "I think the new bridge is the best thing in the whole town, and we should thank the people who built it.",
    "I think the new bridge is the best thing in the whole town. We should thank the people who built it.",
  ],
  [
    "I know that the first week at a new school can be hard, but it's easier than most children think.",
    "I know that the first week at a new school can be hard. But it's easier than most children think.",
  ],
  // "But" answers all of it, also a reason and what others argue.
  [
    "The shop was closed because the owner was ill that week, but his neighbour sold us some bread.",
    "The shop was closed because the owner was ill that week. But his neighbour sold us some bread.",
  ],
  [
    "Some people argue that the tunnel costs far too much, but the old bridge is even dearer in the end.",
    "Some people argue that the tunnel costs far too much. But the old bridge is even dearer in the end.",
  ],
  // Something said aside makes no list.
  [
    "He is a hard worker in the old yard, always on the move, and his boots are worn down to the soles.",
    "He is a hard worker in the old yard, always on the move. His boots are worn down to the soles.",
  ],
  // What may stand before the subject of the second clause.
  [
    "The old barn burned down to the ground on that night, but thankfully nobody was hurt in the fire.",
    "The old barn burned down to the ground on that night. But thankfully nobody was hurt in the fire.",
  ],
  [
    "The rule is meant to help the small shops in town, but in practice it helps only the largest ones.",
    "The rule is meant to help the small shops in town. But in practice it helps only the largest ones.",
  ],
  [
    "The rooms on the first floor are small, but given the price, we were happy with what we got.",
    "The rooms on the first floor are small. But given the price, we were happy with what we got.",
  ],
  [
    "The road along the coast is steep in many places, and closing it in winter is the only safe way.",
    "The road along the coast is steep in many places. Closing it in winter is the only safe way.",
  ],
  [
    "The soup in the small place by the station is great, but be prepared for a long wait at noon.",
    "The soup in the small place by the station is great. But be prepared for a long wait at noon.",
  ],
  [
    "Please note that the hours of the museum can change in winter, so it's a good idea to call before.",
    "Please note that the hours of the museum can change in winter. So it's a good idea to call before.",
  ],
  [
    "They are always under pressure to look their best in town, and any mistakes will be seen by all.",
    "They are always under pressure to look their best in town. Any mistakes will be seen by all.",
  ],
  [
    "The old men did not get help in time on that night, and food and drink were kept far from them.",
    "The old men did not get help in time on that night. Food and drink were kept far from them.",
  ],
  [
    "I ordered the soup of the day in the small bar, but what arrived at my table was cold and thin.",
    "I ordered the soup of the day in the small bar. But what arrived at my table was cold and thin.",
  ],
  [
    "The old bridge plays a great role in the life of the town, yet closing it for a year poses few problems.",
    "The old bridge plays a great role in the life of the town. Yet closing it for a year poses few problems.",
  ],
  // What came of it, with a modal that tells no purpose.
  [
    "The museum lets in only forty people at a time, so you should book your tickets a week before.",
    "The museum lets in only forty people at a time. So you should book your tickets a week before.",
  ],
  // A subject of several words, up to a verb that can be nothing else.
  [
    "The old harbour is small and quiet in the winter, and very little is known about its first owners.",
    "The old harbour is small and quiet in the winter. Very little is known about its first owners.",
  ],
  [
    "The singer and the band gave all they had on that night, but even their best songs couldn't save the show.",
    "The singer and the band gave all they had on that night. But even their best songs couldn't save the show.",
  ],
  [
    "I can see why many parents are worried about the phones, but a ban on them for everyone under sixteen is too much.",
    "I can see why many parents are worried about the phones. But a ban on them for everyone under sixteen is too much.",
  ],
  [
    "She turned the small key to the left as before, and to her surprise, warm air came out of the box.",
    "She turned the small key to the left as before. To her surprise, warm air came out of the box.",
  ],
  [
    "I have tried to forget the old house, but part of me still dreams about the garden and the stairs.",
    "I have tried to forget the old house. But part of me still dreams about the garden and the stairs.",
  ],
  [
    "He speaks with a slow, quiet voice, and he's always dressed in the same grey coat and heavy boots.",
    "He speaks with a slow, quiet voice. He's always dressed in the same grey coat and heavy boots.",
  ],
  [
    "Once again, thank you for staying with us in May, and we look forward to your next visit in the autumn.",
    "Once again, thank you for staying with us in May. We look forward to your next visit in the autumn.",
  ],
  // The helper goes first.
  [
    "The new law does not help the small farms in the valley, nor does it help the people in the towns.",
    "The new law does not help the small farms in the valley. Nor does it help the people in the towns.",
  ],
  [
    "The danger of a second flood in the spring is real, but so is the cost of a wall along the river.",
    "The danger of a second flood in the spring is real. But so is the cost of a wall along the river.",
  ],
  // A deed hangs on the report, not a clause; a "that" before a verb is a "which".
  [
    "The work on the new bridge is expected to begin soon, and the road along the river will be closed.",
    "The work on the new bridge is expected to begin soon. The road along the river will be closed.",
  ],
  [
    "Last year a small tax was introduced that applies to the largest boats, and in May, the harbour fee was raised.",
    "Last year a small tax was introduced that applies to the largest boats. In May, the harbour fee was raised.",
  ],
  [
    "We are sorry to hear that your room was cold that night, and we would like to pay for your next stay.",
    "We are sorry to hear that your room was cold that night. We would like to pay for your next stay.",
  ],
  // The writer's own frame, a call, and "that" for what was said.
  [
    "It is important to note that the old map is not exact, and the paths in the hills may have moved.",
    "It is important to note that the old map is not exact. The paths in the hills may have moved.",
  ],
  [
    "The road to the upper farm is steep and narrow in many places, so keep an eye on the children.",
    "The road to the upper farm is steep and narrow in many places. So keep an eye on the children.",
  ],
  [
    "Some call it a quarrel between the mill and the town, but that understates the number of people who work there.",
    "Some call it a quarrel between the mill and the town. But that understates the number of people who work there.",
  ],
  [
    "But from the side of the fishermen, the price is far too high, and any change is worth a try.",
    "But from the side of the fishermen, the price is far too high. Any change is worth a try.",
  ],
  // A list that has its own "and", and commas of openings.
  [
    "The small shop on the corner sold bread, cheese, and apples, and it was open until late in the night.",
    "The small shop on the corner sold bread, cheese, and apples. It was open until late in the night.",
  ],
  [
    "So, in plain words, the new rule is good for the small shops, and it helps their customers as well.",
    "So, in plain words, the new rule is good for the small shops. It helps their customers as well.",
  ],
  [
    "The small garden is the best thing about the house, and I'm looking forward to the first warm days.",
    "The small garden is the best thing about the house. I'm looking forward to the first warm days.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // All of it was known, hoped or said.
  "They knew that the rain would come before the night, and the river would rise to the old mark.",
  "I hope that the new owners will keep the old name, and the garden stays open to everybody in town.",
  "The mayor said that the old bridge was safe enough for cars, but the school bus would need the new one.",
  "Think of it as a small village where everybody has some work, but they can share their tools as well.",
  // A condition holds for all that follows.
  "When the snow lies deep on the old road, the children stay at home, and the school is closed for days.",
  "As people grow old in the small villages, their sons move to the towns, and it becomes hard to run a farm.",
  // A reason may have two parts.
  "We took the early train because the roads were full of snow, and the bus had no heating at all.",
  // An order that is a condition.
  "Just ask the waiter for the sauce of the house, and you'll have the best meal of your life there.",
  "They had to make sure that the main doors, the stairs, and the rails were safe before the first guests came.",
  // What stood in the paper, and one deed of several.
  "The paper mentioned that a fisherman had pulled her out, but she died of her wounds on the beach.",
  "It often involves calling the owners of the boats, checking the list, and making sure that they will come.",
  "It is the story of a poor singer who comes to have a lot of money, but losing everything he cares for.",
  // How, and what for.
  "The old man closed the door of the shed behind him, so quietly I hardly heard him go.",
  "The club put up a new fence around the pitch, so that the ball would no longer roll into the road.",
  // Both clauses make up the game.
  "Catch is a kind of simple game where the first player throws the ball, and the second player brings it back.",
  // The second half has no verb.
  "There are a few hints in the first letter, and hints in a song carved into the lid of the box.",
  // Both belong to the case.
  "They still treat the town like a special case—where the rich may build what they like, but the poor pay for the roads.",
  // What was revealed may go on.
  "The nurse reveals that the sailor has been ill for a very long time, and they are married to each other.",
  // Deeds in a row.
  "Watching old films, short shows, and listening to songs can give you a good feeling for the language.",
  // The second half has no verb of its own, or makes up the game.
  "I often think of the joy and the warmth she brought into our house, and the long evenings we spent together.",
  "It is an old game of chance, where a bag holds stones of two colours, and at each turn one stone is drawn.",
  // A condition in the form of an order, behind a mark; and what was denied is put right.
  "A farm lives from its soil in the end; starve the soil, and the crop fails whatever the weather is like.",
  "This old song isn't from the north of the country, but from another island I know quite well.",
  // How near, and no call.
  "The old man in the boat bent down and spoke a few words to her, so close it made her start.",
  // Both are seen to.
  "The office ensures that visitors' names are written down, and their cards are ready at the front desk.",
  // A thing with nothing but its own clause, and things in a row.
  "We still talk about the old boats in the harbour, and the songs the men would sing on their way home.",
  "The owner of the mill is known for his bread, his cakes, and the small gifts he would bring to the school.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
