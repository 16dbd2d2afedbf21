// Cuts between halves that hold each other: rows, pairs, aims and chances, and parts too thin to stand alone.
import { type Cut, words } from "./cut.ts";

/** Lists, rows of clauses and halves without a verb, which only look as if they could stand alone. */
export function breaksRow({ head, from, to, tail, sentence }: Cut): boolean {
  // "strong antennas or able to reach new networks": one or the other, and not both.
  if (/^,? ?or\b/.test(from)) return true;
  // "and was born in Lyon" → "And he was born": nothing is added to what was said; "And apply it" is no better.
  if (
    /^\. And (?:he|she|it|they|I|we|you)\b/.test(to) &&
    !/\b(?:he|she|it|they|I|we|you)\b/.test(from)
  )
    return true;
  if (/^\. And$/.test(to) && !from.startsWith(",") && !OWN_SUBJECT.test(tail)) return true;
  // "have helped people share and mobilize" → "They have also helped people to": too much is said again.
  if (/^,? ?and\b/.test(from) && /\b(?:individuals|people|users|students|others) to$/.test(to))
    return true;
  // "acts, daring feats, and thrilling shows" are three things, however much they look like verbs.
  const isRow = /^, \w+ing [^,]+, (?:and|or) \w+ing\b/.test(from + tail);
  if (isRow && /\p{L}s$/u.test(head) && to.startsWith(".")) return true;
  // "towns would be built, and others neglected": the second half has no verb of its own.
  const isBare =
    /\b\w+ed$/.test(sentence) && !/\b(?:is|are|was|were|be|been|has|have|had)\b/.test(sentence);
  if (isBare && /\b(?:be|been|is|are|was|were) (?:\w+ly )?\w+(?:ed|en|t)\b/.test(head)) return true;
  // "lacking rest and burdened by doubts" → "They burdened by doubts": something was done to them.
  if (/^(?:They|It|He|She|We|I|You) \w{2,20}ed by\b/.test(sentence) && /\band\b/.test(from))
    return true;
  // "her hands had failed, her voice had gone, and the room was still": three of a row.
  if (/^, and\b/.test(from) && ROW_OF_CLAUSES.test(head) && !OPENS_CLAUSE.test(head)) return true;
  // "She opened the pen, pressed the nib into place, and felt …": the first two would be left without their "and".
  if (/^, and$/.test(from.trimEnd()) && ROW_OF_DEEDS.test(head)) return true;
  // "not taken as, and not meant to give, advice": what both wait for comes behind.
  if (/^, (?:and|or|but)\b/.test(from) && /\b(?:as|of|to|for|from|than|with|into|by)$/.test(head))
    return true;
  // "I have no legs, but I run; I have no mouth, but …": several such marks part things of one kind.
  const parts = (head + from + tail).split(";").length - 1;
  if (parts > 1 && !from.includes(";")) return true;
  // "She is coy; he is cold, but …": what is held against her would be cut off from her.
  return parts === 1 && /;[^,;]{1,30},?[^,;]{0,30}$/.test(head) && /^, (?:but|yet)\b/.test(from);
}

/** Two halves that lean on each other: "not only … but also", "not by … but by", "set goals, so we know". */
export function partsPair({ head, from, to, tail, second, sentence }: Cut): boolean {
  // "has not only cut costs. But it has also …".
  const isPaired = /\bnot (?:only|just|merely|simply)\b[^.;:]{0,200}$/.test(head);
  if (isPaired && /^But\b.{0,80}\b(?:also|too|even)\b/su.test(sentence)) return true;
  // "not with force, but by waiting": one deed, and two ways of it.
  const isWay = /^But (?:by|with|through|in|on|for|from|to|as|because)\b/.test(second);
  if (isWay && /\bnot (?:by|with|through|in|on|for|from|to|as|because)\b/.test(head)) return true;
  // "It is best to set goals, so we know where we stand": what for, not what came of it.
  if (/^So (?:we|you|they|he|she|it|I) (?!was|were|had|did)/.test(second) && AIMED.test(head))
    return true;
  // "…, and C, all of which help": with A and B gone, that would be said of C alone.
  if (
    /, (?:all|both|each|any|some|none|most|many|few) of (?:which|whom)\b/.test(tail) &&
    /\b(?:also|and)\b/.test(to + from)
  )
    return true;
  // "Seeing the clock—she sighs": what stands before the dash has no subject.
  if (
    /^[—–-]/.test(from.trim()) &&
    /^\w+ing\b/.test(head) &&
    /^(?:He|She|They|I|We)\b/.test(second)
  )
    return true;
  // "The way she moved, how she spoke—it all …": what stands before the dash is no sentence.
  return /^[—–;:]/.test(from.trim()) && /^(?:it|they|this|that) all\b/i.test(second);
}

