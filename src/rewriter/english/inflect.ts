// Forms of English words: what a rule written for "demonstrate → show" needs to turn "demonstrated"
// into "showed" or "shown", and "a" into "an"; and whether a word is heard twice.
import { wordSet } from "./tokens.ts";

export type VerbForm = "base" | "s" | "past" | "participle" | "ing";

export const VERB_FORMS: readonly VerbForm[] = ["base", "s", "past", "participle", "ing"];

/** All forms of a verb; of a phrase such as "make sure", its first word is the one that changes. */
export function verbForms(lemma: string): Record<VerbForm, string> {
  const [head = "", ...rest] = lemma.split(" ");
  const tail = rest.length === 0 ? "" : ` ${rest.join(" ")}`;
  const irregular = IRREGULAR.get(head);
  const past = irregular?.[0] ?? regularPast(head);
  return {
    base: head + tail,
    s: addS(head) + tail,
    past: past + tail,
    participle: (irregular?.[1] ?? past) + tail,
    ing: (irregular?.[2] ?? regularIng(head)) + tail,
  };
}

/** Third person of a verb, or plural of a noun. */
export function addS(word: string): string {
  const known = { have: "has", do: "does", go: "goes", person: "people" }[word];
  if (known !== undefined) return known;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

/** The article that the sound of the next word asks for. */
export function articleFor(next: string): "a" | "an" {
  const word = next.toLowerCase();
  if (/^(?:hour|honest|honou?r|heir)/.test(word)) return "an";
  // "a unit" and "a urine test", but "an unidentified man", "an urgent call" and "an utter mess".
  if (
    /^(?:uni(?![nm]|de|ll|ro|ss)|unanim|us[aeu]|ut[eio]|ub[iu]|uf|uk|ur(?:an|[eio])|eu|ewe|one\b|once|u\b)/.test(
      word,
    )
  )
    return "a";
  // Letters said by name: "an MRI", "an FBI agent", "a UN envoy".
  if (/^[A-Z]{2,}/.test(next)) return /^[AEFHILMNORSX]/.test(next) ? "an" : "a";
  if (/^(?:8|11(?!\d)|18(?!\d))/.test(word)) return "an";
  return /^[aeiou]/.test(word) ? "an" : "a";
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function regularPast(verb: string): string {
  if (verb.endsWith("e")) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${doubled(verb)}ed`;
}

function regularIng(verb: string): string {
  if (/(?:ee|oe|ye)$/.test(verb)) return `${verb}ing`;
  if (verb.endsWith("e")) return `${verb.slice(0, -1)}ing`;
  return `${doubled(verb)}ing`;
}

/** Doubles the last letter where the stress asks for it: "stop" → "stopp". */
function doubled(verb: string): string {
  if (DOUBLING.has(verb)) return verb + verb.slice(-1);
  const isShort = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(verb);
  return isShort ? verb + verb.slice(-1) : verb;
}

const DOUBLING = wordSet(
  "begin commit permit refer regret occur admit prefer control submit transfer omit equip incur deter confer infer recur emit compel propel expel patrol rebut",
);

// Past and participle (and -ing where it is odd) of the verbs the phrases name.
const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map(
  "be was been being, beat beat beaten, begin began begun, break broke broken, bring brought brought, build built built, buy bought bought, choose chose chosen, come came come, cut cut cut, do did done, draw drew drawn, find found found, get got got, give gave given, go went gone, grow grew grown, have had had, hold held held, keep kept kept, know knew known, lead led led, leave left left, let let let, light lit lit, bear bore borne, feel felt felt, make made made, mean meant meant, drive drove driven, meet met met, put put put, run ran run, rise rose risen, see saw seen, send sent sent, set set set, show showed shown, speak spoke spoken, spend spent spent, stand stood stood, take took taken, tell told told, think thought thought, understand understood understood, undertake undertook undertaken, win won won, write wrote written, say said said, deal dealt dealt, speed sped sped, wear wore worn, teach taught taught, lose lost lost, sell sold sold, pay paid paid, hear heard heard, catch caught caught, fall fell fallen, sit sat sat, wake woke woken, become became become, seek sought sought, strike struck struck, cast cast cast, cost cost cost, hit hit hit, spread spread spread, shut shut shut"
    .split(", ")
    .map((forms) => [forms.split(" ", 1)[0] ?? "", forms.split(" ").slice(1)]),
);

/** The words of a text that a reader hears when they come twice. */
export function heardWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((word) => !UNHEARD.has(word));
}

const UNHEARD: ReadonlySet<string> = wordSet(
  "the and for with from that this these those which who are was were has have had can not but into about out its their his her our your more most many much than then such like one all some any when where while after before because also",
);

/** Whether two words are forms of one, by their letters: "shows" and "shown", "uses" and "using", "show" and "showcase". */
export function isSameWord(one: string, other: string): boolean {
  const [stem, root] = [stemOf(one), stemOf(other)];
  return stem === root || (stem.length >= STEM_MIN && root.startsWith(stem));
}

function stemOf(word: string): string {
  // "need" and "thing" are stems themselves.
  return /eed$|^[^aeiou]+ing$/.test(word) ? word : word.replace(/(?:ing|ed|es|s|e|n)$/, "");
}

const STEM_MIN = 4;
