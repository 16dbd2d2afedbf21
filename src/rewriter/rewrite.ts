// Stiff prose in, plainer prose with the same meaning out: what must stay is protected, edits are proposed by reviewed
// phrases and learned models, each passes the gate and its judge, a search chooses among them, and the detector
// weighs the result. The same text and settings always give the same answer, and nothing leaves the machine
// unless the operator has configured a language model.
import { type Detection, type Detector, type Warning, wordsIn } from "../detector/detector.ts";
import type { EditKind } from "./edit.ts";
import { findProtected, type Span } from "./gate/protect.ts";
import type { LanguageModel } from "./language-model.ts";
import { askForEdits, type ModelEdits } from "./model-edits.ts";
import { countProse, findProse, type Passage, type Prose } from "./passages.ts";
import type { Preference } from "./preference.ts";
import { draftEdits, judgeDrafts, proposalsOf } from "./propose.ts";
import { type Readability, readabilityOf } from "./readability.ts";
import { readingsFor, refineEdits } from "./refine.ts";
import { type Register, registerOf } from "./register.ts";
import type { RewriterResources } from "./resources.ts";
import { chooseEdits, type Proposal } from "./search.ts";
import {
  checkSelection,
  describeSentences,
  type RewrittenSentence,
  reasonBefore,
  type SentenceOptions,
  unchangedSentence,
} from "./sentences.ts";
import { budgetFor, STRENGTHS, type Strength } from "./strengths.ts";
import type { Judge, Trial } from "./trials.ts";

export type { Readability } from "./readability.ts";
export { NoSuchSentence, type ReasonCode, type RewrittenSentence } from "./sentences.ts";
export type { Strength } from "./strengths.ts";

export type RewriteOptions = {
  strength?: Strength | undefined;
  /** Words or phrases never to touch. */
  keep?: readonly string[] | undefined;
  /** Numbers of the segments that may be rewritten; all unless given. The others stay as they are. */
  sentences?: readonly number[] | undefined;
  /** How many other wordings to give for a sentence at most. */
  alternatives?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Whose share of the detector it takes. */
  account?: string | undefined;
  /** Told how much of the work is done, 0…1. */
  onProgress?: ((share: number) => void) | undefined;
  /** Told each sentence once, as soon as it is final. */
  onSentence?: ((sentence: RewrittenSentence) => void) | undefined;
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
  /** Every segment of the text, in order; joined with what lies between them they give `humanized_text`. */
  sentences: RewrittenSentence[];
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
  const { detect } = settings;
  return {
    async rewrite(text, options = {}) {
      const { signal, account, onProgress } = options;
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
      const prose = findProse(text);
      const selected = options.sentences && new Set(options.sentences);
      checkSelection(selected, prose);
      const told = tellSentences(options.onSentence);
      const before = await judge(text, stages.at("reading"));
      if (before.language !== "en") {
        const sentences = told(
          prose.segments.map(({ start, end }, index) =>
            unchangedSentence(index, text.slice(start, end), "other_language"),
          ),
        );
        return { ...unchanged(text, before, [ENGLISH_ONLY]), sentences };
      }
      const register = registerOf(text);
      const isOwn = isPersonal(before, register);
      const { proposals, problem, spans } = await propose(
        text,
        { prose, selected, register, isOwn },
        settings,
        options,
        stages,
      );
      const proposed = new Set(
        proposals.flatMap(({ passage, edits }) => (edits.length > 0 ? [passage.start] : [])),
      );
      const about = { text, prose, selected, proposed, alternatives: options.alternatives ?? 0 };
      told(settledSentences(about));
      const warnings = problem === undefined ? [] : [MODEL_SILENT];
      const strength = STRENGTHS[options.strength ?? "medium"];
      const budget = budgetFor(strength, wordsIn(text), isOwn);
      const preference = settings.preference ?? settings.resources.preference();
      const chosen = chooseEdits(proposals, {
        text,
        spans,
        preference,
        budget,
        valueMin: strength.valueMin,
        allows: (edit) => strength.allows(edit) && !(isOwn && RESHAPES.has(edit.kind)),
      });
      const found = await refineEdits(chosen, {
        text,
        before,
        judge,
        preference,
        budget,
        scoreRiseMax: register.isOfficial ? 1 : strength.scoreRiseMax,
        readingsMax: readingsFor(text.length),
        onProgress: stages.at("weighing"),
      });
      const isUnchanged =
        found === undefined ||
        (!strength.isStrong && selected === undefined && isMere(text, found));
      const sentences = told(describeSentences(isUnchanged ? [] : found.chosen, about));
      const answer = isUnchanged
        ? unchanged(text, before, warnings)
        : rewritten(text, before, found, warnings);
      return { ...answer, sentences };
    },
  };
}

