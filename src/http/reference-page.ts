// The page that shows an OpenAPI document: Scalar's API reference, whose script comes from the installed package
// and is served from here. Nothing is loaded from other hosts; the content security policy forbids it.
import fastify from "fastify";
import { FRAME_STYLE, HEADER, Html, html, PAGE_HEADERS, THEME_URL } from "./page.ts";
import { onceForVersion, prepareBody } from "./prepared-body.ts";

export const REFERENCE_SCRIPT = "reference.js";

/** 4 MB, read on first use and compressed once. */
export const readReferenceScript = onceForVersion(
  () => "",
  async () => {
    const { default: reference } = await import("@scalar/fastify-api-reference");
    const server = fastify();
    await server.register(reference, { routePrefix: "/", configuration: { url: "/" } });
    const { body } = await server.inject("/js/scalar.js");
    await server.close();
    return prepareBody(Buffer.from(FOLLOW_THEME + body));
  },
);

/** Runs before the reference reads its settings: it follows the appearance chosen in the dashboard (page.ts). */
const FOLLOW_THEME = `{
  const { dataset } = document.getElementById("api-reference");
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) {
    const chosen = { forceDarkModeState: theme };
    dataset.configuration = JSON.stringify({ ...JSON.parse(dataset.configuration), ...chosen });
  }
}
`;

/** The reference keeps what stands beside its text below a header of this height. */
const STYLE = `${FRAME_STYLE}
:root { --scalar-custom-header-height: 3.25rem; }
body { margin: 0; background: var(--paper); }
.light-mode, .dark-mode { --scalar-background-1: var(--paper); --scalar-background-2: var(--tint); --scalar-color-accent: var(--accent); }
.top { box-sizing: border-box; position: sticky; top: 0; z-index: 10; height: 3.25rem; margin: 0; padding: .65rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; background: var(--paper); }
`;

/** Fonts, telemetry, the assistant and everything else that would contact other hosts are switched off. */
const CONFIGURATION = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideTestRequestButton: false,
  persistAuth: false,
  // The fields for key and domain are there from the start; the directory has no such schemes.
  authentication: { preferredSecurityScheme: [["key", "domain"]] },
  // It would change the reference alone and leave the header as it was.
  hideDarkModeToggle: true,
  hiddenClients: true,
  defaultOpenFirstTag: true,
  documentDownloadType: "json",
};

export function writeReference(title: string, prefix: string): string {
  const configuration = JSON.stringify({ ...CONFIGURATION, url: `${prefix}/openapi.json` });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
<script src="${THEME_URL}"></script>
</head>
<body>
${new Html(HEADER)}
<noscript><p>This page needs JavaScript. The same is in <a href="${prefix}/openapi.json">the OpenAPI document</a>.</p></noscript>
<script id="api-reference" type="application/json" data-configuration="${configuration}" data-url="${prefix}/openapi.json"></script>
<script src="${prefix}/docs/${REFERENCE_SCRIPT}"></script>
</body>
</html>
`.text;
}

/** Scalar writes its styles into the page; scripts come from this server alone, and calls go to `address` or here. */
export function referenceHeaders(address: string): Record<string, string> {
  return {
    ...PAGE_HEADERS,
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'unsafe-inline'",
      `connect-src 'self' ${address}`,
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}
