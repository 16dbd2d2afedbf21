// A result with its text: the verdict, what was marked where, and why.
import "./check-page.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Detection } from "../../../client/authenticity-types.ts";
import { type GetReport, ReportButtons } from "../../components/report-buttons.tsx";
import { Counted } from "./counted.tsx";
import { HighlightedText } from "./highlighted-text.tsx";
import { hasScore } from "./reasons.ts";
import { Verdict } from "./verdict.tsx";
import { Walk } from "./walk.tsx";
import { Why } from "./why.tsx";

const NOTHING = { evidence: [], signs: [] };
const NO_SEGMENTS: Detection["segments"] = [];

export function ResultView({
  text,
  detection,
  beside,
  below,
  getReport,
  checkedAt,
}: {
  text: string;
  detection: Detection;
  /** Stands beside the heading of the text. */
  beside?: ComponentChildren;
  /** What can be done next. */
  below?: ComponentChildren;
  /** Where there is none, no report is offered. */
  getReport?: GetReport;
  /** When the check was made, where nothing else on the page says it. */
  checkedAt?: string | undefined;
}) {
  const [selected, setSelected] = useState<number | null>(null);
  const { explanation = NOTHING } = detection;
  // Without a score no sentence has a number: a mark would say something that nobody measured.
  const segments = hasScore(detection) ? detection.segments : NO_SEGMENTS;
  return (
    <div class="columns" data-result="checked">
      <div class="result-verdict">
        <Verdict detection={detection} checkedAt={checkedAt} onSelect={setSelected} />
      </div>
      <section class="result-text" aria-labelledby="checked">
        <div class="row spread">
          <h2 id="checked">The text</h2>
          {beside}
        </div>
        {segments.length > 0 && (
          <Walk
            segments={segments}
            evidence={explanation.evidence}
            selected={selected}
            onSelect={setSelected}
          />
        )}
        <HighlightedText
          text={text}
          segments={segments}
          evidence={explanation.evidence}
          selected={selected}
          onSelect={setSelected}
        />
        {below}
        {getReport !== undefined && <ReportButtons getReport={getReport} />}
      </section>
      <aside class="result-why">
        {detection.explanation !== undefined ? (
          <Why detection={detection} explanation={explanation} onSelect={setSelected} />
        ) : (
          text.length > 30_000 && (
            <p class="small soft">
              In texts of more than 30,000 characters single phrases are not looked for: they hardly
              move the score.
            </p>
          )
        )}
        <Counted detection={detection} />
      </aside>
    </div>
  );
}
