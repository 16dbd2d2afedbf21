// The report as one HTML page that needs nothing else: no script, no image, no font, no other host.
// Whatever came from the caller is escaped, and what a browser would not show gets a mark.
import {
  ABOUT_SIGNS,
  aboutEvidence,
  countLabels,
  DIRECTIONS,
  describeCounted,
  describeGauge,
  describePhrase,
  describeVerdict,
  excerptOf,
  factsOf,
  GAUGE_ZONES,
  grouped,
  LABEL_ORDER,
  LABELS,
  LIMITS,
  PROOF,
  REPEAT,
  type ReportedCheck,
  ROWS_MAX,
  titleOf,
  toneOf,
} from "./check.ts";
import { policyFor, styleFor } from "./html-style.ts";

const EXCERPT_LENGTH_MAX = 160;

export function writeHtmlReport(check: ReportedCheck): string {
  const { detection, paper = "a4" } = check;
  const title = titleOf(check);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(paper)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Lodestone ${escape(check.appVersion)}">
<title>${escape(title)}: ${escape(detection.verdict)}</title>
<style>${styleFor(paper)}</style>
</head>
<body>
<header>
<p>Lodestone text authenticity</p>
<h1><bdi>${escape(title)}</bdi></h1>
</header>
<main>
${writeVerdict(detection)}
${writeEvidence(detection)}
<h2>Which text, which model, when</h2>
<dl>
${factsOf(check)
  .map(([name, value]) => `<dt>${escape(name)}</dt><dd>${writeFact(name, value)}</dd>`)
  .join("\n")}
</dl>
${writeCounted(detection)}
<h2>The text, segment by segment</h2>
<p class="soft">The small numbers are those of the table below.</p>
<div class="text" dir="auto"${languageOf(detection)}>${writeText(check)}</div>
${writeTable(detection)}
<h2>Limits of the method</h2>
${writeList(LIMITS)}
<h2>To repeat this check</h2>
<p>${REPEAT}</p>
<section class="appendix">
${writeCard(check)}
</section>
</main>
</body>
</html>
`;
}

type Detected = ReportedCheck["detection"];

function writeVerdict(detection: Detected): string {
  const { verdict } = detection;
  return `<section class="verdict" aria-labelledby="verdict">
<h2 id="verdict" class="${toneOf(detection)}">${escape(verdict)}</h2>
<p>${escape(describeVerdict(detection))}</p>
${writeGauge(detection)}
<p class="soft">${escape(describeGauge(detection))}</p>
<p class="proof"><strong>${escape(PROOF)}</strong></p>
</section>`;
}

/** Drawn with attributes alone, which the policy allows and every printer prints. */
function writeGauge(detection: Detected): string {
  const { final_probability: final } = detection;
  const at = (percent: number) => 10 + 5.8 * percent;
  // The number stays inside the drawing at both ends.
  const anchor = final < 3 ? "start" : final > 97 ? "end" : "middle";
  return `<svg viewBox="0 0 600 62" role="img" aria-label="${escape(describeGauge(detection))}">
${GAUGE_ZONES.map(([kind, from, to]) => `<rect class="zone ${kind}" x="${at(from)}" y="26" width="${at(to) - at(from)}" height="12"/>`).join("")}
<rect class="marker" x="${at(final) - 1.5}" y="21" width="3" height="22"/>
<text class="value" x="${at(final)}" y="15" text-anchor="${anchor}">${final}</text>
<text x="10" y="57">0 human-written</text><text x="300" y="57" text-anchor="middle">uncertain</text><text x="590" y="57" text-anchor="end">AI-generated 100</text>
</svg>`;
}

function writeEvidence({ explanation }: Detected): string {
  if (explanation === undefined) return "";
  const { evidence, signs } = explanation;
  const phrases = evidence.map(
    (item) =>
      `<li><b>${DIRECTIONS[item.direction]}</b> <q dir="auto">${escape(excerptOf(item.text, EXCERPT_LENGTH_MAX))}</q>: ${escape(describePhrase(item))}</li>`,
  );
  return `<h2>Evidence</h2>
<p>${escape(aboutEvidence(evidence.length))}</p>
${phrases.length === 0 ? "" : `<ul class="phrases">\n${phrases.join("\n")}\n</ul>`}
${signs.length === 0 ? "" : `<h3>The text as a whole</h3>\n<p class="soft">${ABOUT_SIGNS}</p>\n${writeList(signs.map(({ text }) => text))}`}`;
}

function writeCounted(detection: Detected): string {
  const counts = countLabels(detection);
  const legend = LABEL_ORDER.map((label) => {
    const { name, about, mark } = LABELS[label];
    return `<li><mark class="${label}">${name}</mark> <strong>${grouped(counts[label])}</strong> <span class="soft">${about}; ${mark}</span></li>`;
  });
  const warnings = detection.warnings.map(({ message }) => `<li>${escape(message)}</li>`);
  return `<h2>What counted and what did not</h2>
<p>${escape(describeCounted(detection))}</p>
<ul class="legend">
${legend.join("\n")}
</ul>
<h3>Warnings</h3>
${warnings.length === 0 ? "<p>None.</p>" : `<ul class="warnings">${warnings.join("\n")}</ul>`}`;
}

function writeText({ text, detection }: ReportedCheck): string {
  const pieces: string[] = [];
  let end = 0;
  for (const [at, segment] of detection.segments.entries()) {
    pieces.push(escape(text.slice(end, segment.start)));
    const words = escape(text.slice(segment.start, segment.end));
    pieces.push(`<mark class="${segment.color_label}" data-n="${at + 1}">${words}</mark>`);
    end = segment.end;
  }
  pieces.push(escape(text.slice(end)));
  return pieces.join("");
}

function writeTable({ segments }: Detected): string {
  const shown = segments.slice(0, ROWS_MAX);
  const rows = shown.map(({ text, ai_prob, color_label, is_data }, at) => {
    const figures = is_data ? '<td class="number">–</td>' : `<td class="number">${ai_prob} %</td>`;
    const excerpt = escape(excerptOf(text, EXCERPT_LENGTH_MAX));
    return `<tr><th scope="row" class="number">${at + 1}</th>${figures}<td class="kind"><mark class="${color_label}">${LABELS[color_label].name}</mark></td><td class="words" dir="auto">${excerpt}</td></tr>`;
  });
  const caption =
    shown.length === segments.length
      ? `${grouped(segments.length)} segments; long ones are shortened here.`
      : `The first ${grouped(shown.length)} of ${grouped(segments.length)} segments; the marked text above has them all.`;
  return `<h2>Table of segments</h2>
<table>
<caption>${caption}</caption>
<thead><tr><th scope="col" class="number">No.</th><th scope="col" class="number">AI</th><th scope="col">Reads</th><th scope="col">Begins</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}

