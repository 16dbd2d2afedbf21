// Checks a rewritten text against its original with other code and other word lists than the gate in
// src/rewriter/gate/: it compares whole texts, knows nothing of rules or edits, and counts what a
// careless edit would lose.

export type Findings = {
  /** Protected things missing or added, each with its kind. */
  protectedLost: string[];
  /** Changes of polarity, modality, quantity or actors. */
  meaningChanged: string[];
};

export function compareTexts(before: string, after: string): Findings {
  const protectedLost: string[] = [];
  for (const [kind, find] of Object.entries(PROTECTED)) {
    const lost = difference(find(before), find(after));
    if (lost !== undefined) protectedLost.push(`${kind}: ${lost}`);
  }
  const small = new Set(`${before} ${after}`.match(/\b\p{Ll}[\p{L}'’.-]*/gu));
  for (const name of new Set(namesIn(before))) {
    // "The" inside a title is no name: the word also stands in small letters.
    if (small.has(name.toLowerCase())) continue;
    const had = count(before, name);
    const has = count(after, name);
    // A word that stands in a title may also open a new sentence; only inside one is it a name too many.
    const isAdded = has > had && named(after, name) > named(before, name);
    if (has < had || isAdded) protectedLost.push(`names: "${name}"`);
  }
  const meaningChanged: string[] = [];
  for (const [kind, find] of Object.entries(MEANING)) {
    const extra = kind === "modality" ? modalsSaidAgain(plain(after)) : [];
    const lost = difference(find(plain(before)), find(plain(after)), extra);
    if (lost !== undefined) meaningChanged.push(`${kind}: ${lost}`);
  }
  const actor = changedActor(plain(before), plain(after));
  if (actor !== undefined) meaningChanged.push(`actors: ${actor}`);
  return { protectedLost, meaningChanged };
}

/**
 * Who acts: every form of a person must stay as often as it was. Only where one sentence became two may
 * its subject be said again, by a person who was in the text before.
 */
function changedActor(before: string, after: string): string | undefined {
  const grown = sentencesIn(after) - sentencesIn(before);
  let repeated = 0;
  for (const [subject, ...others] of ACTORS) {
    for (const other of others) {
      if (times(before, other) !== times(after, other)) return `"${other}"`;
    }
    const more = times(after, subject) - times(before, subject);
    const isKnown = [subject, ...others].some((form) => times(before, form) > 0);
    if (more > 0 && !isKnown) return `added "${subject}"`;
    // Two sentences with one subject may be joined: "She sat. She read." → "She sat and read."
    const joined = timesOpening(before, subject) - timesOpening(after, subject);
    if (more < Math.min(0, grown) && -more > joined) return `lost "${subject}"`;
    repeated += Math.max(0, more);
  }
  // A "who" may become the subject of a sentence of its own: "…, who came" → "…. They came".
  const relatives = times(before, "who") - times(after, "who");
  if (relatives < 0 || relatives > Math.max(0, grown)) return "who";
  return repeated > Math.max(0, grown) ? "a subject said too often" : undefined;
}

const ACTORS: readonly (readonly [string, ...string[]])[] = [
  ["he", "him", "his", "himself"],
  ["she", "her", "hers", "herself"],
  ["i", "me", "my", "mine", "myself"],
  ["we", "us", "our", "ours", "ourselves"],
  ["you", "your", "yours", "yourself"],
];

function times(text: string, word: string): number {
  return text.split(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "u")).length - 1;
}

/** Sentences that open with a word and follow one that does. */
function timesOpening(text: string, word: string): number {
  const opens = text
    .split(/(?<=[.!?…]["”'’)]*)\s+/)
    .map((sentence) => sentence.startsWith(`${word} `));
  return opens.filter((isOpen, i) => isOpen && opens[i - 1] === true).length;
}

function sentencesIn(text: string): number {
  return text.match(/[.!?…]+["”'’)]*(?:\s|$)/g)?.length ?? 0;
}

/** The first thing that two lists don't share, counting repeats; undefined when they agree. */
function difference(
  before: readonly string[],
  after: readonly string[],
  spare: readonly string[] = [],
): string | undefined {
  const allowed = [...spare];
  const left = new Map<string, number>();
  for (const item of before) left.set(item, (left.get(item) ?? 0) + 1);
  for (const item of after) {
    const count = left.get(item) ?? 0;
    if (count === 0) {
      const at = allowed.indexOf(item);
      if (at === -1) return `added "${item}"`;
      allowed.splice(at, 1);
      continue;
    }
    left.set(item, count - 1);
  }
  for (const [item, count] of left) if (count > 0) return `lost "${item}"`;
  return undefined;
}

const all =
  (pattern: RegExp) =>
  (text: string): string[] =>
    text.match(pattern) ?? [];

const PROTECTED: Record<string, (text: string) => string[]> = {
  numbers: all(/\d+(?:[.,:/-]\d+)*%?/g),
  // A mark right behind a word closes: what follows it, up to the next, is not quoted.
  quotations: all(/(?<![^\s([{—–/-])"(?!\s)[^"\n]{2,}"|“[^”\n]{2,}”/g),
  links: all(/\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\w+/g),
  code: all(/`[^`\n]+`|\b\w+_\w+\b|\b\w+\(\)/g),
  citations: all(/\([^()\n]*\b(?:19|20)\d\d[a-z]?[^()\n]*\)|\[\d[\d, –-]*\]/g),
};

// After a bracket or a glued full stop these open a sentence and name nobody.
const OPENERS = new Set(
  "Moreover Furthermore Additionally However Although Though Therefore Thus Also But So In It Please".split(
    " ",
  ),
);

function count(text: string, name: string): number {
  return (
    text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}'’.-]*[\p{L}\p{N}])?/gu)?.filter((word) => word === name)
      .length ?? 0
  );
}

function named(text: string, name: string): number {
  return namesIn(text).filter((word) => word === name).length;
}

/** Words with a capital inside a sentence; behind a "But" that opens it, a word still opens it. */
function namesIn(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(
    /(?<![.!?:"“”'‘—–*\-)\]]\s*(?:But\s)?|^|\n\s*)\b(\p{Lu}[\p{L}'’.-]*\p{L})/gu,
  )) {
    const word = match[1] ?? "";
    if (!/^(?:I['’]|I$)/.test(word) && !OPENERS.has(word)) found.push(word);
  }
  return found;
}

/** Lower case, plain apostrophes, and set phrases in which a guarded word has no force of its own. */
function plain(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .replace(/\bnot only\b/g, "both")
      .replace(/\bnot just\b(?=[^.!?]{0,300}\bbut also\b)/g, "both")
      .replace(/\ba (?:deeper|fuller|greater|clearer|more \p{L}+) understanding of\b/gu, "better")
      .replace(
        /\b(?:(?:lead|leads|led|leading) to|(?:result|results|resulted|resulting) in) better\b/g,
        "",
      )
      .replace(/\bin the absence of\b/g, "without")
      .replace(/\bin the event that\b/g, "if")
      .replace(/\b(?:has|have) the potential to\b/g, "could")
      .replace(
        /\b(?:is|are) able to\b|\b(?:has|have|possess|possesses) the (?:ability|capacity) to\b/g,
        "can",
      )
      .replace(/\b(?:is|are) capable of\b/g, "can")
      // "students who are interested in" are "students interested in".
      .replace(/\b(?:who|that|which) (?:is|are|was|were) (?!not\b)/g, "")
      // Set phrases of offices, whose "not", "should" and "you" say nothing by themselves.
      .replace(/\b(?:not|no) later than\b/g, "by")
      .replace(/\bthrice\b/g, "three times")
      .replace(/\bunable to\b/g, "can not")
      .replace(/\bin order to\b/g, "to")
      .replace(/\b(?:is|are) (?:required|needed) to\b/g, "must")
      .replace(/\bshould you\b/g, "if you")
      .replace(/\byou are (?:kindly )?(?:requested|asked) to\b/g, "please")
      .replace(/\bdo not hesitate to\b/g, "")
      .replace(/\bat your earliest convenience\b/g, "as soon as possible")
      .replace(/\b(?:write|writing|like|wish|is) to (?:inform|advise|notify) you that\b/g, "")
      .replace(/\byou are (?:hereby )?(?:advised|informed) that\b/g, "")
      .replace(
        /\bit (?:should|may|must|is to)(?: also| kindly)* be (?:noted|mentioned) that\b/g,
        "",
      )
      .replace(/\bcan't\b|\bcannot\b/g, "can not")
      .replace(/\bwon't\b/g, "will not")
      .replace(/n't\b/g, " not")
      .replace(/'ll\b/g, " will")
      .replace(/\b(?:the )?majority of\b/g, "most of")
      .replace(/\beach and every\b/g, "every")
      .replace(/\b(?:rather than|as opposed to)\b/g, "instead of")
      .replace(/\bsuperior to\b/g, "better than")
      .replace(/\ba minimum of\b/g, "at least")
      .replace(/\bin excess of\b|\bmore than\b/g, "over")
  );
}

/**
 * A sentence cut in two may say its modal again with its subject: "it can do this. it can also do that".
 * Only a modal right behind a plain subject counts as said again, and only if the sentence before has it.
 */
function modalsSaidAgain(text: string): string[] {
  const again: string[] = [];
  let before: string[] = [];
  for (const sentence of text.split(/(?<=[.!?…])\s+/)) {
    const own = sentence.split(/\s+/);
    const at = own[0] === "but" ? 1 : 0;
    const word = own[own[at] === "the" ? at + 2 : at + 1] ?? "";
    if (MODALS.has(word) && before.includes(word)) again.push(word);
    before = own.map((item) => item.replace(/\W+$/, ""));
  }
  return again;
}

const MODALS = new Set("can could may might must should will would".split(" "));

const words = (list: string): ((text: string) => string[]) =>
  all(new RegExp(`\\b(?:${list.trim().split(/\s+/).join("|")})\\b`, "g"));

const MEANING: Record<string, (text: string) => string[]> = {
  polarity: words(
    "not no never none nobody nothing nowhere neither nor without hardly scarcely barely seldom unable impossible unlikely",
  ),
  modality: words(
    "can could may might must shall should will would ought perhaps maybe possibly probably presumably allegedly apparently seemingly",
  ),
  quantity: words(
    "most few fewer half twice dozen dozens hundred hundreds thousand thousands million millions billion billions one two three four five six seven eight nine ten both least none",
  ),
  time: words("yesterday tomorrow ago since until already"),
  condition: words("if unless whether"),
  comparison: words("than less worse better lower higher"),
};
