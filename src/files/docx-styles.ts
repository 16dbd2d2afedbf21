// What a DOCX says about its paragraphs beside their text: which styles are headings, and how lists
// are numbered.
import { readXml } from "./xml.ts";

export type ParagraphStyle = {
  /** 1 for the highest heading. */
  heading?: number;
  isCode?: boolean;
  /** An entry of a table of contents. */
  isContents?: boolean;
  isReference?: boolean;
  numbering?: string;
};

export function readStyles(bytes: Uint8Array | undefined): ReadonlyMap<string, ParagraphStyle> {
  const raw = new Map<string, RawStyle>();
  let current: RawStyle | undefined;
  if (bytes === undefined) return new Map();
  readXml(bytes, {
    open(name, attributes) {
      if (name === "style") {
        current = { name: "" };
        raw.set(attributes.get("styleId") ?? "", current);
      } else if (current !== undefined) {
        const value = attributes.get("val") ?? "";
        if (name === "name") current.name = value.toLowerCase();
        if (name === "basedOn") current.basedOn = value;
        if (name === "outlineLvl") current.outline = Number(value);
        if (name === "numId") current.numbering = value;
      }
    },
    close(name) {
      if (name === "style") current = undefined;
    },
    text() {},
  });

  return inherit(raw);
}

type RawStyle = { name: string; basedOn?: string; outline?: number; numbering?: string };

/** A style inherits from the one it is based on. Each is resolved once, however long the chain; a circle ends at the
 * first style met again. */
function inherit(raw: ReadonlyMap<string, RawStyle>): ReadonlyMap<string, ParagraphStyle> {
  const styles = new Map<string, ParagraphStyle>();
  for (const [id] of raw) {
    const chain = new Map<string, RawStyle>();
    let at: string | undefined = id;
    while (at !== undefined && !styles.has(at) && !chain.has(at)) {
      const one: RawStyle | undefined = raw.get(at);
      if (one === undefined) break;
      chain.set(at, one);
      at = one.basedOn;
    }
    let style: ParagraphStyle = styles.get(at ?? "") ?? {};
    for (const [name, one] of [...chain].toReversed()) {
      style = { ...style, ...ownStyle(one) };
      styles.set(name, style);
    }
  }
  return styles;
}

function ownStyle({ name, outline, numbering }: RawStyle): ParagraphStyle {
  const style: ParagraphStyle = {};
  const level = headingLevel(name, outline);
  if (level !== undefined) style.heading = level;
  if (numbering !== undefined) style.numbering = numbering;
  if (/^(?:html preformatted|preformatted text|source code|code)\b/.test(name)) style.isCode = true;
  if (/^(?:toc|contents) \d/.test(name)) style.isContents = true;
  if (/^bibliography(?: \d)?$/.test(name)) style.isReference = true;
  return style;
}

function headingLevel(name: string, outline: number | undefined): number | undefined {
  const named = /^heading (\d)$/.exec(name)?.[1];
  if (named !== undefined) return Number(named);
  if (name === "title") return 1;
  // 9 is Word's "body text".
  return outline !== undefined && outline >= 0 && outline < 9 ? outline + 1 : undefined;
}

export type Numbering = {
  /** The mark in front of the next item of a list at this depth; undefined for no list. */
  next(id: string, depth: number): string | undefined;
};

export function readNumbering(bytes: Uint8Array | undefined): Numbering {
  const levels = new Map<string, Map<number, { format: string; start: number }>>();
  const lists = new Map<string, string>();
  let abstract: string | undefined;
  let level: { format: string; start: number } | undefined;
  let list: string | undefined;
  if (bytes !== undefined) {
    readXml(bytes, {
      open(name, attributes) {
        const value = attributes.get("val") ?? "";
        if (name === "abstractNum") {
          abstract = attributes.get("abstractNumId") ?? "";
          levels.set(abstract, new Map());
        } else if (name === "lvl" && abstract !== undefined) {
          level = { format: "decimal", start: 1 };
          levels.get(abstract)?.set(Number(attributes.get("ilvl")), level);
        } else if (name === "numFmt" && level !== undefined) level.format = value;
        else if (name === "start" && level !== undefined) level.start = Number(value) || 0;
        else if (name === "num") list = attributes.get("numId");
        else if (name === "abstractNumId" && list !== undefined) lists.set(list, value);
      },
      close(name) {
        if (name === "abstractNum") abstract = undefined;
        if (name === "lvl") level = undefined;
        if (name === "num") list = undefined;
      },
      text() {},
    });
  }

  const counts = new Map<string, number[]>();
  return {
    next(id, depth) {
      // Number 0 takes a paragraph out of its style's list.
      if (id === "0" || id === "") return undefined;
      const known = levels.get(lists.get(id) ?? "")?.get(depth);
      const format = known?.format ?? "bullet";
      if (format === "none") return undefined;
      if (format === "bullet") return "-";
      const count = counts.get(id) ?? [];
      counts.set(id, count);
      count.length = Math.min(count.length, depth + 1);
      count[depth] = (count[depth] ?? (known?.start ?? 1) - 1) + 1;
      return `${count[depth]}.`;
    },
  };
}