/** What hung on the first part in a way that its own sentence can't show: a chance, an aim, a later half. */
export function loosensHold({ head, from, tail, second, sentence }: Cut): boolean {
  const isDeed = /^, (?:\w+ )?\w+ing\b/.test(from);
  // "can smooth the skin, making it …" → "This makes it": only if it does.
  if (isDeed && MAY.test(lastClause(head)) && PLAIN_FACT.test(sentence) && !MAY.test(sentence))
    return true;
  // "He knelt by it, hearing nothing, then tapped it": the second deed is that of the first part.
  if (isDeed && /, then \w/.test(tail)) return true;
  // "…, its glaze catching the light, a relic of …", "his steps slow, leading the way": the end is said of the first part.
  const isOwned = /^, (?:his|her|its|their|my|our) /.test(from);
  if (isOwned && /, (?:an?\b|the\b|\w+ing\b)/.test(tail) && !/, and\b/.test(tail)) return true;
  if (isOwned && / where\b/.test(tail)) return true;
  // "an illness requiring care due to its course": due to that the care is needed, and not the illness is there.
  if (
    /^This (?:is|was) due\b/.test(second) &&
    /\ban? [^,]{1,80} \w{2,20}ing\b[^,]{0,80}$/.test(head)
  )
    return true;
  // "…, forever reminding us" → "It forever reminded us": what lasts would be over.
  if (/\bforever\b/.test(from) && isDeed) return true;
  // "symptom-free, including …": a state includes nothing.
  if (/^(?:And )?this includ(?:es|ed)\b/i.test(second) && STATE.test(head)) return true;
  // "maps, games, and other fields that need …": which others is told, and "these" would be all of them.
  return /^,? ?(?:that|which)\b/.test(from) && /^These\b/.test(second) && LAST_OF_LIST.test(head);
}

/** What is too thin to stand or to be named again: "a level of trust. This level …", "Examples include A or B". */
export function saysLittle({ head, from, first, second, sentence }: Cut): boolean {
  // "Elias stood alone. Elias listened": the name has hardly been said.
  const again = /^(?:The )?\p{L}{3,}(?= )/u.exec(second)?.[0] ?? "";
  const isSoon = again !== "" && !/^(?:They|She|This|That|There|These|Those)$/.test(again);
  if (isSoon && first.startsWith(`${again} `) && words(first).length < AGAIN_WORDS_MIN) return true;
  if (/^This (?:is|was) because\b/.test(second)) {
    // "She must be rich, because …": what the guess rests on, and not why she is.
    if (GUESSED.test(head) || words(head).length < HEAD_WORDS_MIN) return true;
  }
  // "It is the field of a particle that acts": the first half would name what "it" is.
  if (/^,? ?(?:that|who|which)\b/.test(from) && CLEFT.test(head)) return true;
  // "This is all there is to know of it: nobody came": what is announced would be cut off.
  if (/^ ?[—–:]/.test(from) && POINTS_AHEAD.test(head)) return true;
  // ", but further work showed" → "Yet further work": still more of it.
  if (/^Yet (?:further|more|another|again|other|greater|some)\b/.test(second)) return true;
  // "the sense that life went on—a place where …" → "It was a place": the sense is none.
  if (/^[—–]/.test(from.trim()) && /^It (?:is|was)\b/.test(second) && HELD_THOUGHT.test(head))
    return true;
  // "had one thought—heroes fall", "Elias understood: they …": what was announced would be cut off.
  if (/^ ?[—–:]/.test(from) && ANNOUNCED.test(head)) return true;
  // "meant to give them a say, while also allowing …", "can act, while acknowledging …": held by the first part.
  if (/^,? while (?:also |still )?\w+ing\b/.test(from))
    if (PURPOSED.test(head) || CONCEDES.test(from)) return true;
  // "The gains include better maps of fields such as …" → "These include": the gains?
  if (/^These include/.test(second) && /\binclud(?:e|es|ed)\b/.test(head)) return true;
  // "The judge waited, acknowledging the charge": what he grants goes with what he does.
  if (/^, (?:acknowledg|admitt|conced)ing\b/.test(from)) return true;
  // "had already begun to rise, erasing paths" → "It had erased": it had only begun.
  if (/\bhad (?:\w+ )?begun\b/.test(head) && /^(?:It|They|He|She) had\b/.test(second)) return true;
  // "Nursing is a profession that …": that much everybody knows.
  if (/^ that\b/.test(from) && HOLLOW.test(head)) return true;
  // "There, there may be fewer".
  if (/^There, there\b/.test(second)) return true;
  // "Then we then sum them up".
  if (/^(?:And )?then\b[^,.]{0,20}\bthen\b/i.test(second)) return true;
  if (/^, which\b/.test(from)) {
    // "helps to curb the heat, which is a cause of …": "that" would take up the helping.
    if (/^That (?:is|was)\b/.test(second)) return true;
    // "beat my hopes, which has led to …": what came of it came of the deed, and not of the things.
    if (/^These (?:have |had )?(?:resulted|led|caused|made|allowed|helped|meant)\b/.test(second))
      return true;
  }
  const named = /^(?:This|These|That|The) (\p{Ll}+)\b(?! from\b)/u.exec(second)?.[1];
  if (named !== undefined && MEASURES.test(named) && head.includes(`${named} of `)) return true;
  // "either large, or medium, which means …": said of one of the two.
  if (/^, which\b/.test(from) && /\b(?:either|neither)\b/.test(head)) return true;
  if (
    /^(?:And )?(?:this|that|it|they|these) (?:may|might|could|can) (?:have )?(?:potentially|possibly)\b/i.test(
      second,
    )
  )
    return true;
  if (!second.startsWith("Examples include ")) return false;
  // Of what they are examples, the noun before them has to say.
  return !/[a-z]s$/.test(head) || (/\bor\b/.test(sentence) && !/\band\b/.test(sentence));
}

