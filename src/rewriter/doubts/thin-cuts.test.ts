import { expect, test } from "vitest";
import { isDoubtfulCut } from "./doubts.ts";

test.each([
  // What a guess rests on.
  [
    "The cook must be using a secret herb in the soup",
    ",",
    ". This is",
    " because every bowl is gone by noon.",
  ],
  ["I'm writing this", "", ". This is", " because I want you to know the whole story."],
  // A cleft sentence.
  [
    "It is the field of a small particle (or of a group)",
    " that",
    ". It",
    " acts as a force on the wire.",
  ],
  // A noun that only measures.
  ["Video calls offer a level of distance", " that", ". This level", " can ease such fears."],
  ["She was filled with a sense of calm", " that", ". This sense", " stayed with her for days."],
  // One of two.
  [
    "Such fish are either large, and can catch prey, or small",
    ", which",
    ". This",
    " means they feed less.",
  ],
  // Twice the same.
  [
    "The tone of a talk may be lost",
    ", potentially impeding",
    ". This may potentially impede",
    " the work.",
  ],
  // A name hardly said.
  [
    "Elias stood alone in the gloom",
    ", listening",
    ". Elias listened",
    " to the last of the bells.",
  ],
  [
    "The kettle hummed against his palm",
    ", turning",
    ". The kettle turned",
    " the cold room warm.",
  ],
  // What was announced.
  [
    "It was then that Lucas had the deep realization",
    "—heroes",
    ". Heroes",
    " weren't meant to be without fault.",
  ],
  [
    "The trees leaned in, and Elias understood",
    ": they",
    ". They",
    " too had been silent too long.",
  ],
  // What was meant, and what is granted.
  [
    "The vote was meant to give them a say",
    ", while also allowing",
    ". It also allowed",
    " the rulers to go on.",
  ],
  [
    "They can address the limits of the method",
    ", while acknowledging",
    ". They can acknowledge",
    " what is lost.",
  ],
  ["We first compute the product of the two matrices", " and", ". Then we", " then sum them up."],
  // "That" and "these" would take up the deed or the wrong thing.
  ["Such creams help curb the oil of the skin", ", which", ". That", " is a main cause of spots."],
  [
    "I have always beaten what was hoped of me in figures",
    ", which",
    ". These",
    " have resulted in a rise.",
  ],
  // Examples of nothing, and a choice of examples.
  [
    "They face rising costs as they move through the land",
    ", such as",
    ". Examples include",
    " food and rent.",
  ],
  [
    "They cannot carry out full checks",
    ", such as",
    ". Examples include",
    " touch or a close look.",
  ],
  ["Nobody pushed it. It is the field of the coil (or of two)", " that", ". It", " drew the pin."],
  // One wind, and notes that were many; the renewal swept, and the letters told it.
  [
    "The notes were carried on a cold wind",
    " that",
    ". This wind",
    " rocked the wires, piling upon themselves.",
  ],
  ["Oran is the town's best buyer of salt", " and", ". It", " is key to its trade with the north."],
  ["The mill became the spark for a renewal", " that", ". This spark", " swept over the valley."],
  [
    "The range of dishes at the fair is wide",
    ", with",
    ". It has",
    " bread, soups and roast birds.",
  ],
  [
    "Scattered on the floor of the hut were old letters",
    ", revealing",
    ". This revealed",
    " what the two had kept to themselves.",
  ],
  ["This leaflet should not be taken as", ", and", ". It", " is not meant to give, legal advice."],
])("a second part that says too little is doubted: %s%s%s%s", (head, from, to, tail) => {
  expect(isDoubtfulCut(head, from, to, tail)).toBe(true);
});

test.each([
  [
    "The mill by the river was closed last year",
    ",",
    ". This was",
    " because the old wheel had cracked.",
  ],
  ["It is a small tool made of steel and oak", " that", ". It", " helps the smith bend the iron."],
  ["The town built a new road to the coast", " that", ". This road", " cut the trip to an hour."],
  [
    "The shop sells many sorts of tools",
    ", such as",
    ". Examples include",
    " saws, planes and hammers.",
  ],
  [
    "Phillips was caught in the end and sent to the northern court",
    ", and was",
    ". Phillips was",
    " fined there.",
  ],
  [
    "The lamps on the wall were broken by the storm",
    ", revealing",
    ". This revealed",
    " how old the wires were.",
  ],
  ["The food was cheap", ", the staff", ". The staff", " was kind to every guest."],
])("a second part that stands by itself is not: %s%s%s%s", (head, from, to, tail) => {
  expect(isDoubtfulCut(head, from, to, tail)).toBe(false);
});
