// Finding a result again: words of its beginning or its file's name, and its verdict.
import { useEffect, useState } from "preact/hooks";
import type { WantedHistory } from "../../../client/dashboard.ts";

export type Filter = { words: string; verdict: string };
export const ALL: Filter = { words: "", verdict: "" };

const CHOICES: ReadonlyArray<[value: string, label: string, verdicts: string[]]> = [
  ["", "All results", []],
  ["ai", "AI-generated or likely AI", ["AI-generated", "Likely AI-generated"]],
  ["mixed", "Mixed", ["Mixed"]],
  ["uncertain", "Uncertain", ["Uncertain"]],
  ["human", "Human-written or likely human", ["Human-written", "Likely human-written"]],
  ["rewrite", "Rewrites", ["rewrite"]],
];

/** People type faster than a server should be asked. */
const PAUSE_MS = 250;

export function isFiltered({ words, verdict }: Filter): boolean {
  return words.trim() !== "" || verdict !== "";
}

export function wantedOf({ words, verdict }: Filter): WantedHistory {
  return { words: words.trim(), verdicts: CHOICES.find(([value]) => value === verdict)?.[2] };
}

export function HistoryFilter({
  filter,
  onFilter,
}: {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}) {
  const [words, setWords] = useState(filter.words);
  useEffect(() => {
    if (words === filter.words) return;
    const timer = setTimeout(() => onFilter({ ...filter, words }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <search class="row history-filter">
      <label class="unseen" for="history-words">
        Search results
      </label>
      <input
        id="history-words"
        type="search"
        placeholder="Search by file name or first words"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <label class="unseen" for="history-verdict">
        Verdict
      </label>
      <select
        id="history-verdict"
        value={filter.verdict}
        onChange={(event) => onFilter({ words, verdict: event.currentTarget.value })}
      >
        {CHOICES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </search>
  );
}
