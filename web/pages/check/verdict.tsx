// The result in words, with the one number it is read from.
import type { Detection, Verdict as VerdictName } from "../../../client/authenticity-types.ts";
import { ExactTime } from "../../components/time.tsx";
import { toneOf } from "../../components/verdict-badge.tsx";
import { FALSE_ALARMS, unbroken } from "../../false-alarms.ts";
import { NotCounted } from "./not-counted.tsx";
import { adviceOf, hasScore, reasonOf } from "./reasons.ts";
import { findStretches } from "./stretches.ts";

const SENTENCES: Readonly<Record<VerdictName, string>> = {
  "AI-generated": "The text reads like one written by an AI.",
  "Likely AI-generated": "The text reads more like an AI’s than like a person’s.",
  Mixed: "Some long stretches read like an AI’s, others like a person’s.",
  Uncertain: "The result is inconclusive: a person or an AI could have written it.",
  "Likely human-written": "The text reads more like a person’s than like an AI’s.",
  "Human-written": "The text reads like one written by a person.",
};

export function Verdict({
  detection,
  checkedAt,
  onSelect,
}: {
  detection: Detection;
  checkedAt?: string | undefined;
  onSelect: (segment: number) => void;
}) {
  const { verdict } = detection;
  const advice = verdict === "Uncertain" ? adviceOf(detection) : undefined;
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict" class={`verdict-name ${toneOf(verdict)}`}>
        {verdict}
      </h2>
      {checkedAt !== undefined && (
        <p class="small soft checked-at">
          Checked on <ExactTime at={checkedAt} />
        </p>
      )}
      <p>{reasonOf(detection) ?? SENTENCES[verdict]}</p>
      {advice !== undefined && <p>{advice}</p>}
      <NotCounted answer={detection} />
      {verdict === "Mixed" ? (
        <Split detection={detection} onSelect={onSelect} />
      ) : (
        hasScore(detection) && <Gauge probability={detection.final_probability} />
      )}
      {hasScore(detection) && (
        <p class="small soft proof">
          This says how much the text resembles what AI models write; it does not show who wrote it.{" "}
          {unbroken(FALSE_ALARMS)} Treat it as a reason to look closer, never as proof.
        </p>
      )}
    </section>
  );
}

function Gauge({ probability }: { probability: number }) {
  return (
    <div class="gauge">
      <p class="gauge-figure">
        <strong>{probability} %</strong> AI probability
      </p>
      <div
        class="gauge-track"
        role="img"
        aria-label={`${probability} on a scale from 0, human, to 100, AI.`}
      >
        <span class="zone human" />
        <span class="zone rather-human" />
        <span class="zone unsure" />
        <span class="zone rather-ai" />
        <span class="zone ai" />
        <span class="gauge-marker" style={{ left: `${probability}%` }} />
      </div>
      <div class="gauge-ends" aria-hidden="true">
        <span>0 · human</span>
        <span>uncertain</span>
        <span>AI · 100</span>
      </div>
    </div>
  );
}

/** For a text of two hands one probability says little: how much of it is whose, and where. */
function Split({
  detection,
  onSelect,
}: {
  detection: Detection;
  onSelect: (segment: number) => void;
}) {
  const { ai_share: share, final_probability: probability, segments } = detection;
  const stretches = findStretches(segments);
  return (
    <div class="split">
      {share !== undefined && (
        <>
          <p class="gauge-figure">
            <strong>{share} %</strong> of the words read like an AI’s
          </p>
          <div
            class="split-bar"
            role="img"
            aria-label={`${share} per cent like an AI’s, ${100 - share} per cent like a person’s or unclear.`}
          >
            <span class="split-ai" style={{ width: `${share}%` }} />
          </div>
        </>
      )}
      {stretches.length > 0 && (
        <ul class="plain small stretches">
          {stretches.map(({ from, to, opening }) => (
            <li key={from}>
              <button type="button" class="link" onClick={() => onSelect(from)}>
                {from === to ? `Sentence ${from + 1}` : `Sentences ${from + 1}–${to + 1}`}
              </button>{" "}
              read like an AI’s: <q>{opening} …</q>
            </li>
          ))}
        </ul>
      )}
      <p class="small soft">AI probability of the text as a whole: {probability} %.</p>
    </div>
  );
}
