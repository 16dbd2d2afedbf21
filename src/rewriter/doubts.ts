// A second look at a sentence that was cut in two, by what stands in it rather than by how it was cut:
// marks that the second part hangs on the first after all.

/** Whether a cut is doubtful; `head` is the sentence up to it, `from` and `to` what it changes, `tail` the rest. */
export function isDoubtfulCut(head: string, from: string, to: string, tail: string): boolean {
  const second = /\.\s+(.*)$/su.exec(to + tail)?.[1] ?? "";
  const sentence = /^[^.!?]*/.exec(second)?.[0] ?? "";
  // "I saw her, walking towards me" → "I walked towards me": somebody else did. Behind "and" it was "I" before.
  const isJoined = /^,? ?(?:and|but|so|yet)\b/.test(from);
  const isOwn = /^I\b[^,]*\bme\b/.test(sentence) || /^We\b[^,]*\bus\b/.test(sentence);
  if (isOwn && !isJoined) return true;
  // "acts, daring feats, and thrilling shows" are three things, however much they look like verbs.
  if (/^, \w+ing [^,]+, (?:and|or) \w+ing\b/.test(from + tail) && /\p{L}s$/u.test(head))
    return true;
  // "towns would be built, and others neglected": the second half has no verb of its own.
  const isBare =
    /\b\w+ed$/.test(sentence) && !/\b(?:is|are|was|were|be|been|has|have|had)\b/.test(sentence);
  if (isBare && /\b(?:be|been|is|are|was|were) (?:\w+ly )?\w+(?:ed|en|t)\b/.test(head)) return true;
  // "The way she moved, how she spoke—it all …": what stands before the dash is no sentence.
  return /^[—–;:]/.test(from.trim()) && /^(?:it|they|this|that) all\b/i.test(second);
}
