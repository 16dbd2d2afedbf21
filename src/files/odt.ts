// OpenDocument texts: paragraphs, headings, lists, tables and notes of content.xml in order; headers
// and footers come from the page styles. Deleted text, comments and hidden text are left out.
import { broken, locked } from "./refusal.ts";
import type { Story } from "./story.ts";
import { readXml } from "./xml.ts";
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

/** Numbers may repeat spaces and cells; nobody sets more than this. */
const REPEAT_MAX = 100;

type Paragraph = { kind: "p" | "h"; level: number; text: string };

function readContent(bytes: Uint8Array, story: Story, numbered: Set<string>): void {
  for (const style of findNumbered(bytes)) numbered.add(style);
  const path: string[] = [];
  const paragraphs: Paragraph[] = [];
  const lists: Array<{ isNumbered: boolean; count: number }> = [];
  // A note interrupts its paragraph; its own text is gathered apart.
  let note: string | undefined;
  let noteCount = 0;
  const waiting: Array<{ label: string; text: string }> = [];
  let skipped = 0;
  let rows = 0;
  let contents = 0;
  let isItemStart = false;

  const write = (text: string): void => {
    if (note !== undefined) note += text;
    else {
      const paragraph = paragraphs.at(-1);
      if (paragraph !== undefined) paragraph.text += text;
    }
  };
  const flushNotes = (): void => {
    for (const one of waiting.splice(0)) story.add({ kind: "note", ...one });
  };

  readXml(bytes, {
    open(name, attributes) {
      path.push(name);
      if (skipped > 0 || SKIPPED.has(name)) {
        skipped += 1;
        return;
      }
      switch (name) {
        case "p":
        case "h":
          if (note !== undefined) write(" ");
          else {
            const level = Number(attributes.get("outline-level")) || 1;
            paragraphs.push({ kind: name, level, text: "" });
          }
          break;
        case "s":
          write(" ".repeat(Math.min(Number(attributes.get("c")) || 1, REPEAT_MAX)));
          break;
        case "tab":
          write("\t");
          break;
        case "line-break":
          write("\n");
          break;
        case "note":
          note = "";
          break;
        case "list": {
          const style = attributes.get("style-name");
          const isNumbered =
            style === undefined ? (lists.at(-1)?.isNumbered ?? false) : numbered.has(style);
          lists.push({ isNumbered, count: 0 });
          break;
        }
        case "list-item":
          isItemStart = true;
          break;
        case "table-of-content":
          contents += 1;
          break;
        case "table-row":
          rows += 1;
          story.openRow();
          break;
        case "table-cell":
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
      switch (name) {
        case "p":
        case "h":
          if (note === undefined) {
            addParagraph(paragraphs.pop());
            if (rows === 0 && paragraphs.length === 0) flushNotes();
          }
          break;
        case "note":
          if (note !== undefined) {
            const text = note.trim();
            note = undefined;
            noteCount += 1;
            waiting.push({ label: String(noteCount), text });
            write(`[^${noteCount}]`);
          }
          break;
        case "list":
          lists.pop();
          break;
        case "table-of-content":
          contents -= 1;
          break;
        case "table-row":
          rows -= 1;
          story.closeRow();
          if (rows === 0) flushNotes();
          break;
      }
    },
    text(text) {
      if (skipped > 0) return;
      // Notes are counted here: what was written is a number of another layout.
      if (path.at(-1) === "note-citation") return;
      if (path.includes("p") || path.includes("h")) {
        // White space of the file's own layout counts as one space, as in HTML.
        write(text.replace(/\s+/g, " "));
      }
    },
  });
  flushNotes();

  function addParagraph(paragraph: Paragraph | undefined): void {
    if (paragraph === undefined || paragraph.text.trim() === "") return;
    const { kind, level, text } = paragraph;
    const list = lists.at(-1);
    if (kind === "h") story.add({ kind: "heading", level, text });
    else if (contents > 0) story.add({ kind: "row", cells: text.trim().split(/\t+/) });
    else if (list !== undefined && isItemStart) {
      isItemStart = false;
      list.count += 1;
      const marker = list.isNumbered ? `${list.count}.` : "-";
      story.add({ kind: "item", depth: lists.length - 1, marker, text });
    } else story.add({ kind: "paragraph", text });
  }
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
  const found: Running[] = [];
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
      if (text !== "" && !found.some((one) => one.place === place && one.text === text)) {
        found.push({ kind: "running", place, text });
      }
      open = undefined;
    },
    text(text) {
      if (open !== undefined) open.text += text;
    },
  });
  return found;
}
