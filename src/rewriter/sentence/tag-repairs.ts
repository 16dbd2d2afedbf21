// What the tagger gets wrong about verbs, put right by what stands around them: "The system exhibits superior
// results", "these tools use …", "she spread the map", "the talk delved into …".
import nlp from "compromise/two";

/** What a repair looks at in a word; the tokens of a sentence hold more. */
type Word = { readonly text: string; readonly lower: string; readonly isWord: boolean };

/**
 * "The system exhibits superior results": where no verb is found up to the first mark, a plural right behind a
 * singular is one, if the word without its "-s" is a verb the library knows.
 */
export function missedVerb(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
): number | undefined {
  let found: number | undefined;
  let owed = 0;
  for (let i = 1; i < tokens.length; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^[,;:—–.]$/.test(word)) {
      if (found !== undefined || i > 6) return found;
      continue;
    }
    // "… exhibits results that please us": the clause within has a verb of its own.
    if (found !== undefined && /^(?:that|which|who)$/.test(word) && owed === 0) owed = 1;
    const own = tags[i];
    // "… to fully please us": what hangs on "to" is not the verb of the clause.
    const lead = tags[i - 1]?.has("Adverb") === true ? i - 2 : i - 1;
    const isAim = found !== undefined && tokens[lead]?.lower === "to";
    const isVerb = own?.has("Verb") === true && !own.has("Gerund") && !isAim;
    if (isVerb || (SURE_VERBS.test(word) && !isAim)) {
      if (owed !== 1) return undefined;
      owed = 2;
      continue;
    }
    if (
      found !== undefined ||
      !own?.has("Plural") ||
      !/^[a-z]{3,}[^s]s$/.test(tokens[i]?.text ?? "")
    )
      continue;
    const before = tags[i - 1];
    const isBehindThing = before?.has("Singular") === true && !before.has("Possessive");
    const next = tags[i + 1];
    const hasMore =
      tokens[i + 1]?.isWord === true &&
      (next?.has("Adjective") === true ||
        next?.has("Adverb") === true ||
        next?.has("Noun") === true);
    if (isBehindThing && hasMore && KNOWN_VERB(word.slice(0, -1))) found = i;
  }
  return found;
}

/**
 * "These tools use machine learning": where no verb is found up to the first mark, a word that may be one and
 * stands right behind a plural is it.
 */
export function missedBareVerb(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
): number | undefined {
  let found: number | undefined;
  let start = 0;
  for (let i = 1; i < tokens.length; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^[,;:—–.]$/.test(word)) {
      if (found !== undefined || i > 6) return found;
      start = i + 1;
      continue;
    }
    if (found !== undefined && /^(?:when|that|which|who|if|because|where|while|as)$/.test(word))
      return found;
    const own = tags[i];
    const isInfinitive = own?.has("Infinitive") === true && found !== undefined;
    const isVerb = own?.has("Verb") === true && !own.has("Gerund") && !isInfinitive;
    if ((isVerb && tokens[i - 1]?.lower !== "to") || SURE_VERBS.test(word)) return undefined;
    if (found !== undefined || !own?.has("Noun") || !EITHER_WORDS.test(tokens[i]?.text ?? ""))
      continue;
    const before = tags[i - 1];
    const isBehindThings = before?.has("Plural") === true && !before.has("Possessive");
    const next = tags[i + 1];
    const hasMore =
      tokens[i + 1]?.lower === "to" ||
      (tokens[i + 1]?.isWord === true &&
        (next?.has("Adjective") === true ||
          next?.has("Preposition") === true ||
          next?.has("Adverb") === true ||
          next?.has("Noun") === true));
    // "Power users need help": a thing before the plural makes it one name, which is right as well.
    const opens = tags[start];
    const isSubject = opens?.has("Preposition") !== true && opens?.has("Verb") !== true;
    if (isBehindThings && hasMore && isSubject) found = i;
  }
  return found;
}

