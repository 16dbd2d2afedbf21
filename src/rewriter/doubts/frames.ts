// Cuts that take a part out of its frame: what is imagined, reported, vowed, feared, proved or advised.
import type { Cut } from "./cut.ts";

/** What is imagined, reported, vowed, feared or to be judged goes on behind the cut. */
export function leavesFrame({ head, from, to, tail, second }: Cut): boolean {
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
  // "She proved it wasn't a ruin—it was a seed": both were proved.
  if (/^[—–;]/.test(from.trim()) && /^(?:It|They)\b/.test(second) && PROVED.test(head)) return true;
  // "The view holds all of them are real, but only one …": both are held.
  if (/^, (?:but|and|yet)\b/.test(from) && HOLDS.test(head)) return true;
  // "Experts stress the use of rest, as it can …": why they do.
  if (/^, as (?:it|they|this)\b/.test(from) && ADVISES.test(head)) return true;
  // "When they are heard, they feel valued and share more": both when they are heard.
  if (
    /^,? ?and$/.test(from.trim()) &&
    /^\W*(?:When|If|Whenever)\b/.test(head) &&
    AT_ANY_TIME.test(second)
  )
    return true;
  // "…, and though she had left" → "But though": nothing was opposed before.
  if (/^,? ?and\b/.test(from) && /^But\b/.test(second)) return true;
  // "They knew it had to be kept; it had become …": what they knew.
  if (/^;/.test(from.trim()) && /^(?:It|They)\b/.test(second) && KNEW.test(head)) return true;
  // "By raising the field, we can change the mass and see it grow": both by that.
  if (/^,? ?and$/.test(from.trim()) && /^By \w+ing\b/.test(head)) return true;
  // "The guards stay on alert, looking into …" → "They look into": they are at it now.
  if (/^, \w+ing\b/.test(from) && STAYS.test(head) && NOW.test(second)) return true;
  // "an exception—where firms can spend, but the poor pay": both tell what the exception is.
  if (/[—–] ?where\b/.test(head) && /^,? ?(?:and|but|yet)\b/.test(from)) return true;
  // "a model able to learn" → "It is able to learn": what was by the way would be claimed.
  const claims = /\b(?:is|are|was|were) (?:cap)?able\b/;
  if (claims.test(written) && !claims.test(head + from + tail)) return true;
  // "concerns over a cut, resulting in …": what is feared is not yet so.
  return FEARED.test(head) && /^This\b/.test(second);
}

const PROVED =
  /\b(?:proved|proves|showed|shows|meant|means|knew|realized|thought|said|believed)\b[^,;—–]{0,60}\b(?:wasn't|isn't|weren't|aren't|was not|is not)\b/;
const HOLDS =
  /\b(?:posit|argue|believe|claim|hold|suggest|assume|say|maintain|contend)s? (?:all|every|no|the|each|some|there)\b/;
const ADVISES =
  /^(?:\p{L}{1,20} ){0,3}(?:experts|doctors|critics|researchers|officials|scientists|economists|analysts|supporters|advocates|leaders|teachers|they|he|she) (?:also |often |strongly )?(?:stress|emphasi[sz]e|highlight|recommend|urge|argue|advise|warn|note|advocate)(?:s|es|d|ed)?\b/iu;
const AT_ANY_TIME = /^(?:They|It|He|She|We|You) (?!was|were|had|did|would|could)\p{Ll}+(?<!ed)\b/u;
const KNEW = /^\W*(?:They|He|She|We|I) (?:knew|believed|thought|felt|said|feared|hoped)\b/;
const STAYS = /\b(?:stay|stays|remain|remains|continue|continues|keep|keeps)\b/;
const NOW =
  /^(?:And )?(?:[Tt]hey|[Hh]e|[Ss]he|[Ii]t|[Ww]e) (?!are|is|will|can|may)\p{Ll}+(?<!ed)\b/u;
const SAID =
  /\b(?:sa(?:id|ys?)|sees?|tells?|told|argue[sd]?|claim(?:s|ed)?|believe[sd]?|note[sd]?|explain(?:s|ed)|add(?:s|ed)|think(?:s)?|thought|report(?:s|ed)|admit(?:s|ted)?)\b/;
const UNREAL =
  /^\W*(?:(?:But|And|So|However),? )?(?:In (?:my|his|her|their|your|our) (?:mind|mind's eye|dreams?|head|imagination|fantasy|fantasies|nightmares?)\b|In (?:theory|principle|an ideal world|a perfect world)\b|Ideally\b|Hypothetically\b|From (?:[\w'’-]+ ){1,4}(?:perspective|viewpoint|point of view|standpoint)\b)/i;
const VOWS =
  /\b(?:vow|swear|swore|promise|tell|told|remind|assure|convince|whisper|repeat)(?:s|d|ed)?(?: to)? (?:my|your|him|her|it|our|them)sel(?:f|ves) ?[-—–:]/;
const REPORTED =
  /\b(?<!\b(?:I|we) )(?:sa(?:id|ys?)|argue[sd]?|claim(?:s|ed)?|believe[sd]?|stress(?:es|ed)|emphasi[sz]e[sd]|suggest(?:s|ed)|state[sd]|warn(?:s|ed)|insist(?:s|ed)?|maintain(?:s|ed)|contend(?:s|ed)?|assert(?:s|ed)?|report(?:s|ed)|explain(?:s|ed)|wrote|writes|think(?:s)?|thought) that\b/;
const FEARED =
  /\b(?:concerns?|fears?|worr(?:y|ies)|allegations?|rumou?rs?|speculation|warnings?) (?:about|over|of|that|regarding)\b/;
