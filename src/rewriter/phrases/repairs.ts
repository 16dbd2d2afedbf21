// Plain slips with one safe repair: a sentence that begins small, "a" before a vowel, a word typed twice, a
// comma without its space, a stock connective without its comma. Wording and opinion are not touched.
import type { Edit } from "../edit.ts";
import { articleFor, capitalise } from "../english/inflect.ts";
import { type Sentence, wordSet as set, type Token } from "../english/tokens.ts";

/** Proposes repairs for a sentence; `before` is the text in front of it in its paragraph. */
export function proposeRepairs(sentence: Sentence, before: string): Edit[] {
  const edits: Edit[] = [];
  const put = (start: number, end: number, to: string): void => {
    // A slip is one wherever it stands: there is nothing to judge.
    edits.push({ start, end, to, kind: "repair", why: "mistake corrected", isSettled: true });
  };
  const { tokens, text } = sentence;
  const first = tokens[0];
  if (first !== undefined && tokens[1]?.text !== ")" && beginsSmall(first.text, before)) {
    put(first.start, first.end, capitalise(first.text));
  }
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const next = tokens[i + 1];
    if (token === undefined || next === undefined) continue;
    const gap = text.slice(token.end, next.start);
    // Inside a sentence a capital "A" is the name of something: "event A occurs".
    // "the -a option": a letter that hangs on a mark is none either.
    const isArticle =
      (i === 0 || token.text === token.lower) && /^[\s"'“‘(]?$/.test(text.charAt(token.start - 1));
    // Before a misspelt word ("a acse") and a plural ("a amounts") nobody can tell what was meant.
    const isKnown = knows(sentence, next) && !sentence.is(i + 1, "Plural");
    // "traducida a una": another language stands there.
    const isEnglish = i === 0 || !tokens[i - 1]?.isWord || knows(sentence, tokens[i - 1]);
    if (gap === " " && isArticle && isKnown && isEnglish && isWrongArticle(token.text, next.text)) {
      put(token.start, token.end, token.lower === "a" ? `${token.text}n` : token.text.slice(0, 1));
    }
    // "ended with with.": at the end the word itself is meant.
    const isLast = tokens[i + 2]?.isWord !== true;
    if (gap === " " && token.text === next.text && DOUBLED.has(token.text) && !isLast) {
      put(token.end, next.end, "");
    }
    // In "comma ,, semicolon ;" the marks themselves are meant.
    const isNamed = /^[,;]$/.test(tokens[i + 2]?.text ?? "");
    const isMark = /^[,;]$/.test(next.text) && /^(?:\s|$)/.test(text.slice(next.end));
    if (gap === " " && isMark && /^\p{L}/u.test(token.text) && !isNamed && !CODE.test(text))
      put(token.end, next.start, "");
    if (gap === " " && beginsInside(sentence, i, before))
      put(next.start, next.end, capitalise(next.text));
    // "1,000", "a,b" in a formula and "[source,console]" stay as they are.
    const isApart = text.lastIndexOf("[", token.start) <= text.lastIndexOf("]", token.start);
    const isBetween = isPlain(next.text) && isPlain(tokens[i - 1]?.text);
    if (gap === "" && token.text === "," && isBetween && isApart && !CODE.test(text)) {
      put(token.end, token.end, " ");
    }
    if (
      gap === " " &&
      PERFECTS.has(token.lower) &&
      next.text === "of" &&
      FOLLOWS_OF.test(tokens[i + 2]?.lower ?? "")
    ) {
      put(next.start, next.end, "have");
    }
  }
  if (first !== undefined && OPENERS.has(first.lower) && CLAUSE.has(tokens[1]?.lower ?? "")) {
    put(first.end, first.end, ",");
  }
  return edits;
}

function knows({ lexicon }: Sentence, token: Token | undefined): boolean {
  return token !== undefined && lexicon.words.known.has(token.text);
}

/** "cheap. it was": no abbreviation in front, a word behind that opens sentences, and a writer who uses capitals. */
function beginsInside({ tokens, text }: Sentence, at: number, before: string): boolean {
  const [last, mark, first, next] = tokens.slice(at - 1, at + 3);
  if (mark?.text !== "." || first === undefined || !endsSentence(last?.text, first.text))
    return false;
  // "a." and "a)" are the marks of clauses.
  if (/^[.)]$/.test(next?.text ?? "") || !BEGINS_LARGE.test(text)) return false;
  return !CASUAL.test(before + text.slice(0, mark.end));
}

/** Behind a sentence that begins with a capital; elsewhere small letters may be the writer's way, or a part cut off. */
function beginsSmall(word: string, before: string): boolean {
  if (!/^[a-z]{2,}$/.test(word) || CASUAL.test(before)) return false;
  // Behind an abbreviation or an initial no sentence ended.
  return BEGINS_LARGE.test(before) && ENDED.test(before) && !isShortened(ENDED.exec(before)?.[1]);
}

const ENDED = /(\p{L}{0,16}\p{Ll}{4})[.!?]["”']? $/u;

/** "of the 5th inst. in this matter": the mark ends the word and no sentence. */
function isShortened(word = ""): boolean {
  return SHORTENED.has(word.toLowerCase());
}

const SHORTENED = set("addl approx asst dept encl govt inst instt prox regd resp subj");

const CODE = /[{}=]/;
const BEGINS_LARGE = /^\P{L}*\p{Lu}/u;
// Another sentence that begins small, or a small "i": whoever writes so means it.
const CASUAL = /[.!?]["”']? \p{Ll}|(?<![\p{L}.'])i(?:'(?:m|ve|ll|d|s))? /u;

function endsSentence(last: string | undefined, next: string): boolean {
  return last !== undefined && /^[a-z]{4,}$/.test(last) && !isShortened(last) && OPENING.has(next);
}

function isWrongArticle(article: string, next: string): boolean {
  // "An herb" and "an historic" are right to some, "an sql" to who spells it; before a joint the letter itself is meant, and
  // before "same" another word.
  if (/^h(?:erb|isto)|^[^aeiouy]+$|^same$/.test(next) || JOINTS.has(next)) return false;
  return (
    /^[Aa]n?$/.test(article) &&
    /^[a-z]{3,}$/.test(next) &&
    articleFor(next) !== article.toLowerCase()
  );
}

function isPlain(word: string | undefined): boolean {
  return word !== undefined && /^[a-z]{2,}$/.test(word);
}

const OPENING = set(
  "the it this that these those we they he she you there his her their our my a an in",
);
const JOINTS = set(
  "and are also into after against again until unless under over about above onto",
);
// Not "someone to talk to to get through the night", "what it is is", "the ones that are are few".
const DOUBLED = set("the a an of and with at from or as");
const PERFECTS = set("could should would must might");
const FOLLOWS_OF =
  /^(?:been|done|had|gone|made|known|seen|taken|come|said|given|got|gotten|won|lost|worked|helped|liked|wanted)$/;
const OPENERS = set("moreover furthermore additionally consequently nevertheless nonetheless");
const CLAUSE = set(
  "the it this that these those we they he she i you there his her their our my if when",
);