// Words that are as often a verb as a noun.
const EITHER_WORDS =
  /^(?:use|face|work|flock|need|help|cause|form|play|fuel|report|claim|seek|lack|cost|support|impact|shape|share|struggle|travel|experience|battle|target|aim|plan|mark|dance|drift|matter|result|range|vary|feature|benefit|demand|attempt|approach|influence|challenge|reach|focus|rush|race|march|crowd|hope|fear|love|hate|value|trust|respect|desire|want|drink|sleep|live|dream|care|smile|gaze|stare|look|search|fight|watch|visit|walk|talk|meet|trade|gain|draw|study|start|end|stand|rise|fall|grow|change|shift|turn|move|return|serve|host|offer|cover|balance|address|question|contrast|blend|mix|mirror|echo|hold|carry|wander|thrive|flourish|evolve|emerge|rely|depend|contribute|participate|detonate|release|produce|attack|respond|drive|limit|promise|estimate|remain)$/;

const SURE_VERBS =
  /^(?:is|are|was|were|am|be|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|\w+n't|\w+'(?:s|re|ll|d|ve))$/;

const KNOWN_VERB = (base: string): boolean => {
  const { lexicon } = (nlp.model() as { one: { lexicon: Record<string, string | string[]> } }).one;
  const tags = [lexicon[base] ?? []].flat();
  return tags.some((tag) => tag === "Infinitive" || tag === "PresentTense" || tag === "Verb");
};

/** "These images cover a …", "they shape the …": a verb the tagger takes for a noun. */
export function isMistakenBase(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  if (!tags[at]?.has("Singular") || !/^[a-z]+$/.test(tokens[at]?.text ?? "")) return false;
  // "The results show that": only a verb has a clause behind it.
  if (tokens[at + 1]?.lower === "that" && tags[at - 1]?.has("Plural") === true)
    return /^(?:show|report|claim|state|note|reason|hope|worry|fear|stress|signal|guess|promise)$/.test(
      tokens[at]?.lower ?? "",
    );
  if (!/^(?:the|a|an|its|their|his|her|our|your|my|this|these)$/.test(tokens[at + 1]?.lower ?? ""))
    return false;
  const before = tokens[at - 1]?.lower ?? "";
  return /^(?:they|we|i|you)$/.test(before) || (tags[at - 1]?.has("Plural") === true && at > 1);
}

/** "She spread the map": one form for all tenses, and no "-s" after "she". */
export function isUnmarkedPast(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  const before = tags[at - 1];
  const isBehindName = before?.has("ProperNoun") === true && !before.has("Plural") && at > 1;
  return (
    /^(?:spread|put|set|cut|hit|let|shut|cost|hurt|split|burst|cast|quit|bet)$/.test(
      tokens[at]?.lower ?? "",
    ) &&
    (isBehindName ||
      /^(?:he|she|it)$/.test(
        tokens[(tokens[at - 1]?.lower ?? "").endsWith("ly") ? at - 2 : at - 1]?.lower ?? "",
      ))
  );
}

/** "The talk delved into …", "the sound startled the …": a past the tagger takes for a noun or an adjective. */
export function isMistakenPast(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  const own = tags[at];
  const word = tokens[at]?.text ?? "";
  if (own === undefined || own.has("Verb") || !/^[a-z]{2,}[^e]ed$/.test(word)) return false;
  if (NOUNS_IN_ED.test(word)) return false;
  const before = tags[at - 1];
  const isBehindThing = before?.has("Noun") === true || before?.has("Adverb") === true;
  if (!isBehindThing || before.has("Possessive")) return false;
  if (own.has("Noun")) return true;
  // An adjective goes with the noun behind it; an article behind it can only open an object.
  return (
    own.has("Adjective") &&
    /^(?:the|a|an|its|their|his|my|our|your|this|these|me|him|them|us)$/.test(
      tokens[at + 1]?.lower ?? "",
    )
  );
}

const NOUNS_IN_ED =
  /^(?:hundred|hatred|kindred|sacred|watershed|biped|moped|shed|sled|thread|bed|red|wed|led|fed|bred|fled|sped|shred|embed|infrared|rugged|wicked|naked|crooked|aged|beloved|learned|jagged|ragged|wretched|gifted|talented|armed|newlywed|purebred|deathbed|riverbed|seabed|\w+bed|\w+shed)$/;

/** "The framework leverages a …", "… and lowers the …": the tagger takes such verbs for plurals. */
export function isMistakenNoun(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  if (!tags[at]?.has("Plural") || !/[^s]s$/.test(tokens[at]?.text ?? "")) return false;
  if (!/^(?:the|a|an|its|their|his|her|our|this|these)$/.test(tokens[at + 1]?.lower ?? ""))
    return false;
  const before = tags[at - 1];
  return (
    /^(?:and|also|that|which|it|who)$/.test(tokens[at - 1]?.lower ?? "") ||
    (before?.has("Singular") === true && before.has("Noun"))
  );
}

