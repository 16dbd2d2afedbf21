// Tails behind somebody's words: “…,” she said, her voice low. What was said stays as it is; the tail is read as
// if it stood behind "She spoke".
import type { Edit } from "../edit.ts";
import { sentenceEnd } from "../sentence/ground.ts";
import { readSentence, type Sentence } from "../sentence/tokens.ts";

type Split = (sentence: Sentence, comma: number, end: number) => Edit | undefined;

/** The cut at the comma behind “…,” she said, or undefined where the words are not over yet. */
export function splitBehindSpeech(
  sentence: Sentence,
  comma: number,
  split: Split,
): Edit | undefined {
  const mark = sentence.tokens[comma];
  if (mark === undefined) return undefined;
  const rest = sentence.text.slice(mark.start);
  const said = CREDIT.exec(sentence.text.slice(0, mark.start));
  const who = said?.[1];
  const verb = said?.[2];
  if (who === undefined || verb === undefined || /["“”]/.test(rest)) return undefined;
  const isOwn = /^(?:I|we|they|you)$/.test(who);
  const spoke = /(?:s|es)$/.test(verb) ? (isOwn ? undefined : "speaks") : "spoke";
  if (spoke === undefined) return undefined;
  const lead = `${who === "I" ? "I" : who.charAt(0).toUpperCase() + who.slice(1)} ${spoke}`;
  const read = readSentence(lead + rest, sentence.lexicon);
  const told: Sentence =
    sentence.people === undefined ? read : { ...read, people: sentence.people };
  const at = told.tokens.findIndex(({ start }) => start === lead.length);
  const edit = at === -1 ? undefined : split(told, at, sentenceEnd(told));
  if (edit === undefined || edit.start < lead.length) return undefined;
  const shift = mark.start - lead.length;
  return { ...edit, start: edit.start + shift, end: edit.end + shift };
}

const CREDIT =
  /["”] (he|she|they|I|we|\p{Lu}\p{Ll}{2,20}) (said|asked|whispered|replied|murmured|muttered|added|answered|called|shouted|exclaimed|continued|began|explained|says|asks|whispers|replies|murmurs|mutters|answers|calls|shouts)(?: [a-z]{3,15}ly)?$/u;
