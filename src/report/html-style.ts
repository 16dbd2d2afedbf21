// The look of the HTML report: on a screen in light and dark, on paper always light. Nothing in it
// depends on colour alone: every kind of segment has a line of its own below it.
import { createHash } from "node:crypto";
import type { Paper } from "./check.ts";

export function styleFor(paper: Paper): string {
  return `${STYLE}@page { size: ${paper === "a4" ? "A4" : "letter"}; margin: 17mm 16mm 19mm;
  @bottom-left { content: "Lodestone: evidence, not proof"; font: 8pt sans-serif; color: #536072; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #536072; }
}
`;
}

/** Allows only this style: no script, no image, no font, no other host. */
export function policyFor(paper: Paper): string {
  const hash = createHash("sha256").update(styleFor(paper)).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

const STYLE = `
:root { color-scheme: light dark;
  --ink: light-dark(#1b232d, #e6ebf1); --soft: light-dark(#536072, #a3b2c4);
  --line: light-dark(#d9dfe7, #303c49); --paper: light-dark(#fff, #12171d); --tint: light-dark(#f4f7f9, #1a222b);
  --red: light-dark(#b3261e, #ff9d92); --red-tint: light-dark(#fde4e1, #4a1f1c);
  --amber: light-dark(#8a5800, #f0c064); --amber-tint: light-dark(#fdf0d3, #40300f);
  --green: light-dark(#0b6b4f, #56c9a0); --green-tint: light-dark(#e3f3ec, #15312a);
  --gray: light-dark(#5d6875, #9aa8b8); --gray-tint: light-dark(#e7ebf0, #27313c);
}
* { box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 50rem; font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
header p, .soft { color: var(--soft); }
header p { margin: 0; font-size: .9rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: .2rem 0 1.5rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.2rem 0 .6rem; break-after: avoid; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; break-after: avoid; }
p { margin: .4rem 0 .8rem; orphans: 3; widows: 3; }
.verdict { border: 1px solid var(--line); border-radius: 10px; padding: 1.2rem 1.4rem; break-inside: avoid; }
.verdict h2 { margin: 0; font-size: 1.6rem; }
.verdict h2.red { color: var(--red); } .verdict h2.amber { color: var(--amber); } .verdict h2.green { color: var(--green); }
.proof { border-left: 4px solid var(--ink); padding: .1rem 0 .1rem .9rem; margin: 1rem 0 0; }
svg { display: block; width: 100%; height: auto; margin: .8rem 0 .4rem; overflow: visible; }
svg text { font: 11px system-ui, "DejaVu Sans", sans-serif; fill: var(--soft); }
svg .value { font-size: 17px; font-weight: 700; fill: var(--ink); }
.zone { stroke: var(--line); } .zone.red { fill: var(--red-tint); } .zone.amber { fill: var(--amber-tint); } .zone.green { fill: var(--green-tint); }
.marker { fill: var(--ink); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .85em; }
ul { padding-left: 1.2rem; margin: .4rem 0; } li { margin: .25rem 0; break-inside: avoid; }
.warnings li::marker { content: "!  "; font-weight: 700; color: var(--amber); }
.legend { list-style: none; padding: 0; display: grid; gap: .3rem; }
.text { border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.2rem; white-space: pre-wrap; line-height: 2; unicode-bidi: plaintext; }
mark { color: inherit; background: none; text-decoration-skip-ink: none; text-underline-offset: .3em; unicode-bidi: isolate; }
mark.red { background: var(--red-tint); text-decoration: underline double var(--red) 1.5px; }
mark.amber { background: var(--amber-tint); text-decoration: underline dashed var(--amber) 1.5px; }
mark.green { background: var(--green-tint); text-decoration: underline solid var(--green) 1px; }
mark.gray { background: repeating-linear-gradient(135deg, transparent 0 5px, var(--gray-tint) 5px 7px); text-decoration: underline dotted var(--gray) 1.5px; }
.text mark::before { content: attr(data-n) "\\202f"; font-size: .62em; vertical-align: .5em; color: var(--soft); unicode-bidi: isolate; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); }
thead { display: table-header-group; } th { font-weight: 600; } tbody th { font-weight: 400; } tr { break-inside: avoid; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.kind { white-space: nowrap; } td.words { unicode-bidi: plaintext; }
/** Columns must not shrink to single letters: only excerpts may break anywhere. */
th, td { overflow-wrap: break-word; } td.words { overflow-wrap: anywhere; min-width: 8rem; }
.phrases { list-style: none; padding: 0; } .phrases b { display: inline-block; min-width: 3.6em; }
.appendix { border-top: 3px double var(--line); margin-top: 3rem; }
a { color: inherit; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } th, td { padding-right: .5rem; } table { font-size: .82rem; } svg text { font-size: 19px; } svg .value { font-size: 26px; } }
@media print { :root { color-scheme: light; } body { padding: 0; max-width: none; font-size: 9.5pt; } h1 { font-size: 17pt; } .verdict h2 { font-size: 16pt; } .text { padding: 0; border: 0; } .text, li, dl { line-height: 1.75; } dl { line-height: 1.45; } table { font-size: 8.5pt; } }
`;
