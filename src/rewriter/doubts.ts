// A second look at a sentence that was cut in two, by what stands in it rather than by how it was cut:
// marks that the second part hangs on the first after all, or that its first word may mean two things.

/** Whether a cut is doubtful; `head` is the sentence up to it, `from` and `to` what it changes, `tail` the rest. */
export function isDoubtfulCut(head: string, from: string, to: string, tail: string): boolean {
  const written = to + tail;
  const stop = written.search(/\.\s/);
  const second = /\.\s+(.*)$/su.exec(written)?.[1] ?? "";
  const cut: Cut = {
    head,
    from,
    to,
    tail,
    first: head + written.slice(0, Math.max(0, stop)),
    second,
    sentence: /^[^.!?]*/.exec(second)?.[0] ?? "",
  };
  return DOUBTS.some((isDoubtful) => isDoubtful(cut));
}

type Cut = {
  /** What the sentence said before the cut, at it, and behind it. */
  readonly head: string;
  readonly from: string;
  readonly tail: string;
  /** What was put in place of `from`. */
  readonly to: string;
  /** The two parts as they are now; `sentence` is the second up to its stop. */
  readonly first: string;
  readonly second: string;
  readonly sentence: string;
};

/** "I saw her, walking towards me" → "I walked towards me": somebody else did. Behind "and" it was "I" before. */
function meetsOneself({ from, sentence }: Cut): boolean {
  const isOwn = /^I\b[^,]*\bme\b/.test(sentence) || /^We\b[^,]*\bus\b/.test(sentence);
  return isOwn && !/^,? ?(?:and|but|so|yet)\b/.test(from);
}

/** Lists, rows of clauses and halves without a verb, which only look as if they could stand alone. */
function breaksRow({ head, from, to, tail, sentence }: Cut): boolean {
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
  // "not taken as, and not meant to give, advice": what both wait for comes behind.
  if (/^, (?:and|or|but)\b/.test(from) && /\b(?:as|of|to|for|from|than|with|into|by)$/.test(head))
    return true;
  // "I have no legs, but I run; I have no mouth, but …": several such marks part things of one kind.
  const parts = (head + from + tail).split(";").length - 1;
  if (parts > 1 && !from.includes(";")) return true;
  // "She is coy; he is cold, but …": what is held against her would be cut off from her.
  return parts === 1 && /;[^,;]{1,30},?[^,;]{0,30}$/.test(head) && /^, (?:but|yet)\b/.test(from);
}

/** What is imagined, reported, vowed, feared or to be judged goes on behind the cut. */
function leavesFrame({ head, from, to, tail, second }: Cut): boolean {
  const written = to + tail;
  // "In my mind, the house is new and the trees are tall": neither is so.
  if (UNREAL.test(head) || /^\W*True or False\b/i.test(head)) return true;
  // "Holm says she runs with him, but that she is wild": he says both.
  if (/^(?:But|And|Yet) that (?!(?:is|was|has|had|will|would|can|could|does|did)\b)/.test(second))
    if (SAID.test(head)) return true;
  // "He argues that rules help; they keep …": his words, and not the text's.
  if (/^[—–;:]/.test(from.trim()) && REPORTED.test(head)) return true;
  // "He took it from the deck and used it, Ann Holm told the court": all of it was told.
  if (/,? told (?:the |a )?\p{L}{2,20}(?: \p{L}{2,20})?\W*$/u.test(tail)) return true;
  // "you vow to yourself—they may have …": what is vowed.
  if (VOWS.test(head + from)) return true;
  // "an exception—where firms can spend, but the poor pay": both tell what the exception is.
  if (/[—–] ?where\b/.test(head) && /^,? ?(?:and|but|yet)\b/.test(from)) return true;
  // "a model able to learn" → "It is able to learn": what was by the way would be claimed.
  const claims = /\b(?:is|are|was|were) (?:cap)?able\b/;
  if (claims.test(written) && !claims.test(head + from + tail)) return true;
  // "concerns over a cut, resulting in …": what is feared is not yet so.
  return FEARED.test(head) && /^This\b/.test(second);
}

