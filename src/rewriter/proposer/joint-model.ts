// Reads sentences with the model of joints: a small network of our own that says, for every word of a
// sentence, whether an editor would end the sentence there and how the next one would begin. One sentence at a
// time, so that what it says of one depends on nothing else but the end of the sentence before.
import { createTokenizer, type Tokenizer } from "../../detector/detector.ts";
import { openNetwork } from "../../inference/inference.ts";
import { DROPS, FORMS, HELPERS, jointWords, LEADS, SUBJECTS } from "./joint-classes.ts";
import type { Answer, Form, Joint, Reading } from "./reading.ts";

export type JointModel = {
  /** What the model says of a sentence; `before` is the one before it, or "". */
  read(before: string, sentence: string): Promise<Reading>;
};

/** Opens the network; it was trained on the detector's tokens. */
export async function openJointModel(
  tokenizerFile: Buffer,
  networkFile: string,
): Promise<JointModel> {
  const tokenizer = createTokenizer(JSON.parse(tokenizerFile.toString("utf8")));
  const network = await openNetwork(networkFile);
  return {
    async read(before, sentence) {
      const input = encodeSentence(tokenizer, before, sentence);
      if (input.ids.length > LENGTH_MAX) return NOTHING;
      return decode(sentence, input, await network.run(input.ids, OUTPUTS));
    },
  };
}

export type JointInput = {
  readonly ids: readonly number[];
  /** The first token of the sentence itself. */
  readonly body: number;
  /** Where in the sentence each of its tokens begins, white space skipped. */
  readonly starts: readonly number[];
};

/** The tokens of a sentence behind the end of the one before it, as the model was taught. */
export function encodeSentence(tokenizer: Tokenizer, before: string, sentence: string): JointInput {
  const cut = before.slice(-BEFORE_MAX);
  const tail = before.length > BEFORE_MAX ? cut.slice(cut.indexOf(" ") + 1) : cut;
  const lead = tokenizer.encode(tail);
  const own = tokenizer.encode(` ${sentence}`);
  return {
    ids: [tokenizer.special.cls, ...lead.ids, ...own.ids],
    body: 1 + lead.ids.length,
    starts: Array.from(own.starts, (start) => {
      let at = Math.max(0, start - 1);
      while (sentence.charAt(at) === " ") at++;
      return at;
    }),
  };
}

const OUTPUTS = ["answers_logits", "first_logits", "last_logits"] as const;

type Outputs = Readonly<Record<(typeof OUTPUTS)[number], Float32Array>>;

function decode(sentence: string, { body, ids, starts }: JointInput, outputs: Outputs): Reading {
  const joints: Joint[] = [];
  const forms: Form[] = [];
  const length = ids.length;
  const { answers_logits: answers, first_logits: first, last_logits: last } = outputs;
  const width = answers.length / length;
  // A word of several tokens is meant by any of them.
  const wordAt = wordStarts(sentence);
  const words = starts.map(wordAt);
  for (let token = body; token < length; token++) {
    const at = starts[token - body] ?? 0;
    const row = answers.subarray(token * width, (token + 1) * width);
    const form = answer(row.subarray(width - FORMS.length), FORMS);
    if (form.chanceOf("") < SURE) forms.push({ at, form });
    const chance = 1 / (1 + Math.exp(-(row[0] ?? 0)));
    if (chance < CHANCE_MIN) continue;
    let next = 1;
    const take = <Kind>(kinds: readonly [Kind, ...Kind[]]): Answer<Kind> =>
      answer(row.subarray(next, (next += kinds.length)), kinds);
    // What is said again stands before the joint.
    const point = (scores: Float32Array): Answer<number> =>
      answer(scores.subarray(token * length + body, token * length + token), [
        words[0] ?? 0,
        ...words.slice(1, token - body),
      ]);
    joints.push({
      at,
      chance,
      drop: take(DROPS),
      lead: take(LEADS),
      subject: take(SUBJECTS),
      helper: take(HELPERS),
      noun: { first: point(first), last: point(last) },
    });
  }
  return { joints, forms };
}

function answer<Kind>(logits: Float32Array, kinds: readonly [Kind, ...Kind[]]): Answer<Kind> {
  const highest = logits.reduce((most, logit) => Math.max(most, logit), Number.NEGATIVE_INFINITY);
  const sum = logits.reduce((all, logit) => all + Math.exp(logit - highest), 0);
  const chanceOf = (kind: Kind): number =>
    logits.reduce(
      (all, logit, i) => (kinds[i] === kind ? all + Math.exp(logit - highest) / sum : all),
      0,
    );
  return {
    best: kinds[logits.indexOf(highest)] ?? kinds[0],
    chanceOf,
    likely: (chanceMin) =>
      kinds
        .map((kind) => ({ kind, chance: chanceOf(kind) }))
        .filter(({ chance }) => chance >= chanceMin)
        .sort((one, two) => two.chance - one.chance)
        .map(({ kind }) => kind),
  };
}

/** Where the word begins that stands at an offset. */
function wordStarts(sentence: string): (at: number) => number {
  const words = jointWords(sentence);
  return (at) => words.find(({ start, end }) => start <= at && at < end)?.start ?? at;
}

const NOTHING: Reading = { joints: [], forms: [] };
const LENGTH_MAX = 160;
const BEFORE_MAX = 120;
// What is less likely is no joint to speak of.
const CHANCE_MIN = 0.01;
// A word about which there is no doubt that it stays as it is.
const SURE = 0.98;
