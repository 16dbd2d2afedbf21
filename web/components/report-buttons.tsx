// Download buttons for the report of a result.
import type { ReportFormat, ReportPaper, SavedReport } from "../../client/dashboard.ts";
import { useAction } from "../load.ts";
import { ErrorNotice } from "./notice.tsx";
import { save } from "./save.ts";

export type GetReport = (format: ReportFormat, paper: ReportPaper) => Promise<SavedReport>;

export function ReportButtons({ getReport }: { getReport: GetReport }) {
  const download = useAction(async (format: ReportFormat) => {
    const { content, name } = await getReport(format, usualPaper(navigator.language));
    save(content, name);
  });
  return (
    <div class="report">
      <div class="row" role="group" aria-label="Download report">
        <span class="small soft">Download report</span>
        {(["pdf", "html"] as const).map((format) => (
          <button
            key={format}
            type="button"
            class="quiet"
            disabled={download.isBusy}
            onClick={() => download.run(format)}
          >
            {format.toUpperCase()}
          </button>
        ))}
        {download.isBusy && (
          <span class="small soft" role="status">
            Preparing the report …
          </span>
        )}
      </div>
      {download.error !== null && <ErrorNotice error={download.error} />}
    </div>
  );
}

/** Letter paper is what printers hold in these countries, A4 everywhere else. */
export function usualPaper(language: string): ReportPaper {
  return /-(?:US|CA|MX|PH|CL|CO|VE)$/.test(language) ? "letter" : "a4";
}
