// HTML pages rendered by the server: escaping, the shared layout, style and security headers. Scripts
// and styles come from this server only.
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** Text that is already HTML; everything else is escaped when it is put into a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | undefined | readonly Piece[];

/** A template tag: values are escaped unless they are Html themselves. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) text += toText(value) + (strings[index + 1] ?? "");
  return new Html(text);
}

export type Page = { title: string; body: Html; scriptUrl?: string };

/** Where the script that applies the reader's choice of appearance is served. */
export const THEME_URL = "/theme.js";

/** Runs before the page is drawn. web/theme.ts stores the choice under the same name. */
export const THEME_SCRIPT = `try {
  const theme = localStorage.getItem("lodestone-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without local storage the page follows the system's appearance.
}
`;

export const HEADER = `<header class="top"><nav aria-label="Lodestone"><a class="brand" href="/"><svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><path d="M16 1.5 30.5 16 16 30.5 1.5 16Z" fill="var(--accent)"/><path d="M16 6.5 19 16l-3 9.5L13 16Z" fill="var(--accent-ink)"/></svg>Lodestone</a><a href="/">Home</a></nav></header>`;

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(PAGE_HEADERS).send(writePage(page));
}

export function writePage(page: Page): string {
  const script =
    page.scriptUrl === undefined
      ? html``
      : html`<script type="module" src="${page.scriptUrl}"></script>`;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
<script src="${THEME_URL}"></script>
${script}
</head>
<body>
${new Html(HEADER)}
${page.body}
</body>
</html>
`;
  return document.text;
}

function toText(value: Piece): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(toText).join("");
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Colours and header, shared with pages that are not rendered here. */
export const FRAME_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1d2530, #e6ebf1); --soft: light-dark(#566375, #9fb0c3); --line: light-dark(#d8dee6, #2f3a47); --paper: light-dark(#fff, #12171d); --tint: light-dark(#f3f6f9, #1a222b); --accent: light-dark(#0b6b4f, #56c9a0); --accent-ink: light-dark(#fff, #08251b); }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
.top { border-bottom: 1px solid var(--line); margin-bottom: 2rem; padding: .65rem 0; }
.top nav { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1.25rem; }
.top a { color: var(--soft); text-decoration: none; }
.top a.brand { display: inline-flex; align-items: center; gap: .55rem; font-weight: 650; font-size: 1.08rem; color: var(--ink); }
`;

const STYLE = `${FRAME_STYLE}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 1.25rem 5rem; max-width: 54rem; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 2.25rem 0 .25rem; overflow-wrap: anywhere; }
h4 { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 1.25rem 0 .35rem; }
p { margin: .4rem 0 .8rem; }
a { color: var(--accent); }
code, pre, output { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
p code, li code, td code { background: var(--tint); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
td:first-child code { white-space: nowrap; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow-x: auto; max-height: 24rem; margin: .4rem 0; }
.method { display: inline-block; font: 700 .75rem/1.6 ui-monospace, Menlo, Consolas, monospace; color: var(--accent-ink); background: var(--accent); border-radius: 5px; padding: 0 .5em; margin-right: .5em; }
.lead { font-size: 1.1rem; color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
th { font-size: .8rem; color: var(--soft); font-weight: 600; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; margin: 1.5rem 0; }
.card { border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; }
.card h2 { margin: 0 0 .25rem; padding: 0; border: 0; font-size: 1.15rem; }
form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: .5rem 0; }
label { display: grid; gap: .15rem; font-size: .85rem; color: var(--soft); }
input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .35rem .6rem; width: 10rem; }
button { font: inherit; font-weight: 600; color: var(--accent-ink); background: var(--accent); border: 0; border-radius: 6px; padding: .4rem 1rem; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
details { margin: .4rem 0; }
summary { cursor: pointer; color: var(--soft); }
pre output { font-size: 1em; }
nav ul { list-style: none; padding: 0; margin: 1rem 0; columns: 2 18rem; }
nav li { margin: .2rem 0; break-inside: avoid; overflow-wrap: anywhere; }
nav code, .lead code { background: none; padding: 0; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
@media (max-width: 40rem) {
  .scroll thead { display: none; }
  .scroll tr { display: block; border-bottom: 1px solid var(--line); padding: .5rem 0; }
  .scroll td { display: inline-block; border: 0; padding: 0 .8rem 0 0; }
  .scroll td:last-child { display: block; }
}
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
};
