// The language in which the page shows names beside the English ones. The choice is this browser's alone.
import { useState } from "preact/hooks";

const NAME = "lodestone-names";

/** A language tag, or the empty text for English names only. */
export function useLanguage(): [lang: string, choose: (lang: string) => void] {
  const [lang, setLang] = useState(read);
  const choose = (next: string) => {
    setLang(next);
    try {
      localStorage.setItem(NAME, next);
    } catch {
      // A browser that keeps nothing shows the choice until the page is closed.
    }
  };
  return [lang, choose];
}

function read(): string {
  try {
    const kept = localStorage.getItem(NAME) ?? "";
    return /^[a-z]{2,3}$/.test(kept) ? kept : "";
  } catch {
    return "";
  }
}
