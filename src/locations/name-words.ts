// The words of a name as code units, appended to a list. At a million names, strings of their own for the words
// would take most of the time of building an index.
import type { GrowingList } from "./growing-list.ts";
import { SUFFIX, splitWords } from "./normalise.ts";

export type Units = GrowingList<Uint16Array>;
export type Starts = GrowingList<Uint32Array>;

/**
 * Appends the words of a name without blanks, and where each begins, as `normaliseName` gives them. Returns whether
 * the suffix stood behind them.
 */
export function pushNameWords(name: string, units: Units, starts: Starts): boolean {
  const first = starts.length;
  pushWords(name, units, starts);
  let hasSuffix = false;
  // A name that is nothing but the suffix keeps it.
  while (starts.length > first + 1 && isSuffix(units, starts.items[starts.length - 1]!)) {
    starts.length -= 1;
    units.length = starts.items[starts.length]!;
    hasSuffix = true;
  }
  return hasSuffix;
}

export const SUFFIX_UNITS = Uint16Array.from(SUFFIX, (letter) => letter.charCodeAt(0));

/** Letters and digits of ASCII, in small letters; all else is 0. */
const ASCII_LETTERS = Uint16Array.from({ length: 128 }, (_, unit) => {
  const [letter] = splitWords(String.fromCharCode(unit));
  return letter === undefined ? 0 : letter.charCodeAt(0);
});

function pushWords(name: string, units: Units, starts: Starts): void {
  const startsBefore = starts.length;
  const items = units.reserve(name.length);
  let { length } = units;
  let isInWord = false;
  for (let i = 0; i < name.length; i += 1) {
    const unit = name.charCodeAt(i);
    if (unit >= ASCII_LETTERS.length) {
      // Only plain ASCII can be processed letter by letter; anything else takes the slow path.
      starts.length = startsBefore;
      for (const word of splitWords(name)) {
        starts.push(units.length);
        pushText(word, units);
      }
      return;
    }
    const letter = ASCII_LETTERS[unit]!;
    if (letter !== 0) {
      if (!isInWord) starts.push(length);
      items[length] = letter;
      length += 1;
    }
    isInWord = letter !== 0;
  }
  units.length = length;
}

export function pushText(text: string, units: Units): void {
  const items = units.reserve(text.length);
  for (let at = 0; at < text.length; at += 1) items[units.length + at] = text.charCodeAt(at);
  units.length += text.length;
}

/** Whether the units from `start` to the end are the suffix. */
function isSuffix({ items, length }: Units, start: number): boolean {
  if (length - start !== SUFFIX_UNITS.length) return false;
  for (let i = 0; i < SUFFIX_UNITS.length; i += 1) {
    if (items[start + i] !== SUFFIX_UNITS[i]) return false;
  }
  return true;
}
