// A query in another script than Latin, as it sounds.
import { normaliseName } from "./normalise.ts";
import { type Query, toUnits } from "./query.ts";
import type { Writing } from "./romanise.ts";
import { encodeSounds } from "./sound-distance.ts";
import { skeletonOf, soundsOf } from "./sounds.ts";
import { PLACE_WORDS, TRANSLATIONS } from "./translated-words.ts";

export type SoundQuery = {
  text: string;
  /** As it was written, without blanks. */
  spelled: string;
  skeleton: Query;
  joined: Uint8Array;
  words: Uint8Array[];
  writing: Writing;
};

/**
 * The ways a text can be meant, the likeliest first; none when it has no letter or digit. Words such as
 * "north" are translated in some names (North Goa) and not in others (Uttar Dinajpur), and a word such as
 * "market" behind a name may belong to it or not.
 */
export function prepareSoundQueries(text: string): SoundQuery[] {
  const { words: spelled } = normaliseName(text);
  if (spelled.length === 0) return [];
  const { words, writing } = soundsOf(spelled);
  const ways = [words];
  const translated = words.map((word) => TRANSLATIONS.get(word) ?? word);
  if (words.length > 1 && translated.some((word, i) => word !== words[i])) ways.push(translated);
  let end = words.length;
  while (end > 1 && PLACE_WORDS.has(words[end - 1] ?? "")) end -= 1;
  if (end < words.length) ways.push(words.slice(0, end));
  return ways.map((way) => prepareWay(text, spelled.join(""), way, writing));
}

function prepareWay(
  text: string,
  spelled: string,
  words: readonly string[],
  writing: Writing,
): SoundQuery {
  const skeletons = words.map(skeletonOf);
  return {
    text,
    spelled,
    skeleton: {
      joined: toUnits(skeletons.join("")),
      words: [...new Set(skeletons)].map(toUnits),
      isOneWord: words.length === 1,
      isSuffix: false,
    },
    joined: encodeSounds(words.join("")),
    words: words.map(encodeSounds),
    writing,
  };
}
