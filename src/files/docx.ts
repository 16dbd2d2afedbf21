// Word documents (OOXML): paragraphs, headings, lists, tables and notes of the main part in order,
// headers before it and footers after it. Deleted and hidden text, field codes and comments are omitted,
// because a reader doesn't see them.
import { posix } from "node:path";
import { type Numbering, type ParagraphStyle, readNumbering, readStyles } from "./docx-styles.ts";
import { broken } from "./refusal.ts";
import { createStory, type Story } from "./story.ts";
import { type Attributes, readXml } from "./xml.ts";
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
    for (const { type, target } of relations) {
      if (type !== place || seen.size >= RUNNING_MAX) continue;
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

/** Reads the paragraphs and tables below an element into a story. */
function readStory(bytes: Uint8Array, story: Story, context: Context): void {
  const path: string[] = [];
  const paragraphs: Paragraph[] = [];
  // One entry for each field that is open: whether its result has begun.
  const fields: boolean[] = [];
  const waiting: Array<{ label: string; text: string }> = [];
  let skipped = 0;
  let rows = 0;
  let noteCount = 0;
  let isRunHidden = false;

  const write = (text: string): void => {
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined || isRunHidden || fields.includes(false)) return;
    paragraph.text += text;
  };
  const flushNotes = (): void => {
    for (const note of waiting.splice(0)) story.add({ kind: "note", ...note });
  };
  const addNote = (kind: "footnote" | "endnote", id: string): void => {
    const text = context.notes.get(`${kind} ${id}`);
    if (text === undefined) return;
    noteCount += 1;
    write(`[^${noteCount}]`);
    waiting.push({ label: String(noteCount), text });
  };

  readXml(bytes, {
    open(name, attributes) {
      const parent = path.at(-1);
      path.push(name);
      if (skipped > 0 || SKIPPED.has(name)) {
        skipped += 1;
        return;
      }
      const paragraph = paragraphs.at(-1);
      switch (name) {
        case "p":
          paragraphs.push({
            text: "",
            style: {},
            numbering: undefined,
            depth: 0,
            outline: undefined,
          });
          break;
        case "pStyle":
          if (paragraph) paragraph.style = context.styles.get(valueOf(attributes)) ?? {};
          break;
        case "numId":
          if (paragraph) paragraph.numbering = valueOf(attributes);
          break;
        case "ilvl":
          if (paragraph) paragraph.depth = Math.min(Number(valueOf(attributes)) || 0, 8);
          break;
        case "outlineLvl":
          if (paragraph) paragraph.outline = Number(valueOf(attributes));
          break;
        case "r":
          isRunHidden = false;
          break;
        case "vanish":
        case "specVanish":
          if (path.at(-3) === "r") isRunHidden = !/^(?:0|false|off)$/.test(valueOf(attributes));
          break;
        case "tab":
          if (parent === "r") write("\t");
          break;
        case "br":
        case "cr":
          if (parent === "r") write("\n");
          break;
        case "noBreakHyphen":
          write("-");
          break;
        case "fldChar": {
          const type = attributes.get("fldCharType");
          if (type === "begin") fields.push(false);
          if (type === "separate" && fields.length > 0) fields[fields.length - 1] = true;
          if (type === "end") fields.pop();
          break;
        }
        case "footnoteReference":
          addNote("footnote", attributes.get("id") ?? "");
          break;
        case "endnoteReference":
          addNote("endnote", attributes.get("id") ?? "");
          break;
        case "tr":
          rows += 1;
          story.openRow();
          break;
        case "tc":
          story.openCell();
          break;
      }
    },
    close(name) {
      path.pop();
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      if (name === "p") {
        const paragraph = paragraphs.pop();
        // A field whose end was deleted must not swallow the rest of the document.
        fields.fill(true);
        if (paragraph !== undefined) addParagraph(story, paragraph, context.numbering);
        if (rows === 0 && paragraphs.length === 0) flushNotes();
      } else if (name === "tr") {
        rows -= 1;
        story.closeRow();
        if (rows === 0) flushNotes();
      } else if (name === "r") {
        isRunHidden = false;
      }
    },
    text(text) {
      // "t" is text, in mathematics too.
      if (skipped === 0 && path.at(-1) === "t") write(text);
    },
  });
  flushNotes();
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
  let skipped = 0;
  let text = "";
  const path: string[] = [];
  readXml(bytes, {
    open(name, attributes) {
      path.push(name);
      if (skipped > 0 || SKIPPED.has(name)) skipped += 1;
      else if (name === kind && attributes.get("type") === undefined) {
        id = attributes.get("id") ?? "";
        text = "";
      } else if (name === "p" || ((name === "tab" || name === "br") && path.at(-2) === "r")) {
        text += " ";
      }
    },
    close(name) {
      path.pop();
      if (skipped > 0) skipped -= 1;
      else if (name === kind && id !== undefined) {
        context.notes.set(`${kind} ${id}`, text.trim());
        id = undefined;
      }
    },
    text(piece) {
      if (skipped === 0 && id !== undefined && path.at(-1) === "t") text += piece;
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
