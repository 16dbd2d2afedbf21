// OpenDocument texts: paragraphs, headings, lists, tables and notes of content.xml in order; headers
// and footers come from the page styles. Deleted text, comments and hidden text are left out.
import { createNotes, type Notes } from "./notes.ts";
import { broken, locked } from "./refusal.ts";
import type { Story } from "./story.ts";
import { type Attributes, readXml, readXmlWithout } from "./xml.ts";
import type { Archive } from "./zip.ts";

export async function readOdt(archive: Archive, story: Story): Promise<void> {
  const manifest = await archive.read("META-INF/manifest.xml");
  if (manifest !== undefined && isEncrypted(manifest)) throw locked("document");
  const content = await archive.read("content.xml");
  if (content === undefined) throw broken("document");
  const styles = await archive.read("styles.xml");
  const running = styles === undefined ? [] : readRunning(styles);
  for (const one of running) if (one.place === "header") story.add(one);
  readContent(content, story, styles === undefined ? new Set() : findNumbered(styles));
  for (const one of running) if (one.place === "footer") story.add(one);
}

function isEncrypted(manifest: Uint8Array): boolean {
  let found = false;
  readXml(manifest, {
    open: (name) => {
      found ||= name === "encryption-data";
    },
    close() {},
    text() {},
  });
  return found;
}

const SKIPPED = new Set(
  "tracked-changes annotation hidden-text hidden-paragraph title desc forms sequence-decls variable-decls user-field-decls".split(
    " ",
  ),
);

/** Repeat counts of spaces and cells; no real document uses more. */
const REPEAT_MAX = 100;

type Paragraph = { kind: "p" | "h"; level: number; text: string };

/** How far the content has been read. */
type Reading = {
  readonly story: Story;
  /** Names of the list styles that number their items. */
  readonly numbered: ReadonlySet<string>;
  readonly notes: Notes;
  /** Those that are open: a text frame stands inside a paragraph and has its own. */
  readonly paragraphs: Paragraph[];
  readonly lists: Array<{ isNumbered: boolean; count: number }>;
  /** The text of the open note, which interrupts its paragraph. */
  note: string | undefined;
  /** Table rows that are open. */
  rows: number;
  /** Tables of contents that are open. */
  contents: number;
  isItemStart: boolean;
};

function readContent(bytes: Uint8Array, story: Story, numbered: ReadonlySet<string>): void {
  const notes = createNotes(story);
  const reading: Reading = {
    story,
    numbered: new Set([...numbered, ...findNumbered(bytes)]),
    notes,
    paragraphs: [],
    lists: [],
    note: undefined,
    rows: 0,
    contents: 0,
    isItemStart: false,
  };
  readXmlWithout(SKIPPED, bytes, {
    open: (name, attributes) => openElement(reading, name, attributes),
    close: (name) => closeElement(reading, name),
    text(text, path) {
      // The number a note shows in the document: notes are numbered anew here.
      if (path.at(-1) === "note-citation") return;
      // White space of the file's own layout counts as one space, as in HTML.
      if (path.includes("p") || path.includes("h")) write(reading, text.replace(/\s+/g, " "));
    },
  });
  notes.flush();
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  const { story, numbered, paragraphs, lists } = reading;
  switch (name) {
    case "p":
    case "h":
      if (reading.note !== undefined) write(reading, " ");
      else {
        const level = Number(attributes.get("outline-level")) || 1;
        paragraphs.push({ kind: name, level, text: "" });
      }
      break;
    case "s":
      write(reading, " ".repeat(Math.min(Number(attributes.get("c")) || 1, REPEAT_MAX)));
      break;
    case "tab":
      write(reading, "\t");
      break;
    case "line-break":
      write(reading, "\n");
      break;
    case "note":
      reading.note = "";
      break;
    case "list": {
      const style = attributes.get("style-name");
      const isNumbered =
        style === undefined ? (lists.at(-1)?.isNumbered ?? false) : numbered.has(style);
      lists.push({ isNumbered, count: 0 });
      break;
    }
    case "list-item":
      reading.isItemStart = true;
      break;
    case "table-of-content":
      reading.contents += 1;
      break;
    case "table-row":
      reading.rows += 1;
      story.openRow();
      break;
    case "table-cell":
      story.openCell();
      break;
  }
}

function closeElement(reading: Reading, name: string): void {
  const { story, notes, paragraphs, note } = reading;
  switch (name) {
    case "p":
    case "h":
      if (note !== undefined) break;
      addParagraph(reading, paragraphs.pop());
      if (reading.rows === 0 && paragraphs.length === 0) notes.flush();
      break;
    case "note":
      if (note === undefined) break;
      reading.note = undefined;
      write(reading, notes.add(note.trim()));
      break;
    case "list":
      reading.lists.pop();
      break;
    case "table-of-content":
      reading.contents -= 1;
      break;
    case "table-row":
      reading.rows -= 1;
      story.closeRow();
      if (reading.rows === 0) notes.flush();
      break;
  }
}

function write(reading: Reading, text: string): void {
  const paragraph = reading.paragraphs.at(-1);
  if (reading.note !== undefined) reading.note += text;
  else if (paragraph !== undefined) paragraph.text += text;
}

function addParagraph(reading: Reading, paragraph: Paragraph | undefined): void {
  if (paragraph === undefined || paragraph.text.trim() === "") return;
  const { story, lists } = reading;
  const { kind, level, text } = paragraph;
  const list = lists.at(-1);
  if (kind === "h") story.add({ kind: "heading", level, text });
  else if (reading.contents > 0) story.add({ kind: "row", cells: text.trim().split(/\t+/) });
  else if (list !== undefined && reading.isItemStart) {
    reading.isItemStart = false;
    list.count += 1;
    const marker = list.isNumbered ? `${list.count}.` : "-";
    story.add({ kind: "item", depth: lists.length - 1, marker, text });
  } else story.add({ kind: "paragraph", text });
}

/** Names of the list styles whose first level counts. */
function findNumbered(bytes: Uint8Array): Set<string> {
  const numbered = new Set<string>();
  let style: string | undefined;
  readXml(bytes, {
    open(name, attributes) {
      if (name === "list-style") style = attributes.get("name");
      else if (
        name === "list-level-style-number" &&
        style !== undefined &&
        attributes.get("level") === "1" &&
        (attributes.get("num-format") ?? "") !== ""
      ) {
        numbered.add(style);
      }
    },
    close(name) {
      if (name === "list-style") style = undefined;
    },
    text() {},
  });
  return numbered;
}

type Running = { kind: "running"; place: "header" | "footer"; text: string };

function readRunning(bytes: Uint8Array): Running[] {
  const found = new Map<string, Running>();
  let open: Running | undefined;
  readXml(bytes, {
    open(name) {
      const place = /^(header|footer)(?:-left|-first)?$/.exec(name)?.[1];
      if (place === "header" || place === "footer") open = { kind: "running", place, text: "" };
      else if (open !== undefined && ["p", "h", "tab", "s", "line-break"].includes(name)) {
        open.text += " ";
      }
    },
    close(name) {
      if (open === undefined || !name.startsWith(open.place)) return;
      const { place } = open;
      const text = open.text.replace(/\s+/g, " ").trim();
      if (text !== "") found.set(`${place} ${text}`, { kind: "running", place, text });
      open = undefined;
    },
    text(text) {
      if (open !== undefined) open.text += text;
    },
  });
  return [...found.values()];
}
