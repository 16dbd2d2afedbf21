// A document as a list of blocks in reading order, whatever format it came in. Cells of a table are gathered until
// their row is complete, because only then it is known whether it is a row of data or prose laid out in a table.
import { tooLong } from "./refusal.ts";

export type Block =
  | { readonly kind: "paragraph" | "code" | "reference"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | {
      readonly kind: "item";
      readonly depth: number;
      readonly marker: string;
      readonly text: string;
    }
  | { readonly kind: "row"; readonly cells: readonly string[] }
  | { readonly kind: "note"; readonly label: string; readonly text: string }
  /** A line that stands on every page: header, footer, page number. */
  | {
      readonly kind: "running";
      readonly place: "header" | "footer" | "margin";
      readonly text: string;
    };

export type Story = {
  readonly blocks: readonly Block[];
  add(block: Block): void;
  openRow(): void;
  openCell(): void;
  closeRow(): void;
};

/** Blocks, and groups of them that were the cells of a table: moved as they are from table to table around them. */
type Node = Block | readonly Node[];

/** An empty story; it refuses to grow beyond the longest text the service takes. */
export function createStory(textLengthMax: number, onProgress?: () => void): Story {
  const nodes: Node[] = [];
  const rows: Node[][][] = [];
  let length = 0;
  const target = (): Node[] => rows.at(-1)?.at(-1) ?? nodes;

  return {
    get blocks() {
      const blocks: Block[] = [];
      visitBlocks(nodes, (block) => blocks.push(block) > 0);
      return blocks;
    },
    add(block) {
      const size = block.kind === "row" ? 0 : block.text.trim().length;
      if (block.kind !== "row" && size === 0) return;
      length += size;
      if (length > textLengthMax) throw tooLong(textLengthMax);
      onProgress?.();
      target().push(block);
    },
    openRow: () => void rows.push([]),
    openCell: () => void rows.at(-1)?.push([]),
    closeRow() {
      const cells = rows.pop() ?? [];
      const texts = dataRow(cells);
      if (texts === undefined) target().push(cells);
      else if (texts.some((text) => text !== "")) target().push({ kind: "row", cells: texts });
    },
  };
}

/** Visits all blocks in order, until `visit` returns false. */
function visitBlocks(nodes: readonly Node[], visit: (block: Block) => boolean): boolean {
  return nodes.every((node) => ("kind" in node ? visit(node) : visitBlocks(node, visit)));
}

/** The detector takes rows of short cells for a table; a cell with a whole passage is prose. */
const CELL_WORDS_MAX = 25;
const ROW_LENGTH_MAX = 1500;

/** The texts of the cells, or undefined when they are prose. Stops at the first that is too long: tables within tables
 * hold the same text again and again. */
function dataRow(cells: ReadonlyArray<readonly Node[]>): string[] | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const cell of cells) {
    const parts: string[] = [];
    length += 2;
    const isShort = visitBlocks(cell, (block) => {
      const part = plainText(block).replace(/\s+/g, " ").trim();
      length += part.length + 1;
      parts.push(part);
      return length <= ROW_LENGTH_MAX;
    });
    if (!isShort) return undefined;
    if (cell.length === 0) length += 1;
    const text = parts.join(" ");
    if (text.split(" ").length > CELL_WORDS_MAX) return undefined;
    texts.push(text);
  }
  return length > ROW_LENGTH_MAX ? undefined : texts;
}

function plainText(block: Block): string {
  return block.kind === "row" ? block.cells.join(" ") : block.text;
}
