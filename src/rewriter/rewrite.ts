// Stiff prose in, plainer prose with the same meaning out. Edits are proposed by
// reviewed rules, checked one by one, chosen by a search, and weighed once more by the detector. The same
// text and settings always give the same answer, and nothing leaves the machine unless the operator has
// configured a language model.
import type { Detection, Detector, Warning } from "../detector/detector.ts";
import { findBlemish } from "./blemishes.ts";
import { type SettleOptions, settleCuts } from "./joints/settle-cuts.ts";
import type { LanguageModel } from "./language-model.ts";
import { askForEdits, type ModelEdits } from "./model-edits.ts";
import { countProse, findProse } from "./passages.ts";
import type { Preference } from "./preference.ts";
import { type Draft, draftEdits, proposeEdits, SPLIT_WORDS_MIN } from "./propose.ts";
import { findProtected } from "./protect.ts";
import { type Readability, readabilityOf } from "./readability.ts";
import { shownReason } from "./reasons.ts";
import { type Judge, readingsFor, refineEdits } from "./refine.ts";
import { findRegister } from "./register.ts";
import type { RewriterResources } from "./resources.ts";
import type { EditKind } from "./rule-table.ts";
import { chooseEdits } from "./search.ts";
import { type Stages, trackStages } from "./stages.ts";
import { settleWords } from "./words/settle-words.ts";

export type { Readability } from "./readability.ts";

export type Strength = "light" | "medium" | "strong";

export type RewriteOptions = {
  strength?: Strength | undefined;
  /** Words or phrases never to touch. */
  keep?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  /** Whose share of the detector it takes. */
  account?: string | undefined;
  /** Told how much of the work is done, 0…1. */
  onProgress?: ((share: number) => void) | undefined;
};

/** One edit: `from` stands at [start, end) of the input, in UTF-16 units. */
export type Change = { start: number; end: number; from: string; to: string; why: string };

/** The /v1/regenerate answer, field by field as the service specification names them. */
export type Rewrite = {
  regenerated: boolean;
  humanized_text: string;
  original_ai_prob: number;
  new_human_prob: number;
  input_type: Detection["input_type"];
  model_version: string;
  warnings: Warning[];
  /** The AI probability before and after, not rounded. */
  scores: { before: number; after: number };
  /** What a check of the input and of the rewritten text answers as `final_probability`. */
  final_probability: { before: number; after: number };
  /** Flesch–Kincaid grade and counts, before and after. */
  readability: { before: Readability; after: Readability };
  /** In order; applied to the input they give `humanized_text`. */
  changes: Change[];
};

export type Rewriter = {
  rewrite(text: string, options?: RewriteOptions): Promise<Rewrite>;
};

export type RewriterOptions = Pick<Detector, "detect"> & {
  /** What it has learnt; may be shared by several rewriters. */
  readonly resources: RewriterResources;
  /** A language model from outside; without one nothing leaves the machine. */
  readonly languageModel?: LanguageModel | undefined;
  /** The sentence-preference model; by default that of the resources. */
  readonly preference?: Preference;
};

