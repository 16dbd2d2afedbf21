// The documentation of a service: its OpenAPI document, and a page made from that document which
// needs no script to be read. Example replies are real: they are asked of the running service.
import type { FastifySchema } from "fastify";
import type { OpenAPIV3_1 } from "openapi-types";
import { type Html, html, PAGE_HEADERS, writePage } from "./page.ts";
import { onceForVersion, prepareBody, sendPrepared } from "./prepared-body.ts";
import { describeSchema } from "./schema-table.ts";
import type { Server } from "./server.ts";

type Operation = { method: string; path: string; about: OpenAPIV3_1.OperationObject };

export type DocsOptions = {
  /** Values put into example calls, by parameter name. */
  examples: Readonly<Record<string, string>>;
  /** Calls to show by operation id, where the plain GET of the path is not the example to give. */
  calls?: Readonly<Record<string, string>>;
  /** Of the data the example replies show: with another one they are asked for anew. */
  version?: () => string;
};

/** Adds `/openapi.json`, `/docs` and the page's script below the scope's own prefix. */
export function addDocsPage(scope: Server, options: DocsOptions): void {
  const hidden = { hide: true } as FastifySchema;
  const config = { isQuiet: true };
  const openapi = onceForVersion(
    () => "",
    async () => prepareBody(Buffer.from(JSON.stringify(scope.swagger()))),
  );
  scope.get("/openapi.json", { schema: hidden, config }, async (request, reply) => {
    reply.headers({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
      "cache-control": "no-cache",
    });
    return sendPrepared(request, reply, await openapi());
  });
  scope.get("/docs/try.js", { schema: hidden, config }, async (_request, reply) =>
    reply
      .headers({ "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" })
      .send(TRY_SCRIPT),
  );
  const page = onceForVersion(options.version ?? (() => ""), async () => {
    const document = scope.swagger() as OpenAPIV3_1.Document;
    const replies = await askForReplies(scope, operationsOf(document), options);
    const text = writePage({
      title: document.info.title,
      scriptUrl: `${scope.prefix}/docs/try.js`,
      body: renderDocument(document, replies, options, scope.prefix),
    });
    return prepareBody(Buffer.from(text));
  });
  scope.get("/docs", { schema: hidden, config }, async (request, reply) =>
    sendPrepared(request, reply.headers(PAGE_HEADERS), await page()),
  );
}

function operationsOf(document: OpenAPIV3_1.Document): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    (["get", "post"] as const).flatMap((method) => {
      const about = methods?.[method];
      return about === undefined ? [] : [{ method: method.toUpperCase(), path, about }];
    }),
  );
}

async function askForReplies(
  scope: Server,
  operations: Operation[],
  { examples, calls }: DocsOptions,
) {
  const replies = new Map<string, string>();
  for (const operation of operations) {
    // A call that needs more than its path can't be asked from here.
    if (operation.method !== "GET" || calls?.[operation.about.operationId ?? ""]) continue;
    const url = exampleUrl(operation, examples);
    const { statusCode, body } = await scope.inject({ method: "GET", url });
    if (statusCode === 200) replies.set(operation.path, shorten(body));
  }
  return replies;
}

/** Long replies are shown up to a point where a reader has seen their shape. */
function shorten(body: string): string {
  const lines = JSON.stringify(JSON.parse(body), null, 2).split("\n");
  return lines.length <= 40 ? lines.join("\n") : `${lines.slice(0, 38).join("\n")}\n  …`;
}

function exampleUrl({ path, about }: Operation, examples: DocsOptions["examples"]): string {
  const query = parametersOf(about)
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(examples[parameter.name] ?? "")}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => examples[name] ?? "1");
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

function parametersOf(about: OpenAPIV3_1.OperationObject): OpenAPIV3_1.ParameterObject[] {
  // The document is our own and holds no references.
  return (about.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
}

function renderDocument(
  document: OpenAPIV3_1.Document,
  replies: ReadonlyMap<string, string>,
  options: DocsOptions,
  prefix: string,
): Html {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(({ about }) => about.tags?.[0] ?? "Other"))];
  const ofTag = (tag: string) => operations.filter(({ about }) => about.tags?.[0] === tag);
  return html`<header>
<h1>${document.info.title}</h1>
<p class="lead">${inline(document.info.description ?? "")}</p>
<p>Version ${document.info.version} · <a href="${prefix}/openapi.json">OpenAPI 3.1 document</a></p>
<nav aria-label="Endpoints"><ul>${operations.map(
    ({ method, path, about }) =>
      html`<li><a href="#${about.operationId}"><code>${method} ${path}</code></a></li>`,
  )}</ul></nav>
</header>
<main>
${tags.map(
  (tag) => html`<h2>${tag}</h2>
