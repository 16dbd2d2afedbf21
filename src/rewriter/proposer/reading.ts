// What the proposer says of a sentence, and the cuts that follow from it in its likeliest wordings.

/** A place where a sentence may be cut, and how the next one would begin. Offsets in the sentence. */
export type Joint = {
  readonly at: number;
  /** How likely an editor would cut here. */
  readonly chance: number;
  /** How many words and marks go, and what takes their place. */
  readonly drop: Answer<number>;
  readonly lead: Answer<string>;
  readonly subject: Answer<string>;
  readonly helper: Answer<string>;
  /** Where the first and the last word begin of the noun or name that is said again. */
  readonly noun: { readonly first: Answer<number>; readonly last: Answer<number> };
};

/** The likeliest answer to a question, and how likely each one is. */
export type Answer<Kind> = {
  readonly best: Kind;
  chanceOf(answer: Kind): number;
  /** All answers at least so likely, the best first. */
  likely(chanceMin: number): Kind[];
};

/** What becomes of a word when the joint before it is cut. */
export type Form = { readonly at: number; readonly form: Answer<string> };

export type Reading = {
  readonly joints: readonly Joint[];
  readonly forms: readonly Form[];
};

/** A cut in the proposer's words. */
export type CutParts = {
  /** Offset in the sentence of the first word or mark behind the full stop to be. */
  readonly at: number;
  readonly drop: number;
  readonly lead: string;
  readonly subject: string;
  readonly helper: string;
  /** Where the first and the last word of a noun said again begin. */
  readonly noun: readonly [number, number] | undefined;
  readonly forms: readonly { readonly at: number; readonly form: string }[];
};

/** A cut, with how likely the place and the wording are. */
export type LikelyCut = {
  readonly parts: CutParts;
  readonly chance: number;
  readonly wording: number;
};

/** The cuts the proposer would make in its likeliest wordings: of two subjects that may both fit, both. */
export function likelyCuts(reading: Reading): LikelyCut[] {
  return reading.joints.flatMap((joint) => {
    const { drop, lead, helper, noun } = joint;
    return joint.subject.likely(SUBJECT_MIN).map((subject) => {
      const parts: CutParts = {
        at: joint.at,
        drop: drop.best,
        lead: lead.best,
        subject,
        helper: helper.best,
        noun: SAID_AGAIN.has(subject) ? [noun.first.best, noun.last.best] : undefined,
        forms: formsBehind(reading, joint.at).flatMap(({ at, form }) =>
          form.best === "" ? [] : [{ at, form: form.best }],
        ),
      };
      return { parts, chance: joint.chance, wording: wordingChance(reading, joint, parts) };
    });
  });
}

function wordingChance(reading: Reading, joint: Joint, parts: CutParts): number {
  const { drop, lead, subject, helper, noun } = joint;
  let chance =
    drop.chanceOf(parts.drop) *
    lead.chanceOf(parts.lead) *
    subject.chanceOf(parts.subject) *
    helper.chanceOf(parts.helper);
  if (parts.noun !== undefined)
    chance *= noun.first.chanceOf(parts.noun[0]) * noun.last.chanceOf(parts.noun[1]);
  for (const { at, form } of formsBehind(reading, joint.at))
    chance *= form.chanceOf(parts.forms.find((one) => one.at === at)?.form ?? "");
  return chance;
}

/** The forms that belong to a joint: those up to the next likely one. */
function formsBehind(reading: Reading, from: number): Form[] {
  const next = reading.joints.find(({ at, chance }) => at > from && chance > OTHER_MIN);
  return reading.forms.filter(({ at }) => at > from && at < (next?.at ?? Number.POSITIVE_INFINITY));
}

/** Subjects that name something of the first sentence again. */
export const SAID_AGAIN: ReadonlySet<string> = new Set(["THE NOUN", "THIS NOUN", "NAME"]);
// A form behind a joint that is likely itself belongs to that one.
const OTHER_MIN = 0.3;
const SUBJECT_MIN = 0.1;
