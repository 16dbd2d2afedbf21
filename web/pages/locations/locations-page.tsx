// Explore the directory: search as one types, or walk from state to district to market.
import "./locations-page.css";
import { useEffect, useState } from "preact/hooks";
import { navigate, useLocation } from "../../router.tsx";
import { Browse } from "./browse.tsx";
import { SearchResults } from "./search-results.tsx";

/** Long enough not to ask for every letter of a fast typist, short enough not to be noticed. */
const PAUSE_MS = 120;

export function LocationsPage() {
  const { query } = useLocation();
  const [typed, setTyped] = useState(query.get("q") ?? "");
  const [asked, setAsked] = useState(typed.trim());
  // A link or the way back may lead to another search, or to none.
  const linked = (query.get("q") ?? "").trim();
  useEffect(() => {
    if (linked === typed.trim()) return;
    setTyped(linked);
    setAsked(linked);
  }, [linked]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = typed.trim();
      setAsked(next);
      // The address can be copied and kept, but the way back does not lead through every letter. It is
      // read now: somebody may have chosen a state since the pause began.
      const now = new URLSearchParams(location.search);
      const place = next === "" ? `/locations${browsed(now)}` : `/locations?${params({ q: next })}`;
      if (place !== location.pathname + location.search) navigate(place, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <>
      <h1>Explore locations</h1>
      <p class="lead">
        India’s states, districts and agricultural markets, with the ids that AGMARKNET 2.0 uses.
      </p>
      <form
        role="search"
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim());
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
          placeholder="Pune, Lasalgaon, Orissa …"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      {asked === "" ? <Browse /> : <SearchResults query={asked} />}
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
