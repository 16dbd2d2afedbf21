// HTML that came along with a pasted text: entities become the characters they name, tags vanish
// or, where they end a block, become a line break.
import { type MappedText, rewriteMatches } from "./mapped-text.ts";

/** Decodes entities and takes tags and comments out. */
export function stripHtml(source: MappedText): MappedText {
  let text = source;
  if (text.text.includes("<")) {
    text = rewriteMatches(text, COMMENT, "");
    text = rewriteMatches(text, TAG, (match) => {
      const name = (match[1] ?? "").toLowerCase();
      return BLOCK_TAGS.has(name) ? "\n" : "";
    });
  }
  if (text.text.includes("&")) text = rewriteMatches(text, ENTITY, decodeEntity);
  return text;
}

// Repeats are bounded so that a text of nothing but "<" costs linear time.
const COMMENT = /<!--(?:(?!-->)[^]){0,500}-->/g;
const TAG =
  /<\/?(p|br|div|span|b|i|u|em|strong|a|ul|ol|li|h[1-6]|blockquote|sup|sub|table|tr|td|th|tbody|thead|hr|font|small|s|del|ins|mark|cite|q|abbr|section|article|img)(?:\s[^<>]{0,300})?\/?>/gi;

const BLOCK_TAGS = new Set(
  "p br div ul ol li h1 h2 h3 h4 h5 h6 blockquote table tr hr section article".split(" "),
);

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;

function decodeEntity(match: RegExpExecArray): string | undefined {
  const [, decimal, hexadecimal, name] = match;
  if (name !== undefined) return NAMED.get(name);
  const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
  const isValid = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isValid ? String.fromCodePoint(point) : undefined;
}

// The names seen in pasted prose; others stay as they are, they are more likely code than markup.
const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["ensp", " "],
  ["emsp", " "],
  ["thinsp", " "],
  ["shy", ""],
  ["zwnj", ""],
  ["zwj", ""],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["sbquo", "‚"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bdquo", "„"],
  ["laquo", "«"],
  ["raquo", "»"],
  ["bull", "•"],
  ["middot", "·"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["deg", "°"],
  ["euro", "€"],
  ["pound", "£"],
  ["times", "×"],
  ["frac12", "½"],
  ["eacute", "é"],
  ["egrave", "è"],
  ["agrave", "à"],
  ["aacute", "á"],
  ["iacute", "í"],
  ["oacute", "ó"],
  ["uacute", "ú"],
  ["ntilde", "ñ"],
  ["ccedil", "ç"],
  ["auml", "ä"],
  ["ouml", "ö"],
  ["uuml", "ü"],
  ["szlig", "ß"],
]);