${ofTag(tag).map((operation) => renderOperation(operation, replies, options))}`,
)}
</main>`;
}

function renderOperation(
  operation: Operation,
  replies: ReadonlyMap<string, string>,
  { examples, calls }: DocsOptions,
): Html {
  const { method, path, about } = operation;
  const parameters = parametersOf(about);
  const url = exampleUrl(operation, examples);
  const answer = replies.get(path);
  const call = calls?.[about.operationId ?? ""] ?? `curl 'http://127.0.0.1:8080${url}'`;
  return html`<section id="${about.operationId}">
<h3><span class="method">${method}</span><code>${path}</code></h3>
<p>${about.summary}.${about.description === undefined ? "" : html` ${inline(about.description)}`}</p>
${parameters.length === 0 ? "" : renderParameters(parameters)}
<h4>Example</h4>
<pre tabindex="0">${call}</pre>
${
  answer === undefined
    ? ""
    : html`<pre tabindex="0">${answer}</pre>
${renderTryForm(path, parameters, examples)}`
}
<h4>Replies</h4>
${Object.entries(about.responses ?? {}).map(([status, response]) =>
  renderResponse(status, response as OpenAPIV3_1.ResponseObject),
)}
</section>`;
}

function renderParameters(parameters: OpenAPIV3_1.ParameterObject[]): Html {
  return html`<h4>Parameters</h4>
<div class="scroll" tabindex="0"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${parameters.map((parameter) => {
  const [row] = describeSchema(parameter.schema ?? {}, "");
  const meaning = parameter.description ?? row?.about ?? "";
  return html`<tr><td><code>${parameter.name}</code>${parameter.required ? " (required)" : ""}</td>
<td>${parameter.in}</td><td>${row?.type ?? "text"}</td><td>${inline(meaning)}</td></tr>`;
})}
</tbody></table></div>`;
}

function renderResponse(status: string, response: OpenAPIV3_1.ResponseObject): Html {
  const schema = response.content?.["application/json"]?.schema;
  const line = html`<strong>${status}</strong> ${inline(response.description)}`;
  if (schema === undefined || status !== "200") return html`<p>${line}</p>`;
  return html`<details><summary>${line}</summary>
<div class="scroll" tabindex="0"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${describeSchema(schema, "").map(
  (row) =>
    html`<tr><td><code>${row.name}</code></td><td>${row.type}</td><td>${inline(row.about)}</td></tr>`,
)}
</tbody></table></div></details>`;
}

/** Works with the page's script; without it, the form opens the reply as a page of its own. */
function renderTryForm(
  path: string,
  parameters: OpenAPIV3_1.ParameterObject[],
  examples: DocsOptions["examples"],
): Html {
  return html`<details><summary>Try it</summary>
<form class="try" data-path="${path}" action="${path.includes("{") ? "" : path}" method="get">
${parameters.map(
  (parameter) => html`<label>${parameter.name}
<input name="${parameter.name}" data-in="${parameter.in}" value="${parameter.required ? (examples[parameter.name] ?? "") : ""}"></label>`,
)}
<button type="submit">Send</button>
</form>
<pre tabindex="0" hidden><output></output></pre></details>`;
}

/** The only markup in descriptions is code between backticks. */
function inline(text: string): Html[] {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

const TRY_SCRIPT = `// Sends the "Try it" forms of this page and shows each reply below its form.
for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const input of form.querySelectorAll("input")) {
      if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encodeURIComponent(input.value));
      else if (input.value !== "") query.set(input.name, input.value);
    }
    const frame = form.nextElementSibling;
    const output = frame.querySelector("output");
    frame.hidden = false;
    output.textContent = "…";
    try {
      const url = query.size > 0 ? path + "?" + query : path;
      const reply = await fetch(url);
      const text = await reply.text();
      const isJson = (reply.headers.get("content-type") ?? "").includes("application/json");
      const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
      output.textContent = "GET " + url + " \\u2192 " + reply.status + "\\n\\n" + shown.slice(0, 20000);
    } catch {
      output.textContent = "The service did not answer.";
    }
  });
}
`;