/** "The axes were sharpened", "war axes have": right before a helper for several stands a thing, no verb. */
export function isMistakenThird(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  const own = tags[at];
  if (!own?.has("PresentTense") || own.has("Gerund") || own.has("Copula") || own.has("Auxiliary"))
    return false;
  if (!/^[a-z]{2,}[^s]s$/.test(tokens[at]?.text ?? "")) return false;
  const isHelper = /^(?:were|are|have|weren't|aren't|haven't)$/;
  if (!isHelper.test(tokens[at + 1]?.lower ?? "") && !isBeforePast(tokens, tags, at)) return false;
  return !/^(?:he|she|it|this|that|which|who|what|one|everyone|nobody)$/.test(
    tokens[at - 1]?.lower ?? "",
  );
}

/** "our enhanced tools", "the used cars": right behind an article a participle tells of the thing that follows. */
export function isMistakenFinite(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  if (!tags[at]?.has("PastTense") || !/^[a-z]{2,}ed$/.test(tokens[at]?.text ?? "")) return false;
  const next = tags[at + 1];
  const before = tokens[at - 1]?.lower ?? "";
  // "This seasoned expert led": a second verb tells that the first was none.
  if (before === "this" || before === "that") {
    const verb = tags[at + 2];
    const isOne = next?.has("Singular") === true && /^[a-z]/.test(tokens[at + 1]?.text ?? "");
    const isFinite = verb?.has("PastTense") === true || verb?.has("Copula") === true;
    return isOne && (isFinite || verb?.has("Modal") === true);
  }
  if (!/^(?:the|an?|our|my|your|its|their)$/.test(before)) return false;
  return next?.has("Adjective") === true || (next?.has("Noun") === true && !next.has("Pronoun"));
}

/**
 * "This pattern promotes code reuse": one thing has no plural behind it, so that this is its verb; what the tagger
 * took for the verb instead is a thing.
 */
export function isVerbOfOne(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  const word = tokens[at]?.text ?? "";
  if (!tags[at]?.has("Plural") || !/^[a-z]{3,}[^s]s$/.test(word)) return false;
  if (!tags[at - 1]?.has("Singular") || tags[at - 1]?.has("Possessive")) return false;
  const opener = tags[at - 2]?.has("Adjective") === true ? at - 3 : at - 2;
  if (!/^(?:this|that|an?|each|every|it)$/.test(tokens[opener]?.lower ?? "")) return false;
  const next = tags[at + 1];
  // "Each year farmers plant": a time, and those who do it.
  const isTime = /^(?:day|night|year|week|month|morning|evening|summer|winter|spring|time)$/;
  if (isTime.test(tokens[at - 1]?.lower ?? "") || /(?:ers|ors|ists|ants|ents)$/.test(word))
    return false;
  return next?.has("Infinitive") === true && !next.has("Auxiliary");
}

/** "The close-up shot isolates him": with a present right behind it, what may be a past is a thing. */
export function isMistakenThing(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  const next = tags[at + 1];
  if (!tags[at]?.has("PastTense") || /ed$/.test(tokens[at]?.lower ?? "")) return false;
  const isBeforeVerb =
    next?.has("PresentTense") === true &&
    !next.has("Gerund") &&
    !next.has("Noun") &&
    /^[a-z]{3,}[^s]s$/.test(tokens[at + 1]?.text ?? "");
  const before = tags[at - 1];
  const isBehindThing =
    (before?.has("Noun") === true && !before.has("Pronoun")) || before?.has("Adjective") === true;
  return isBeforeVerb && isBehindThing;
}

/** "These early painters first explored the idea": a past with its object behind it leaves no room for a verb. */
function isBeforePast(
  tokens: readonly Word[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  if (
    !/^(?:these|those|the|many|most|some|all|our|their|his|her)$/.test(tokens[at - 2]?.lower ?? "")
  )
    return false;
  const past = tags[at + 1]?.has("Adverb") === true ? at + 2 : at + 1;
  return (
    tags[past]?.has("PastTense") === true &&
    /^(?:the|an?|its|their|his|her|our|this|these|it|them)$/.test(tokens[past + 1]?.lower ?? "")
  );
}
