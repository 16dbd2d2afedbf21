import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "She took the small lamp from the shelf above the door and placed it on the table.",
    "She took the small lamp from the shelf above the door. She placed it on the table.",
  ],
  [
    "This rule is meant for the small shops in the old town and does not apply to the market.",
    "This rule is meant for the small shops in the old town. It does not apply to the market.",
  ],
  [
    "It's made of the clay from the river bank behind the mill and can be painted in any colour.",
    "It's made of the clay from the river bank behind the mill. It can be painted in any colour.",
  ],
  [
    "My parents were shocked at the state of the house and took me home on the same evening.",
    "My parents were shocked at the state of the house. They took me home on the same evening.",
  ],
  [
    "The new engine will be carried up to the hut by two strong men, and will then be tested for a week.",
    "The new engine will be carried up to the hut by two strong men. It will then be tested for a week.",
  ],
  [
    "The museum seems to lack a clear plan for the coming winter and opts for small shows instead.",
    "The museum seems to lack a clear plan for the coming winter. It opts for small shows instead.",
  ],
  [
    "They describe a new kind of loom that was built in the village and prove that it saves a lot of time.",
    "They describe a new kind of loom that was built in the village. They prove that it saves a lot of time.",
  ],
  [
    "Mr Holm and his wife praised the work of the young nurses and had a long talk with the doctor.",
    "Mr Holm and his wife praised the work of the young nurses. They had a long talk with the doctor.",
  ],
  [
    "I had high hopes for the small inn by the lake but found the rooms cold and the beds hard.",
    "I had high hopes for the small inn by the lake. But I found the rooms cold and the beds hard.",
  ],
  // The town was forced; the siege forced nothing.
  [
    "The second siege began in the spring of that year; the town was finally overwhelmed and forced to open its gates.",
    "The second siege began in the spring of that year. The town was finally overwhelmed and forced to open its gates.",
  ],
  // The harm has been caused, and the debate sparked, by now.
  [
    "This unfounded claim about the old mill has caused a lot of harm and sparked a long debate in the town.",
    "This unfounded claim about the old mill has caused a lot of harm. It has also sparked a long debate in the town.",
  ],
  // What can only belong to the subject: its number, a modal before it, a helper behind it.
  [
    "They are a small kind of goat that came from the northern hills and are known for their thick coats.",
    "They are a small kind of goat that came from the northern hills. They are known for their thick coats.",
  ],
  [
    "The new boxes can hold two loaves of bread for a week and are much cheaper than the old iron ones.",
    "The new boxes can hold two loaves of bread for a week. They are much cheaper than the old iron ones.",
  ],
  [
    "The owners of the mill have a duty to clean the river and have taken a few steps in the last year.",
    "The owners of the mill have a duty to clean the river. They have taken a few steps in the last year.",
  ],
  [
    "The size of the error is shown by the second letter (b) of each name and is set at a tenth in most books.",
    "The size of the error is shown by the second letter (b) of each name. It is set at a tenth in most books.",
  ],
  // Somebody with an age, a comment or a description behind the name.
  [
    "The children, aged between three and twelve, have been taken from the old house and are now with their aunt.",
    "The children, aged between three and twelve, have been taken from the old house. They are now with their aunt.",
  ],
  [
    "Radio waves, on the other hand, have a much greater length and are used by ships on the open sea.",
    "Radio waves, on the other hand, have a much greater length. They are used by ships on the open sea.",
  ],
  [
    "Their music has reached people in all parts of the country and has been played at every school feast.",
    "Their music has reached people in all parts of the country. It has been played at every school feast.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The second verb may belong to a clause in between, seen or missed by the tagger.
  "It is a quiet place for families that welcomes and understands the needs of very small children.",
  "He lived with the old sailor who knew every song of the coast and taught them to the boys.",
  // A report, a condition.
  "According to the mayor of the town, they have decided to move the old school and will not open it in May.",
  "The lawyers of the old school claim the news of the sale could break the silence and could do great harm.",
  "The mayor said she took the keys from the old desk and placed them in the box by the door.",
  "When the water boils in the large pot, it lifts the heavy lid and makes a loud noise in the kitchen.",
  // "have" hangs on "to".
  "I'm planning to cook some of the old dishes from my village and have some drinks as well.",
  // Two things, one object for two verbs, one list.
  "The old empire took coal from its colonies and exported goods of every kind from the new ports.",
  "The new law was passed and signed by the president in the spring of that year in the old palace.",
  "The fresh bread from the oven was warm, soft, and had a fine smell that filled the whole street.",
  // Two helpers of one verb.
  "Asking every child to help in the kitchen garden can and should have a good effect on the whole school.",
  // Both verbs share the shot.
  "With the safety of his family on his mind, he aimed and fired a single shot at the lock of the door.",
  // A thing, not a deed.
  "He had enjoyed all the best rooms and services the old house by the river had to offer to its guests.",
  // Two participles.
  "I left the shop in the old town without a lamp, utterly tired and forced to walk home in the dark.",
  // She was, not the court.
  "A special court in the old town hall heard she was only a week in her new job and was still learning it.",
  "The MP, 52, has been a friend of the old harbour for years and has led many walks along the coast.",
  "The silence hung over the hall for an hour, heavy with shame and broken by the sound of the old clock.",
  "The long silence filled the hall of the school, full of shame and followed by the sound of the bell.",
  "One way is to find makers who work with thin wood, and ask them to build a new base and covers for the box.",
  "She keeps the old books that show how the town thinks and feeds its poor in the long winter.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