/** All edits that rules, tables and a configured language model propose for a text. */
async function propose(
  text: string,
  {
    prose,
    selected,
    register,
    isOwn,
  }: {
    prose: Prose;
    selected: ReadonlySet<number> | undefined;
    register: Register;
    isOwn: boolean;
  },
  { resources, languageModel }: RewriterOptions,
  { strength = "medium", keep = [], signal }: RewriteOptions,
  stages: Stages,
): Promise<{ proposals: Proposal[]; problem: ModelEdits["problem"]; spans: Span[] }> {
  const asked = new Set(
    prose.segments.flatMap(({ start }, index) => (selected?.has(index) === false ? [] : [start])),
  );
  const isSelected = ({ start }: Passage) => asked.has(start);
  const spans = findProtected(text, prose.starts, keep);
  const settings = STRENGTHS[strength];
  const drafts = draftEdits(text, prose.passages, {
    isStrong: settings.isStrong,
    register,
    lexicon: resources.lexicon(),
    phrases: resources.phrases(),
    isSelected,
  });
  // A text that reads as a person's is the person's own: few words change, and its sentences keep their shape.
  const judged = await judgeDrafts(text, drafts, {
    resources,
    register,
    isOwn,
    settings,
    signal,
    isSelected,
    onProgress: stages.at("sentences"),
  });
  if (languageModel === undefined || isOwn)
    return { proposals: proposalsOf(judged), problem: undefined, spans };
  const { edits: answers, problem } = await askForEdits(
    text,
    prose.passages.filter(isSelected),
    spans,
    languageModel,
    signal,
  );
  const proposals = proposalsOf(judged).map(({ passage, edits }) => {
    const answer = answers.get(passage.start);
    return { passage, edits: answer === undefined ? edits : [answer] };
  });
  return { proposals, problem, spans };
}

/** Tells of each sentence once, and gives back what it was given. */
function tellSentences(
  onSentence: RewriteOptions["onSentence"],
): (sentences: RewrittenSentence[]) => RewrittenSentence[] {
  const known = new Set<number>();
  return (sentences) => {
    for (const sentence of sentences) {
      if (!known.has(sentence.index)) onSentence?.(sentence);
      known.add(sentence.index);
    }
    return sentences;
  };
}

/** Those of which it is known before the weighing that they stay as they are. */
function settledSentences(about: SentenceOptions): RewrittenSentence[] {
  return about.prose.segments.flatMap(({ start, end }, index) => {
    const reason = reasonBefore(index, about);
    return reason === undefined
      ? []
      : [unchangedSentence(index, about.text.slice(start, end), reason)];
  });
}

/** Whether a text is somebody's own. Official prose is nobody's, however few machines write so. */
function isPersonal({ score }: Detection, { isOfficial }: Register): boolean {
  return score < HUMAN_SCORE_MAX && !isOfficial;
}

const HUMAN_SCORE_MAX = 0.1;
// In a text that reads as a person's, sentences keep their shape, and slips are the writer's.
const RESHAPES: ReadonlySet<EditKind> = new Set(["split", "repair", "model"]);

/** One word for another in a long text and nothing else: readers rarely see a difference (decision 0040). */
function isMere(text: string, { chosen: [edit, ...others] }: Trial): boolean {
  if (edit === undefined || edit.kind === "repair" || edit.kind === "model") return false;
  return others.length === 0 && wordsIn(edit.to) >= wordsIn(edit.from) && wordsIn(text) >= LONG;
}

const LONG = 80;

const ENGLISH_ONLY: Warning = {
  code: "rewrite_language",
  message: "Only English prose is rewritten; the text is unchanged.",
};

const MODEL_SILENT: Warning = {
  code: "rewrite_model",
  message: "The configured language model gave no usable answer; the text was rewritten by rules.",
};

const LESS_HUMAN: Warning = {
  code: "rewrite_less_human",
  message:
    "The rewritten text is plainer, but looks more machine-written to the detector than the input did.",
};

function rewritten(
  text: string,
  before: Detection,
  { text: result, after, chosen }: Trial,
  warnings: readonly Warning[],
): Omit<Rewrite, "sentences"> {
  return {
    regenerated: true,
    humanized_text: result,
    original_ai_prob: before.ai_probability,
    new_human_prob: after.human_probability,
    input_type: before.input_type,
    model_version: before.model_version,
    warnings: [
      ...aboutText(before),
      ...warnings,
      ...(after.human_probability < before.human_probability ? [LESS_HUMAN] : []),
    ],
    scores: { before: before.score, after: after.score },
    final_probability: { before: before.final_probability, after: after.final_probability },
    readability: {
      before: readabilityOf(countProse(text)),
      after: readabilityOf(countProse(result)),
    },
    changes: chosen.map(({ start, end, from, to, why }) => ({
      start,
      end,
      from,
      to,
      why,
    })),
  };
}

function unchanged(
  text: string,
  before: Detection,
  warnings: readonly Warning[],
): Omit<Rewrite, "sentences"> {
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

/** Shares of the time, as measured on texts of several pages. */
const PARTS = { reading: 0.1, sentences: 0.3, weighing: 0.6 } as const;

type Stage = keyof typeof PARTS;

type Stages = {
  /** Takes how much of a stage is done, 0…1. */
  at(stage: Stage): (share: number) => void;
};

/** The sum never falls: a stage that was skipped or ended early counts as done with the next. */
function trackStages(onProgress: ((share: number) => void) | undefined): Stages {
  let told = 0;
  return {
    at(stage) {
      const names = Object.keys(PARTS) as Stage[];
      const before = names
        .slice(0, names.indexOf(stage))
        .reduce((sum, name) => sum + PARTS[name], 0);
      return (share) => {
        const now = before + PARTS[stage] * share;
        if (onProgress === undefined || now <= told) return;
        told = now;
        onProgress(now);
      };
    },
  };
}
