// Explore the directory: search as one types, or walk from state to district to market.
import "./locations-page.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { navigate, useLocation } from "../../router.tsx";
import { Attribution } from "./attribution.tsx";
import { Explore } from "./explore.tsx";
import { useLanguage } from "./language.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { SearchResults } from "./search-results.tsx";

/** Long enough not to ask for every letter of a fast typist, short enough not to be noticed. */
const PAUSE_MS = 120;

export function LocationsPage() {
  const { query } = useLocation();
  const [lang, chooseLang] = useLanguage();
  const [typed, setTyped] = useState(query.get("q") ?? "");
  const [asked, setAsked] = useState(typed.trim());
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A link or the way back may lead to another search, or to none; what was typed here comes round as the
  // address too, and must not undo the letters typed since.
  const linked = (query.get("q") ?? "").trim();
  const known = useRef(linked);
  useEffect(() => {
    if (linked === known.current) return;
    known.current = linked;
    setTyped(linked);
    setAsked(linked);
  }, [linked]);
  const search = (text: string) => {
    known.current = text.trim();
    setAsked(known.current);
    // The address can be copied and kept, but the way back does not lead through every letter.
    const place =
      known.current === ""
        ? `/locations${browsed(new URLSearchParams(location.search))}`
        : `/locations?${params({ q: known.current })}`;
    if (place !== location.pathname + location.search) navigate(place, { replace: true });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    const here = location.href;
    pause.current = setTimeout(() => {
      // Who has gone elsewhere meanwhile is not brought back.
      if (location.href === here) search(text);
    }, PAUSE_MS);
  };
  return (
    <>
      <h1>Explore locations</h1>
      <p class="lead">
        India’s states, districts and agricultural markets, with the ids that AGMARKNET 2.0 uses.
        Search in any script.
      </p>
      <div class="ask">
        <form
          role="search"
          class="search"
          onSubmit={(event) => {
            event.preventDefault();
            clearTimeout(pause.current);
            search(typed);
          }}
        >
          <label for="q">Search by name</label>
          <input
            id="q"
            type="search"
            value={typed}
            maxLength={100}
            autocomplete="off"
            spellcheck={false}
            placeholder="Pune, पुणे, லாசல்கான், 411001 …"
            onInput={(event) => type(event.currentTarget.value)}
          />
        </form>
        <LanguageChoice lang={lang} choose={chooseLang} />
      </div>
      <div class="answer">
        {asked === "" ? <Explore lang={lang} /> : <SearchResults query={asked} lang={lang} />}
      </div>
      <Attribution />
    </>
  );
}

function params(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

function browsed(query: URLSearchParams): string {
  const kept = Object.fromEntries([...query].filter(([name]) => name !== "q"));
  const text = params(kept);
  return text === "" ? "" : `?${text}`;
}
