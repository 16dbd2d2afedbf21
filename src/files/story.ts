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

/** An empty story; it refuses to grow beyond the longest text the service takes. */
export function createStory(textLengthMax: number): Story {
  const blocks: Block[] = [];
  const rows: Block[][][] = [];
  let length = 0;
  const target = (): Block[] => rows.at(-1)?.at(-1) ?? blocks;

  return {
    blocks,
    add(block) {
      const size = block.kind === "row" ? 0 : block.text.trim().length;
      if (block.kind !== "row" && size === 0) return;
      length += size;
      if (length > textLengthMax) throw tooLong(textLengthMax);
      target().push(block);
    },
    openRow: () => void rows.push([]),
    openCell: () => void rows.at(-1)?.push([]),
    closeRow() {
      const cells = rows.pop() ?? [];
      const texts = cells.map((cell) => cell.map(plainText).join(" ").replace(/\s+/g, " ").trim());
      if (texts.every((text) => text === "")) return;
      if (isDataRow(texts)) target().push({ kind: "row", cells: texts });
      else for (const cell of cells) target().push(...cell);
    },
  };
}

/** The detector takes rows of short cells for a table; a cell with a whole passage is prose. */
const CELL_WORDS_MAX = 25;
const ROW_LENGTH_MAX = 1500;

function isDataRow(cells: readonly string[]): boolean {
  const length = cells.reduce((sum, cell) => sum + cell.length + 3, 0);
  return (
    length <= ROW_LENGTH_MAX && cells.every((cell) => cell.split(/\s+/).length <= CELL_WORDS_MAX)
  );
}

function plainText(block: Block): string {
  return block.kind === "row" ? block.cells.join(" ") : block.text;
}
