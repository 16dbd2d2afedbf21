// Finds which records hold the parts of a query: as spelled, as they sound and, where no record holds all of
// them, misspelt.
import { FIRST_WORD, NAME_START as SOUND_NAME_START } from "../sound/sound-measure.ts";
import { editsAllowed } from "./edit-distance.ts";
import { type Holdings, OTHER_NAME, SURE, WHOLE_WORD } from "./holdings.ts";
import type { ParsedQuery, QueryPart } from "./parse-query.ts";
import type { SearchTables } from "./search-tables.ts";
import { EXACT, NAME, NAME_START } from "./word-index.ts";

/** How well a name holds a part, in per cent: the beginning of a word, the more of it the better. */
const BEGINNING = SURE;
const BEGINNING_ALL = 30;
const INSIDE = 40;
const ONE_EDIT = 70;
const TWO_EDITS = 56;
/** The whole query begins the name. */
const NAME_BEGINNING = 92;
/** What a tenth of a letter takes off a sound, and that a longer name or a later word begins with it. */
const DIFFERENCE = 6;
const BEGINS_LESS = 25;
const LATER_LESS = 15;

const SHORT_FORM_LENGTH = 5;
const INSIDE_LENGTH_MIN = 3;
const EDITED_LENGTH_MIN = 3;

export function createPartFinder(tables: SearchTables, holdings: Holdings) {
  const { keys, index, sound, pincodes } = tables;
  const { localStart } = keys;
  const { hold, holdKey, holdWhole } = holdings;

  return ({ joined, parts }: ParsedQuery): void => {
    holdings.clear(parts.length);
    const all = (1 << parts.length) - 1;
    index.visitStarts(joined, (key, place) => {
      const isWhole =
        place === EXACT || ((place === NAME_START || place === NAME) && key < localStart);
      if (isWhole) holdWhole(key, all, place === EXACT ? WHOLE_WORD : NAME_BEGINNING, false);
    });
    for (const [i, part] of parts.entries()) findSpelled(part, 1 << i);
    for (let i = 0; i + 1 < parts.length; i += 1) findPair(parts[i]!, parts[i + 1]!, 3 << i);
    holdings.holdContext();
    if (holdings.isAnyComplete(parts.length)) return;
    index.visitMisspelt(joined, (key, edits, isWhole) => {
      if (isWhole) holdWhole(key, all, edits > 1 ? TWO_EDITS : ONE_EDIT, true);
    });
    for (const [i, part] of parts.entries()) findMisspelt(part, 1 << i);
    for (const [i, part] of parts.entries()) {
      if ((holdings.known & (1 << i)) === 0) findBeginnings(part, 1 << i);
    }
    holdings.holdContext();
  };

  function findSpelled(part: QueryPart, bit: number): void {
    for (const record of part.shortFormOf) hold(record, record, bit, WHOLE_WORD, false);
    if (part.pin !== null) {
      for (const record of pincodes.districtsOf(part.pin)) {
        hold(record, record, bit, WHOLE_WORD, false);
      }
      if (part.pin.length > 3) return;
    }
    if (part.isNative) findSound(part, bit, false);
    else {
      // A short form comes before anything that begins like it.
      const isShort = part.shortFormOf.length > 0 && part.text.length < SHORT_FORM_LENGTH;
      for (const text of part.variants) findText(text, bit, isShort);
    }
  }

  function findText(text: string, bits: number, isWholeOnly = false): void {
    index.visitStarts(text, (key, place, wordLength) => {
      if (key >= localStart || (isWholeOnly && place >= NAME_START)) return;
      const ratio = text.length / wordLength;
      const quality =
        place < NAME_START ? WHOLE_WORD : Math.round(BEGINNING + BEGINNING_ALL * ratio);
      holdKey(key, bits, quality, false);
    });
    if (isWholeOnly || text.length < INSIDE_LENGTH_MIN) return;
    index.visitInsides(text, (key) => key < localStart && holdKey(key, bits, INSIDE, false));
  }

  function findSound(part: QueryPart, bit: number, isMisspelt: boolean): void {
    const options = { isWanted: () => true, canBeTranslated: true, isMisspelt };
    const hits = sound.find(part.variants[0]!, options);
    const isNearFound = hits.some(({ isFar }) => !isFar);
    for (const { key, rank, difference, isFar } of hits) {
      if (isFar && isNearFound) continue;
      const place = rank - difference;
      const less = place === SOUND_NAME_START ? BEGINS_LESS : place > FIRST_WORD ? LATER_LESS : 0;
      const quality = WHOLE_WORD - DIFFERENCE * difference - less;
      if (rank === 0) holdKey(key, bit, WHOLE_WORD + OTHER_NAME, false);
      else holdKey(key, bit, Math.max(INSIDE, quality), isMisspelt || isFar);
    }
  }

  /** Two words that may be one: "lasal gaon". */
  function findPair(left: QueryPart, right: QueryPart, bits: number): void {
    if (!isPlain(left) || !isPlain(right) || left.isNative !== right.isNative) return;
    const text = left.variants[0]! + right.variants[0]!;
    if (left.isNative) findSound({ ...left, variants: [text] }, bits, false);
    else findText(text, bits);
  }

  function findMisspelt(part: QueryPart, bit: number): void {
    const text = part.variants[0]!;
    if (!isPlain(part) || text.length < EDITED_LENGTH_MIN) return;
    if (part.isNative) findSound(part, bit, true);
    index.visitMisspelt(text, (key, edits) => {
      if (part.isNative === key >= localStart) {
        holdKey(key, bit, edits > 1 ? TWO_EDITS : ONE_EDIT, true);
      }
    });
  }

  function findBeginnings(part: QueryPart, bit: number): void {
    const text = part.variants[0]!;
    if (!isPlain(part) || editsAllowed(text.length) < 1) return;
    if (part.isNative) {
      const options = { isWanted: () => true, canBeTranslated: true };
      for (const { key } of sound.findStarts(text, options)) holdKey(key, bit, INSIDE, true);
    } else {
      index.visitMisspeltStarts(text, (key) => key < localStart && holdKey(key, bit, INSIDE, true));
    }
  }
}

/** Short forms, PIN codes and commodities have no misspellings. */
function isPlain({ shortFormOf, pin, isFixed }: QueryPart): boolean {
  return shortFormOf.length === 0 && pin === null && !isFixed;
}
