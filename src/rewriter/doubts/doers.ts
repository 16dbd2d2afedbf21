// Cuts whose second part may tell of the wrong one: a pronoun, a noun or a name that can mean two things, and deeds
// that somebody or something else did.
import { type Cut, words } from "./cut.ts";

/** "I saw her, walking towards me" → "I walked towards me": somebody else did. Behind "and" it was "I" before. */
export function meetsOneself({ from, sentence }: Cut): boolean {
  const isOwn = /^I\b[^,]*\bme\b/.test(sentence) || /^We\b[^,]*\bus\b/.test(sentence);
  return isOwn && !/^,? ?(?:and|but|so|yet)\b/.test(from);
}

/** A pronoun, a noun or a name that opens the second part and may mean two things. */
export function meansTwo({ head, from, first, second, sentence }: Cut): boolean {
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
export function takesOver({ head, from, second }: Cut): boolean {
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

/** Whom the second part tells of, where the first has somebody or something that may be meant as well. */
export function namesNobody({ head, from, second, sentence }: Cut): boolean {
  const deed = /^, (?:\w+ly )?(\w+ing)\b/.exec(from)?.[1] ?? "";
  const opening = /^(?:And )?(\p{L}+)/u.exec(second)?.[1]?.toLowerCase() ?? "";
  const isThing = opening === "it" || opening === "they";
  const isFact = opening === "this" || opening === "that";
  // "I called up a wind, encircling the man": a person does no such thing, and that it was so does not shine.
  if (/^(?:i|he|she|we|you)$/.test(opening) && OF_AIR.test(deed)) return true;
  if (isFact && OF_LIGHT.test(deed)) return true;
  // "The panic grew in my chest, wondering whether …" → "It wondered": nothing but a person does.
  if (/^(?:it|this|that)$/.test(opening) && OF_MIND.test(deed)) return true;
  // "The presence of air keeps it slow and lets us count" → "It lets": the air, one would think.
  if (
    opening === "it" &&
    /^,? ?and\b/.test(from) &&
    /^The (?:presence|absence|lack) of\b/.test(head)
  )
    return true;
  // "The dock lay still as the sun went down, painting the sea": the sun does.
  if (deed !== "" && isThing && / as (?:the|his|her|its|their) [^,]{3,80}$/.test(head)) return true;
  // "crumbled like an old wall, exposing …": the wall, it might be.
  if (deed !== "" && isThing && / like (?:an?|the) [^,]{3,40}$/.test(head)) return true;
  // "The stopper came off with a hiss, releasing …": that it came off does.
  if (SETS_FREE.test(deed) && !isFact && GAVE_WAY.test(head)) return true;
  // "His boots left a trail, marking his way": the trail does.
  if (deed !== "" && isThing && / (?:left|held|lit|cast|wore) an? [^,]{3,60}$/.test(head))
    return true;
  // "He touched my foot, breaking the silence": the touch does.
  if (/^(?:He|She|They|I|We) (?:broke|breaks?) the silence\b/.test(second)) return true;
  // "when he met the giant, armed with a stick" → "He was armed": then, and not at all times.
  if (
    /^(?:He|She|They|I|We) (?:was|were)\b/.test(second) &&
    WHEN_HE.test(head) &&
    /^, \w+$/.test(from)
  )
    return true;
  // "smoothing with virtual adversarial training, which …" → "This adversarial training": half of its name.
  const name = /^(?:This|These) (\p{Ll}{2,20} \p{Ll}{2,20})\b/u.exec(second)?.[1];
  if (name !== undefined && /^, which\b/.test(from) && head.endsWith(` ${name}`))
    if (!BEFORE_NAME.test(head.slice(0, -name.length))) return true;
  // "This makes nurses agents of change, driving …" → "It drives": what is "it"?
  if (deed !== "" && opening === "it" && BARE_THIS.test(head)) return true;
  // "The council gave me a chance, providing …": it is "they" to some, and the chance stands nearer.
  if (deed !== "" && opening === "it" && COLLECTIVE.test(head)) return true;
  // "…, resulting from long work" → "This results from": the thing does, and not the whole.
  if (/^(?:This|That) (?:results|resulted) from\b/.test(second)) return true;
  // "It hinders progress, causing fatigue" → "That can cause": the hindrance is how.
  if (isFact && deed === "causing" && HINDERS.test(head)) return true;
  // "The firm will be examined, focusing on its debts" → "It will focus": whoever examines it does.
  if (/^(?:focus|us|draw|look)ing$/.test(deed) && isThing && DONE_TO_IT.test(head)) return true;
  // "his own doubts, the belief that …" → "He was the belief".
  if (
    /^(?:He|She|They|I|We) (?:am|is|are|was|were) the (?:belief|idea|thought|fact|sense|feeling|notion|hope|fear)\b/.test(
      second,
    )
  )
    return true;
  // "stood before Lucas, his eyes cold" → "His eyes": those of Lucas?
  if (/^, (?:his|her) /.test(from) && BESIDE_NAME.test(head)) return true;
  // "a boon for tourists. This makes it easier to plan their trips": whose?
  if (/^(?:This|That|It) ma(?:kes|de) it \w+ to\b/.test(sentence) && /\btheir\b/.test(sentence))
    return true;
  // "trials for many clinics, including ours" → "These include": the trials?
  if (/^(?:These|Those) include/.test(second) && TWO_KINDS.test(head)) return true;
  // "methods. These have been made to use these signs".
  return /^These\b[^.;]{0,80} these\b/.test(second);
}

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

const BARE_THIS =
  /^\W*(?:This|That) (?:makes|empowers|helps|allows|creates|gives|lets|enables|means|leads|turns|brings|has|had|is|was|will|can|could|may|might|would|also|further|not only)\b/;
const WHEN_HE = / (?:when|where|while) (?:he|she|they|it|I|we) [^,]{3,80}$/;
const BEFORE_NAME = / (?:the|an?|this|that|its|their|his|her|our|of|in|for|with|by|and|to|as) $/;
const DONE_TO_IT = /\b(?:be|been|is|are|was|were) (?:\w+ly )?\w{2,20}(?:ed|n)$/;
const OF_AIR =
  /^(?:encircl|swirl|engulf|envelop|billow|cascad|rippl|shimmer|glow|echo|flicker|glint|crash|drift|howl|whistl|blaz)ing$/;
const BESIDE_NAME =
  / (?:before|with|beside|behind|to|for|and|by|towards?|facing|saw|met|watched|against) \p{Lu}\p{Ll}+$/u;
const OF_MIND =
  /^(?:wonder|hop|think|know|realiz|realis|wish|fear|believ|doubt|recall|remember|imagin)ing$/;
const OF_LIGHT = /^(?:illuminat|ignit|paint|light|shin|glow|warm|guid|echo|mirror)ing$/;
const SETS_FREE = /^(?:releas|expos|reveal|spill|unleash)ing$/;
const GAVE_WAY =
  /\b(?:came (?:away|off|apart|loose)|fell|broke|crumbled|opened|burst|split|cracked|shattered|gave way|collapsed)\b/;
const COLLECTIVE =
  /^(?:The|This|That|Our|Their|My) (?:\w{1,20} )?(?:council|committee|board|jury|panel|crew|staff|police|guild|family)\b/;
const HINDERS = /\b(?:hinder|impede|slow|limit|prevent|delay|block)s? [^,]{2,40}$/;
const TWO_KINDS = /s (?:for|of|to|among|by|from) (?:[\w-]{1,20} ){0,2}[\w-]{2,20}s$/;
const TAIL = /, \w{2,20}ing [^,]{0,200}$/;
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
const FIGHTS =
  /\bto (?:address|solve|overcome|mitigate|tackle|reduce|prevent|avoid|combat|fight|handle|resolve)\b[^,]{0,120}$/;
const NEARER_SEVERAL =
  /\b(?:in|of|on|for|to|between|among|about|from) (?:[\w-]+ ){0,2}[\w-]+[^s\W]s$/;
const CHOICE =
  /\b(?:variety|range|selection|choice|array|number) of\b[^,]{0,80} (?:is|was|are|were)\b/;
const TURNED =
  /^\W*(?:Scattered|Strewn|Hidden|Nestled|Buried|Tucked|Perched|Gathered|Hanging|Standing|Lying|Sitting)\b[^,]{0,120}\b(?:is|are|was|were|lay|stood|sat|hung)\b/;
const ARTICLE = /^(?:the|a|an|this|that|its|their|his|her|my|our|your|of|one|each|every)?$/;
const SEVERAL = /^(?:people|they|them|children)$|[a-z]{2}[^s\W]s$/;
const DENIES = /^(?:without|not|no|never)$|^avoid|^prevent|n't$/;
