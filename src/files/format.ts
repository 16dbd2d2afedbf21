// Detects a file's format by its first bytes. Names are not trusted: they only distinguish kinds of text, and a
// name that contradicts the content is refused, since one of the two is a mistake.
import { FileRefusal, locked, READABLE } from "./refusal.ts";

export type FileFormat = "text" | "markdown" | "html" | "pdf" | "docx" | "odt";

/** A container's format is known only after opening it. */
export type Recognised = Exclude<FileFormat, "docx" | "odt"> | "zip";

export type FileLabel = {
  /** The file's own name, or empty. */
  readonly name: string;
  /** The media type it was sent with, or empty. */
  readonly type: string;
};

/** Returns the format, or refuses what is known not to contain readable text. */
export function recognise(bytes: Uint8Array, label: FileLabel): Recognised {
  if (bytes.length === 0) throw new FileRefusal("no_text", "The file is empty.");
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024));
  const start = head.toString("latin1");
  // Readers of PDF look for the mark in the first kilobyte; some programs write a line before it.
  if (start.includes("%PDF-")) return "pdf";
  if (start.startsWith("PK\u0003\u0004") || start.startsWith("PK\u0005\u0006")) return "zip";
  if (start.startsWith("\xd0\xcf\x11\xe0")) throw refuseOle(bytes);
  for (const [mark, what] of UNREADABLE) {
    if (mark.test(start)) throw notTaken(what);
  }
  if (!isUtf16(head) && head.includes(0)) {
    throw new FileRefusal("unsupported", `The file's format is not known: send ${READABLE}.`);
  }
  const named = namedFormat(label);
  if (named === "markdown" || named === "html" || named === "text") return named;
  if (/^(?:\xef\xbb\xbf)?\s*<\?xml/.test(start)) {
    if (/<html[\s>]/i.test(start)) return "html";
    throw notTaken("an XML file");
  }
  return /^(?:\xef\xbb\xbf)?\s*(?:<!--[^]{0,400}?-->\s*)?<(?:!doctype html|html[\s>])/i.test(start)
    ? "html"
    : "text";
}

/** Refuses a file whose name contradicts its content. */
export function checkName(format: FileFormat, label: FileLabel): void {
  const named = formatByExtension(label.name);
  if (named === undefined || named === format) return;
  throw new FileRefusal(
    "misnamed",
    `The file's name ends in ".${extensionOf(label.name)}" but it holds ${SHOWN[format]}: rename it, or send the file you meant.`,
  );
}

const SHOWN: Readonly<Record<FileFormat, string>> = {
  text: "plain text",
  markdown: "Markdown",
  html: "HTML",
  pdf: "a PDF",
  docx: "a Word document (DOCX)",
  odt: "an OpenDocument text (ODT)",
};

const EXTENSIONS: Readonly<Record<string, FileFormat>> = {
  txt: "text",
  text: "text",
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  xhtml: "html",
  pdf: "pdf",
  docx: "docx",
  odt: "odt",
};

const MEDIA_TYPES: Readonly<Record<string, FileFormat>> = {
  "text/markdown": "markdown",
  "text/html": "html",
  "application/xhtml+xml": "html",
};

function namedFormat({ name, type }: FileLabel): FileFormat | undefined {
  return formatByExtension(name) ?? MEDIA_TYPES[type.split(";")[0]?.trim().toLowerCase() ?? ""];
}

function formatByExtension(name: string): FileFormat | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

const UNREADABLE: ReadonlyArray<[mark: RegExp, what: string]> = [
  [/^\{\\rtf/, "an RTF file"],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF[^]{4}WEBP|II\*\0|MM\0\*|BM[^]{4}\0\0\0\0)/, "an image"],
  [/^(?:\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ)/, "an archive"],
  [/^%!PS/, "a PostScript file"],
];

export function notTaken(what: string): FileRefusal {
  return new FileRefusal(
    "unsupported",
    `The file is ${what}, which is not read: send ${READABLE}.`,
  );
}

/** An OLE container is an old Word file, or a newer document locked by a password. */
function refuseOle(bytes: Uint8Array): FileRefusal {
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (names.includes(Buffer.from("EncryptedPackage", "utf16le"))) return locked("document");
  return new FileRefusal(
    "unsupported",
    "The file is in an old Office format: save it as DOCX, ODT or PDF.",
  );
}

function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}