/** Two halves that lean on each other: "not only … but also", "not by … but by", "set goals, so we know". */
function partsPair({ head, from, to, tail, second, sentence }: Cut): boolean {
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

/** A pronoun, a noun or a name that opens the second part and may mean two things. */
function meansTwo({ head, from, first, second, sentence }: Cut): boolean {
  if (isOneOfTwo(first, second)) return true;
  if (!/\b(?:it|they)\b/i.test(from)) {
    // "It integrates it with …": two things, one word.
    if (
      /^(?:It (?:[\w'’-]+ ){1,3}(?<!with )it|They (?:[\w'’-]+ ){1,3}(?<!with )them)\b/.test(second)
    )
      return true;
    // "The Swiss won, scoring their goal late" → "It scored their goal".
    const hasSeveral = words(head).some((word) => SEVERAL.test(word));
    const isNamed = /^(?!(?:The|This|That|An?|Our|His|Her|My|Its) )\p{Lu}\p{Ll}+ \p{Ll}/u.test(
      head,
    );
    if ((!hasSeveral || isNamed) && /^It (?:[\w'’-]+ ){1,2}their\b/.test(second)) return true;
  }
  // "a wind that rocked …, the notes piling upon themselves" → "This wind … themselves": there is only one.
  if (/^(?:It|This(?: \p{Ll}+[^s\W])?|That) [^.;]*\bthemselves\b/u.test(second)) return true;
  // "the spark for a renewal that sweeps over the land" → "This spark sweeps": the renewal does.
  const again = /^(?:This|These|The) (\p{Ll}+)\b/u.exec(second)?.[1];
  if (again !== undefined && /^ ?(?:that|which)\b/.test(from) && head.includes(` ${again} for `))
    return true;
  // "It can lead to gaps, as they may overlook …": somebody overlooks, and the gaps stand nearer.
  const isFar = /^, as\b/.test(from) && !/\b(?:they|them|their|people)\b/i.test(head);
  if (
    isFar &&
    /^They (?:[a-z]+ ){0,2}?(?:overlook|ignore|recall|believe|think|know|feel|want|try|seek|rationalize|choose|forget|see)\b/.test(
      second,
    )
  )
    return true;
  // "…, with a juicy fish" of fish and chips: what is part of the subject it does not have.
  const had = /^(?:It|They) ha(?:s|ve|d)\b/.test(sentence) ? words(sentence).at(-1) : undefined;
  if (had !== undefined && words(head).includes(had)) return true;
  // "Iran is Oman's best buyer and is key to its trade" → "It is key to its trade": whose, of the two?
  if (/['’]s\b/.test(head) && /^It\b[^.;]*\bits?\b/.test(second) && !/\bit\b/i.test(from))
    return true;
  // "Our results tell of pairs in metals and are of note" → "They are of note": the metals, one would think.
  if (
    /^ and\b/.test(from) &&
    /^They (?:are|were)\b/.test(second) &&
    NEARER_SEVERAL.test(head) &&
    !/^They\b/.test(head)
  )
    return true;
  // "It has drawn in money and made it a place to visit": the country, and not the first "it".
  if (/^It\b/.test(second) && / and (?:\w+ly )?\w+ it\b/.test(sentence) && !/\bit\b/i.test(from))
    return true;
  // "The variety is astounding, with dishes from …" → "It has": a choice of things has none.
  if (/^(?:It|They) ha(?:s|ve|d)\b/.test(second) && CHOICE.test(head)) return true;
  if (!/^, which\b/.test(from) || !/^This\b/.test(second)) return false;
  // "a way to fight the cost of such nets, which limits …": the cost does, not the way.
  if (FIGHTS.test(head)) return true;
  // "without harm from heat, which is common": the heat is, and not that there is no harm.
  const isDenied = words(head).some((word) => DENIES.test(word));
  return isDenied && /^This (?:is|was) (?:\w+ly )?\w+ (?:in|among|for|to)\b/.test(second);
}

/** What is stressed, counted or recalled acts for itself: "The findings stress the weight of the trade, bringing in …". */
function takesOver({ head, from, second }: Cut): boolean {
  const deed = /^, (\w+ing)\b/.exec(from)?.[1];
  // "counting the steps, the weight of the lamp pulling at him": both may be what is counted.
  if (from.startsWith(", the ") && from.includes("ing") && TAIL.test(head)) return true;
  // "He packed his tools, leaving the crate open": he did, and not that he packed them.
  if (deed === "leaving" && LEFT.test(second) && SOMEBODY.test(head)) return true;
  // "Scattered on the floor were letters, revealing …": the letters do, and not that they lay there.
  if (deed !== undefined && TURNED.test(head) && /^(?:And )?th(?:is|at)\b/i.test(second))
    return true;
  // "Families struggle to find a home, creating trouble": that they do, and not they.
  if (/^creat|^caus/.test(deed ?? "") && /^They\b/.test(second) && STRUGGLES.test(head))
    return true;
  // "The views discussed there stress …, favouring" → "They favoured": the past tells only of the discussing.
  if (deed !== undefined && hasReduced(head) && PAST_DEED.test(second)) return true;
  if (deed === undefined || SAYS.test(deed) || !/^(?:They|It|This)\b/.test(second)) return false;
  return STRESSES.test(head);
}

/** What is too thin to stand or to be named again: "a level of trust. This level …", "Examples include A or B". */
function saysLittle({ head, from, first, second, sentence }: Cut): boolean {
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

/** What hung on the first part in a way that its own sentence can't show: a chance, an aim, a later half. */
function loosensHold({ head, from, tail, second, sentence }: Cut): boolean {
  const isDeed = /^, (?:\w+ )?\w+ing\b/.test(from);
  // "can smooth the skin, making it …" → "This makes it": only if it does.
  if (isDeed && MAY.test(lastClause(head)) && PLAIN_FACT.test(sentence) && !MAY.test(sentence))
    return true;
  // "He knelt by it, hearing nothing, then tapped it": the second deed is that of the first part.
  if (isDeed && /, then \w/.test(tail)) return true;
  // "…, its glaze catching the light, a relic of …", "his steps slow, leading the way": the end is said of the first part.
  const isOwned = /^, (?:his|her|its|their|my|our) /.test(from);
  if (isOwned && /, (?:an?\b|the\b|\w+ing\b)/.test(tail) && !/, and\b/.test(tail)) return true;
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

/** What stands behind the last comma of a text. */
function lastClause(text: string): string {
  return text.slice(text.lastIndexOf(",") + 1);
}

const STATE = /\b\w+(?:-free|less|ful|able|ible|ous)$/;
const MAY = /\b(?:can|could|may|might)\b/;
const PLAIN_FACT = /^(?:And )?(?:this|that|it|they|these) (?!depend)\p{L}+\b/iu;
const LAST_OF_LIST = /,? (?:and|or) (?:[\w-]+ ){0,2}other (?:[\w-]+ )?[\w-]+s$/;

const GUESSED =
  /\b(?:must|may|might|could) be (?:an?|the|some|\w{2,20}ing)\b|\b(?:probably|perhaps|maybe|surely|apparently)\b/i;
const ANNOUNCED =
  /\b(?:realization|truth|lesson|message|question|idea|belief|conclusion|thought|news|answer|rule|secret|thing|understood|knew|realized|clear|certain|sure|know|understand)$/;
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
const MEASURES =
  /^(?:level|degree|kind|type|sort|amount|lot|number|range|series|set|variety|piece|bit|touch|air|layer|sense)s?$/;

const DOUBTS = [
  meetsOneself,
  breaksRow,
  leavesFrame,
  partsPair,
  meansTwo,
  takesOver,
  saysLittle,
  loosensHold,
];

/** "the student model …. The model …" beside a teacher model: nobody can tell which of the two. */
function isOneOfTwo(first: string, second: string): boolean {
  const said = words(first);
  // "Holm …, Kris Holm, …. Holm": two of one name.
  const name = /^\p{Lu}\p{Ll}{2,}\b/u.exec(second)?.[0];
  const isTwice = said.filter((word) => word === name).length > 1;
  if (isTwice && said.some((word, i) => said[i + 1] === name && /^\p{Lu}\p{Ll}/u.test(word)))
    return true;
  const noun = /^The (\p{Ll}+)\b/u.exec(second)?.[1];
  if (noun === undefined) return false;
  const before = new Set(
    said
      .map((word) => word.toLowerCase())
      .filter((word, i) => said[i + 1]?.toLowerCase() === noun && !ARTICLE.test(word)),
  );
  return before.size > 1;
}

/** "The views discussed in … stress": a plural with a participle behind it, and its own verb later. */
function hasReduced(head: string): boolean {
  const said = words(head);
  const at = said.findIndex(
    (word, i) => i > 1 && i < 7 && /ed$/.test(word) && /[^s]s$/.test(said[i - 1] ?? ""),
  );
  if (at === -1 || !PLACING.test(said[at + 1] ?? "")) return false;
  return said.slice(at + 2, at + 9).some((word) => BARE_VERBS.test(word));
}

/** The words of a text, without their marks. */
function words(text: string): string[] {
  return text.split(/[^\p{L}'’-]+/u).filter((word) => word !== "");
}

const TAIL = /, \w{2,20}ing [^,]{0,200}$/;
const SAID =
  /\b(?:sa(?:id|ys?)|sees?|tells?|told|argue[sd]?|claim(?:s|ed)?|believe[sd]?|note[sd]?|explain(?:s|ed)|add(?:s|ed)|think(?:s)?|thought|report(?:s|ed)|admit(?:s|ted)?)\b/;
const LEFT = /^(?:This|That|And this) (?:has |had )?left\b/;
// A pronoun or a name opens the sentence.
const SOMEBODY =
  /^\W*(?!(?:The|This|That|These|Those|An?|Its?|Their|Our|My|Your|His|Her|Such|Many|Most|Some|All) )\p{Lu}/u;
const STRUGGLES = /\b(?:struggle|fail|find it hard|refuse|have trouble|are unable|are forced)d?\b/;
const PLACING = /^(?:in|by|on|at|for|from|with|during)$/;
const BARE_VERBS =
  /^(?:highlight|show|suggest|reflect|reveal|offer|provide|include|represent|indicate|demonstrate|illustrate|emphasi[sz]e|stress|explore|help|make|form|play|remain|cover|create|have|are)$/;
const PAST_DEED = /^(?:They|It|This|That|And they|And this) \p{L}+ed\b/u;
const STRESSES =
  /\b(?:highlight|stress|underscore|underline|illustrate|emphasi[sz]e|show|reveal|demonstrate|reflect)(?:s|es|d|ed)? (?:the|its|their|how|a|an) [^,]{0,60}\bof [^,]{3,60}$/;
const SAYS =
  /^(?:suggest|indicat|show|reveal|demonstrat|prov|highlight|stress|underscor|emphasi[sz]|call|urg|argu|point|rais|offer|provid|giv|shedd|mak|remind)ing$/;
const UNREAL =
  /^\W*(?:(?:But|And|So|However),? )?(?:In (?:my|his|her|their|your|our) (?:mind|mind's eye|dreams?|head|imagination|fantasy|fantasies|nightmares?)\b|In (?:theory|principle|an ideal world|a perfect world)\b|Ideally\b|Hypothetically\b|From (?:[\w'’-]+ ){1,4}(?:perspective|viewpoint|point of view|standpoint)\b)/i;
const VOWS =
  /\b(?:vow|swear|swore|promise|tell|told|remind|assure|convince|whisper|repeat)(?:s|d|ed)?(?: to)? (?:my|your|him|her|it|our|them)sel(?:f|ves) ?[-—–:]/;
const REPORTED =
  /\b(?<!\b(?:I|we) )(?:sa(?:id|ys?)|argue[sd]?|claim(?:s|ed)?|believe[sd]?|stress(?:es|ed)|emphasi[sz]e[sd]|suggest(?:s|ed)|state[sd]|warn(?:s|ed)|insist(?:s|ed)?|maintain(?:s|ed)|contend(?:s|ed)?|assert(?:s|ed)?|report(?:s|ed)|explain(?:s|ed)|wrote|writes|think(?:s)?|thought) that\b/;
const FEARED =
  /\b(?:concerns?|fears?|worr(?:y|ies)|allegations?|rumou?rs?|speculation|warnings?) (?:about|over|of|that|regarding)\b/;
const FIGHTS =
  /\bto (?:address|solve|overcome|mitigate|tackle|reduce|prevent|avoid|combat|fight|handle|resolve)\b[^,]{0,120}$/;
const NEARER_SEVERAL =
  /\b(?:in|of|on|for|to|between|among|about|from) (?:[\w-]+ ){0,2}[\w-]+[^s\W]s$/;
const CHOICE =
  /\b(?:variety|range|selection|choice|array|number) of\b[^,]{0,80} (?:is|was|are|were)\b/;
const TURNED =
  /^\W*(?:Scattered|Strewn|Hidden|Nestled|Buried|Tucked|Perched|Gathered|Hanging|Standing|Lying|Sitting)\b[^,]{0,120}\b(?:is|are|was|were|lay|stood|sat|hung)\b/;
const ARTICLE = /^(?:the|a|an|this|that|its|their|his|her|my|our|your|of|one|each|every)?$/;
const AIMED =
  /\b(?:important|essential|vital|crucial|necessary|best|better|good|great|helpful|useful|wise|need|needs|want|wants|try|aim|aims|how) to\b|\b(?:should|must|make sure|ensure|let's|please)\b/i;
const SEVERAL = /^(?:people|they|them|children)$|[a-z]{2}[^s\W]s$/;
const DENIES = /^(?:without|not|no|never)$|^avoid|^prevent|n't$/;
