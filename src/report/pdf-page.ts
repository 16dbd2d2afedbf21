// The sheet a PDF report is written on: fonts, colours, margins, lines that flow over pages, and the structure tree for
// screen readers.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PdfDocument from "pdfkit";
import type { Paper } from "./check.ts";
import type { FallbackFonts } from "./fallback-fonts.ts";
import { type Coverage, readCoverage } from "./font-coverage.ts";
import { type Characters, createCharacters } from "./pdf-characters.ts";
import { breakLines, type Line, type Run } from "./pdf-lines.ts";

export type Style = {
  /** `plain`, `bold`, or the name of a fallback font. */
  font: string;
  size: number;
  color: string;
  /** Raised above the line, for small numbers. */
  rise?: number;
  /** Draws what lies behind and below a piece of text. */
  decorate?: (sheet: Sheet, box: { x: number; y: number; width: number }) => void;
};

export type Sheet = {
  doc: PDFKit.PDFDocument;
  /** Left edge and width of what may be written on. */
  left: number;
  width: number;
  characters: Characters;
  /** Where the next element begins. */
  y: number;
  /** Begins a new page when less than this is left; tells whether it did. */
  reserve(height: number): boolean;
  /** Lines of a paragraph of cleaned text, in order. */
  break(runs: readonly Run<Style>[], width?: number): Line<Style>[];
  /** Draws lines one below the other, over as many pages as it takes. */
  flow(lines: readonly Line<Style>[], options?: Partial<FlowOptions>): void;
  /** A paragraph with its place in the structure. */
  paragraph(text: string, style: Style, options?: Partial<FlowOptions> & { tag?: string }): void;
  /** Puts what is drawn into the structure of the document, or of a part of it. */
  tag(type: string, draw: () => void, options?: { alt?: string; parent?: Part }): void;
  /** A part others can be put in. */
  part(type: string, parent?: Part): Part;
};

export type Part = PDFKit.PDFStructureElement;
type FlowOptions = { x: number; width: number; lineHeight: number; after: number };

export const MARGIN = { side: 50, top: 52, bottom: 64 };
export const COLORS = { ink: "#1b232d", soft: "#536072", line: "#d9dfe7" };
export const PLAIN: Style = { font: "plain", size: 9.5, color: COLORS.ink };

// A table of features switches them off; pdfkit's types know only a list, which switches them on.
const UNPLACED = {
  abvm: false,
  blwm: false,
  mark: false,
  mkmk: false,
} as unknown as PDFKit.Mixins.OpenTypeFeatures[];

/** Of DejaVu Sans, as a part of its size. */
const ASCENDER = 0.928;

const fontFile = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

type SheetOptions = {
  title: string;
  paper: Paper;
  at: number;
  creator: string;
  fallback: FallbackFonts;
};

