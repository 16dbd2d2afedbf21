// The prose of a document: what the model reads, on one line. Headings are left out with the data:
// the training texts keep them in one class more than in the other, and they are too short to tell.
import { joinMapped, type MappedText } from "./mapped-text.ts";
import { normalise } from "./normalise.ts";

/** The prose of a text with its map to the input. */
export function readProse(input: string): MappedText {
  const parts = normalise(input).blocks.filter(
    (block) => (block.kind === "paragraph" || block.kind === "item") && block.text.text !== "",
  );
  return joinMapped(
    parts.map((block) => block.text),
    " ",
  );
}
