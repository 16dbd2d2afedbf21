// A data set with as many markets as wanted, whose names look like the real ones: words are spelled by
// a chain of letters learnt from the shipped names, and names are built to the same patterns.

import { createRandom, type Random } from "../evaluation/seeded-random.ts";
import { type Dataset, readShippedDataset, sealDataset } from "../src/locations/data/dataset.ts";

export function makeSyntheticDataset({
  markets,
  seed,
}: {
  markets: number;
  seed: number;
}): Dataset {
  const real = readShippedDataset();
  const random = createRandom(seed);
  const spell = learnSpelling(real.markets.map(({ name }) => name));
  const patterns = real.markets.map(({ name }) => name.split(WORD));
  // Real names share words: a third of all words in them are met again elsewhere.
  const shared = Array.from({ length: Math.ceil(markets / 50) }, () => spell(random));

  const records = Array.from({ length: markets }, (_, i) => {
    const pieces = random.pick(patterns);
    const name = pieces
      .map((piece) => {
        if (!/[a-z]/i.test(piece) || piece === "APMC") return piece;
        return random.below(3) === 0 ? random.pick(shared) : spell(random);
      })
      .join("");
    return { id: i + 1, districtId: random.pick(real.districts).id, name };
  });
  return sealDataset(
    { source: "synthetic", date: real.date, licence: "none", attribution: "" },
    { ...real, markets: records, aliases: real.aliases.filter(({ kind }) => kind !== "market") },
    { states: [], districts: [], markets: [] },
  );
}

const WORD = /([A-Za-z0-9]+)/;
/** Letters that decide the next one: with three, new words still look like real place names. */
const MEMORY = 3;

function learnSpelling(names: readonly string[]): (random: Random) => string {
  const followers = new Map<string, string[]>();
  for (const name of names) {
    for (const word of name.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
      if (word === "apmc") continue;
      const padded = `${"^".repeat(MEMORY)}${word}$`;
      for (let i = MEMORY; i < padded.length; i += 1) {
        const before = padded.slice(i - MEMORY, i);
        const known = followers.get(before);
        if (known) known.push(padded[i] ?? "$");
        else followers.set(before, [padded[i] ?? "$"]);
      }
    }
  }
  return (random) => {
    let word = "^".repeat(MEMORY);
    for (;;) {
      const next = random.pick(followers.get(word.slice(-MEMORY)) ?? ["$"]);
      if (next === "$") break;
      word += next;
    }
    const letters = word.slice(MEMORY);
    return letters.slice(0, 1).toUpperCase() + letters.slice(1);
  };
}
