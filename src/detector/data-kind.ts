// Tells prose from what only stands between it: code, links, reference entries, lines of figures.
// A long piece is always prose, so that no trick of layout can hide an essay from the score.

export type DataKind = "code" | "table" | "link" | "reference" | "figures" | "signature";

/** What kind of data a line or sentence is, or undefined for prose. */
export function dataKindOf(piece: string): DataKind | undefined {
  if (piece.length > LENGTH_MAX) return undefined;
  const text = piece.trim();
  if (text === "") return undefined;
  if (/\p{L}/u.test(text) && isLinksOnly(text)) return "link";
  if (isReference(text)) return "reference";
  if (isFigures(text)) return "figures";
  if (isCode(text)) return "code";
  return undefined;
}

const LENGTH_MAX = 600;

/** Nothing but addresses: web, mail, DOI. */
function isLinksOnly(text: string): boolean {
  const parts = text.split(/\s+/);
  return (
    parts.length <= 12 &&
    parts.every((part) => ADDRESS.test(part) || /^[^\p{L}\p{N}]+$/u.test(part))
  );
}

const ADDRESS =
  /^[<([*•\-–:]*(?:(?:(?:https?|ftp):\/\/|www\.)\S+|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}|(?:doi:)?10\.\d{4,9}\/\S+)$/i;

/** An entry of a bibliography: a number or authors first, then a year, a journal or an address. */
function isReference(text: string): boolean {
  if (/^\[\^?[\w-]{1,20}\]:\s/.test(text)) return true;
  const words = text.split(/\s+/).length;
  if (words < 4) return false;
  const year =
    /\((?:c(?:a|irca)?\.? ?)?(?:1[5-9]|20)\d\d[a-z]?(?:, \w+(?: \d+)?)?\)|[,.;] (?:1[5-9]|20)\d\d[a-z]?[.;:,]/.test(
      text,
    );
  const print =
    /\bdoi\b|https?:\/\/|\bpp?\. ?\d|\bvol\. ?\d|\bno\. ?\d|\d ?\(\d+\)[,:] ?\d|\bet al\b|\beds?\.\)|\barXiv\b|\bISBN\b|\bRetrieved\b|\bPress\b|\bJournal\b|\bProceedings\b|\bTransactions\b/.test(
      text,
    );
  if (/^\[\d{1,3}\]\s+\S/.test(text)) return year || print;
  return AUTHORS_FIRST.test(text) && year && (print || words < 40);
}

// "Smith, J.", "Smith J, Jones P", "Smith, John and Jones, P."
const AUTHORS_FIRST =
  /^(?:\d{1,3}[.)] )?\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30})?,? (?:\p{Lu}\.[ -]?){1,4}(?=[,;&( ]|and |$)/u;

/** Mostly figures: more digits than letters, or nothing but numbers, units and signs. */
function isFigures(text: string): boolean {
  let digits = 0;
  let letters = 0;
  for (const char of text) {
    if (/\p{N}/u.test(char)) digits++;
    else if (/\p{L}/u.test(char)) letters++;
  }
  if (letters === 0) return true;
  return digits >= 3 && digits > letters;
}

/** Source code, mark-up or a formula, by its signs. */
function isCode(text: string): boolean {
  if (/^(?:\$\$|\\begin\{|\\end\{|\\\[)/.test(text)) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const signs = text.match(/[{}()[\];=<>+*/\\|&^%$#@~_]/g)?.length ?? 0;
  if (text.length > 5 && signs > 0.3 * (letters + signs)) return true;
  if (KEYWORD_FIRST.test(text) && /[=({;:]/.test(text) && !/[.!?]$/.test(text)) return true;
  if (/^(?:\$|>>>|#!|\/\/|\/\*|\*\/)\s?\S/.test(text) && !/^\$\s?\d/.test(text)) return true;
  return /[;{}]$/.test(text) && /[=(){}]/.test(text) && signs > 0.08 * (letters + signs);
}

const KEYWORD_FIRST =
  /^(?:import \w|from \w+ import|def \w+\(|function\b|const \w|let \w+ ?=|var \w|class \w+[({:]|#include|return\b.*;|if ?\(.*\) ?\{|for ?\(|while ?\(|public \w|private \w|static \w|SELECT .* FROM|INSERT INTO|CREATE TABLE|<\?|<!DOCTYPE|npm \w|pip install|sudo |git \w+ )/;