export function openSheet(options: SheetOptions): Sheet {
  const { fallback } = options;
  const doc = openDocument(options);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const width = doc.page.width - 2 * MARGIN.side;
  const bottom = doc.page.height - MARGIN.bottom;

  /** fontkit fails on some marks of Gurmukhi without an anchor in the font: those are drawn without positioning. */
  const lay = (text: string, { font, size }: Style) => {
    doc.font(font).fontSize(size);
    try {
      return { width: doc.widthOfString(text), options: {} };
    } catch {
      const options = { features: UNPLACED };
      return { width: doc.widthOfString(text, options), options };
    }
  };
  const measure = (text: string, style: Style) => lay(text, style).width;

  const sheet: Sheet = {
    doc,
    left: MARGIN.side,
    width,
    characters: createCharacters(plainHas, (codePoint) => fallback.find(codePoint) !== undefined),
    y: MARGIN.top,

    reserve(height) {
      if (sheet.y + height <= bottom) return false;
      // Not addPage: what is being drawn keeps its place in the structure.
      doc.continueOnNewPage();
      sheet.y = MARGIN.top;
      return true;
    },

    break: (runs, within = width) =>
      breakLines(
        runs.flatMap((run) => splitByFont(run, fallback)),
        within,
        measure,
      ),

    flow(lines, options = {}) {
      const { x = sheet.left, lineHeight = 14.5, after = 6 } = options;
      for (const line of lines) {
        sheet.reserve(lineHeight);
        drawLine(line, x, options.width ?? width);
        sheet.y += lineHeight;
      }
      sheet.y += after;
    },

    paragraph(text, style, { tag = "P", ...options } = {}) {
      const lines = sheet.break([{ text, style }], options.width ?? width);
      sheet.tag(tag, () => sheet.flow(lines, options));
    },

    tag(type, draw, { alt, parent = root } = {}) {
      parent.add(doc.struct(type, alt === undefined ? {} : { alt }, [draw]));
    },

    part(type, parent = root) {
      const part = doc.struct(type);
      parent.add(part);
      return part;
    },
  };
  return sheet;

  function drawLine({ pieces, startsRight }: Line<Style>, x: number, within: number): void {
    const laid = pieces.map(({ text, style }) => lay(text, style));
    let at = x;
    if (startsRight) at += within - laid.reduce((sum, one) => sum + one.width, 0);
    for (const [index, { text, style }] of pieces.entries()) {
      const { width: own = 0, options: placing = {} } = laid[index] ?? {};
      style.decorate?.(sheet, { x: at, y: sheet.y, width: own });
      doc
        .font(style.font)
        .fontSize(style.size)
        .fillColor(style.color)
        // The baseline is the same for all sizes and fonts on a line.
        .text(text, at, sheet.y + PLAIN.size * ASCENDER - (style.rise ?? 0), {
          ...placing,
          lineBreak: false,
          baseline: "alphabetic",
        });
      at += own;
    }
  }
}

/** An empty tagged document with its fonts. */
function openDocument({ title, paper, at, creator, fallback }: SheetOptions) {
  const doc = new PdfDocument({
    size: paper === "a4" ? "A4" : "LETTER",
    margins: { left: MARGIN.side, right: MARGIN.side, top: MARGIN.top, bottom: 0 },
    bufferPages: true,
    // The structure needs 1.5; 1.7 is what readers today know best.
    pdfVersion: "1.7",
    tagged: true,
    lang: "en",
    displayTitle: true,
    info: {
      Title: title,
      Creator: creator,
      // The time of the check, not of writing: the same check gives the same file.
      CreationDate: new Date(at),
      ModDate: new Date(at),
    },
  });
  doc.registerFont("plain", plainFont());
  doc.registerFont("bold", fontFile("DejaVuSans-Bold"));
  for (const { name, data } of fallback.fonts) doc.registerFont(name, data);
  return doc;
}

const plainFont = () => fontFile("DejaVuSans");
let coverage: Coverage | undefined;

/** Whether DejaVu Sans has a character. */
export function plainHas(codePoint: number): boolean {
  coverage ??= readCoverage(plainFont());
  return coverage(codePoint);
}

/** Styles are compared by identity: one for each style and font. */
const derived = new WeakMap<Style, Map<string, Style>>();

function inFont(style: Style, font: string): Style {
  const styles = derived.get(style) ?? new Map<string, Style>();
  derived.set(style, styles);
  const own = styles.get(font) ?? { ...style, font };
  styles.set(font, own);
  return own;
}

/** Stretches that the same font has. A joiner stays with what stands before it. */
function splitByFont({ text, style }: Run<Style>, { fonts, find }: FallbackFonts): Run<Style>[] {
  if (fonts.length === 0) return [{ text, style }];
  const runs: Run<Style>[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const isJoiner = character === "\u200c" || character === "\u200d";
    const font = find(character.codePointAt(0) ?? 0);
    const own = isJoiner && last ? last.style : font === undefined ? style : inFont(style, font);
    if (last?.style === own) last.text += character;
    else runs.push({ text: character, style: own });
  }
  return runs;
}
