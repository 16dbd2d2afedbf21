// Whether a stretch of a sentence is a clause that can stand alone: a subject first, then a finite verb,
// and nothing around it on which its meaning hangs (a condition, a report, a reason).
import type { Sentence } from "./tokens.ts";

export type Tense = "present" | "past";

/** Whether the tokens [from, to) begin with a subject that a finite verb follows. */
export function startsClause(sentence: Sentence, from: number, to: number): boolean {
  const first = sentence.tokens[from];
  if (first === undefined || !first.isWord) return false;
  if (PRONOUN_WITH_VERB.test(first.lower)) return true;
  const limit = Math.min(to, from + SUBJECT_MAX);
  // "The tunnel responded with …" has no other verb, so that the "-ed" can't be a participle.
  const verb =
    findFiniteVerb(sentence, from, limit) ??
    (hasMainVerb(sentence, from, to) ? undefined : findPastAfterNoun(sentence, from, limit));
  if (verb === undefined || verb === from) return false;
  if (SUBJECT_PRONOUNS.has(first.lower)) return verb - from <= 3;
  if (!opensSubject(sentence, from) && !isPlainSubject(sentence, from, verb)) return false;
  // The words between must be able to form a subject; a conjunction or a comma ends that.
  for (let i = from + 1; i < verb; i++) {
    const token = sentence.tokens[i];
    if (token === undefined || (!token.isWord && token.text !== "-")) return false;
    // "costs and prices are": two things may share a verb that is plural.
    const isPair =
      token.lower === "and" &&
      sentence.is(i - 1, "Noun") &&
      sentence.is(i + 1, "Noun", "Adjective") &&
      PLURAL_FORMS.has(sentence.tokens[verb]?.lower ?? "");
    // "a calm and soothing tone": two adjectives of one thing.
    const isDouble =
      token.lower === "and" && sentence.is(i - 1, "Adjective") && sentence.is(i + 1, "Adjective");
    // "the line between work and life": both hang on "between".
    const isBetween =
      token.lower === "and" &&
      (sentence.tokens[i - 2]?.lower === "between" || sentence.tokens[i - 3]?.lower === "between");
    const isDoingSo = token.lower === "so" && sentence.tokens[i - 1]?.lower === "doing";
    if (NOT_IN_SUBJECT.has(token.lower) && !isPair && !isDouble && !isBetween && !isDoingSo)
      return false;
  }
  return (
    sentence.is(verb - 1, "Noun", "Pronoun", "Adverb", "Gerund") ||
    ENDS_SUBJECT.has(sentence.tokens[verb - 1]?.lower ?? "")
  );
}

