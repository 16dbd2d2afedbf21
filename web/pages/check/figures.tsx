// Before and after in figures: the detector's probability and how easily the text reads.
import type { Rewrite } from "../../../client/authenticity-types.ts";

export function Figures({ rewrite, isPartly }: { rewrite: Rewrite; isPartly: boolean }) {
  const { final_probability: final, original_ai_prob: before, new_human_prob: human } = rewrite;
  const rows = [
    // Results kept before the service gave it have the raw score alone.
    ...(final === undefined
      ? []
      : [{ name: "AI probability", before: `${final.before} %`, after: `${final.after} %` }]),
    ...readabilityRows(rewrite.readability),
  ];
  return (
    <section class="card" aria-labelledby="figures">
      <h2 id="figures">Before and after</h2>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Measure</span>
            </th>
            <th scope="col" class="number">
              Before
            </th>
            <th scope="col" class="number">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td class="number">{row.before}</td>
              <td class="number">{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details class="small">
        <summary>Details</summary>
        <p>
          Raw score: {before} % before, {100 - human} % after.
        </p>
      </details>
      {isPartly && (
        <p class="small soft">
          These figures are for all changes together. Check this version to see them for your
          choice.
        </p>
      )}
    </section>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  grade: "School grade",
  reading_ease: "Reading ease",
  words_per_sentence: "Words per sentence",
};

/** Whatever numbers the service measured, by their names; what is no number is left out. */
function readabilityRows(readability: Rewrite["readability"]) {
  if (readability === undefined) return [];
  const after = numbersOf(readability.after);
  return [...numbersOf(readability.before)].flatMap(([name, value]) => {
    const then = after.get(name);
    if (then === undefined) return [];
    const words = name.replaceAll("_", " ");
    const label = NAMES[name] ?? (words === "" ? "Readability" : capital(words));
    return [{ name: label, before: shown(value), after: shown(then) }];
  });
}

function numbersOf(value: unknown): Map<string, number> {
  if (typeof value === "number") return new Map([["", value]]);
  const entries = Object.entries(Object(value) as object).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  return new Map(entries);
}

function shown(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
