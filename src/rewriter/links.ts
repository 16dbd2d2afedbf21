// Other openings of the sentence behind a cut. It may keep the "and" it was made at: ", and she left" → ". And she
// left". People begin sentences so, and machines hardly ever do. The plain cut is the rule; this is its alternative,
// now and then. So is "And" for "Moreover, …", "That" for "This" and "Yet" for "But".
import { applyReplacements, type Edit } from "./edit.ts";
import type { Chosen } from "./search.ts";

/** Other wordings of an edit, with another link to the sentence before. */
export function linkEdit(edit: Edit, text: string): string[] {
  if (edit.kind === "split") return [...linkCut(edit, text), ...turnCut(edit, text)];
  // "Moreover, the …" may open with "And" as well as with "Also,".
  if (edit.kind !== "connective") return [];
  return edit.options.filter((to) => to.startsWith("Also, ")).map((to) => `And ${to.slice(6)}`);
}

/** "This makes it hard" → "That makes it hard", "But it was late" → "Yet it was late". */
function turnCut({ options, start }: Edit, text: string): string[] {
  // A loose "but" without its comma opposes too little for "Yet".
  const isMarked = text.charAt(start) === ",";
  return options.flatMap((option) =>
    // "This was a relief" names what was said again; "that" would point past it.
    /^\. This (?!(?:is|was)\b)/.test(option)
      ? [`. That ${option.slice(7)}`]
      : isMarked && /^\. But(?= |$)/.test(option)
        ? [`. Yet${option.slice(5)}`]
        : [],
  );
}

/** The same cut with "And", where the second part had its own subject behind an "and"; otherwise nothing. */
function linkCut({ options, start, end }: Edit, text: string): string[] {
  const [option = ""] = options;
  const opening = /^\. (\p{Lu}[\p{L}'’]*)(?=\s|$)/u.exec(option)?.[1];
  const from = text.slice(start, end);
  if (opening === undefined || !/^,? ?and\b/.test(from)) return [];
  const words = from.split(/\s+/);
  const small = opening.charAt(0).toLowerCase() + opening.slice(1);
  // A name keeps its capital; what is small in the sentence is small again. A subject that the cut adds has no "And":
  // "and was born in Lyon" tells something else.
  const isName = words.includes(opening) || opening === "I";
  if (!words.includes(opening) && !words.includes(small)) return [];
  return [`. And ${isName ? opening : small}${option.slice(2 + opening.length)}`];
}

/** Whether edits make too many sentences begin with "And", or one of them right beside another link. */
export function hasTooManyLinks(before: string, after: string): boolean {
  const old = countLinks(before);
  const fresh = countLinks(after);
  const added = fresh.links - old.links;
  if (added <= 0) return false;
  return fresh.rows > old.rows || added > Math.max(1, fresh.sentences / SENTENCES_A_LINK);
}

/** The edits without those whose "And" would be one too many, or in another wording; the least valuable go first. */
export function keepFewLinks(text: string, proposed: readonly Chosen[]): readonly Chosen[] {
  const isLink = ({ to }: Chosen): boolean => /(?:^|[.!?]["”’)]? )And\b/.test(to);
  const links = proposed.filter(isLink).sort((a, b) => a.value - b.value || a.start - b.start);
  let chosen = proposed;
  for (const link of links) {
    if (!hasTooManyLinks(text, applyReplacements(text, chosen))) break;
    const plain = link.others?.find((other) => !isLink(other));
    chosen = chosen.flatMap((edit) =>
      edit !== link ? [edit] : plain === undefined ? [] : [plain],
    );
  }
  return chosen;
}

/** Sentences, those that begin with "And", and those that begin with a link right after another. */
function countLinks(text: string): { sentences: number; links: number; rows: number } {
  const sentences = text.split(/(?<=[.!?]["”’)]?)\s+/);
  let links = 0;
  let rows = 0;
  let wasLink = false;
  for (const sentence of sentences) {
    const opener = /^["“‘(]?(And|But|Or|So|Yet)\b/.exec(sentence)?.[1];
    if (opener === "And") links++;
    if (opener !== undefined && wasLink) rows++;
    wasLink = opener !== undefined;
  }
  return { sentences: sentences.length, links, rows };
}

const SENTENCES_A_LINK = 6;
