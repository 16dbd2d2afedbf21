// A result with its text: what was marked where on the left, the verdict and what counted on the right.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Detection } from "../../../client/authenticity-types.ts";
import { type GetReport, ReportButtons } from "../../components/report-buttons.tsx";
import { Evidence } from "./evidence.tsx";
import { HighlightedText } from "./highlighted-text.tsx";
import { Verdict } from "./verdict.tsx";
import { Walk } from "./walk.tsx";

export function ResultView({
  text,
  detection,
  beside,
  below,
  getReport,
}: {
  text: string;
  detection: Detection;
  /** Stands beside the heading of the text. */
  beside?: ComponentChildren;
  /** What can be done next. */
  below?: ComponentChildren;
  getReport: GetReport;
}) {
  const [selected, setSelected] = useState<number | null>(null);
  const { segments } = detection;
  return (
    <div class="columns" data-result="checked">
      <section aria-labelledby="checked">
        <div class="row spread">
          <h2 id="checked">The text</h2>
          {beside}
        </div>
        <Walk segments={segments} selected={selected} onSelect={setSelected} />
        <HighlightedText
          text={text}
          segments={segments}
          selected={selected}
          onSelect={setSelected}
        />
        {below !== undefined && <div class="row actions">{below}</div>}
        <ReportButtons getReport={getReport} />
      </section>
      <aside>
        <Verdict detection={detection} />
        <Evidence detection={detection} />
      </aside>
    </div>
  );
}
