import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The old road over the hills is closed for most of the winter due to heavy snow and falling stones.",
    "The old road over the hills is closed for most of the winter. This is due to heavy snow and falling stones.",
  ],
  [
    "The small harbour lost most of its trade in those years largely because of the new railway to the north.",
    "The small harbour lost most of its trade in those years. This was largely because of the new railway to the north.",
  ],
  [
    "She gave the old captain a quick kiss on the cheek before heading back to the kitchen of the ship.",
    "She gave the old captain a quick kiss on the cheek. Then she headed back to the kitchen of the ship.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The cause of what is denied, of what may be, and of an inner clause.
  "The old road over the hills was not closed in the first winter due to heavy snow and falling stones.",
  "The old road over the hills may be closed for most of the winter due to heavy snow and falling stones.",
  "The mayor wants to close the old road over the hills each winter due to heavy snow and falling stones.",
  "The long delay of the ship to the north was due to heavy snow and to stones in the narrow channel.",
  // Something is done to it: who does the next thing is not said.
  "The dough for the bread is left in the cold cellar for one whole night before baking it in the oven.",
  "The rise in the number of ships in the small harbour is also due to the new railway line to the north.",
  // Somebody else goes.
  "The long winter in the hills taught me a lot about good boots before going on a trip to the far north.",
  "She gave birth to her second child in the spring after the death of her husband due to a long illness.",
  // What is studied has the cause.
  "Two earlier surveys have examined the slow decay of the wooden piers in the bay due to worms and salt.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
