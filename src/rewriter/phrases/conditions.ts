// What the conditions of the phrase files ask of a place in a sentence.
import { doerOf, hasMainVerb, headOf, isBarePlural, isLedBy } from "../english/grammar.ts";
import type { Sentence, Tag } from "../english/tokens.ts";
import type { Register } from "../register.ts";

export type MatchOptions = Register & { readonly isStrong: boolean };

/** Names of conditions with the values of each. */
export type Conditions = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether all conditions hold for the words [at, last] of a sentence. */
export function holds(
  sentence: Sentence,
  at: number,
  last: number,
  conditions: Conditions,
  settings: MatchOptions,
): boolean {
  const next = sentence.tokens[last + 1]?.lower ?? "";
  const previous = sentence.tokens[at - 1]?.lower ?? "";
  return [...conditions].every(
    ([name, values]) =>
      CONDITIONS[name]?.({ sentence, at, last, next, previous, values, ...settings }) ?? true,
  );
}

export function isCondition(name: string): boolean {
  return name === "form" || name in CONDITIONS;
}

type Place = MatchOptions & {
  sentence: Sentence;
  at: number;
  last: number;
  next: string;
  previous: string;
  values: ReadonlySet<string>;
};

const tagsOf = (values: ReadonlySet<string>): Tag[] => [...values] as Tag[];
const AHEAD = 6;
const BEHIND = 3;

/** What each condition of the rule lists asks; `form` is settled when the list is read. */
const CONDITIONS: Readonly<Record<string, (place: Place) => boolean>> = {
  next: ({ next, values }) => values.has(next),
  "!next": ({ next, values }) => !values.has(next),
  prev: ({ previous, values }) => values.has(previous),
  "!prev": ({ previous, values }) => !values.has(previous),
  tag: ({ sentence, at, values }) => sentence.is(at, ...tagsOf(values)),
  nexttag: ({ sentence, last, values }) => sentence.is(last + 1, ...tagsOf(values)),
  "!nexttag": ({ sentence, last, values }) => !sentence.is(last + 1, ...tagsOf(values)),
  prevtag: ({ sentence, at, values }) => sentence.is(at - 1, ...tagsOf(values)),
  "!prevtag": ({ sentence, at, values }) => !sentence.is(at - 1, ...tagsOf(values)),
  at: ({ at }) => at === 0,
  "!at": ({ at }) => at > 0,
  "!ahead": ({ sentence, last, values }) =>
    !sentence.tokens.slice(last + 1, last + 1 + AHEAD).some(({ lower }) => values.has(lower)),
  "!behind": ({ sentence, at, values }) =>
    !sentence.tokens.slice(Math.max(0, at - BEHIND), at).some(({ lower }) => values.has(lower)),
  "!clause": ({ sentence, at, values }) => !isLedBy(sentence, at, values),
  "!about": ({ sentence, values }) => !sentence.tokens.some(({ lower }) => values.has(lower)),
  thing: ({ sentence, last, values }) => values.has(headOf(sentence, last + 1)),
  "!thing": ({ sentence, last, values }) => !values.has(headOf(sentence, last + 1)),
  bare: ({ sentence, last }) => isBarePlural(sentence, last + 1),
  doer: ({ sentence, at, values }) => values.has(doerOf(sentence, at)),
  after: ({ sentence, at }) => hasMainVerb(sentence, 0, at),
  register: ({ isFormal, isOfficial, values }) => {
    if (values.has("official")) return isOfficial;
    return !isFormal && !(values.has("everyday") && isOfficial);
  },
  from: ({ isStrong }) => isStrong,
};
