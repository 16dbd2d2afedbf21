// The page at `/`: what this is, with links to the documentation of each service. Over HTTPS the
// dashboard replaces it.
import type { FastifyReply } from "fastify";
import type { ClientReader } from "./client.ts";
import { html, sendPage, THEME_SCRIPT, THEME_URL } from "./page.ts";
import type { Server } from "./server.ts";

export function addStartPage(
  server: Server,
  {
    services,
    appVersion,
    client,
    sendApp,
  }: {
    services: readonly string[];
    appVersion: string;
    client: ClientReader;
    /** Sends the dashboard's page, where there is a dashboard. */
    sendApp?: ((reply: FastifyReply) => FastifyReply) | undefined;
  },
): void {
  const locations = html`<section class="card">
<h2>Location directory</h2>
<p>India's states, districts and agricultural markets with the ids of AGMARKNET 2.0. Public and read-only.</p>
<p><a href="/api/docs">Documentation</a> · <a href="/api/search?q=pune">Try a search</a> · <a href="/api/export?format=csv">Download as CSV</a></p>
</section>`;
  const authenticity = html`<section class="card">
<h2>Text authenticity</h2>
<p>How likely a text was written by an AI, sentence by sentence, and a plainer rewording that keeps its meaning. Needs a key, over HTTPS.</p>
<p>${sendApp === undefined ? "" : html`<a href="/dashboard">Open the dashboard</a> · `}<a href="/v1/docs">Documentation</a></p>
</section>`;
  const body = html`<header>
<h1>Lodestone</h1>
<p class="lead">Two services in one program, running on this machine.</p>
</header>
<main>
<div class="cards">${services.includes("locations") ? locations : ""}${services.includes("authenticity") ? authenticity : ""}</div>
<p>Version ${appVersion}. <a href="/readyz">Is it ready?</a></p>
</main>`;
  server.get(THEME_URL, { config: { isQuiet: true } }, async (_request, reply) =>
    reply
      .headers({ "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" })
      .send(THEME_SCRIPT),
  );
  server.get("/", { config: { isQuiet: true } }, async (request, reply) =>
    sendApp !== undefined && client.isSecure(request.raw)
      ? sendApp(reply)
      : sendPage(reply, { title: "Lodestone", body }),
  );
}
