// A report in either format, as bytes.
import type { ReportedCheck, ReportFormat } from "./check.ts";
import { writeHtmlReport } from "./html.ts";

export async function writeReport(format: ReportFormat, check: ReportedCheck): Promise<Uint8Array> {
  return format === "html" ? Buffer.from(writeHtmlReport(check)) : writePdfReport(check);
}

/** The PDF writer and its fonts are loaded only by those who want one. */
export async function writePdfReport(check: ReportedCheck): Promise<Uint8Array> {
  const { drawPdfReport } = await import("./pdf.ts");
  return drawPdfReport(check);
}
