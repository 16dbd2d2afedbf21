// First step of normalising: characters. Invisible and disguising characters go, compatibility
// forms (fullwidth, mathematical letters, ligatures) become plain ones by NFKC, odd spaces become
// spaces, every kind of line end becomes \n. What looks like tampering is counted for the warnings.
import { undoLookAlikes } from "./look-alikes.ts";
import { changeMapped, type MappedText } from "./mapped-text.ts";

export type Tampering =
  | "zero_width"
  | "look_alike"
  | "odd_space"
  | "bidi_control"
  | "soft_hyphen"
  | "tag_character"
  | "variation_selector"
  | "control_character"
  | "disguised_form"
  | "stacked_marks"
  | "broken_character"
  | "odd_case";

export type CleanText = { clean: MappedText; tampering: ReadonlyMap<Tampering, number> };

/** Cleans the characters of a text; line structure stays. */
export function cleanCharacters(source: MappedText): CleanText {
  const counts = new Map<Tampering, number>();
  const input = source.text;
  if (/^[\t\n\x20-\x7e]*$/.test(input)) return { clean: source, tampering: counts };

  const isRightToLeft =
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(input);
  const note = (kind: Tampering): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  const builder = changeMapped(source);
  let kept = 0;
  let noBreakSpaces = 0;
  let previous = "";
  CLUSTER.lastIndex = 0;
  for (let match = CLUSTER.exec(input); match !== null; match = CLUSTER.exec(input)) {
    const from = match.index;
    const cluster = match[0];
    const base = String.fromCodePoint(cluster.codePointAt(0) ?? 0);
    let replacement: string | undefined;
    if (base === "\u00a0" || base === "\u202f") noBreakSpaces++;
    const fate = cluster === "\r\n" ? undefined : fateOf(base, previous, isRightToLeft, from);
    if (cluster === "\r\n") replacement = "\n";
    else if (fate !== undefined) {
      if (fate.note !== undefined) note(fate.note);
      // Marks that followed an invisible character now stand on the letter before it.
      replacement = fate.text + cluster.slice(base.length).replace(VARIATION_ALL, "");
    } else if (!isPlain(cluster)) {
      replacement = plainCluster(cluster, note);
      if (replacement === cluster) replacement = undefined;
    }
    if (replacement !== undefined) {
      builder.keep(kept, from);
      builder.replace(replacement, from, from + cluster.length);
      kept = from + cluster.length;
    }
    if (replacement !== "") previous = base;
  }
  builder.keep(kept, input.length);

  // Word processors and web pages insert single no-break spaces; many of them indicate tampering.
  const spaces = countOf(input, " ");
  if (noBreakSpaces > 5 && noBreakSpaces > 0.1 * (spaces + noBreakSpaces)) {
    counts.set("odd_space", (counts.get("odd_space") ?? 0) + noBreakSpaces);
  }
  const plain = undoLookAlikes(builder.build());
  if (plain.count > 0) counts.set("look_alike", plain.count);
  return { clean: plain.text, tampering: counts };
}

// One character with the marks that combine with it. At most 64 marks are taken at once, so a
// tower of marks is cut into pieces and costs linear time. Vowel and final jamo count as marks, so
// that NFKC composes decomposed Korean; so do the voicing marks of half-width kana.
const CLUSTER = /\r\n|[^][\p{M}\u1160-\u11ff\uff9e\uff9f]{0,64}/gu;

function isPlain(cluster: string): boolean {
  return cluster.length === 1 && cluster >= " " && cluster <= "~";
}

type Fate = { text: string; note?: Tampering };

/** What becomes of a character that is not simply a letter, or undefined for an ordinary one. */
function fateOf(
  char: string,
  previous: string,
  isRightToLeft: boolean,
  at: number,
): Fate | undefined {
  if (char === "\n" || char === "\t" || (char >= " " && char <= "~")) return undefined;
  if (char === "\r" || LINE_ENDS.test(char)) return { text: "\n" };
  if (/\p{Cs}/u.test(char)) return { text: "\ufffd", note: "broken_character" };
  if (/\p{Cc}/u.test(char)) return { text: "", note: "control_character" };
  if (char === "\u00ad") return { text: "", note: "soft_hyphen" };
  if (char === "\ufeff" && at === 0) return { text: "" };
  if (char === "\u200c" || char === "\u200d") {
    return JOINING.test(previous) ? undefined : { text: "", note: "zero_width" };
  }
  if (ZERO_WIDTH.test(char)) return { text: "", note: "zero_width" };
  if (BIDI.test(char)) return isRightToLeft ? { text: "" } : { text: "", note: "bidi_control" };
  if (char >= "\u{e0000}" && char <= "\u{e007f}") {
    // The flags of England, Scotland and Wales are spelt with tag characters.
    return previous === "\u{1f3f4}" ? { text: "" } : { text: "", note: "tag_character" };
  }
  if (/[\u00a0\u202f]/.test(char)) return { text: " " };
  if (char === "\u3000") return { text: " " };
  if (ODD_SPACE.test(char)) return { text: " ", note: "odd_space" };
  return undefined;
}

const LINE_ENDS = /[\u000b\u000c\u0085\u2028\u2029]/;
const ZERO_WIDTH = anyOf(
  "200b 2060-2064 206a-206f feff 180e 34f 115f 1160 3164 ffa0 17b4 17b5 fff9-fffb 1d173-1d17a",
);
const BIDI = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const ODD_SPACE = /[\u1680\u2000-\u200a\u205f\u2800]/;

// Scripts in which joiners change how letters are drawn, and emoji sequences.
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]/u;

/** A letter with its marks in plain form: NFKC, no variation selectors, no towers of marks. */
function plainCluster(cluster: string, note: (kind: Tampering) => void): string {
  let text = cluster;
  if (VARIATION.test(text)) {
    const base = String.fromCodePoint(text.codePointAt(0) ?? 0);
    // Emoji and ideographs have real variants; on anything else a selector only hides data.
    if (!/[\p{Extended_Pictographic}\p{Ideographic}0-9#*]/u.test(base)) note("variation_selector");
    text = text.replace(VARIATION_ALL, "");
  }
  const composed = text.normalize("NFKC");
  if (composed !== text && DISGUISE.test(text)) note("disguised_form");
  const marks = composed.match(LOOSE_MARKS);
  if (marks === null) return composed;
  const drawn = marks.filter((mark) => !OVERLAY.test(mark));
  if (drawn.length === marks.length && marks.length < 2) return composed;
  note("stacked_marks");
  return composed.replace(LOOSE_MARKS, "");
}

const VARIATION = anyOf("fe00-fe0f 180b-180d e0100-e01ef");
const VARIATION_ALL = new RegExp(VARIATION, "gu");
// Marks for Latin, Greek and Cyrillic letters that NFKC found no composed letter for.
const LOOSE_MARKS = new RegExp(
  anyOf("300-36f 488 489 1ab0-1aff 1dc0-1dff 20d0-20ff fe20-fe2f"),
  "gu",
);
const OVERLAY = anyOf("334-338 488 489 20d0-20ff");
// Fullwidth, mathematical, circled and squared letters: forms no one types in running prose.
const DISGUISE =
  /[\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9]|[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}]/u;

function countOf(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) count++;
  return count;
}

/** A pattern for code points given in hexadecimal; marks written literally would be unreadable. */
function anyOf(points: string): RegExp {
  const parts = points.split(" ").map((part) =>
    part
      .split("-")
      .map((point) => `\\u{${point}}`)
      .join("-"),
  );
  return new RegExp(`[${parts.join("")}]`, "u");
}