/** Whether [from, to) can open a sentence: a clause, also behind "then", "once more" or "when it rains,". */
export function startsSentence(sentence: Sentence, from: number, to: number): boolean {
  let first = from;
  while (first < to && LEADS.has(sentence.tokens[first]?.lower ?? "")) first++;
  if (first > from && sentence.tokens[first]?.text === ",") first++;
  if (startsClause(sentence, first, to)) return true;
  if (!OPENS_INTRODUCTION.has(sentence.tokens[first]?.lower ?? "")) return false;
  for (let i = first + 2; i < Math.min(to, first + INTRODUCTION_MAX); i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
    if (lower === "and" || lower === "or" || /[;:—–()"“”]/.test(text)) return false;
    if (text === ",") return startsClause(sentence, i + 1, to);
    // "in 1940 it started": a year needs no comma.
    const isYear = i === first + 2 && /^\d{4}$/.test(sentence.tokens[first + 1]?.text ?? "");
    if (isYear && SUBJECT_PRONOUNS.has(lower)) return startsClause(sentence, i, to);
  }
  return false;
}

/** The first finite verb in [from, to) that doesn't stand in a relative clause. */
export function findFiniteVerb(sentence: Sentence, from: number, to: number): number | undefined {
  for (let i = from; i < to; i++) {
    const token = sentence.tokens[i];
    if (token === undefined) return undefined;
    if (i > from && opensInner(sentence, i)) return undefined;
    if (isFinite(sentence, i)) return i;
  }
  return undefined;
}

/** Whether a clause within the clause begins here; "such as diet" and "as a symbol" begin none. */
function opensInner(sentence: Sentence, at: number): boolean {
  const { lower: word, text } = sentence.tokens[at] ?? { lower: "", text: "" };
  // The WHO is no "who".
  if (word !== "as") return RELATIVE.has(word) && !/^\p{Lu}{3}/u.test(text);
  const isExample = sentence.tokens[at - 1]?.lower === "such";
  return !isExample && !/^(?:a|an)$/.test(sentence.tokens[at + 1]?.lower ?? "");
}

function findPastAfterNoun(sentence: Sentence, from: number, to: number): number | undefined {
  for (let i = from + 1; i < to; i++) {
    if (RELATIVE.has(sentence.tokens[i]?.lower ?? "") || !sentence.tokens[i]?.isWord)
      return undefined;
    if (!sentence.is(i, "PastTense")) continue;
    const isAfterSubject = sentence.is(i - 1, "Noun", "Pronoun") || sentence.is(i - 1, "Adverb");
    return isAfterSubject && (sentence.tokens[i + 1]?.lower ?? "") !== "by" ? i : undefined;
  }
  return undefined;
}

/** Whether [from, to) holds a finite verb anywhere outside relative clauses. */
export function hasMainVerb(sentence: Sentence, from: number, to: number): boolean {
  let isInRelative = false;
  let inner = 0;
  for (let i = from; i < to; i++) {
    const token = sentence.tokens[i];
    if (token === undefined) return false;
    if (token.text === ",") isInRelative = false;
    if (i > from && opensInner(sentence, i)) {
      isInRelative = true;
      inner = /^(?:that|which|who)$/.test(token.lower) && sentence.is(i - 1, "Noun") ? 0 : 2;
    }
    if (!isFinite(sentence, i)) continue;
    if (!isInRelative) return true;
    // "People who walk a lot sleep well": a second verb behind a noun is that of the people.
    inner++;
    const isJoined = /^(?:and|or|but)$/.test(sentence.tokens[i - 1]?.lower ?? "");
    if (inner === 2 && !isJoined && sentence.is(i - 1, "Noun", "Adverb")) return true;
    // "People who feel valued and informed are …": so is a helper behind what they are like.
    const isHelper = /^(?:is|are|was|were|has|have|can|will|may|should|tend)$/.test(token.lower);
    const isBehindState = sentence.is(i - 1, "Adjective", "PastTense", "Participle");
    if (inner >= 2 && isHelper && isBehindState && !isJoined) return true;
  }
  return false;
}

function isFinite(sentence: Sentence, at: number): boolean {
  const token = sentence.tokens[at];
  if (token === undefined || !token.isWord) return false;
  const before = sentence.tokens[at - 1]?.lower ?? "";
  if (before === "to" || NEVER_BEFORE_FINITE.has(before)) return false;
  if (FINITE_WORDS.has(token.lower)) return true;
  if (!sentence.is(at, "Verb") || sentence.is(at, "Gerund")) return false;
  if (NEVER_FINITE.has(token.lower) || isAttributive(sentence, at)) return false;
  if (sentence.is(at, "Infinitive")) {
    // A bare verb is finite after a plural subject only, also past adverbs: "I always look".
    let back = at - 1;
    while (back > at - 4 && sentence.is(back, "Adverb")) back--;
    const word = sentence.tokens[back]?.lower ?? "";
    if ((sentence.is(back, "Plural") && word !== "to") || PLURAL_PRONOUNS.has(word)) return true;
    return sentence.is(back, "Noun") && isOfPlural(sentence, back);
  }
  if (sentence.is(at, "PastTense", "Participle") && !CLEAR_PAST.test(token.lower)) {
    // "-ed" after a noun may be a participle ("the model trained on …"): what follows decides.
    const next = sentence.tokens[at + 1]?.lower ?? "";
    // "The organ affected is …": the verb is yet to come.
    if (BE_OR_HAVE.has(next)) return false;
    if (AFTER_PARTICIPLES.has(next)) return NOMINATIVE.has(before) || NO_OBJECT.test(token.lower);
  }
  return sentence.is(at, "PresentTense", "PastTense", "Copula", "Modal");
}

/** "The players on each team skate": the bare verb belongs to a plural that opens the clause. */
function isOfPlural(sentence: Sentence, last: number): boolean {
  let start = last;
  while (start > 0 && /^[^,;:—–()"“”]/.test(sentence.tokens[start - 1]?.text ?? ",")) start--;
  let isBehindPreposition = false;
  let isPlural = false;
  for (let i = start; i <= last; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (RELATIVE.has(word) || FINITE_WORDS.has(word) || word === "to" || word === "or")
      return false;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) return false;
    if (sentence.is(i, "Preposition")) {
      if (i === start) return false;
      isBehindPreposition = true;
    }
    const isJoint = word === "and" && i > start + 1;
    if (!isBehindPreposition && (sentence.is(i, "Plural") || isJoint)) isPlural = true;
  }
  return isPlural;
}

/** "narrow streets and crowded markets": a participle that belongs to the noun behind it. */
function isAttributive(sentence: Sentence, at: number): boolean {
  const before = sentence.tokens[at - 1]?.lower ?? "";
  return (
    sentence.is(at, "PastTense", "Participle") &&
    sentence.is(at + 1, "Plural", "Singular") &&
    (before === "and" || before === "or" || sentence.is(at - 1, "Adjective", "Possessive"))
  );
}

/**
 * The main verb of a stretch that must hold one, because what is left over after a cut would have none: an
 * "-ed" behind the subject counts where nothing else can be the verb ("Water dripped from the roof").
 */
export function findMainVerb(sentence: Sentence, from: number, to: number): number | undefined {
  const strict = findFiniteVerb(sentence, from, to);
  if (strict !== undefined) return strict;
  if (hasMainVerb(sentence, from, to)) return undefined;
  for (let i = from + 1; i < to; i++) {
    const token = sentence.tokens[i];
    if (token === undefined || !token.isWord || RELATIVE.has(token.lower)) return undefined;
    if (!sentence.is(i, "PastTense") || token.lower.endsWith("ing")) continue;
    const before = sentence.tokens[i - 1]?.lower ?? "";
    if (sentence.tokens[i + 1]?.lower === "by" || NEVER_BEFORE_FINITE.has(before)) return undefined;
    return sentence.is(i - 1, "Noun", "Pronoun", "Adverb") ? i : undefined;
  }
  return undefined;
}

/** "the buried gold", "a drug confined to a few": a participle that only tells more of a noun. */
function isOfNoun(sentence: Sentence, at: number, from: number): boolean {
  if (!sentence.is(at, "PastTense", "Participle")) return false;
  const isBefore =
    sentence.is(at + 1, "Noun", "Adjective") &&
    (at === from || sentence.is(at - 1, "Determiner", "Adjective", "Possessive", "Adverb"));
  const isBehind =
    sentence.is(at - 1, "Noun") &&
    AFTER_PARTICIPLES.has(sentence.tokens[at + 1]?.lower ?? "") &&
    !NO_OBJECT.test(sentence.tokens[at]?.lower ?? "") &&
    /(?:ed|en|wn|ilt|ade)$/.test(sentence.tokens[at]?.lower ?? "");
  return isBefore || isBehind;
}

/** The tense of the main verb in [from, to); undefined with a modal or when it is unclear. */
export function mainTense(sentence: Sentence, from: number, to: number): Tense | undefined {
  const verb = findMainVerb(sentence, from, to);
  const token = verb === undefined ? undefined : sentence.tokens[verb];
  if (verb === undefined || token === undefined) return undefined;
  // An earlier verb the tagger was unsure of may be the main one: "the cookies soften when dipped".
  for (let i = from; i < verb; i++) {
    // "Each road led to dead ends": what stands behind a past is no verb of the present.
    if (SURE_PASTS.has(sentence.tokens[i]?.lower ?? "")) return undefined;
    if (
      sentence.is(i, "Verb") &&
      !sentence.is(i, "Gerund") &&
      sentence.tokens[i - 1]?.lower !== "to" &&
      !isOfNoun(sentence, i, from)
    ) {
      return undefined;
    }
  }
  // "His molars ached": with a past right behind it, what looks like a verb was none.
  const isHelper = FINITE_WORDS.has(token.lower);
  if (!isHelper && sentence.is(verb, "PresentTense") && sentence.is(verb + 1, "PastTense"))
    return undefined;
  if (PRESENT_WORDS.has(token.lower)) return "present";
  if (PAST_WORDS.has(token.lower)) return "past";
  if (MODAL_WORDS.has(token.lower)) return undefined;
  // "Such rules become a burden": with no helper before it, the form is that of the present.
  if (/^(?:become|overcome|come|run)$/.test(token.lower)) return "present";
  // "compounds known as dyes inhibit …": no past of its own, and the main verb comes later.
  if (NEVER_FINITE.has(token.lower)) return undefined;
  if (sentence.is(verb, "PastTense")) {
    // "Aids such as printed maps help", "rules become hated": no thing stands before it, so that it may be no past.
    let before = verb - 1;
    while (before > from && sentence.is(before, "Adverb")) before--;
    const isLed =
      before >= from &&
      !sentence.is(before, "Noun", "Pronoun") &&
      sentence.is(before, "Verb", "Preposition", "Determiner");
    // "Unchecked growth acts as …": what opens the clause has no subject.
    if ((isLed || verb === from) && token.lower.endsWith("ed")) return undefined;
    // "The peace found in such places is rare": with a present behind the phrase, it was no past.
    return isPartOfSubject(sentence, verb, to) ? undefined : "past";
  }
  // "We set off": one form for both.
  if (ONE_FORM.test(token.lower)) return undefined;
  if (!sentence.is(verb, "PresentTense") || hasLaterPast(sentence, verb + 1, to)) return undefined;
  return "present";
}

/** "Iron axes and spears were sharpened": a past helper further on tells that the first was no verb. */
function hasLaterPast({ tokens }: Sentence, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const word = tokens[i]?.lower ?? "";
    if (!tokens[i]?.isWord || RELATIVE.has(word)) return false;
    if (PAST_WORDS.has(word)) return true;
  }
  return false;
}

/** Whether a past with a phrase behind it only tells of the subject of a later "is" or "has". */
function isPartOfSubject(sentence: Sentence, verb: number, to: number): boolean {
  if (!sentence.is(verb + 1, "Preposition")) return false;
  for (let i = verb + 2; i < Math.min(to, verb + 8); i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
    if (/^(?:is|are|has|have)$/.test(lower)) return true;
    if (/^[,;:—–]$/.test(text) || /^(?:that|which|who|where|when|as|and|but|while|if)$/.test(lower))
      return false;
  }
  return false;
}

/** "nonverbal communication refers", "AI can": a thing without an article, right before a plain verb. */
function isPlainSubject(sentence: Sentence, from: number, verb: number): boolean {
  const first = sentence.tokens[from];
  if (first === undefined || verb - from > 4 || NOT_SUBJECT_START.has(first.lower)) return false;
  const word = sentence.tokens[verb]?.lower ?? "";
  if (/^\p{Lu}{2,6}$/u.test(first.text) && verb === from + 1) return true;
  if (first.lower === "others" && verb <= from + 2) return true;
  for (let i = from; i < verb; i++) {
    if (!sentence.is(i, "Noun", "Adjective") || sentence.is(i, "Pronoun", "Verb")) return false;
  }
  if (!sentence.is(verb - 1, "Noun") || sentence.is(verb - 1, "Possessive")) return false;
  if (HELPERS.has(word) || PLURAL_FORMS.has(word)) return true;
  if (sentence.is(verb, "Noun", "Adjective")) return false;
  // A noun behind the "-s" may make it a noun itself; an article or a preposition does not.
  return (
    sentence.is(verb, "PresentTense", "PastTense") &&
    (sentence.is(verb + 1, "Determiner", "Preposition", "Adverb", "Possessive") ||
      /^(?:the|a|an|to|its|their|his|her|that)$/.test(sentence.tokens[verb + 1]?.lower ?? ""))
  );
}

function opensSubject(sentence: Sentence, at: number): boolean {
  const token = sentence.tokens[at];
  if (token === undefined) return false;
  if (OPENS_SUBJECT.has(token.lower)) return true;
  if (NOT_SUBJECT_START.has(token.lower)) return false;
  // "speculation is rife", "demand has grown": a bare noun right before a helper.
  const isBare =
    sentence.is(at, "Singular") &&
    /^\p{Ll}{4,}$/u.test(token.text) &&
    HELPERS.has(sentence.tokens[at + 1]?.lower ?? "");
  return (
    isBare ||
    sentence.is(at, "Plural", "ProperNoun") ||
    (sentence.is(at, "Adjective", "Noun") && sentence.is(at + 1, "Plural"))
  );
}

export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

// "it's", "they're", "I'd": subject and verb in one.
const PRONOUN_WITH_VERB =
  /^(?:i'(?:m|ve|d|ll)|(?:you|we|they)'(?:re|ve|d|ll)|(?:he|she|it|there|that)'(?:s|d|ll))$/;
const PLURAL_FORMS = wordSet("are were have");
const HELPERS = wordSet("is was has had will would can could");
const SUBJECT_MAX = 11;
const LEADS = wordSet(
  "then now soon finally suddenly eventually instead often sometimes still later today once more again also slowly at last here",
);
const OPENS_INTRODUCTION = wordSet(
  "when after before as in on at with for by during without from once until despite under through throughout within over",
);
const INTRODUCTION_MAX = 13;
const SUBJECT_PRONOUNS = wordSet(
  "i you he she it we they this that these those there everyone nobody someone nothing something everything",
);
// Participles that are no past tense.
const NEVER_FINITE = wordSet(
  "gone done seen known given taken shown written driven chosen broken grown drawn thrown hidden forgotten spoken worn torn born risen fallen eaten beaten woven sworn stolen frozen begun been being",
);
const NOMINATIVE = wordSet("i he she we they");
const PLURAL_PRONOUNS = wordSet("i you we they these those who some many most others few");
const OPENS_SUBJECT = wordSet(
  "the a an my your his her its our their some many most several these those this that each every all both no other another such one",
);
const NOT_SUBJECT_START = wordSet(
  "not then also even as by in on at for with from to of if when while because since although though than",
);
const NOT_IN_SUBJECT = wordSet(
  "and or but that which who whom whose where when while if because although though than as so yet not",
);
const ENDS_SUBJECT = wordSet("one others some many most all both this these those ones it them");
const RELATIVE = wordSet(
  "that which who whom whose where when while if because although though unless until as since whether than what how why",
);
const NEVER_BEFORE_FINITE = wordSet(
  "to a an the of in for with on at by from be been being have has had having is are was were am do does did not can could may might must shall should will would let make",
);
const FINITE_WORDS = wordSet(
  "is are was were am has have had does do did can could may might must shall should will would isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't couldn't won't wouldn't shouldn't cannot it's he's she's there's that's they're we're you're i'm i've we've they've you've i'll we'll they'll you'll he'll she'll it'll i'd we'd they'd you'd he'd she'd",
);
const PRESENT_WORDS = wordSet(
  "is are am has have does do isn't aren't hasn't haven't doesn't don't it's he's she's there's that's they're we're you're i'm",
);
const PAST_WORDS = wordSet("was were had did wasn't weren't hadn't didn't");
const MODAL_WORDS = wordSet(
  "can could may might must shall should will would can't couldn't won't wouldn't shouldn't cannot i'll we'll they'll you'll he'll she'll it'll i'd we'd they'd you'd he'd she'd",
);
const AFTER_PARTICIPLES = wordSet(
  "by with in on at from for to as of into through using during via",
);
const BE_OR_HAVE = wordSet(
  "is are was were has have had can could may might must should will would",
);
// Verbs that take no object, so that their "-ed" can't be a passive participle behind a noun.
export const NO_OBJECT =
  /^(?:delved|flickered|hummed|glowed|glimmered|shimmered|gleamed|drifted|pulsed|throbbed|emerged|arrived|appeared|disappeared|vanished|happened|occurred|lingered|wandered|danced|smiled|nodded|laughed|looked|gazed|stared|glanced|peered|waited|walked|talked|listened|stepped|stayed|remained|existed|lived|died|sighed|paused|hesitated|reacted|responded|replied|agreed|traveled|travelled|resonated|echoed|loomed|stood|sat|lay|knelt|slept|crept|swept|leapt|wept|clung|sprang|shone|spoke|fell|rose|ran|went|came|began|dwelt|leaned|relied|depended|belonged|persisted|struggled|thrived|flourished|prospered|succeeded|competed|participated|collaborated|cooperated|interacted|coincided|contrasted|differed|varied|centered|focused|ranged|stemmed|resulted|originated|descended|ascended|plunged|soared|plummeted|surged|collapsed|stumbled|tumbled|stretched|sprawled|seeped|trickled|flowed|poured|streamed|rippled|swirled|spiraled|fluttered|floated|hovered|glided|marched|hurried|rushed|raced|sped|crawled|climbed|swayed|trembled|shivered|shuddered|quivered|whispered|murmured|beckoned|chuckled|grinned|frowned|winced|blinked|knocked|ventured|journeyed|progressed|evolved|faded|thickened|deepened|awoke|woke|rested|exhaled|inhaled|boomed|roared|rumbled|crackled|sizzled|buzzed|rattled|clattered|thundered|howled|wailed|sobbed|giggled|shrugged|crouched|lurked|roamed|prowled|strolled|strode|sprinted|collided|persevered|lasted|perished|graduated|reigned|prevailed|presided|testified|apologized|apologised|communicated|corresponded|experimented|specialized|specialised|excelled)$/;
const ONE_FORM =
  /^(?:set|put|cut|hit|let|shut|cost|hurt|split|burst|cast|quit|bet|spread|read|beat|upset)$/;
// Past tenses that are never participles.
const CLEAR_PAST =
  /^(?:began|became|came|chose|did|drank|drew|drove|fell|flew|gave|grew|knew|ran|rang|rose|sang|saw|showed|spoke|swam|threw|took|went|woke|wore|wrote|was|were)$/;

const SURE_PASTS = wordSet(
  "led went came took gave became began brought grew knew saw said told kept felt stood sat ran drew fell rose spoke wrote wore won threw flew shook broke chose drove sought taught thought caught bought fought slept wept swept crept meant sent spent lent bent built dealt swung sank sang drank",
);
