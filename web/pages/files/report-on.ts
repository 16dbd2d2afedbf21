// The report on one file. Under the key of its check it is no further check; the file is sent once more.
import type { ReportFormat, SavedReport } from "../../../client/dashboard.ts";
import { usualPaper } from "../../components/report-buttons.tsx";
import { service } from "../../service.ts";
import type { CheckedFile } from "./file-rows.ts";

export function reportOn(
  file: File,
  { idempotencyKey }: Pick<CheckedFile, "idempotencyKey">,
  format: ReportFormat,
): Promise<SavedReport> {
  const paper = usualPaper(navigator.language);
  return service.getReport({ file }, { format, paper, idempotencyKey });
}
