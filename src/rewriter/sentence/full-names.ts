// People called by their full name, also with their office or what they belong to: "Coach Maria Lopez", "Ray Hill
// from the board". Said again, they are called by their surname.
import type { Sentence } from "./tokens.ts";

/** Where the surname of the one person stands that [start, last] names, past an office and before a phrase. */
export function fullNameIn(sentence: Sentence, start: number, last: number): number | undefined {
  let end = last;
  if (sentence.tokens[end]?.lower === "himself" || sentence.tokens[end]?.lower === "herself") end--;
  for (let i = start + 2; i <= last; i++) {
    if (/^(?:from|of|at|for)$/.test(sentence.tokens[i]?.lower ?? "")) {
      end = i - 1;
      break;
    }
  }
  for (let from = start; from < Math.min(end, start + 4); from++) {
    if (isFullName(sentence, from, end)) return end;
    const { lower, text } = sentence.tokens[from] ?? { lower: "", text: "" };
    // Before the name: the office, and whose it is.
    if (!OFFICES.test(lower) && !/^\p{Lu}/u.test(text) && lower !== "the") return undefined;
  }
  return undefined;
}

/** "Maria Lopez": two or three names of which the first is a person's; the last says who it is. */
function isFullName(sentence: Sentence, start: number, last: number): boolean {
  if (last < start + 1 || last > start + 2 || !sentence.is(start, "Person")) return false;
  if (/^(?:Saint|San|Santa|Fort|Port|Mount|Lake)$/.test(sentence.tokens[start]?.text ?? ""))
    return false;
  for (let i = start; i <= last; i++) {
    const { text } = sentence.tokens[i] ?? { text: "" };
    if (!/^\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}+)?$/u.test(text)) return false;
    if (!sentence.is(i, "ProperNoun") || sentence.is(i, "Plural", "Possessive")) return false;
  }
  return true;
}

/** "Hill … his": what the sentence itself calls the only person in it. */
export function genderOf(sentence: Sentence, name: string): "he" | "she" | undefined {
  const at = sentence.tokens.findIndex(({ text }) => text === name);
  let he = false;
  let she = false;
  for (let i = at + 1; i < sentence.tokens.length; i++) {
    const { lower, text } = sentence.tokens[i] ?? { lower: "", text: "" };
    if (/^(?:he|him|his|himself)$/.test(lower)) he = true;
    else if (/^(?:she|her|hers|herself)$/.test(lower)) she = true;
    else if (/^\p{Lu}\p{Ll}/u.test(text)) return undefined;
  }
  return he === she ? undefined : he ? "he" : "she";
}

const OFFICES =
  /^(?:president|coach|manager|senator|governor|mayor|minister|chancellor|secretary|director|chairman|chairwoman|spokesman|spokeswoman|spokesperson|captain|actor|actress|singer|author|writer|director|professor|detective|officer|judge|lawyer|analyst|economist|researcher|scientist|striker|midfielder|defender|goalkeeper|forward|boss|chief|executive|leader|councillor|commissioner|head|deputy|former|prime|vice|star|player|driver|champion)$/;
