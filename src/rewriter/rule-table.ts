// Reads the rule lists of rules/ into a table that finds a phrase by its first word. A rule is one
// line a person can review:
//
//   demonstrate/v => show                        every form of the verb, in the same form
//   objective/n => goal                          singular and plural
//   the majority of (the|these) => most of $1    one of several words, kept ($2: of the second group)
//   initial => first ; !next:public,value        not before these words
//
// Conditions: `next:`/`prev:` (words the neighbour must be), `!next:`/`!prev:` (must not be),
// `tag:` (part of speech of the first word), `nexttag:` and `prevtag:` (of the word after and before), `at:start` (opens the
// sentence), `!ahead:` (none of these words among the next six), `!behind:` (nor among the three before),
// `!clause:` (nor before it in its clause), `!about:` (nor anywhere in the sentence), `thing:` (the noun that heads
// what follows), `bare:plural` (several things follow, and nothing says which), `doer:` (person, thing or unclear:
// who does what the verb tells), `after:verb` (a verb stands before it in the sentence), `form:` (only these forms
// of the verb), `register:plain` (not in academic, legal or medical prose), `from:strong` (only at this strength).
// A replacement of "-" deletes; several replacements stand between "|" and are used in turn.
import { addS, VERB_FORMS, type VerbForm, verbForms } from "./inflect.ts";

export type EditKind =
  | "word"
  | "phrase"
  | "connective"
  | "contraction"
  | "split"
  | "recast"
  | "rhythm"
  | "repair"
  | "model";

export type RuleList = {
  readonly kind: EditKind;
  readonly why: string;
  readonly lines: string;
};

export type Rule = {
  readonly kind: EditKind;
  readonly why: string;
  readonly words: readonly string[];
  /** Replacements; `undefined` stands for one whose form the sentence has to decide. */
  readonly to: readonly string[];
  readonly verb:
    | { readonly form: VerbForm; readonly lemma: string; readonly at: number }
    | undefined;
  readonly conditions: ReadonlyMap<string, ReadonlySet<string>>;
  /** The line it came from, for messages and tests. */
  readonly line: string;
};

export type RuleTable = ReadonlyMap<string, readonly Rule[]>;

/** Compiles rule lists; longer phrases come first under each word. */
export function compileRules(lists: readonly RuleList[]): RuleTable {
  const table = new Map<string, Rule[]>();
  for (const list of lists) {
    for (const raw of list.lines.split("\n")) {
      const line = raw.trim();
      if (line === "" || line.startsWith("#")) continue;
      for (const rule of expand(line, list)) {
        const first = rule.words[0] ?? "";
        const known = table.get(first);
        if (known === undefined) table.set(first, [rule]);
        else known.push(rule);
      }
    }
  }
  for (const rules of table.values()) rules.sort((a, b) => b.words.length - a.words.length);
  return table;
}

function expand(line: string, list: RuleList): Rule[] {
  const [body = "", ...options] = line.split(" ; ").map((part) => part.trim());
  const [from, to] = body.split(" => ");
  if (from === undefined || to === undefined)
    throw new Error(`rewriter: no "=>" in rule "${line}"`);
  const conditions = readConditions(options, line);
  const targets = to.split(" | ").map((one) => (one.trim() === "-" ? "" : one.trim()));
  return alternativesOf(from).flatMap(({ words, picked }) => {
    const filled = targets.map((one) =>
      one.replace(/\$([123])/g, (_, group: string) => picked[Number(group) - 1] ?? ""),
    );
    const base = { kind: list.kind, why: list.why, conditions, line };
    const verbAt = words.findIndex((word) => word.endsWith("/v"));
    const nounAt = words.findIndex((word) => word.endsWith("/n"));
    if (verbAt !== -1) return verbRules(words, filled, verbAt, base);
    if (nounAt !== -1) {
      const stem = (words[nounAt] ?? "").slice(0, -2);
      return [stem, addS(stem)].map((form, i) => ({
        ...base,
        words: words.map((word, at) => (at === nounAt ? form : word)),
        to: filled.map((one) => (i === 0 ? one.replace("/n", "") : pluralised(one))),
        verb: undefined,
      }));
    }
    return [{ ...base, words, to: filled, verb: undefined }];
  });
}

/** The marked noun, or else the first word, in the plural. */
function pluralised(target: string): string {
  if (target.includes("/n")) return target.replace(/(\S+)\/n/, (_, noun: string) => addS(noun));
  return target.replace(/^\S+/, addS);
}

function verbRules(
  words: readonly string[],
  targets: readonly string[],
  at: number,
  base: Pick<Rule, "kind" | "why" | "conditions" | "line">,
): Rule[] {
  const lemma = (words[at] ?? "").slice(0, -2);
  const own = verbForms(lemma);
  const wanted = base.conditions.get("form");
  const rules: Rule[] = [];
  const seen = new Set<string>();
  for (const form of VERB_FORMS) {
    if (wanted !== undefined && !wanted.has(form)) continue;
    // Past and participle are mostly one word; which of the two it is, the sentence decides.
    if (seen.has(own[form])) continue;
    seen.add(own[form]);
    rules.push({
      ...base,
      words: words.map((word, i) => (i === at ? own[form] : word)),
      to: targets,
      verb: { form: form === "past" && own.past === own.participle ? "past" : form, lemma, at },
    });
  }
  return rules;
}

/** "plays a (key|vital) role" as one list of words for each alternative, with what each group holds. */
function alternativesOf(from: string): { words: string[]; picked: string[] }[] {
  const group = /\(([^)]+)\)/.exec(from);
  if (group === null) return [{ words: from.split(" "), picked: [] }];
  const before = from.slice(0, group.index);
  const after = from.slice(group.index + group[0].length);
  return (group[1] ?? "").split("|").flatMap((one) =>
    alternativesOf(`${before}${one}${after}`).map(({ words, picked }) => ({
      words,
      picked: [one, ...picked],
    })),
  );
}

function readConditions(options: readonly string[], line: string): Map<string, Set<string>> {
  const conditions = new Map<string, Set<string>>();
  for (const option of options) {
    const match = /^(!?[a-z]+):(.+)$/.exec(option);
    if (match === null || !CONDITIONS.has(match[1] ?? "")) {
      throw new Error(`rewriter: unknown condition "${option}" in rule "${line}"`);
    }
    // A comma among the words stands between two others: "!prev:and,,,or".
    const listed = (match[2] ?? "").replace(/(^|,),(?=,|$)/g, "$1\u0000").split(",");
    conditions.set(match[1] ?? "", new Set(listed.map((word) => (word === "\u0000" ? "," : word))));
  }
  return conditions;
}

const CONDITIONS = new Set([
  "next",
  "!next",
  "prev",
  "!prev",
  "tag",
  "!tag",
  "nexttag",
  "!nexttag",
  "prevtag",
  "!prevtag",
  "at",
  "!at",
  "form",
  "!ahead",
  "!behind",
  "!clause",
  "!about",
  "thing",
  "!thing",
  "bare",
  "doer",
  "after",
  "register",
  "from",
]);
