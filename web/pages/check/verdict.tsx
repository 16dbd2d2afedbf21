// The result in words, and a gauge that shows how sure it is.
import type { Detection, Verdict as VerdictName } from "../../../client/authenticity-types.ts";
import { FALSE_ALARMS } from "../../false-alarms.ts";

const SENTENCES: Readonly<Record<VerdictName, string>> = {
  "AI-generated": "The text reads like one written by an AI.",
  "Likely AI-generated": "The text reads more like an AI’s than like a person’s.",
  Mixed: "Some long stretches read like an AI’s, others like a person’s.",
  Uncertain: "There is not enough here to tell either way.",
  "Likely human-written": "The text reads more like a person’s than like an AI’s.",
  "Human-written": "The text reads like one written by a person.",
};

export function Verdict({ detection }: { detection: Detection }) {
  const { verdict, final_probability: final } = detection;
  const tone = final >= 70 || verdict === "Mixed" ? "ai" : final <= 30 ? "human" : "unsure";
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict" class={`verdict-name ${tone}`}>
        {verdict}
      </h2>
      <p>{SENTENCES[verdict]}</p>
      <Gauge detection={detection} />
      <p class="small soft proof">
        This says how much the text resembles what AI models write; it does not show who wrote it.
        {FALSE_ALARMS} Treat it as a reason to look closer, never as proof.
      </p>
    </section>
  );
}

/**
 * The marker is the figure the verdict is read from. The bar beside it reaches to the model's own
 * score: its length is how far the figure was drawn to the middle because the evidence is thin.
 */
function Gauge({ detection }: { detection: Detection }) {
  const { final_probability: final, ai_probability: raw } = detection;
  const from = Math.min(final, raw);
  const to = Math.max(final, raw);
  const width = to - from;
  const thin =
    width === 0
      ? "The length of the text leaves the model’s own score as it is."
      : `The model’s own score is ${raw}; for a text of this length it counts as ${final}.`;
  return (
    <div class="gauge">
      <div
        class="gauge-track"
        role="img"
        aria-label={`${final} on a scale from 0, human, to 100, AI. ${thin}`}
      >
        <span class="zone human" />
        <span class="zone rather-human" />
        <span class="zone unsure" />
        <span class="zone rather-ai" />
        <span class="zone ai" />
        <span class="gauge-span" style={{ left: `${from}%`, width: `${width}%` }} />
        <span class="gauge-marker" style={{ left: `${final}%` }}>
          <span class="gauge-value">{final}</span>
        </span>
      </div>
      <div class="gauge-ends" aria-hidden="true">
        <span>0 · human</span>
        <span>uncertain</span>
        <span>AI · 100</span>
      </div>
      <p class="small soft">{thin}</p>
    </div>
  );
}