function writeCard({ card, detection }: ReportedCheck): string {
  const heading = `<h2>Appendix: the model, ${escape(detection.model_version)}</h2>`;
  if (card === null || card.version !== detection.model_version) {
    return `${heading}\n<p>This installation has no card of this model.</p>`;
  }
  const rows = card.measured.map(
    ([what, figure]) =>
      `<tr><th scope="row">${escape(what)}</th><td class="number">${escape(figure)}</td></tr>`,
  );
  return `${heading}
${card.about.map((paragraph) => `<p>${escape(paragraph)}</p>`).join("\n")}
<h3>Measured</h3>
<table>
<caption>${escape(card.measuredOn)}</caption>
<thead><tr><th scope="col">What</th><th scope="col" class="number">Figure</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
<h3>Where it fails</h3>
${writeList(card.fails)}`;
}

function writeList(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${escape(item)}</li>`).join("\n")}\n</ul>`;
}

function writeFact(name: string, value: string): string {
  return name.startsWith("SHA") ? `<code>${escape(value)}</code>` : escape(value);
}

/** The text's own language, for hyphenation and for those who have it read out. */
function languageOf({ language }: Detected): string {
  return /^[a-z]{2,3}$/.test(language) && language !== "und" ? ` lang="${language}"` : "";
}

function escape(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
      // A browser shows nothing for these, and a file must not hold them: their picture, or a mark.
      // oxlint-disable-next-line no-control-regex
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (character) =>
        String.fromCharCode(0x2400 + character.charCodeAt(0)),
      )
      .replace(/[\x7f-\x9f]/g, "\ufffd")
      // Overrides, embeddings and isolates could turn the words around them: a mark. The marks that stand for one letter
      // of a direction are frequent in Hebrew and Arabic: a joiner without a direction, which is invisible too.
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd")
      .replace(/[\u061c\u200e\u200f]/g, "\u2060")
      .toWellFormed()
  );
}
