// Footnotes and endnotes: numbered in the order of their references, whatever numbers the document shows, and added to
// the story after the paragraph or table that refers to them.
import type { Story } from "./story.ts";

export type Notes = {
  /** Returns the mark that refers to the note. */
  add(text: string): string;
  /** Adds the notes referred to since the last call to the story. */
  flush(): void;
};

export function createNotes(story: Story): Notes {
  const waiting: Array<{ label: string; text: string }> = [];
  let count = 0;
  return {
    add(text) {
      count += 1;
      const label = String(count);
      waiting.push({ label, text });
      return `[^${label}]`;
    },
    flush() {
      for (const note of waiting.splice(0)) story.add({ kind: "note", ...note });
    },
  };
}