/** What stands behind the last comma of a text. */
function lastClause(text: string): string {
  return text.slice(text.lastIndexOf(",") + 1);
}

const STATE = /\b\w+(?:-free|less|ful|able|ible|ous)$/;
const MAY = /\b(?:can|could|may|might)\b/;
const PLAIN_FACT = /^(?:And )?(?:this|that|it|they|these) (?!depend)\p{L}+\b/iu;
const LAST_OF_LIST = /,? (?:and|or) (?:[\w-]+ ){0,2}other (?:[\w-]+ )?[\w-]+s$/;
const OWN_SUBJECT =
  /^ (?:the|an?|this|these|that|those|his|her|its|their|my|our|your|I|he|she|it|they|we|you|there)\b|^ \p{Lu}/u;
const ROW_OF_DEEDS = /, \w{3,20}ed (?:the|an?|his|her|its|their|my|our)\b(?![^,]* and )[^,]{0,80}$/;
const ROW_OF_CLAUSES =
  /(?:had|has|have|was|were|is|are|ed) [^,]{2,80}, (?:the|his|her|its|their|my|our) [\w-]{1,20} (?:had|has|have|was|were|is|are) [^,]{2,80}$/;
const OPENS_CLAUSE =
  /^\W*(?:when|as|while|if|after|before|because|although|though|since|once|until|even|whenever|where|despite)\b/i;
const GUESSED =
  /\b(?:must|may|might|could) be (?:an?|the|some|\w{2,20}ing)\b|\b(?:probably|perhaps|maybe|surely|apparently)\b/i;
const ANNOUNCED =
  /\b(?:realization|truth|lesson|message|question|idea|belief|conclusion|thought|news|answer|rule|secret|thing|premise|plot|pattern|understood|knew|realized|clear|certain|sure|know|understand)$/;
const POINTS_AHEAD =
  /\b(?:this|that|here) (?:is|was) (?:all|what|how|why|the (?:thing|point|truth|deal|story|question))\b/i;
const HELD_THOUGHT =
  /\b(?:realization|realisation|sense|feeling|thought|belief|idea|notion|knowledge|understanding|fear|hope|conviction|certainty) that\b/;
const PURPOSED =
  /\b(?:meant|intended|designed|supposed|expected|aims?|aimed|hopes?|hoped|plans?|planned|promised|vowed|seeks?|sought|tries|tried|trying|wants?|wanted) to\b/;
const CONCEDES = /\b(?:acknowledg|recogni[sz]|admitt|respect|consider)ing\b/;
const HEAD_WORDS_MIN = 5;
const AGAIN_WORDS_MIN = 9;
const CLEFT =
  /(?:^|[.!?] )["“(]?It (?:is|was) (?:the|not|only|this|these|those|his|her|their|our|my|its|\p{Lu})[^.!?]*$/u;
const HOLLOW =
  / (?:is|are|was|were) an? (?:profession|thing|field|concept|term|process|tool|place|time|way|person|type|kind|word|game|world|story|company|country)$/;
const MEASURES =
  /^(?:level|degree|kind|type|sort|amount|lot|number|range|series|set|variety|piece|bit|touch|air|layer|sense)s?$/;
const AIMED =
  /\b(?:important|essential|vital|crucial|necessary|best|better|good|great|helpful|useful|wise|need|needs|want|wants|try|aim|aims|how) to\b|\b(?:should|must|make sure|ensure|let's|please)\b/i;
