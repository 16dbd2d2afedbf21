// The room's entry file: one check in, a document to pass on out. Of other rooms it knows the detector's
// types alone.
export {
  type Paper,
  type ReportedCheck,
  type ReportFormat,
  TITLE_LENGTH_MAX,
} from "./check.ts";
export { describeDocument } from "./document.ts";
export { writeHtmlReport } from "./html.ts";
export { policyFor } from "./html-style.ts";
export { type ModelCard, readModelCard } from "./model-card.ts";
export {
  type CheckToReport,
  openReporter,
  type Reporter,
  ReporterError,
  readCard,
} from "./open-reporter.ts";
export { writePdfReport, writeReport } from "./write-report.ts";
