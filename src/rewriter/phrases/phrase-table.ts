// Reads the phrase files of this folder into a table that finds the phrases at a place by their first word. In a file a line that
// begins with "@" names the kind and the reason of the rules below it; a rule is a block of three lines:
//
//   demonstrate/v => show ; !next:against
//     + The test demonstrates it. => The test shows it.      a sentence it must change, and what becomes of it
//     - They demonstrate against it.                         one that it must leave alone
//
// `/v` stands for every form of the verb, in the same form; `/n` for singular and plural. "the majority of
// (the|these) => most of $1" takes one of several words, kept as $1 ($2 for the second group).
// Conditions: `next:`/`prev:` (words the neighbour must be), `!next:`/`!prev:` (must not be),
// `tag:` (part of speech of the first word), `nexttag:` and `prevtag:` (of the word after and before), `at:start`
// (opens the sentence), `!ahead:` (none of these words among the next six), `!behind:` (nor among the three
// before), `!clause:` (nor before it in its clause), `!about:` (nor anywhere in the sentence), `thing:` (the noun
// that heads what follows), `bare:plural` (several things follow, and nothing says which), `doer:` (person, thing
// or unclear: who does what the verb tells), `after:verb` (a verb stands before it in the sentence), `form:`
// (only these forms of the verb), `register:plain` (not in academic, legal or medical prose), `register:everyday` (nor in
// official prose), `register:official` (only there), `from:strong` (only at this strength). Conditions behind a reason hold for all rules below it.
// A replacement of "-" deletes.
import type { EditKind } from "../edit.ts";
import { addS, VERB_FORMS, type VerbForm, verbForms } from "../english/inflect.ts";
import type { Token } from "../english/tokens.ts";
import { isCondition } from "./conditions.ts";

/** A rule as it stands in a file, with its examples. */
export type PhraseRule = {
  readonly kind: EditKind;
  readonly why: string;
  readonly line: string;
  /** A sentence in which it fires, what becomes of that, and one that it leaves alone. */
  readonly fires: string;
  readonly becomes: string;
  readonly leaves: string;
};

/** A rule for one form of its words. */
export type Phrase = {
  readonly kind: EditKind;
  readonly why: string;
  readonly words: readonly string[];
  /** What stands for them, "" for nothing; the sentence decides on the form of a verb in it. */
  readonly to: string;
  readonly verb:
    | { readonly form: VerbForm; readonly lemma: string; readonly at: number }
    | undefined;
  readonly conditions: ReadonlyMap<string, ReadonlySet<string>>;
};

export type PhraseTable = {
  /** The phrases that stand at a place, longer ones first. */
  at(tokens: readonly Pick<Token, "lower">[], at: number): Phrase[];
};

/** Reads a phrase file; throws naming the line that cannot be read. */
export function readPhraseFile(file: string): PhraseRule[] {
  const rules: PhraseRule[] = [];
  let section: (Pick<PhraseRule, "kind" | "why"> & { conditions: string[] }) | undefined;
  for (const block of file.split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const [line, shown = "", left = ""] = lines;
    if (line === undefined) continue;
    const [, kind, said] = /^@ ([a-z]+): (.+)$/.exec(line) ?? [];
    if (kind !== undefined && said !== undefined) {
      const [why = "", ...conditions] = said.split(" ; ");
      section = { kind: kind as EditKind, why, conditions };
      continue;
    }
    const [fires, becomes] = shown.replace(/^ {2}\+ /, "").split(" => ");
    if (section === undefined || becomes === undefined || fires === undefined || left === "")
      throw new Error(`phrases: cannot read the rule "${line}"`);
    rules.push({
      kind: section.kind,
      why: section.why,
      line: [line, ...section.conditions].join(" ; "),
      fires,
      becomes,
      leaves: left.replace(/^ {2}- /, ""),
    });
  }
  return rules;
}

/** A rule that was read: what it says of a place is written out only where its first word stands. */
type Compiled = Pick<Phrase, "kind" | "why" | "to" | "conditions"> & { readonly from: string };

/** Compiles rules; throws naming one that cannot be read. */
export function compilePhrases(
  rules: readonly Pick<PhraseRule, "kind" | "why" | "line">[],
): PhraseTable {
  const table = new Map<string, Compiled[]>();
  for (const rule of rules.map(compile)) {
    const [lead = ""] = LEAD.exec(rule.from) ?? [];
    for (const first of new Set(formsOf({ ...rule, from: lead }).map(({ words }) => words[0]))) {
      const others = table.get(first ?? "");
      if (others === undefined) table.set(first ?? "", [rule]);
      else others.push(rule);
    }
  }
  return {
    at(tokens, at) {
      const begins = (from: string): boolean => isBegun(from, tokens, at);
      return (table.get(tokens[at]?.lower ?? "") ?? [])
        .flatMap((rule) => formsOf(rule, begins))
        .filter(({ words }) => words.every((word, k) => tokens[at + k]?.lower === word))
        .sort((a, b) => b.words.length - a.words.length);
    },
  };
}

