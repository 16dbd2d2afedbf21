// How a report is sent to a browser: content type, file name, and a policy that allows nothing.
import type { Paper, ReportFormat } from "./check.ts";
import { policyFor } from "./html-style.ts";

export function describeDocument(about: {
  format: ReportFormat;
  paper: Paper;
  title?: string | undefined;
}): Record<string, string> {
  const { format, paper } = about;
  return {
    "content-type": format === "pdf" ? "application/pdf" : "text/html; charset=utf-8",
    "content-disposition": `attachment; filename="${fileNameOf(about)}"`,
    "x-content-type-options": "nosniff",
    // Should a browser show it all the same: no script, no other host, no frame, no origin of ours.
    "content-security-policy":
      format === "pdf"
        ? "default-src 'none'; frame-ancestors 'none'"
        : `${policyFor(paper)}; frame-ancestors 'none'; sandbox`,
    "referrer-policy": "no-referrer",
  };
}

/** Plain letters, digits and hyphens: nothing a header, a shell or a file system reads otherwise. */
function fileNameOf({ title = "", format }: { title?: string | undefined; format: ReportFormat }) {
  const name = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  return `${name === "" ? "lodestone" : name}-report.${format}`;
}
