// Languages of local names: reading a language tag, what each is called, and which one a browser's
// Accept-Language asks for.

/** The tag in its usual spelling, or null when it is none. */
export function parseLanguage(text: string): string | null {
  // Two small letters are most tags, and thousands of names have one.
  if (/^[a-z]{2}$/.test(text)) return text;
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

export type LanguageInfo = {
  /** In English, and in the language itself. */
  name: string;
  nativeName: string;
  /** ISO 15924. */
  script: string;
};

export function describeLanguage(lang: string): LanguageInfo {
  const locale = new Intl.Locale(lang).maximize();
  const nameIn = (display: string) =>
    new Intl.DisplayNames([display], { type: "language", fallback: "code" }).of(lang) ?? lang;
  return { name: nameIn("en"), nativeName: nameIn(lang), script: locale.script ?? "Zyyy" };
}

/**
 * The one of the known languages that `lang` names: itself, or without its region (`hi-IN` is `hi`);
 * null when there is none.
 */
export function findLanguage(lang: string, known: ReadonlySet<string>): string | null {
  const tag = parseLanguage(lang);
  if (tag === null) return null;
  if (known.has(tag)) return tag;
  const { language } = new Intl.Locale(tag);
  return known.has(language) ? language : null;
}

/** The known language that a browser likes best, by RFC 9110's quality values; null for none. */
export function chooseLanguage(
  acceptLanguage: string | undefined,
  known: ReadonlySet<string>,
): string | null {
  // Headers are bounded by the server; no real browser sends a longer list of languages.
  const asked = (acceptLanguage ?? "").split(",", 50).map((item, place) => {
    const [tag = "", ...parameters] = item.split(";");
    const quality = parameters
      .map((parameter) => parameter.trim())
      .find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return { tag: tag.trim(), weight: Number.isNaN(weight) ? 0 : weight, place };
  });
  asked.sort((a, b) => b.weight - a.weight || a.place - b.place);
  for (const { tag, weight } of asked) {
    if (weight <= 0) return null;
    // English is what the records' own names are in.
    if (/^en\b/i.test(tag)) return null;
    const found = findLanguage(tag, known);
    if (found !== null) return found;
  }
  return null;
}
