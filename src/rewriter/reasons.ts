// The reason of a change as a reader sees it. Where edits are made a reason is also a name: the judge of cuts was
// trained on it, and the search counts turns by it. So what reads badly is reworded here, at the end.

const REWORDED: Readonly<Record<string, string>> = {
  "long sentence split behind its opening": "long sentence split after its opening",
  "long sentence split behind what is told of its subject":
    "long sentence split after the aside about its subject",
  "long sentence split before what goes with it": "long sentence split before a side remark",
  "long sentence split before a state": "long sentence split before a description",
  "long sentence split, its opening told last": "long sentence split, its opening moved to the end",
  "verb instead of a noun that hides it": "verb instead of an abstract noun",
  "shorter word for a quality": "shorter adjective",
  "shorter word for a thing": "shorter noun",
  "shorter word for an action": "shorter verb",
  "says only that something will be said": "only announces what follows",
  "a small word that can go": "a word that isn't needed",
  "the subject need not be named again": "subject not repeated",
  "slip repaired": "mistake corrected",
  "the third sentence in a row with the same opening":
    "third sentence in a row with the same opening",
  "no comma needed after a few words": "no comma needed after a short opening",
  "contraction, as people speak and write": "contraction, as in everyday writing",
  "active voice: who did it comes first": "active voice",
  "empty word": "filler word",
};

export function shownReason(why: string): string {
  return REWORDED[why] ?? why;
}
