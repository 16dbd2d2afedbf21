// Joins lines to paragraphs and list items. Whether a line goes on with the one above shows in distance,
// indents and how full that one is; across columns and pages only the words themselves can tell.
import type { Flow } from "./pdf-columns.ts";
import { BULLET, type Line } from "./pdf-lines.ts";
import type { Block } from "./story.ts";

export type Joiner = {
  /** The next line stands in another column or on another page. */
  jump(flow: Flow): void;
  line(line: Line, text: string): void;
  heading(line: Line, level: number, text: string): void;
  row(cells: readonly string[]): void;
  /** Keeps a block until the paragraph that is open has ended, which may be on the next page. */
  setAside(block: Block): void;
  /** One text from several lines. */
  mend(lines: readonly string[]): string;
  end(): void;
};

type Open = {
  kind: "paragraph" | "heading";
  level: number;
  lines: string[];
  marker: string | undefined;
  /** The lines since the last jump: only these can be compared by their places. */
  near: Line[];
  last: Line;
};

export type JoinerSettings = {
  add(block: Block): void;
  /** The usual distance of two lines of a paragraph, in letter sizes. */
  leading: number;
};

export function createJoiner({ add, leading }: JoinerSettings): Joiner {
  let flow: Flow | undefined;
  let isJump = false;
  let open: Open | undefined;
  const aside: Block[] = [];

  const close = (): void => {
    if (open !== undefined) add(toBlock(open));
    open = undefined;
    for (const block of aside.splice(0)) add(block);
  };

  return {
    jump(next) {
      flow = next;
      isJump = true;
    },
    line(line, text) {
      const item = ITEM.exec(text);
      const goesOn =
        open?.kind === "paragraph" &&
        (isJump
          ? continuesElsewhere(open, line, text)
          : continues(open, line, text, { right: flow?.right ?? line.right, leading }));
      const wasJump = isJump;
      isJump = false;
      if (open !== undefined && goesOn) {
        if (wasJump) open.near = [];
        append(open, line, text);
        return;
      }
      close();
      const marker = item?.[1] ?? item?.[2];
      open = {
        kind: "paragraph",
        level: 0,
        lines: [marker === undefined ? text : text.slice(item?.[0].length)],
        marker,
        near: [line],
        last: line,
      };
    },
    heading(line, level, text) {
      const isSame =
        open?.kind === "heading" &&
        !isJump &&
        open.level === level &&
        line.y - open.last.y < 1.8 * line.size;
      isJump = false;
      if (open !== undefined && isSame) {
        append(open, line, text);
        return;
      }
      close();
      open = { kind: "heading", level, lines: [text], marker: undefined, near: [line], last: line };
    },
    row(cells) {
      close();
      isJump = false;
      add({ kind: "row", cells });
    },
    setAside: (block) => void aside.push(block),
    mend: mendLines,
    end: close,
  };
}

function append(open: Open, line: Line, text: string): void {
  open.lines.push(text);
  open.near.push(line);
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

function continues(
  open: Open,
  line: Line,
  text: string,
  { right, leading }: { right: number; leading: number },
): boolean {
  const { near, last } = open;
  const first = near[0] ?? last;
  const size = Math.max(last.size, line.size);
  const distance = line.y - last.y;
  if (distance > WIDER * leading * size || distance < 0) return false;
  if (Math.abs(line.size - last.size) > 0.08 * size) return false;
  // More room than between the paragraph's own lines.
  const own = near.length > 1 ? (last.y - first.y) / (near.length - 1) : undefined;
  if (own !== undefined && distance > WIDER * own + 0.5) return false;
  const ended = ENDS.test(open.lines.at(-1) ?? "");
  const indent = 0.8 * size;
  const item = ITEM.exec(text);
  const isBullet = item !== null && BULLET.test(item[1] ?? item[2] ?? "");
  if (item !== null && (isBullet || ended || open.marker !== undefined)) return false;
  if (line.left > last.left + indent && ended) return false;
  const isHanging = near.length > 1 && last.left > first.left + indent;
  if (isHanging && line.left < last.left - indent) return false;
  if (open.marker !== undefined && open.lines.length === 1 && line.left <= first.left + 1) {
    return false;
  }
  const isShort = right - last.right > 0.12 * (right - last.left) && right - last.right > 2 * size;
  return !(isShort && ended && /^["“„«(‘'[]?[\p{Lu}\p{N}]/u.test(text));
}

/** In the next column or on the next page. */
function continuesElsewhere(open: Open, line: Line, text: string): boolean {
  if (Math.abs(line.size - open.last.size) > 0.08 * line.size) return false;
  const before = open.lines.at(-1) ?? "";
  if (ENDS.test(before) || ITEM.test(text)) return false;
  return /^\P{Lu}/u.test(text) || /[\p{L},]$/u.test(before);
}

/** Joins lines; a word broken at a line's end becomes whole again. */
export function mendLines(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) {
    if (text === "") text = line;
    else if (/\p{L}[-\u00ad\u2010]$/u.test(text) && /^\p{L}/u.test(line)) text = mend(text, line);
    else if (CJK.test(text.slice(-1)) && CJK.test(line.charAt(0))) text += line;
    else text += ` ${line}`;
  }
  return text.replace(/\u00ad/g, "");
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，！？：；「」『』（）]/u;
/** After these the hyphen stands for a word left out: "Ein- und Ausgabe", "pre- and post-war". */
const SUSPENDED = /^(?:and|or|und|oder|bzw|sowie|et|ou|y|o|e|en|of)\b/;

function mend(text: string, line: string): string {
  if (SUSPENDED.test(line)) return `${text} ${line}`;
  // Before a capital the hyphen belongs to the word ("Anglo-Saxon"), before a small letter to the line.
  return /^\p{Lu}/u.test(line) && !text.endsWith("\u00ad") ? text + line : text.slice(0, -1) + line;
}