export function createRewriter(settings: RewriterOptions): Rewriter {
  const { detect, languageModel, resources } = settings;
  return {
    async rewrite(text, { strength = "medium", keep = [], signal, account, onProgress } = {}) {
      const stages = trackStages(onProgress);
      const judge: Judge = (content, onShare) => {
        signal?.throwIfAborted();
        return detect(content, {
          isVariant: true,
          ...(signal === undefined ? {} : { signal }),
          ...(account === undefined ? {} : { account }),
          ...(onProgress === undefined ? {} : { onProgress: onShare }),
        });
      };
      const before = await judge(text, stages.at("reading"));
      if (before.language !== "en") return unchanged(text, before, [ENGLISH_ONLY]);
      const preference = settings.preference ?? resources.preference();
      const counts = countProse(text);
      // A text that reads as a person's is the person's own: few words change, its sentences keep their
      // shape, and no model sees it.
      const isOwn = before.score < HUMAN_SCORE_MAX;
      const prose = findProse(text);
      const register = findRegister(text);
      const spans = findProtected(text, prose.starts, keep);
      const lexicon = resources.lexicon();
      const rules = resources.rules();
      const drafts = draftEdits(text, prose, { strength, register, lexicon, rules });
      const wordsMin = SPLIT_WORDS_MIN[strength];
      const settled = isOwn
        ? drafts
        : await settleAll(text, drafts, {
            spans,
            wordsMin,
            isFormal: register.isFormal,
            signal,
            resources,
            stages,
          });
      const proposals = proposeEdits(text, settled, register);
      const { edits: answers, problem } =
        languageModel === undefined || isOwn
          ? NO_ANSWERS
          : await askForEdits(
              text,
              proposals.map(({ passage }) => passage),
              spans,
              languageModel,
              signal,
            );
      const warnings = problem === undefined ? [] : [MODEL_SILENT];
      const chosen = chooseEdits(
        text,
        proposals.map(({ passage, edits }) => {
          const answer = answers.get(passage.start);
          return { passage, edits: answer === undefined ? edits : [answer] };
        }),
        spans,
        preference,
        {
          budgetWords: Math.floor((isOwn ? HUMAN_SHARE : SHARE)[strength] * counts.words),
          valueMin: VALUE_MIN[strength],
          kinds: isOwn ? SMALL : ALL,
          countsWords: isOwn,
        },
      );
      const found = await refineEdits(chosen, {
        text,
        before,
        judge,
        preference,
        readingsMax: readingsFor(text.length),
        onProgress: stages.at("weighing"),
        isBlemished: (content) => findBlemish(content, lexicon.words) !== undefined,
      });
      if (found === undefined) return unchanged(text, before, warnings);
      return {
        regenerated: true,
        humanized_text: found.text,
        original_ai_prob: before.ai_probability,
        new_human_prob: found.after.human_probability,
        input_type: before.input_type,
        model_version: before.model_version,
        warnings: [...aboutText(before), ...warnings],
        scores: { before: before.score, after: found.after.score },
        final_probability: {
          before: before.final_probability,
          after: found.after.final_probability,
        },
        readability: {
          before: readabilityOf(counts),
          after: readabilityOf(countProse(found.text)),
        },
        changes: found.chosen.map(({ start, end, from, to, why }) => ({
          start,
          end,
          from,
          to,
          why: shownReason(why),
        })),
      };
    },
  };
}

/** What the models propose or refuse: plainer words first, then cuts. */
async function settleAll(
  text: string,
  drafts: readonly Draft[],
  {
    isFormal,
    resources,
    stages,
    ...cuts
  }: Omit<SettleOptions, "readers" | "onProgress"> & {
    isFormal: boolean;
    resources: RewriterResources;
    stages: Stages;
  },
): Promise<Draft[]> {
  const readers = await resources.readers();
  const worded = settleWords(text, drafts, {
    readers,
    rules: resources.rules(),
    isFormal,
    onProgress: stages.at("words"),
  });
  return settleCuts(text, worded, { ...cuts, readers, onProgress: stages.at("cuts") });
}

const ENGLISH_ONLY: Warning = {
  code: "rewrite_language",
  message: "Only English prose is rewritten; the text is unchanged.",
};

const MODEL_SILENT: Warning = {
  code: "rewrite_model",
  message: "The configured language model gave no usable answer; the text was rewritten by rules.",
};

const NO_ANSWERS: ModelEdits = { edits: new Map(), problem: undefined };

const VALUE_MIN: Readonly<Record<Strength, number>> = { light: 0.5, medium: 0.15, strong: 0 };

// The share of words that may change. A text that reads as a person's is the person's own.
const SHARE: Readonly<Record<Strength, number>> = { light: 0.12, medium: 0.5, strong: 0.7 };
const HUMAN_SHARE: Readonly<Record<Strength, number>> = {
  light: 0.01,
  medium: 0.025,
  strong: 0.08,
};
const HUMAN_SCORE_MAX = 0.1;
const ALL: ReadonlySet<EditKind> = new Set([
  "word",
  "phrase",
  "connective",
  "contraction",
  "split",
  "recast",
  "rhythm",
  "repair",
  "model",
]);
// In a text that reads as a person's, sentences keep their shape.
const SMALL: ReadonlySet<EditKind> = new Set(["word", "phrase", "connective"]);

function unchanged(text: string, before: Detection, warnings: readonly Warning[]): Rewrite {
  const readability = readabilityOf(countProse(text));
  return {
    regenerated: false,
    humanized_text: text,
    original_ai_prob: before.ai_probability,
    new_human_prob: before.human_probability,
    input_type: before.input_type,
    model_version: before.model_version,
    warnings: [...aboutText(before), ...warnings],
    scores: { before: before.score, after: before.score },
    final_probability: { before: before.final_probability, after: before.final_probability },
    readability: { before: readability, after: readability },
    changes: [],
  };
}

/** Why a verdict is uncertain says nothing here: a rewrite has none. */
function aboutText({ warnings }: Detection): Warning[] {
  return warnings.filter(({ code }) => code !== "evidence" && code !== "disagreement");
}
