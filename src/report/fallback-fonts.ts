// Fonts for what DejaVu Sans lacks: the scripts of India, Thai, Chinese, Japanese and Korean, from the Noto family.
// The packages hold each font in slices; only those slices that a text needs are read, and of each only the letters
// that are used, in the regular weight.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import { type Coverage, readCoverage } from "./font-coverage.ts";

export type FallbackFont = { name: string; data: Buffer; has: Coverage };

export type FallbackFonts = {
  fonts: readonly FallbackFont[];
  /** The name of the font that has a character; undefined when none does. */
  find(codePoint: number): string | undefined;
};

const SCRIPTS = [
  "devanagari",
  "bengali",
  "gurmukhi",
  "gujarati",
  "oriya",
  "tamil",
  "telugu",
  "kannada",
  "malayalam",
  "thai",
];

/** One ideograph is written in several ways: the text's own language goes first. */
const EAST_ASIAN: Readonly<Record<string, readonly string[]>> = {
  ja: ["jp", "sc", "kr"],
  ko: ["kr", "jp", "sc"],
  zh: ["sc", "jp", "kr"],
};

/** They choose between forms of the letters beside them. */
const JOINERS = "\u200c\u200d";

const require = createRequire(import.meta.url);

/** The fonts for all of `text` that `has` lacks. */
export async function openFallbackFonts(
  text: string,
  { has, language }: { has: Coverage; language: string },
): Promise<FallbackFonts> {
  const missing = new Set<number>();
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint > 0x7f && !has(codePoint)) missing.add(codePoint);
  }
  const fonts: FallbackFont[] = [];
  for (const family of [...SCRIPTS, ...eastAsian(text, language)]) {
    if (missing.size === 0) break;
    fonts.push(...(await openFamily(family, missing)));
  }
  const found = new Map<number, string>();
  return {
    fonts,
    find(codePoint) {
      let name = found.get(codePoint);
      if (name === undefined && !has(codePoint)) {
        name = fonts.find((font) => font.has(codePoint))?.name;
        if (name !== undefined) found.set(codePoint, name);
      }
      return name;
    },
  };
}

/** Kana are Japanese and Hangul Korean, whatever language was found. */
function eastAsian(text: string, language: string): readonly string[] {
  if (/[\u3040-\u30ff]/.test(text)) return EAST_ASIAN.ja ?? [];
  if (/[\uac00-\ud7af]/.test(text)) return EAST_ASIAN.ko ?? [];
  return EAST_ASIAN[language] ?? EAST_ASIAN.zh ?? [];
}

/** Takes what the family has out of `missing`. */
async function openFamily(family: string, missing: Set<number>): Promise<FallbackFont[]> {
  const fonts: FallbackFont[] = [];
  for (const [slice, isIn] of slicesOf(family)) {
    const wanted = [...missing].filter(isIn);
    if (wanted.length === 0) continue;
    const file = `@fontsource-variable/noto-sans-${family}/files/noto-sans-${family}-${slice}-wght-normal.woff2`;
    const letters = String.fromCodePoint(...wanted);
    // A vowel of two halves is drawn as two: both must be there.
    const text = letters + letters.normalize("NFD") + JOINERS;
    const data = await subsetFont(readFileSync(require.resolve(file)), text, {
      targetFormat: "truetype",
      variationAxes: { wght: 400 },
    });
    const has = readCoverage(data);
    const got = wanted.filter(has);
    for (const codePoint of got) missing.delete(codePoint);
    if (got.length > 0) fonts.push({ name: `${family}-${slice}`, data, has });
  }
  return fonts;
}

const known = new Map<string, Array<[slice: string, isIn: Coverage]>>();

/** Which characters lie in which file, as the package's table says. */
function slicesOf(family: string): Array<[slice: string, isIn: Coverage]> {
  let slices = known.get(family);
  if (slices === undefined) {
    const file = require.resolve(`@fontsource-variable/noto-sans-${family}/unicode.json`);
    const table = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    slices = Object.entries(table)
      // Latin letters are DejaVu's.
      .filter(([name]) => !/^(?:latin|latin-ext|vietnamese|cyrillic|greek)$/.test(name))
      .map(([name, ranges]) => [name.replaceAll(/[[\]]/g, ""), readRanges(ranges)]);
    known.set(family, slices);
  }
  return slices;
}

/** `U+0900-097F,U+20B9` */
function readRanges(text: string): Coverage {
  const ranges = text.split(",").map((range) => {
    const [first = "", last = first] = range.trim().slice(2).split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (codePoint) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}