/** The first word of a rule, or the group that holds it. */
const LEAD = /^(?:\([^)]*\)|[^ (])+/;

/** Whether the words at a place may be those that a rule begins with; the last of these may be cut short. */
function isBegun(from: string, tokens: readonly Pick<Token, "lower">[], at: number): boolean {
  const words = from.split(" ");
  return words.every((word, k) => {
    const own = tokens[at + k]?.lower ?? "";
    return word.includes("/") || (k < words.length - 1 ? own === word : own.startsWith(word));
  });
}

export function compile({ line, kind, why }: Pick<PhraseRule, "kind" | "why" | "line">): Compiled {
  const [body = "", ...options] = line.split(" ; ").map((part) => part.trim());
  const [from, to] = body.split(" => ");
  if (from === undefined || to === undefined)
    throw new Error(`phrases: no "=>" in the rule "${line}"`);
  const conditions = readConditions(options, line);
  return { kind, why, from, to: to === "-" ? "" : to, conditions };
}

/** A rule in all its alternatives and forms, or in those whose first words are wanted. */
export function formsOf(
  { from, to, ...base }: Compiled,
  isWanted: (from: string) => boolean = () => true,
): Phrase[] {
  return alternativesOf(from, isWanted).flatMap(({ words, picked }) => {
    const put = to.replace(/\$([123])/g, (_, group: string) => picked[Number(group) - 1] ?? "");
    const verbAt = words.findIndex((word) => word.endsWith("/v"));
    const nounAt = words.findIndex((word) => word.endsWith("/n"));
    if (verbAt !== -1) return verbRules(words, put, verbAt, base);
    if (nounAt !== -1) {
      const stem = (words[nounAt] ?? "").slice(0, -2);
      return [stem, addS(stem)].map((form, i) => ({
        ...base,
        words: words.map((word, at) => (at === nounAt ? form : word)),
        to: i === 0 ? put.replace("/n", "") : pluralised(put),
        verb: undefined,
      }));
    }
    return [{ ...base, words, to: put, verb: undefined }];
  });
}

/** The marked noun, or else the first word, in the plural. */
function pluralised(target: string): string {
  if (target.includes("/n")) return target.replace(/(\S+)\/n/, (_, noun: string) => addS(noun));
  return target.replace(/^\S+/, addS);
}

function verbRules(
  words: readonly string[],
  to: string,
  at: number,
  base: Pick<Phrase, "kind" | "why" | "conditions">,
): Phrase[] {
  const lemma = (words[at] ?? "").slice(0, -2);
  const own = verbForms(lemma);
  const wanted = base.conditions.get("form");
  const rules: Phrase[] = [];
  const seen = new Set<string>();
  for (const form of VERB_FORMS) {
    if (wanted !== undefined && !wanted.has(form)) continue;
    // Past and participle are mostly one word; which of the two it is, the sentence decides.
    if (seen.has(own[form])) continue;
    seen.add(own[form]);
    rules.push({
      ...base,
      words: words.map((word, i) => (i === at ? own[form] : word)),
      to,
      verb: { form: form === "past" && own.past === own.participle ? "past" : form, lemma, at },
    });
  }
  return rules;
}

/** "plays a (key|vital) role" as one list of words for each wanted alternative, with what each group holds. */
function alternativesOf(
  from: string,
  isWanted: (from: string) => boolean,
): { words: string[]; picked: string[] }[] {
  const group = /\(([^)]+)\)/.exec(from);
  if (group === null) return isWanted(from) ? [{ words: from.split(" "), picked: [] }] : [];
  const before = from.slice(0, group.index);
  const after = from.slice(group.index + group[0].length);
  const fitting = (group[1] ?? "")
    .split("|")
    .filter((one) => isWanted(before + one + (/^\/[vn]/.exec(after)?.[0] ?? "")));
  return fitting.flatMap((one) =>
    alternativesOf(`${before}${one}${after}`, isWanted).map(({ words, picked }) => ({
      words,
      picked: [one, ...picked],
    })),
  );
}

/** The conditions of a rule; throws naming one that is unknown. */
export function readConditions(options: readonly string[], line: string): Map<string, Set<string>> {
  const conditions = new Map<string, Set<string>>();
  for (const option of options) {
    const match = /^(!?[a-z]+):(.+)$/.exec(option);
    if (match === null || !isCondition(match[1] ?? "")) {
      throw new Error(`phrases: unknown condition "${option}" in the rule "${line}"`);
    }
    // A comma among the words stands between two others: "!prev:and,,,or".
    const listed = (match[2] ?? "").replace(/(^|,),(?=,|$)/g, "$1\u0000").split(",");
    conditions.set(match[1] ?? "", new Set(listed.map((word) => (word === "\u0000" ? "," : word))));
  }
  return conditions;
}
