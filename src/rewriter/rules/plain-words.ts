// All single-word rules in one list; each part of speech has a file of its own.
import type { RuleList } from "../rule-table.ts";
import { EVERYDAY_VERBS } from "./everyday-verbs.ts";
import { EVERYDAY_WORDS } from "./everyday-words.ts";
import { PLAIN_ADJECTIVES } from "./plain-adjectives.ts";
import { PLAIN_ADVERBS } from "./plain-adverbs.ts";
import { PLAIN_NOUNS } from "./plain-nouns.ts";
import { PLAIN_VERBS } from "./plain-verbs.ts";
import { SHORTER_WORDS } from "./shorter-words.ts";

export const PLAIN_WORDS: readonly RuleList[] = [
  PLAIN_VERBS,
  PLAIN_NOUNS,
  PLAIN_ADJECTIVES,
  PLAIN_ADVERBS,
  EVERYDAY_VERBS,
  ...EVERYDAY_WORDS,
  ...SHORTER_WORDS,
];
