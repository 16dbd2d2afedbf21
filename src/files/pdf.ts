// PDF: pdf.js gives the positions of glyphs; everything else (lines, columns, paragraphs, headers and footers) is
// derived from them, because most PDFs contain no reading order.
import { fileURLToPath } from "node:url";
import type { PDFPageProxy } from "pdfjs-dist";
import type {
  TextContent,
  TextItem,
  TextMarkedContent,
} from "pdfjs-dist/types/src/display/api.d.ts";
import { readPdfBlocks } from "./pdf-blocks.ts";
import type { Page, Run } from "./pdf-lines.ts";
import { broken, FileRefusal, locked, tooLong } from "./refusal.ts";
import type { Block } from "./story.ts";

const PAGES_MAX = 2_000;

export type PdfOptions = {
  textLengthMax: number;
  /** Progress callback: called when a page is begun and when it yields text. */
  onProgress(): void;
};

export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<readonly Block[]> {
  const { textLengthMax } = options;
  const pages = await readPages(bytes, options);
  const hasText = pages.some(({ runs }) => runs.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
  if (!hasText) {
    throw new FileRefusal(
      "no_text",
      "The PDF has no text; it seems to be a scan: run text recognition (OCR) on it first.",
    );
  }
  return readPdfBlocks(pages, textLengthMax);
}

async function readPages(
  bytes: Uint8Array,
  { textLengthMax, onProgress }: PdfOptions,
): Promise<Page[]> {
  const pdf = await loadPdfJs();
  onProgress();
  const task = pdf.getDocument({
    // pdf.js takes the buffer over, and refuses Node's own Buffer.
    data: new Uint8Array(bytes),
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
    cMapUrl: fileURLToPath(
      new URL("../../cmaps/", import.meta.resolve("pdfjs-dist/legacy/build/pdf.mjs")),
    ),
    cMapPacked: true,
  });
  let isPageOpen = false;
  let length = 0;
  const onText = (text: string): void => {
    // Headers and footers are kept once, so the raw text may be longer than the limit; reading stops when it is
    // far over.
    length += text.length;
    if (length > 2 * textLengthMax + 20_000) throw tooLong(textLengthMax);
  };
  try {
    const document = await task.promise;
    if (document.numPages > PAGES_MAX) {
      throw new FileRefusal(
        "too_complex",
        `The PDF has too many pages: at most ${PAGES_MAX} are read.`,
      );
    }
    const pages: Page[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      onProgress();
      isPageOpen = true;
      pages.push(await readPage(page, { pdf, onText, onProgress }));
      isPageOpen = false;
      page.cleanup();
    }
    onProgress();
    return pages;
  } catch (error) {
    const refusal = toRefusal(error);
    refusal.mayBeRunning = isPageOpen;
    throw refusal;
  } finally {
    await task.destroy();
  }
}

function toRefusal(error: unknown): FileRefusal {
  if (error instanceof FileRefusal) return error;
  return Object(error).name === "PasswordException" ? locked("PDF") : broken("PDF", error);
}

async function readPage(
  page: PDFPageProxy,
  options: { pdf: PdfJs; onText(text: string): void; onProgress(): void },
): Promise<Page> {
  const view = page.getViewport({ scale: 1 });
  const runs: Run[] = [];
  let isSpaced = false;
  // One entry for each open marked-content section: whether its text is an artifact. Sections inherit it, so that
  // nobody has to look through thousands of them for each run.
  const marks: boolean[] = [];
  for await (const item of textItems(page)) {
    if (!("str" in item)) {
      if (item.type === "endMarkedContent") marks.pop();
      // The declarations of pdf.js leave the tag out.
      else marks.push(marks.at(-1) === true || (item as { tag?: unknown }).tag === "Artifact");
      continue;
    }
    const text = cleanGlyphs(item.str);
    if (text.trim() === "") {
      isSpaced ||= item.str !== "" || item.hasEOL;
      continue;
    }
    const [a, b, , , x, y] = options.pdf.Util.transform(view.transform, item.transform) as number[];
    runs.push({
      text: text.trim(),
      x: x ?? 0,
      y: y ?? 0,
      width: item.width,
      size: Math.hypot(a ?? 0, b ?? 0) || item.height || 1,
      angle: Math.atan2(b ?? 0, a ?? 0),
      isSpaced: isSpaced || /^\s/.test(text),
      isRightToLeft: item.dir === "rtl",
      isArtifact: marks.at(-1) === true,
    });
    isSpaced = item.hasEOL || /\s$/.test(text);
    options.onText(text);
    if (runs.length % PROGRESS_RUNS === 0) options.onProgress();
  }
  return { width: view.width, height: view.height, runs };
}

/** What stands on a page, as pdf.js finds it. */
async function* textItems(page: PDFPageProxy): AsyncGenerator<TextItem | TextMarkedContent> {
  const stream = page.streamTextContent({ includeMarkedContent: true });
  for await (const { items } of stream as ReadableStream<TextContent>) yield* items;
}

/** Progress is reported every so many runs of glyphs. */
const PROGRESS_RUNS = 50;

type PdfJs = Awaited<ReturnType<typeof loadPdfJs>>;

/** pdf.js can also render pages and expects browser classes when it is loaded; text extraction needs none. */
async function loadPdfJs() {
  const scope = globalThis as { DOMMatrix?: unknown; Path2D?: unknown };
  scope.DOMMatrix ??= Object;
  scope.Path2D ??= Object;
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

/** Letters as a reader types them: ligatures taken apart, accents joined to their letters. */
export function cleanGlyphs(text: string): string {
  return (
    text
      .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize("NFKC"))
      // TeX sets an accent as a character of its own before the letter it belongs to.
      .replace(/([¨´ˆ˜˚ˇ])\s?(\p{L})/gu, (_, accent: string, letter: string) => {
        return letter + (COMBINING.get(accent) ?? "");
      })
      .replace(/[\0-\x08\x0b-\x1f\u200b\ufeff]/g, "")
      .normalize("NFC")
  );
}

const COMBINING: ReadonlyMap<string, string> = new Map([
  ["¨", "\u0308"],
  ["´", "\u0301"],
  ["ˆ", "\u0302"],
  ["˜", "\u0303"],
  ["˚", "\u030a"],
  ["ˇ", "\u030c"],
]);
