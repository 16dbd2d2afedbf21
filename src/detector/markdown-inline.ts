// Markdown inside a line: emphasis, code spans, links, images, footnote marks and escapes. The words
// stay, the marks and addresses go.
import { type MappedText, rewriteMatches } from "./mapped-text.ts";

/** Takes inline markdown out of a piece of prose. */
export function stripInlineMarkdown(source: MappedText): MappedText {
  let text = source;
  if (text.text.includes("[")) {
    text = rewriteMatches(text, IMAGE, "");
    text = rewriteMatches(text, LINK, (match) => match[1] ?? "");
    text = rewriteMatches(text, /\[\^[^\]\s]{1,30}\]/g, "");
  }
  if (text.text.includes("`")) text = rewriteMatches(text, CODE_SPAN, (match) => match[2] ?? "");
  if (text.text.includes("~~")) text = rewriteMatches(text, /~~/g, "");
  if (text.text.includes("*")) {
    text = rewriteMatches(
      text,
      /(?<![\p{L}\p{N}*\\])\*{1,3}(?=[^\s*])|(?<=[^\s*\\])\*{1,3}(?![\p{L}\p{N}*])/gu,
      "",
    );
    text = rewriteMatches(text, /\*{2,3}/g, "");
  }
  if (text.text.includes("_")) {
    text = rewriteMatches(
      text,
      /(?<![\p{L}\p{N}_\\])_{1,3}(?=[\p{L}\p{N}"'])|(?<=[\p{L}\p{N}.,!?;:"')])_{1,3}(?![\p{L}\p{N}_])/gu,
      "",
    );
  }
  if (text.text.includes("\\")) {
    text = rewriteMatches(text, /\\([\\`*_{}[\]()#+\-.!|>~])/g, (match) => match[1]);
  }
  return text;
}

const IMAGE = /!\[[^\]\n]{0,300}\]\([^()\s]{0,500}(?:\s"[^"\n]{0,200}")?\)/g;
const LINK =
  /\[([^\][\n]{1,300})\]\((?:[^()\s]|\([^()\s]{0,100}\)){0,500}(?:\s"[^"\n]{0,200}")?\)/g;
// A span of up to 200 characters within one paragraph; longer runs of backticks are left to quotes.
const CODE_SPAN = /(?<!`)(`{1,2})(?!`)([^`\n]{1,200})\1(?!`)/g;
