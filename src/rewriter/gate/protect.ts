// What no edit may change: numbers and dates, names, quotations, links, addresses, code, formulas,
// citations, terms of art, and whatever the caller asked to keep. An edit may reach across such a span
// only if it carries it over byte for byte.
import type { Replacement } from "../edit.ts";

export type Span = { readonly start: number; readonly end: number };

/** The protected spans of a text, in order, merged. `starts` are the offsets where sentences begin. */
export function findProtected(
  text: string,
  starts: ReadonlySet<number>,
  keep: readonly string[],
): Span[] {
  const spans: Span[] = [];
  for (const pattern of PATTERNS) {
    pattern.lastIndex = 0;
    for (const match of text.matchAll(pattern)) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  spans.push(...quotations(text), ...names(text, starts), ...kept(text, keep));
  return merge(spans);
}

/** Whether a replacement leaves every protected span whole. */
export function sparesProtected(
  text: string,
  { start, end, to }: Replacement,
  spans: readonly Span[],
): boolean {
  const held: string[] = [];
  for (let i = firstEndingAfter(spans, start); i < spans.length; i++) {
    const span = spans[i];
    if (span === undefined || span.start >= end) break;
    if (span.start < start || span.end > end) return false;
    held.push(text.slice(span.start, span.end));
  }
  // Each must be there as often as before; their order may change with that of the words around them.
  return held.every((one) => count(to, one) >= held.filter((other) => other === one).length);
}

function count(text: string, part: string): number {
  return part === "" ? 0 : text.split(part).length - 1;
}

function firstEndingAfter(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Repeats are bounded, so that hostile input costs linear time.
const PATTERNS: readonly RegExp[] = [
  /```[^`]{0,20000}```|`[^`\n]{1,400}`/g,
  /\$\$[^$]{1,2000}\$\$|\$[^$\s][^$\n]{0,200}[^$\s\d]\$/g,
  /\b(?:https?|ftp):\/\/[^\s<>"]{1,2000}|\bwww\.[^\s<>"]{1,500}/g,
  /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/g,
  /!?\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)/g,
  /<[^<>\n]{1,400}>|&#?\w{2,10};/g,
  // Citations: (Smith, 2019; Lee et al., 2020), [12], [3, 4–7].
  /\((?=[^()]{0,200}\b(?:1[5-9]|20)\d\d)[^()\n]{1,200}\)|\[[\d,;\s–-]{1,40}\]|\bet al\.?/g,
  // Numbers with what belongs to them: currency, per cent, ordinals, units, dates, times.
  /[$€£¥₹#±~<>=≤≥]{0,2}\d(?:[\d.,:/\-–×x^]{0,30}\d)?(?:st|nd|rd|th|s|%|°[CF]?|[a-zA-Zµ]{1,4}\b)?(?:\s?(?:%|percent|per cent|million|billion|trillion|thousand|hundred|dozen|am|pm|a\.m\.|p\.m\.|kg|km|cm|mm|mg|ml|GB|MB|kHz|MHz|GHz|mph|degrees|years?|months?|weeks?|days?|hours?|minutes?|seconds?|miles?|metres?|meters?|feet|inches|pounds|dollars|euros|people)\b)?/g,
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|half|twice|double|triple|quarter|third)\b/gi,
  // Identifiers, paths and file names.
  /\b\w{1,200}_\w{1,200}\b|\b[a-z]{1,40}[A-Z]\w{0,40}\b|\b\w{1,40}\([^()\s]{0,40}\)|(?:\.{0,2}\/[\w.-]{1,60}){2,12}|[@#]\w{2,40}/g,
  // A post behind the name of who wrote it: "(@mill) November 11, 2017 Thanks to all who came."
  /\(@\w{1,40}\)[^.!?\n]{0,400}/g,
  // Terms of art that hold a word some rule would change.
  /\b(?:statistically significant|clinically significant|significant other|novel coronavirus|initial public offering|initial conditions?|prior art|beyond (?:a )?reasonable doubt|necessary and sufficient|sufficient condition|without prejudice|force majeure|due process|due diligence|objective function|terms and conditions|cease and desist|contrast[- ]enhanced|data augmentation|in the field|first aid|financial assistance|purchase (?:order|price|agreement)|individual rights|essential (?:oils?|amino acids?|hypertension|workers?|services)|acquired immun\w+|substantial evidence|fundamental rights?|(?:highly|deeply) leveraged)\b/gi,
];

/** Quoted speech and titles, also over several sentences. */
function quotations(text: string): Span[] {
  const spans: Span[] = [];
  for (const paragraph of text.matchAll(/[^\n]+(?:\n(?![^\S\n]*\n)[^\n]+)*/g)) {
    const from = paragraph.index;
    const body = paragraph[0];
    for (const { start, end } of [...straightQuotations(body), ...curlyQuotations(body)]) {
      spans.push({ start: from + start, end: from + end });
    }
    for (const single of body.matchAll(
      /(?<=^|[\s([—–])[‘'](?=\S)[^‘’'\n]{1,300}(?:['’](?=\p{L})[^‘’'\n]{0,100}){0,6}['’](?=[\s.,;:!?)\]—–]|$)/gu,
    )) {
      spans.push({ start: from + single.index, end: from + single.index + single[0].length });
    }
  }
  return spans;
}

/**
 * Between straight marks, told apart by what stands on either side of them. A quotation may have begun
 * before the paragraph, or not end in it; where a mark could be either, all from the first one on is kept.
 */
function straightQuotations(body: string): Span[] {
  // Marks in a row are one: spreadsheets write ""so"".
  const marks = [...body.matchAll(/"+/g)].map(({ index, 0: mark }) => {
    const end = index + mark.length;
    const before = body.charAt(index - 1);
    const after = body.charAt(end);
    const opens = /^[\s([{—–/-]?$/.test(before) && /\S/.test(after);
    const closes = /\S/.test(before) && /^[\s.,;:!?)\]}—–'’…/-]?$/.test(after);
    return { start: index, end, opens, closes };
  });
  const [first] = marks;
  if (first === undefined) return [];
  // Escaped marks were written by a program; how they pair is anybody's guess.
  if (/\\"/.test(body) || marks.some(({ opens, closes }) => opens === closes)) {
    const isInside = first.closes && !first.opens;
    return [{ start: isInside ? 0 : first.start, end: body.length }];
  }
  const spans: Span[] = [];
  let open = -1;
  let done = 0;
  for (const { start, end, opens } of marks) {
    if (opens) open = open === -1 ? start : open;
    else {
      spans.push({ start: open === -1 ? done : open, end });
      open = -1;
      done = end;
    }
  }
  if (open !== -1) spans.push({ start: open, end: body.length });
  return spans;
}

function curlyQuotations(body: string): Span[] {
  const spans: Span[] = [];
  let open = -1;
  for (let i = 0; i < body.length; i++) {
    const mark = body.charAt(i);
    if ("“„«".includes(mark)) open = open === -1 ? i : open;
    else if ("”»".includes(mark) && open !== -1) {
      spans.push({ start: open, end: i + 1 });
      open = -1;
    }
  }
  if (open !== -1) spans.push({ start: open, end: body.length });
  return spans;
}

/** Capitalised words inside sentences, and words in capitals anywhere. */
function names(text: string, starts: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/\p{Lu}[\p{L}\p{N}]*(?:[-'’.&][\p{L}\p{N}]+)*/gu)) {
    const word = match[0];
    if (/^I(?:['’]\p{Ll}+)?$/u.test(word)) continue;
    const isShouted = /^[\p{Lu}\p{N}.&-]{2,}$/u.test(word);
    if (starts.has(match.index) && !isShouted) continue;
    spans.push({ start: match.index, end: match.index + word.length });
  }
  return spans;
}

function kept(text: string, keep: readonly string[]): Span[] {
  const spans: Span[] = [];
  const lower = text.toLowerCase();
  // Lower-casing may change a length (İ); offsets would then be wrong, so the exact case is asked for.
  const isSafe = lower.length === text.length;
  for (const phrase of keep) {
    const wanted = isSafe ? phrase.toLowerCase() : phrase;
    if (wanted === "") continue;
    const hay = isSafe ? lower : text;
    for (let at = hay.indexOf(wanted); at !== -1; at = hay.indexOf(wanted, at + wanted.length)) {
      spans.push({ start: at, end: at + wanted.length });
    }
  }
  return spans;
}

function merge(spans: Span[]): Span[] {
  const sorted = spans
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: { start: number; end: number }[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
