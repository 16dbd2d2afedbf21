// What a text is, where that decides which rules may touch it: academic, legal and medical prose keeps its wording, and
// official prose gets the rules written for it.

export type Register = {
  /** Academic, legal or medical: rules for plain prose only stay away. */
  readonly isFormal: boolean;
  /** Letters, notices and reports in the stock phrases of offices: nobody's own voice, and not the wording of a law. */
  readonly isOfficial: boolean;
};

export function registerOf(text: string): Register {
  const isOfficial = isOfficialProse(text);
  return { isFormal: !isOfficial && isFormalProse(text), isOfficial };
}

/** Several kinds of such phrases, and one in some eighty words. */
function isOfficialProse(text: string): boolean {
  if (BINDING.test(text) || PAPER.test(text)) return false;
  const { kinds, share } = countTerms(text, OFFICE);
  return kinds >= OFFICE_KINDS && share >= OFFICE_SHARE;
}

const OFFICE_KINDS = 3;
const OFFICE_SHARE = 0.012;

function isFormalProse(text: string): boolean {
  // One phrase of a paper's or a contract's own, or several terms of a field.
  if (PAPER.test(text) || CONTRACT.test(text)) return true;
  const { kinds, share } = countTerms(text, FORMAL);
  return kinds >= 2 && share >= 0.012;
}

/** How many different ones there are, and how many for each word. */
function countTerms(text: string, terms: RegExp): { kinds: number; share: number } {
  const words = text.match(/\p{L}+(?:['’]\p{L}+)?/gu)?.length ?? 0;
  const found = text.match(terms) ?? [];
  const kinds = new Set(found.map((term) => term.toLowerCase())).size;
  return { kinds, share: words === 0 ? 0 : found.length / words };
}

const PAPER =
  /\b(?:this (?:paper|study|thesis|article|work) (?:presents?|proposes?|introduces?|investigates?|examines?|explores?|aims?|addresses)|in this (?:paper|study|thesis|work)|we (?:propose|introduce|present|investigate) (?:a|an|the)|our (?:findings|experiments|results)|experimental results|randomi[sz]ed (?:controlled )?trial)\b/i;

const CONTRACT = /\b(?:pursuant to|hereinafter|the parties hereto)\b/i;

// What binds by its very words: contracts, terms of use, licences, statutes, judgments.
const BINDING =
  /\b(?:hereinafter|hereto|hereunder|plaintiffs?|defendants?|appellants?|respondents?|petitioners?|lessees?|lessors?|licensors?|licensees?|indemnif(?:y|ies|ied|ication)|(?:this|these) (?:agreement|licen[cs]e|contract|terms(?! of (?:the )?(?:reference|employment|office)\b))|terms of (?:use|service)|privacy policy|the parties|party of the|governing law|this (?:section|chapter|title|subtitle|paragraph|article|act|indenture|instrument)|subsections?|borrowers?|lenders?|liens?|subsidiar(?:y|ies)|be it enacted|\d+ F\.[23]d)\b|\b(?:U\.S\.C|C\.F\.R)\.|§/i;

const OFFICE =
  /\b(?:prior to|subsequent(?:ly)? to|in order to|in order that|in the event (?:that|of)|due to the fact|owing to|(?:with|in) (?:regard|respect|reference|relation) (?:to|of)|in connection with|for the purposes? of|at (?:this|the present) (?:point in )?time|commenc(?:e[ds]?|ing|ement)|furnish(?:ed|es|ing)?|requisite|aforementioned|aforesaid|foregoing|undersigned|in possession of|in (?:advance|excess|lieu|view|receipt|compliance|conjunction|accordance|consultation|keeping|continuation|respect) (?:of|with)|on account of|by (?:reason|virtue|way) of|in the absence of|until such time|notwithstanding|inasmuch as|hereby|herewith|hereof|therein|thereof|thereafter|thereto|whereby|whereupon|shall|(?:is|are|be) (?:required|requested|advised|reminded|directed|instructed|invited|permitted|obliged) to|(?:it (?:is|was|has been) |it should be |it may be |please be )(?:noted|advised|requested|recommended|regretted|informed|clarified|agreed|resolved|observed|proposed|considered)|kindly (?:be|note|send|submit|ensure|arrange|return|contact|bring|refer|find)|endeavou?r(?:s|ed)?|ascertain(?:ed)?|on an? (?:daily|weekly|monthly|regular|timely|quarterly|annual|temporary|voluntary) basis|in a timely manner|at your earliest convenience|on or before|(?:no|not) later than|as per|as regards|per annum|with a view to|in the course of|with the exception of|expedit(?:e|ious|iously)|remit(?:ted|tance)?|deemed|\d(?:st|nd|rd|th) inst(?:ant)?|wish to (?:inform|advise|draw|express)|(?:inform|advise|notify|assure) you (?:that|of)|(?:draw|brought to) (?:your|our|my|the) (?:attention|notice)|take this opportunity|please find|enclosed|be (?:undertaken|effected|submitted|notified|forwarded|construed|communicated|carried out|conducted)|upon (?:receipt|completion|expiry|request)|the onset of|for a period of|the date of|close of business|inclusive of|failing which|in terms of|pertaining to|in force|with (?:effect from|immediate effect)|duly|further to (?:my|our|your)|(?:i|we) (?:refer|write) (?:to|further|with|in)|with the rider|provided that|in so far as|gave consideration|give consideration|(?:made|make|making) (?:provision|arrangements|an application)|was of the (?:view|opinion)|prescribed|admissible|aggrieved|intimat(?:ed|ion)|vide)\b/gi;

const FORMAL =
  /\b(?:abstract|dataset|datasets|et al|hypothes[ie]s|methodology|baselines?|state-of-the-art|empirical|empirically|algorithms?|neural|theorem|lemma|proofs?|coefficients?|regression|variance|p-value|this paper|this study|this thesis|we propose|we present|our approach|our method|our findings|experimental results|outperforms?|benchmarks?|framework|hereby|herein|hereto|thereof|pursuant|notwithstanding|shall|plaintiffs?|defendants?|statutes?|liability|indemnify|jurisdiction|lessee|lessor|warrant(?:y|ies)|patients?|clinical|clinically|diagnos[ie]s|diagnosed|dose|dosage|mg|symptoms?|placebo|cohort|serum|tumou?rs?|carcinoma|efficacy|prognosis|pathology|randomi[sz]ed|prevalence|mortality|therapy|physicians?)\b/gi;
