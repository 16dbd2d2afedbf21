// Why the text got its score: the phrases that moved it, and how the text as a whole compares with human ones.
import type { Detection, Evidence, Explanation, Sign } from "../../../client/authenticity-types.ts";

/** More are shown on request. */
const SHOWN = 6;

export function Why({
  detection: { segments },
  explanation: { evidence, signs },
  onSelect,
}: {
  detection: Detection;
  explanation: Explanation;
  onSelect: (segment: number) => void;
}) {
  if (evidence.length === 0 && signs.length === 0) return null;
  const items = (list: readonly Evidence[]) =>
    list.map((item) => (
      <li key={item.start}>
        <PhraseLine
          item={item}
          onSelect={() => onSelect(segments.findIndex(({ end }) => end > item.start))}
        />
      </li>
    ));
  return (
    <section class="card why" aria-labelledby="why">
      <h2 id="why">Why</h2>
      {evidence.length === 0 ? (
        <p class="small">No single phrase moved the score: it comes from the text as a whole.</p>
      ) : (
        <>
          <p class="small soft">
            Phrases that moved the score, each tested by leaving it out and reading the text again.
          </p>
          <ul class="plain small phrases">{items(evidence.slice(0, SHOWN))}</ul>
          {evidence.length > SHOWN && (
            <details class="small">
              <summary>{evidence.length - SHOWN} more</summary>
              <ul class="plain phrases">{items(evidence.slice(SHOWN))}</ul>
            </details>
          )}
        </>
      )}
      {signs.length > 0 && (
        <>
          <h3>The text as a whole</h3>
          <ul class="plain small signs">
            {signs.map((sign) => (
              <li key={sign.name}>
                <SignLine sign={sign} />
              </li>
            ))}
          </ul>
          <p class="small soft">
            Not part of the score. The shaded range is where eight in ten human texts of this length
            lie.
          </p>
        </>
      )}
    </section>
  );
}

export function PhraseLine({ item, onSelect }: { item: Evidence; onSelect?: () => void }) {
  const quote = <bdi>‘{item.text.replace(/\s+/g, " ")}’</bdi>;
  return (
    <div class="phrase-line">
      <span class={`direction ${item.direction}`}>{item.direction === "ai" ? "AI" : "human"}</span>
      <div>
        {onSelect === undefined ? (
          quote
        ) : (
          <button type="button" class="link" onClick={onSelect}>
            {quote}
          </button>
        )}
        <p>{countsOf(item)}</p>
      </div>
    </div>
  );
}

function countsOf({ per_million: counts, direction }: Evidence): string {
  if (counts !== undefined) {
    return `${shown(counts.ai)} in a million words of AI texts, ${shown(counts.human)} in human ones`;
  }
  return direction === "ai"
    ? "without it the text reads less like an AI’s"
    : "without it the text reads more like an AI’s";
}

function shown(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

const NAMES: Readonly<Record<Sign["name"], string>> = {
  sentence_variation: "Variation of sentence length",
  stock_phrases: "Stock phrases",
  word_range: "Variety of words",
};

function SignLine({ sign: { name, value, human_range: range, text } }: { sign: Sign }) {
  const scale = 1.2 * Math.max(value, range[1], 1);
  const percent = (part: number) => `${(100 * part) / scale}%`;
  return (
    <>
      <strong>{NAMES[name] ?? name}</strong>
      <div class="sign-scale" aria-hidden="true">
        <span
          class="sign-range"
          style={{ left: percent(range[0]), width: percent(range[1] - range[0]) }}
        />
        <span class="sign-value" style={{ left: percent(value) }} />
      </div>
      <p>{text}</p>
    </>
  );
}
