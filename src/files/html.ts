// HTML pages: the main text in order, without scripts, styles, navigation and what is hidden. Where
// a page marks its main part, only that is read; otherwise everything but its frame.
import { Parser } from "htmlparser2";
import { decode } from "./plain-text.ts";
import { FileRefusal } from "./refusal.ts";
import { type Block, createStory, type Story } from "./story.ts";

export function readHtml(
  bytes: Uint8Array,
  textLengthMax: number,
  onProgress: () => void,
): readonly Block[] {
  const html = decode(bytes, declaredEncoding(bytes));
  const main = collect(html, createStory(textLengthMax, onProgress), "main");
  const lengthOf = (blocks: readonly Block[]) =>
    blocks.reduce((sum, block) => sum + (block.kind === "row" ? 0 : block.text.length), 0);
  // A page may mark a teaser or a comment as an article; its text then stands elsewhere. The frame
  // is read without a limit of its own, since of the two only one is kept.
  if (lengthOf(main) >= MAIN_LENGTH_MIN) return main;
  const whole = collect(html, createStory(textLengthMax, onProgress), "whole");
  return lengthOf(main) * 2 >= lengthOf(whole) && main.length > 0 ? main : whole;
}

const MAIN_LENGTH_MIN = 400;

/** As browsers do: a byte order mark (handled by `decode`), then the page's own declaration, then UTF-8. */
function declaredEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024));
  const declared = /<meta[^>]{0,200}charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w-]{2,30})/i.exec(
    head.toString("latin1"),
  );
  const label = declared?.[1]?.toLowerCase() ?? "utf-8";
  // A page that could say so in ASCII is not UTF-16, whatever it says (HTML standard).
  return label.startsWith("utf-16") ? "utf-8" : label;
}

const SKIPPED = new Set(
  "script style noscript template nav svg math iframe object embed canvas audio video select option datalist button input textarea label dialog menu head map progress meter rp rt".split(
    " ",
  ),
);
/** Around the main part these hold the site's frame; inside it they belong to the text. */
const FRAME = new Set(["header", "footer", "aside"]);
const BLOCKS = new Set(
  "p div section article main header footer aside blockquote figure figcaption ul ol li dl dt dd table thead tbody tfoot tr td th caption h1 h2 h3 h4 h5 h6 pre address body html hr details summary center".split(
    " ",
  ),
);
const HOLDERS = /^(?:h[1-6]|pre|li|td|th)$/;
const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/** An open element, with what it takes over from those around it. */
type Open = {
  isSkipped: boolean;
  isMain: boolean;
  /** The nearest element that says what its text is. */
  holder: string;
  isRaised: boolean;
  isLinked: boolean;
};

const ROOT: Open = {
  isSkipped: false,
  isMain: false,
  holder: "p",
  isRaised: false,
  isLinked: false,
};
/** Browsers stop at 512; deeper nesting is not a real page. */
const DEPTH_MAX = 1000;

function collect(html: string, story: Story, wanted: "main" | "whole"): readonly Block[] {
  const open: Open[] = [];
  const lists: Array<{ isNumbered: boolean; count: number }> = [];
  let text = "";
  let item: { depth: number; marker: string } | undefined;

  const state = (): Open => open.at(-1) ?? ROOT;
  const isWanted = (): boolean => {
    const { isSkipped, isMain } = state();
    return !isSkipped && (wanted === "whole" || isMain);
  };
  const flush = (): void => {
    const piece = text;
    text = "";
    if (piece.trim() === "") return;
    addBlock(story, state().holder, piece, item);
    item = undefined;
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (BLOCKS.has(name)) flush();
      const outer = state();
      const isMain =
        outer.isMain || name === "main" || name === "article" || attributes.role === "main";
      const isSkipped =
        outer.isSkipped ||
        SKIPPED.has(name) ||
        (FRAME.has(name) && !isMain) ||
        isHidden(attributes);
      if (name === "br" && isWanted()) text += "\n";
      if (VOID.has(name)) return;
      if (open.length >= DEPTH_MAX)
        throw new FileRefusal("too_complex", "The page is nested too deeply.");
      open.push({
        isSkipped,
        isMain,
        holder: HOLDERS.test(name) ? name : outer.holder,
        isRaised: outer.isRaised || name === "sup",
        isLinked: outer.isLinked || name === "a",
      });
      if (!isWanted()) return;
      if (name === "ul" || name === "ol") lists.push({ isNumbered: name === "ol", count: 0 });
      if (name === "li") item = nextItem(lists);
      if (name === "tr") story.openRow();
      if (name === "td" || name === "th") story.openCell();
    },
    onclosetag(name) {
      if (VOID.has(name)) return;
      if (BLOCKS.has(name)) flush();
      const isKept = isWanted();
      open.pop();
      if (!isKept) return;
      if (name === "ul" || name === "ol") lists.pop();
      if (name === "tr") story.closeRow();
    },
    ontext(piece) {
      if (!isWanted()) return;
      text += state().holder === "pre" ? piece : inlineText(piece, state());
    },
  });
  parser.end(html);
  flush();
  return story.blocks;
}

function addBlock(
  story: Story,
  name: string,
  text: string,
  item: { depth: number; marker: string } | undefined,
): void {
  if (name === "pre") story.add({ kind: "code", text });
  else if (/^h[1-6]$/.test(name)) {
    story.add({ kind: "heading", level: Number(name.charAt(1)), text });
  } else if (item !== undefined) story.add({ kind: "item", ...item, text });
  else story.add({ kind: "paragraph", text });
}

function nextItem(lists: Array<{ isNumbered: boolean; count: number }>) {
  const list = lists.at(-1);
  if (list === undefined) return { depth: 0, marker: "-" };
  list.count += 1;
  return { depth: lists.length - 1, marker: list.isNumbered ? `${list.count}.` : "-" };
}

/** A linked superscript number refers to a note. */
function inlineText(piece: string, { isRaised, isLinked }: Open): string {
  const isMark = isRaised && isLinked && /^\[?\d{1,3}\]?$/.test(piece.trim());
  return isMark ? `[^${piece.trim().replace(/[[\]]/g, "")}]` : piece.replace(/\s+/g, " ");
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    attributes.hidden !== undefined ||
    attributes["aria-hidden"] === "true" ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? "")
  );
}
