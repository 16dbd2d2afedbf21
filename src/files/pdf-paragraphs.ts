// Joins lines to paragraphs and list items. Spacing, indents and the length of the line above show whether a line
// continues it; across columns and pages only the words themselves can tell.
import { BULLET, type Line } from "./pdf-lines.ts";
import { isSameSize, type SetLine, wouldFit } from "./pdf-setting.ts";
import type { Block } from "./story.ts";

export type Joiner = {
  /** The next line stands in another column or on another page, whose text begins at `left`. */
  jump(left: number): void;
  line(line: SetLine): void;
  heading(line: SetLine, level: number): void;
  row(cells: readonly string[]): void;
  /** Keeps a block until the paragraph that is open has ended, which may be on the next page. */
  setAside(block: Block): void;
  end(): void;
};

type Open = {
  kind: "paragraph" | "heading";
  level: number;
  lines: string[];
  marker: string | undefined;
  /** The lines since the last jump: only these can be compared by their places. */
  near: Line[];
  last: SetLine;
};

export function createJoiner(add: (block: Block) => void): Joiner {
  // Where the text of another column begins, until its first line was read.
  let jumpLeft: number | undefined;
  let open: Open | undefined;
  const aside: Block[] = [];

  const close = (): void => {
    if (open !== undefined) add(toBlock(open));
    open = undefined;
    for (const block of aside.splice(0)) add(block);
  };

  return {
    jump(left) {
      jumpLeft = left;
    },
    line(line) {
      const left = jumpLeft;
      jumpLeft = undefined;
      const isOpen = open?.kind === "paragraph";
      if (open !== undefined && isOpen) {
        const goesOn =
          left === undefined ? continues(open, line) : continuesElsewhere(open, line, left);
        if (goesOn) {
          if (left !== undefined) open.near = [];
          append(open, line);
          return;
        }
      }
      close();
      const item = ITEM.exec(line.text);
      const marker = item?.[1] ?? item?.[2];
      const text = marker === undefined ? line.text : line.text.slice(item?.[0].length);
      open = { kind: "paragraph", level: 0, lines: [text], marker, near: [line.line], last: line };
    },
    heading(line, level) {
      const isSame =
        open?.kind === "heading" &&
        jumpLeft === undefined &&
        open.level === level &&
        line.line.y - open.last.line.y < 1.8 * line.line.size;
      jumpLeft = undefined;
      if (open !== undefined && isSame) {
        append(open, line);
        return;
      }
      close();
      const lines = [line.text];
      open = { kind: "heading", level, lines, marker: undefined, near: [line.line], last: line };
    },
    row(cells) {
      close();
      jumpLeft = undefined;
      add({ kind: "row", cells });
    },
    setAside: (block) => void aside.push(block),
    end: close,
  };
}

function append(open: Open, line: SetLine): void {
  open.lines.push(line.text);
  open.near.push(line.line);
  open.last = line;
}

const ITEM = /^(?:([•▪●◦‣➢➤✓✔\uf0b7\uf0a7])\s*|([·–—-]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+)(?=\S)/;

function toBlock({ kind, level, lines, marker }: Open): Block {
  const text = mendLines(lines);
  if (kind === "heading") return { kind, level, text };
  if (marker === undefined) return { kind, text };
  return { kind: "item", depth: 0, marker: BULLET.test(marker) ? "-" : marker, text };
}

const ENDS = /[.!?:;…。！？][)\]"'”’»]*(?:\[\^\w+\])?$/;

/** Lines further apart than the usual distance, by this factor, are two paragraphs. */
const WIDER = 1.25;

function continues(open: Open, below: SetLine): boolean {
  const { near } = open;
  const { line, text } = below;
  const last = open.last.line;
  const first = near[0] ?? last;
  const { size } = line;
  const distance = line.y - last.y;
  if (!isSameSize(last, line)) return false;
  if (distance > WIDER * Math.max(open.last.leading, below.leading) * size || distance < 0) {
    return false;
  }
  // More room than between the paragraph's own lines.
  const own = near.length > 1 ? (last.y - first.y) / (near.length - 1) : undefined;
  if (own !== undefined && distance > WIDER * own + 0.5) return false;
  const ended = ENDS.test(open.last.text);
  const indent = 0.8 * size;
  const item = ITEM.exec(text);
  const isBullet = item !== null && BULLET.test(item[1] ?? item[2] ?? "");
  if (item !== null && (isBullet || ended || open.marker !== undefined)) return false;
  if (line.left > last.left + indent && ended) return false;
  const isHanging = near.length > 1 && last.left > first.left + indent;
  if (isHanging && line.left < last.left - indent) return false;
  // The lines of a list item are indented below its marker, unless the item is laid out like a paragraph.
  const isOutside = open.marker !== undefined && line.left <= first.left + 1;
  if (isOutside && open.lines.length === 1 && !/^\p{Ll}/u.test(text)) return false;
  // A line with room for the next word was ended on purpose.
  if (HYPHEN.test(open.last.text) || !wouldFit(open.last, below)) return true;
  const room = open.last.right - last.right;
  return !ended && /^\p{Ll}/u.test(text) && room < 0.5 * (open.last.right - last.left);
}

/** In the next column or on the next page, whose text begins at `left`. */
function continuesElsewhere(open: Open, next: SetLine, left: number): boolean {
  const { line, text } = next;
  if (!isSameSize(open.last.line, line) || ITEM.test(text)) return false;
  const ended = ENDS.test(open.last.text);
  if (!ended && /^\P{Lu}/u.test(text)) return true;
  // The last line of a paragraph is seldom full, and the first may be indented.
  return !wouldFit(open.last, next) && !(ended && line.left > left + 0.8 * line.size);
}

const HYPHEN = /\p{L}[-\u00ad\u2010]$/u;

/** Joins lines; a word broken at a line's end becomes whole again. Only line ends are looked at, so that a paragraph of
 * thousands of lines takes no more time than its length. */
export function mendLines(lines: readonly string[]): string {
  const parts: string[] = [];
  let last = "";
  for (const line of lines) {
    if (line === "") continue;
    const isBroken = HYPHEN.test(last.slice(-3)) && /^\p{L}/u.test(line) && !SUSPENDED.test(line);
    if (isBroken) parts.push(withoutLineHyphen(parts.pop() ?? "", line));
    else if (last !== "" && !(CJK.test(last.slice(-1)) && CJK.test(line.charAt(0))))
      parts.push(" ");
    parts.push(line);
    last = line;
  }
  return parts.join("").replace(/\u00ad/g, "");
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，！？：；「」『』（）]/u;
/** Before these the hyphen is a suspended one: "Ein- und Ausgabe", "pre- and post-war". */
const SUSPENDED = /^(?:and|or|und|oder|bzw|sowie|et|ou|y|o|e|en|of)\b/;

/** Before a capital the hyphen belongs to the word ("Anglo-Saxon"), before a small letter to the line. */
function withoutLineHyphen(text: string, next: string): string {
  return /^\p{Lu}/u.test(next) && !text.endsWith("\u00ad") ? text : text.slice(0, -1);
}
