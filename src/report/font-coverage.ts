// The characters of a TrueType font, read from its `cmap` table, so that missing ones are known before they
// would be drawn as nothing. https://learn.microsoft.com/typography/opentype/spec/cmap

export type Coverage = (codePoint: number) => boolean;

export function readCoverage(font: Buffer): Coverage {
  const cmap = tableOffset(font, "cmap");
  let best: { format: number; offset: number } | undefined;
  for (let at = 0; at < font.readUInt16BE(cmap + 2); at++) {
    const offset = cmap + font.readUInt32BE(cmap + 4 + 8 * at + 4);
    const format = font.readUInt16BE(offset);
    // Format 12 has all of Unicode, format 4 its first 65,536 characters.
    if (format === 12 || (format === 4 && best?.format !== 12)) best = { format, offset };
  }
  // A subset of which nothing was left has no such table.
  if (best === undefined) return () => false;
  const ranges =
    best.format === 12 ? readGroups(font, best.offset) : readSegments(font, best.offset);
  return (codePoint) => {
    let low = 0;
    let high = ranges.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first, last] = ranges[middle] ?? [0, -1];
      if (codePoint < first) high = middle - 1;
      else if (codePoint > last) low = middle + 1;
      else return true;
    }
    return false;
  };
}

type Range = [first: number, last: number];

function tableOffset(font: Buffer, name: string): number {
  for (let at = 0; at < font.readUInt16BE(4); at++) {
    const entry = 12 + 16 * at;
    if (font.toString("latin1", entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`The font has no ${name} table.`);
}

function readGroups(font: Buffer, offset: number): Range[] {
  return Array.from({ length: font.readUInt32BE(offset + 12) }, (_, at): Range => {
    const group = offset + 16 + 12 * at;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
  });
}

function readSegments(font: Buffer, offset: number): Range[] {
  const double = font.readUInt16BE(offset + 6);
  const ends = offset + 14;
  const starts = ends + double + 2;
  return Array.from({ length: double / 2 }, (_, at): Range => {
    return [font.readUInt16BE(starts + 2 * at), font.readUInt16BE(ends + 2 * at)];
  }).filter(([first]) => first !== 0xffff);
}
