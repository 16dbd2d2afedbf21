// Word documents (OOXML): paragraphs, headings, lists, tables and notes of the main part in order,
// headers before it and footers after it. Deleted and hidden text, field codes and comments are omitted,
// because a reader doesn't see them.
import { posix } from "node:path";
import { type Numbering, type ParagraphStyle, readNumbering, readStyles } from "./docx-styles.ts";
import { createNotes, type Notes } from "./notes.ts";
import { broken } from "./refusal.ts";
import { createStory, type Story } from "./story.ts";
import { type Attributes, readXml, readXmlWithout } from "./xml.ts";
import type { Archive } from "./zip.ts";

export async function readDocx(archive: Archive, story: Story): Promise<void> {
  const roots = await readRelations(archive, "");
  const main = roots.find(({ type }) => type === "officeDocument")?.target ?? "word/document.xml";
  const body = await archive.read(main);
  if (body === undefined) throw broken("document");
  const relations = await readRelations(archive, main);
  const part = async (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target;
    return target === undefined ? undefined : archive.read(target);
  };
  const context: Context = {
    styles: readStyles(await part("styles")),
    numbering: readNumbering(await part("numbering")),
    notes: new Map(),
  };
  for (const kind of ["footnote", "endnote"] as const) {
    const bytes = await part(`${kind}s`);
    if (bytes !== undefined) readNotes(bytes, kind, context);
  }
  const addRunning = async (place: "header" | "footer") => {
    const seen = new Set<string>();
    const targets = relations.filter(({ type }) => type === place).map(({ target }) => target);
    for (const target of new Set(targets)) {
      if (seen.size >= RUNNING_MAX) break;
      const bytes = await archive.read(target);
      if (bytes === undefined) continue;
      const text = plainStory(bytes, context);
      if (!seen.has(text)) story.add({ kind: "running", place, text });
      seen.add(text);
    }
  };
  await addRunning("header");
  readStory(body, story, context);
  await addRunning("footer");
}

const RUNNING_MAX = 50;

type Context = {
  styles: ReadonlyMap<string, ParagraphStyle>;
  numbering: Numbering;
  /** Text by kind and id. */
  notes: Map<string, string>;
};

type Relation = { type: string; target: string };

