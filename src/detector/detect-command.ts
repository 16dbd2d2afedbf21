// What the command line needs from this room besides the detector itself.
export { type DetectLinesSettings, detectLines } from "./detect-lines.ts";
export { type ReportSettings, renderReport } from "./report-terminal.ts";
