// From the bytes of a document to its text: everything here runs in the reader's own process.
import { readDocx } from "./docx.ts";
import { checkName, type FileFormat, type FileLabel, notTaken, recognise } from "./format.ts";
import { readHtml } from "./html.ts";
import { readOdt } from "./odt.ts";
import { readPdf } from "./pdf.ts";
import { decodeText } from "./plain-text.ts";
import { broken, FileRefusal } from "./refusal.ts";
import { renderBlocks } from "./render.ts";
import { createStory } from "./story.ts";
import { type Archive, openArchive } from "./zip.ts";

export type DocumentRequest = { bytes: Uint8Array; label: FileLabel; textLengthMax: number };
export type DocumentText = { format: FileFormat; content: string };

/** `onProgress` is called when a part or page is begun and when text is found, whatever the format. */
export async function readDocument(
  request: DocumentRequest,
  { onProgress = () => {} }: { onProgress?: () => void } = {},
): Promise<DocumentText> {
  const { label, textLengthMax } = request;
  const bytes = Buffer.from(
    request.bytes.buffer,
    request.bytes.byteOffset,
    request.bytes.byteLength,
  );
  const kind = recognise(bytes, label);
  switch (kind) {
    case "text":
    case "markdown":
      checkName(kind, label);
      return { format: kind, content: decodeText(bytes, textLengthMax) };
    case "html": {
      checkName(kind, label);
      const blocks = readHtml(bytes, textLengthMax, onProgress);
      const content = renderBlocks(blocks, textLengthMax);
      return { format: kind, content: checked(content, "page") };
    }
    case "pdf": {
      checkName(kind, label);
      const content = renderBlocks(
        await readPdf(bytes, { textLengthMax, onProgress }),
        textLengthMax,
      );
      return { format: kind, content: checked(content, "PDF") };
    }
    case "zip": {
      const archive = await openArchive(bytes, onProgress);
      const format = await formatOf(archive);
      checkName(format, label);
      const story = createStory(textLengthMax, onProgress);
      await (format === "docx" ? readDocx : readOdt)(archive, story);
      const content = renderBlocks(story.blocks, textLengthMax);
      return { format, content: checked(content, "document") };
    }
  }
}

function checked(content: string, what: string): string {
  if (content.trim() === "") throw new FileRefusal("no_text", `The ${what} has no text.`);
  // Control characters can't be shown and only come from damaged files; soft hyphens belong to line breaks that no
  // longer exist.
  return content.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\u00ad]/g, "");
}

async function formatOf(archive: Archive): Promise<"docx" | "odt"> {
  const type = (await archive.read("mimetype"))?.toString("latin1").trim() ?? "";
  if (/^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/.test(type)) return "odt";
  if (type.startsWith("application/vnd.oasis.opendocument")) {
    throw notTaken("another kind of OpenDocument file");
  }
  if (type === "application/epub+zip") throw notTaken("an EPUB book");
  if (archive.has("xl/workbook.xml")) throw notTaken("a spreadsheet");
  if (archive.has("ppt/presentation.xml")) throw notTaken("a presentation");
  if (archive.has("[Content_Types].xml")) {
    if (!archive.has("_rels/.rels")) throw broken("document");
    return "docx";
  }
  throw notTaken("an archive");
}