async function readRelations(archive: Archive, of: string): Promise<Relation[]> {
  const folder = posix.dirname(of);
  const bytes = await archive.read(posix.join(folder, "_rels", `${posix.basename(of)}.rels`));
  const relations: Relation[] = [];
  if (bytes === undefined) return relations;
  readXml(bytes, {
    open(name, attributes) {
      if (name !== "Relationship" || attributes.get("TargetMode") === "External") return;
      const target = attributes.get("Target") ?? "";
      relations.push({
        type: (attributes.get("Type") ?? "").replace(/^.*\//, ""),
        target: target.startsWith("/") ? target.slice(1) : posix.join(folder, target),
      });
    },
    close() {},
    text() {},
  });
  return relations;
}

/** Subtrees that hold nothing a reader sees, or a second copy of it. */
const SKIPPED = new Set(
  "del moveFrom delText instrText delInstrText Fallback pPrChange rPrChange sectPrChange tblPrChange trPrChange tcPrChange numPrChange".split(
    " ",
  ),
);

type Paragraph = {
  text: string;
  style: ParagraphStyle;
  numbering: string | undefined;
  depth: number;
  outline: number | undefined;
};

/** How far one part of the document has been read. */
type Reading = {
  readonly story: Story;
  readonly context: Context;
  readonly notes: Notes;
  /** Those that are open: a text box stands inside a paragraph and has its own. */
  readonly paragraphs: Paragraph[];
  readonly fields: Fields;
  /** Table rows that are open. */
  rows: number;
  isRunHidden: boolean;
};

/** Reads the paragraphs and tables of a part into a story. */
function readStory(bytes: Uint8Array, story: Story, context: Context): void {
  const notes = createNotes(story);
  const reading: Reading = {
    story,
    context,
    notes,
    paragraphs: [],
    fields: { open: 0, inCode: [] },
    rows: 0,
    isRunHidden: false,
  };
  readXmlWithout(SKIPPED, bytes, {
    open: (name, attributes, path) => openElement(reading, name, attributes, path),
    close: (name) => closeElement(reading, name),
    text(text, path) {
      // "t" is text, in mathematics too.
      if (path.at(-1) === "t") write(reading, text);
    },
  });
  notes.flush();
}

function openElement(
  reading: Reading,
  name: string,
  attributes: Attributes,
  path: readonly string[],
): void {
  const { story, paragraphs, fields } = reading;
  const isInRun = path.at(-2) === "r";
  const paragraph = paragraphs.at(-1);
  if (paragraph) setProperty(paragraph, name, attributes, reading.context);
  switch (name) {
    case "p":
      paragraphs.push({ text: "", style: {}, numbering: undefined, depth: 0, outline: undefined });
      break;
    case "r":
      reading.isRunHidden = false;
      break;
    case "vanish":
    case "specVanish":
      if (path.at(-3) === "r") reading.isRunHidden = !/^(?:0|false|off)$/.test(valueOf(attributes));
      break;
    case "tab":
      if (isInRun) write(reading, "\t");
      break;
    case "br":
    case "cr":
      if (isInRun) write(reading, "\n");
      break;
    case "noBreakHyphen":
      write(reading, "-");
      break;
    case "fldChar":
      moveField(fields, attributes.get("fldCharType"));
      break;
    case "footnoteReference":
      addNote(reading, "footnote", attributes.get("id") ?? "");
      break;
    case "endnoteReference":
      addNote(reading, "endnote", attributes.get("id") ?? "");
      break;
    case "tr":
      reading.rows += 1;
      story.openRow();
      break;
    case "tc":
      story.openCell();
      break;
  }
}

function closeElement(reading: Reading, name: string): void {
  const { story, context, notes, paragraphs, fields } = reading;
  if (name === "p") {
    const paragraph = paragraphs.pop();
    // A field whose end was deleted must not swallow the rest of the document.
    fields.inCode = [];
    if (paragraph !== undefined) addParagraph(story, paragraph, context.numbering);
    if (reading.rows === 0 && paragraphs.length === 0) notes.flush();
  } else if (name === "tr") {
    reading.rows -= 1;
    story.closeRow();
    if (reading.rows === 0) notes.flush();
  } else if (name === "r") {
    reading.isRunHidden = false;
  }
}

function setProperty(
  paragraph: Paragraph,
  name: string,
  attributes: Attributes,
  { styles }: Context,
): void {
  if (name === "pStyle") paragraph.style = styles.get(valueOf(attributes)) ?? {};
  else if (name === "numId") paragraph.numbering = valueOf(attributes);
  else if (name === "ilvl") paragraph.depth = Math.min(Number(valueOf(attributes)) || 0, 8);
  else if (name === "outlineLvl") paragraph.outline = Number(valueOf(attributes));
}

/** A field has its code between "begin" and "separate", and its result from there to "end". */
type Fields = {
  /** How many are open. */
  open: number;
  /** Which of them, counted from the outermost, are at their code. */
  inCode: number[];
};

function moveField(fields: Fields, type: string | undefined): void {
  const { inCode } = fields;
  if (type === "begin") inCode.push(++fields.open);
  if (type !== "separate" && type !== "end") return;
  if (inCode.at(-1) === fields.open) inCode.pop();
  if (type === "end") fields.open = Math.max(0, fields.open - 1);
}

function write({ paragraphs, fields, isRunHidden }: Reading, text: string): void {
  const paragraph = paragraphs.at(-1);
  if (paragraph === undefined || isRunHidden || fields.inCode.length > 0) return;
  paragraph.text += text;
}

function addNote(reading: Reading, kind: "footnote" | "endnote", id: string): void {
  const text = reading.context.notes.get(`${kind} ${id}`);
  if (text !== undefined) write(reading, reading.notes.add(text));
}

function addParagraph(story: Story, paragraph: Paragraph, numbering: Numbering): void {
  const { text, style, depth } = paragraph;
  if (text.trim() === "") return;
  const level =
    paragraph.outline !== undefined && paragraph.outline < 9
      ? paragraph.outline + 1
      : style.heading;
  if (style.isContents) {
    const cells = text.trim().split(/\t+/);
    story.add({ kind: "row", cells });
  } else if (level !== undefined) {
    story.add({ kind: "heading", level, text });
  } else if (style.isCode) {
    story.add({ kind: "code", text });
  } else if (style.isReference) {
    story.add({ kind: "reference", text });
  } else {
    const list = paragraph.numbering ?? style.numbering;
    const marker = list === undefined ? undefined : numbering.next(list, depth);
    if (marker === undefined) story.add({ kind: "paragraph", text });
    else story.add({ kind: "item", depth, marker, text });
  }
}

/** Separators are notes too, of a type; only plain ones have text. */
function readNotes(bytes: Uint8Array, kind: "footnote" | "endnote", context: Context): void {
  let id: string | undefined;
  let text = "";
  readXmlWithout(SKIPPED, bytes, {
    open(name, attributes, path) {
      if (name === kind && attributes.get("type") === undefined) {
        id = attributes.get("id") ?? "";
        text = "";
      } else if (name === "p" || ((name === "tab" || name === "br") && path.at(-2) === "r")) {
        text += " ";
      }
    },
    close(name) {
      if (name !== kind || id === undefined) return;
      context.notes.set(`${kind} ${id}`, text.trim());
      id = undefined;
    },
    text(piece, path) {
      if (id !== undefined && path.at(-1) === "t") text += piece;
    },
  });
}

/** The text of a header or footer on one line. */
function plainStory(bytes: Uint8Array, context: Context): string {
  const own = createStory(RUNNING_LENGTH_MAX);
  readStory(bytes, own, { ...context, notes: new Map() });
  return own.blocks
    .map((block) => (block.kind === "row" ? block.cells.join(" ") : block.text))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

const RUNNING_LENGTH_MAX = 20_000;

function valueOf(attributes: Attributes): string {
  return attributes.get("val") ?? "";
}
