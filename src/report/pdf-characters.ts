// The drawable part of a text. A PDF shows only glyphs its fonts have: every other character becomes a plain
// box, and invisible ones are dropped; both are counted, so that the report can say so.
import type { Coverage } from "./font-coverage.ts";

export type Characters = {
  /** The text as it can be drawn: line ends as \n, no tabs, no invisible characters. */
  draw(text: string): string;
  /** What was changed so far. */
  readonly changes: {
    missing: number;
    invisible: number;
    /** Combining marks and joiners beyond those one letter can carry. */
    stacked: number;
    isRightToLeft: boolean;
  };
};

/** More of them in a row are drawn as one box and their number. */
const BOXES_MAX = 8;

/** No writing puts more combining marks on one letter. Fonts place each by the ones before it, so that thousands take
 * minutes. */
export const MARKS_MAX = 10;

/** `isFallback` tells what another font than the usual one has: there joiners mean something. */
export function createCharacters(
  hasPlain: Coverage,
  isFallback: Coverage = () => false,
): Characters {
  const has = (codePoint: number) => hasPlain(codePoint) || isFallback(codePoint);
  const changes = { missing: 0, invisible: 0, stacked: 0, isRightToLeft: false };
  return {
    changes,
    draw(text) {
      let drawn = "";
      let boxes = 0;
      let isJoining = false;
      let marks = 0;
      const endBoxes = () => {
        if (boxes > 0) drawn += boxes > BOXES_MAX ? `□×${boxes}` : "□".repeat(boxes);
        boxes = 0;
      };
      for (const character of text.replace(LINE_END, "\n").replaceAll("\t", "    ")) {
        const codePoint = character.codePointAt(0) ?? 0;
        marks = codePoint >= 0x300 && MARK.test(character) ? marks + 1 : 0;
        if (marks > MARKS_MAX) {
          changes.stacked++;
          continue;
        }
        if (isJoining && (codePoint === 0x200c || codePoint === 0x200d)) {
          drawn += character;
          continue;
        }
        isJoining = isFallback(codePoint);
        if (INVISIBLE.test(character)) {
          changes.invisible++;
        } else if (character === "\n" || has(codePoint)) {
          endBoxes();
          drawn += character;
        } else {
          changes.missing++;
          boxes++;
        }
      }
      endBoxes();
      changes.isRightToLeft ||= isRightToLeft(drawn);
      return drawn;
    },
  };
}

/** Letters of Hebrew, Arabic and their neighbours. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Whether a paragraph begins on the right: its first letter decides. */
export function startsRight(text: string): boolean {
  return isRightToLeft(/\p{L}/u.exec(text)?.[0] ?? "");
}

const LINE_END = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
// Format characters, and the selectors that choose between forms of the letter before them.
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
/** Combining marks, and the joiners that stand among them. */
const MARK = /[\p{M}\u200c\u200d]/u;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
