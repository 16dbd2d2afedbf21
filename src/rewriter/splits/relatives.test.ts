import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  // The plural verb tells that the side is meant.
  [
    "The long strike in the port was a heavy blow to Holm United, who have not won a game since then.",
    "The long strike in the port was a heavy blow to Holm United. They have not won a game since then.",
  ],
  [
    "I took some time in the evening to thank the staff, who were sad to see all of us go home.",
    "I took some time in the evening to thank the staff. The staff were sad to see all of us go home.",
  ],
  [
    "The method has been tried on small computers and phones, where speed and low cost are crucial.",
    "The method has been tried on small computers and phones. Here, speed and low cost are crucial.",
  ],
  [
    "The plan is to help more people move to small towns and villages, where they can live close to the woods.",
    "The plan is to help more people move to small towns and villages. There, they can live close to the woods.",
  ],
  [
    "The two brothers went home to the old farm by the sea, where apples and pears grew on every wall.",
    "The two brothers went home to the old farm by the sea. There, apples and pears grew on every wall.",
  ],
  [
    "The young player is now getting ready for the next great games, where he will meet his old rival.",
    "The young player is now getting ready for the next great games. There, he will meet his old rival.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // What is believed in, might be or is asked for is not there.
  "The people of the valley believe in a land behind the hills, where the grass is green all the year.",
  "The old mill by the river could serve as a school for the town, where the children learn to bake.",
  "Create a quiet corner in the back of your small shop, where the guests feel at home and can read.",
  // The main clause goes on.
  "They moved the heavy stones into the yard, where the sun is strong in summer, to dry them for the wall.",
  // No clause at all.
  "A small and lonely farm ravaged by three bad winters, where bread is the only coin anybody still takes.",
  // A country is nobody.
  "The prize went to a young player from the south of China, who took home the gold in the last games.",
  // A time is no place.
  "Her love of the sea was plain from the first years of her career, where she lived on an old boat.",
  // The main clause goes on with a phrase.
  "The old mayor has spoken to Anna Berg, who was on leave in the north, about the future of the club.",
  // What has an article is no name that can stand alone.
  "Deep in the dark wood the young man met the Grimalkin, who spared his life but turned him into a hare.",
  // The last word of the name is a place, and both may be meant.
  "The young king feared the two brothers and above all Roland of Aldmoor, who crossed the river in the spring.",
  "The old mill was sold in the end to Anna Berg and Tom Holm, who turned it into a small school for girls.",
  // Nothing one can be in.
  "In the year of the flood he began his work as a cook, where he made soup for a hundred men each day.",
  // It is not the hands.
  "The fate of the old mill now lies in the two owners' hands, who must choose between rent and repair.",
  // Nobody is a place.
  "The wild dogs of the plain show a temper inherited from their ancestors, where anger was needed to survive.",
  // To it, not in it.
  "All of the men ran as fast as they could to the small hospital, where the old king had been taken at noon.",
  // It hangs on what was said before.
  "Especially in a small town filled with the noise of the mills, where most children must learn to shout.",
  // The guests or the side?
  "The guests from the coast had brought a small present for Holm United, who have not won a game since.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
