// All kept results at once: downloaded in one file, or deleted.
import { ErrorNotice } from "../../components/notice.tsx";
import { usualPaper } from "../../components/report-buttons.tsx";
import { save } from "../../components/save.ts";
import { useAction } from "../../load.ts";
import { service } from "../../service.ts";

export function Downloads({ onWipe }: { onWipe: () => void }) {
  const download = useAction(async (format: "json" | "csv" | "zip") => {
    if (format === "zip") {
      const paper = usualPaper(navigator.language);
      const { content, name } = await service.downloadReports({ format: "pdf", paper });
      save(content, name);
      return;
    }
    const day = new Date().toISOString().slice(0, 10);
    save(await service.downloadHistory(format), `lodestone-history-${day}.${format}`);
  });
  return (
    <>
      <div class="row">
        {(["csv", "json"] as const).map((format) => (
          <button
            key={format}
            type="button"
            class="quiet"
            disabled={download.isBusy}
            onClick={() => download.run(format)}
          >
            Download {format.toUpperCase()}
          </button>
        ))}
        <button
          type="button"
          class="quiet"
          disabled={download.isBusy}
          onClick={() => download.run("zip")}
        >
          All reports (ZIP)
        </button>
        <button type="button" class="quiet" onClick={onWipe}>
          Delete all …
        </button>
        {download.isBusy && (
          <span class="small soft" role="status">
            Preparing the download …
          </span>
        )}
      </div>
      {download.error !== null && <ErrorNotice error={download.error} />}
    </>
  );
}
