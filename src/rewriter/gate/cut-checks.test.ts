import { expect, test } from "vitest";
import { canBeCut, findCutFaultIn } from "./cut-checks.ts";

/** What refuses the cut that puts `to` for `from` between `head` and `tail`. */
function faultOf(head: string, from: string, to: string, tail: string): string | undefined {
  const second = /\.\s+(.*)$/su.exec(to + tail)?.[1] ?? "";
  return findCutFaultIn({ head, from, to, tail, second });
}

type Parts = [head: string, from: string, to: string, tail: string];

// For each check a cut that it refuses, and one much like it that says what the sentence said.
test.each([
  [
    "report",
    ["He argues that rules help the town", "; they", ". They", " keep the peace."],
    ["The old rules still help the town", "; they", ". They", " keep the peace."],
  ],
  [
    "report",
    ["Holm says she runs with him", ", but", ". But", " that she is wild."],
    ["Holm runs with him every day", ", but", ". But", " the dog is wild."],
  ],
  [
    "report",
    ["They knew the letters had to be kept", "; they", ". They", " had become their life."],
    ["They kept the letters for years", "; they", ". They", " had become their life."],
  ],
  [
    "supposed",
    ["In theory, the road is open", ", and the", ". The", " ferry runs all night."],
    ["In May, the road is open", ", and the", ". The", " ferry runs all night."],
  ],
  [
    "row",
    ["I am not alive, but I grow; I need air", "; water", ". Water", " kills me."],
    ["I am not alive, but I grow and need air", "; water", ". Water", " kills me."],
  ],
  [
    "feared",
    [
      "The paper tells of concerns over a cut",
      ", resulting",
      ". This results",
      " in unsafe streets.",
    ],
    ["The paper tells of a cut in May", ", resulting", ". This results", " in unsafe streets."],
  ],
  [
    "condition",
    ["When workers are heard, they feel valued", " and", ". They", " share their ideas."],
    ["When the bell rang, he took the lamp", " and", ". He", " walked to his boat."],
  ],
  [
    "order",
    ["Get those two rules right", " and", ". Most", " of your errors go away."],
    ["We got those two rules right", " and", ". Most", " of our errors went away."],
  ],
  [
    "means",
    ["By raising the field, we can alter the mass", " and", ". We can also", " watch it grow."],
    ["In this test, we can alter the mass", " and", ". We can also", " watch it grow."],
  ],
  [
    "possibility",
    ["Daily use of the cream can smooth the skin", ", making", ". This makes", " it less dry."],
    ["Daily use of the cream can smooth the skin", ", making", ". This can make", " it less dry."],
  ],
  [
    "ability",
    ["The team built a small pump", " capable", ". It is capable", " of great work."],
    ["The team built a small pump", ", which", ". It", " is capable of great work."],
  ],
  [
    "guess",
    ["She must be a rich woman", ", because", ". This is because", " her house is large."],
    ["She is a rich woman now", ", because", ". This is because", " her house was sold."],
  ],
  [
    "purpose",
    ["It is best to set goals in the spring", ", so", ". So", " we know what we want."],
    ["The old goals were met in the spring", ", so", ". So", " we want new ones."],
  ],
  [
    "choice",
    ["Some phones have strong aerials", " or", ". They", " are able to reach new masts."],
    ["Some phones have strong aerials", " and", ". They", " reach new masts."],
  ],
  [
    "choice",
    ["The hat is either large", ", which", ". That", " means a fine fit, or medium."],
    ["The hat is large and red", ", which", ". That", " means a fine fit."],
  ],
  [
    "pair",
    [
      "Such trips have not only changed my view",
      " but",
      ". But they",
      " have also taught me much.",
    ],
    ["Such trips have not changed my view", " but", ". But they", " have taught me much."],
  ],
  [
    "pair",
    ["They won the town not with force", ", but", ". But", " by waiting for years."],
    ["They won the town without a fight", ", but", ". But", " the castle held for years."],
  ],
  [
    "pair",
    ["We fear not only that they will leave", "; we", ". We", " fear what they will say."],
    ["We fear that they will leave", "; we", ". We", " fear what they will say."],
  ],
  [
    "row",
    ["The night had come, the mist had risen", ", and the", ". The", " dock was still."],
    ["When the night had come, the mist had risen", ", and the", ". The", " dock was still."],
  ],
  [
    "row",
    ["She opened her pen, pressed the nib into place", ", and", ". She", " felt the ink."],
    ["She opened her pen for the letter", ", and", ". She", " felt the ink."],
  ],
  [
    "cleft",
    ["It is the field of the particle", " that", ". It", " acts on the others."],
    ["We measure the field of the particle", " that", ". It", " acts on the others."],
  ],
  [
    "enclosed",
    ["They sold all of it (the house", ", and the", ". The", " garden as well)."],
    ["They sold all of it (the house)", ", and the", ". The", " garden was empty."],
  ],
  [
    "oneself",
    ["I saw her smile in the hall", ", walking", ". I walked", " slowly towards me."],
    ["I saw her smile in the hall", ", walking", ". I walked", " slowly towards her."],
  ],
  [
    "person",
    ["The nurse from Leeds won the prize", ", having", ". She had", " worked for years."],
    ["The nurse won her second prize", ", having", ". She had", " worked for years."],
  ],
  [
    "person",
    ["His aunt closed the shop in May", ", having", ". He had", " no money left."],
    ["The aunt closed her shop in May", ", having", ". She had", " no money left."],
  ],
  [
    "oneself",
    ["Our method uses a net to learn the jumps", " and", ". It", " joins it with known rules."],
    ["Our method uses a net to learn the jumps", " and", ". It", " joins them with known rules."],
  ],
  [
    "person",
    ["The stranger stepped out before Lucas", ", his eyes", ". His eyes were", " cold."],
    ["The stranger stepped out into the rain", ", his eyes", ". His eyes were", " cold."],
  ],
  [
    "done to",
    ["He felt a sharp pain in his ribs", ", followed", ". He was followed", " by an ache."],
    ["He walked home in the dark", ", followed", ". He was followed", " home."],
  ],
  [
    "mind",
    ["The panic grew again in my chest", ", wondering", ". It wondered", " who had come."],
    ["The panic grew again in my chest", ", pushing", ". It pushed", " me on."],
  ],
  [
    "denied",
    ["The net learns without sudden forgetting", ", which", ". This", " is common in others."],
    ["The net learns to stop forgetting", ", which", ". This", " is common in others."],
  ],
  [
    "no clause",
    ["Seeing that the clock reads seven", "—she", ". She", " breathes out."],
    ["The clock on the wall reads seven", "—she", ". She", " breathes out."],
  ],
  [
    "report",
    [
      "This view holds all the worlds are real",
      ", but",
      ". But it",
      " says that only one is ours.",
    ],
    ["This view is still dear to us", ", but", ". But", " only one of them is ours."],
  ],
  [
    "one of two",
    ["The student model copies the teacher model", ", which", ". The model", " reads better."],
    ["The student copies the teacher model", ", which", ". The model", " reads better."],
  ],
  [
    "person as thing",
    ["She was full of hope when she saw you", ", a gift", ". This is a gift", " of the spring."],
    ["She was full of hope when she saw it", ", a gift", ". This is a gift", " of the spring."],
  ],
  [
    "two of a kind",
    [
      "The shops kept lists",
      ", ensuring",
      ". This ensured",
      " that stock was full and cutting waste.",
    ],
    [
      "The shops kept lists",
      ", ensuring",
      ". This ensured",
      " that stock was full and waste was cut.",
    ],
  ],
  [
    "shared helper",
    ["We were promptly seated at a table", " and", ". We", " presented with a long menu."],
    ["We were promptly seated at a table", " and", ". We", " ordered the soup of the day."],
  ],
  [
    "earlier",
    ["The tree had stood there for years", ", hollowed", ". It was hollowed", " by the rain."],
    ["The tree stood there for years", ", hollowed", ". It was hollowed", " by the rain."],
  ],
] satisfies [string, Parts, Parts][])("a cut is refused for its %s: %s", (name, refused, right) => {
  expect(faultOf(...refused)).toBe(name);
  expect(faultOf(...right)).toBeUndefined();
});

test.each([
  "Did the council know of the plan, and did the fishermen?",
  "Not only did the town pay, but the state paid as well.",
  "May the wind fill our sails, and may the rain stay away.",
  "The dams will hold this time, and the town is safe, said Mr. Grant.",
  "It came at night, A light from far away, and nobody saw it.",
  "It fails on two counts: It is not new - Many make that noise The law asks for more, and a groan is not a work.",
])("stays whole, because it is one thing: %s", (text) => {
  expect(canBeCut(text)).toBe(false);
});

test("a plain sentence can be cut", () => {
  expect(canBeCut("The dams held this time, and the town was safe at last.")).toBe(true);
});
