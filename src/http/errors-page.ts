// The page that `doc_url` in every error leads to: each code with its cause and what to do, on the server itself.
import { ERRORS_URL, type ErrorEntry, entriesOf } from "./error-help.ts";
import { Html, html, sendPage } from "./page.ts";
import type { Server } from "./server.ts";

export function addErrorsPage(server: Server, { services }: { services: readonly string[] }): void {
  const hasTexts = services.includes("authenticity");
  const sections = [
    section("Both services", entriesOf("general")),
    services.includes("locations") ? section("Location directory", entriesOf("directory")) : "",
    hasTexts ? section("Text authenticity", entriesOf("texts")) : "",
    hasTexts ? section("Dashboard", entriesOf("dashboard")) : "",
  ];
  const body = html`<main>
<h1>Errors</h1>
<p class="lead">Every error has a <code>code</code> that never changes, and a link to its entry here.</p>
${sections}
</main>`;
  server.get(ERRORS_URL, { config: { isQuiet: true } }, async (_request, reply) =>
    sendPage(reply, { title: "Errors · Lodestone", body }),
  );
}

function section(title: string, entries: readonly ErrorEntry[]): Html {
  return html`<h2>${title}</h2>
${entries.map(
  ({ code, status, cause, remedy }) => html`<section id="${code}">
<h3><code>${code}</code> · ${status}</h3>
<p>${withCode(cause)}</p>
<p><strong>What to do:</strong> ${withCode(remedy)}</p>
</section>
`,
)}`;
}

/** Words between backticks are code. */
function withCode(text: string): Html[] {
  return text
    .split("`")
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
