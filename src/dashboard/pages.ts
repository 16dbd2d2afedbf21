// Serves the web page: one HTML file for every page of the dashboard, and its assets. Plain HTTP is
// redirected to HTTPS.
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, chooseEncoding, html, type Server, sendPage } from "../http/http.ts";
import type { Dashboard, DashboardOptions } from "./options.ts";
import { preloadsOf } from "./preloads.ts";
import { readToken } from "./session-cookie.ts";
import type { WebFile, WebFiles } from "./web-files.ts";

/** Every page but `/`, which the start page shares; the web page's own router knows the same. */
const PAGES = [
  "/keys",
  "/files",
  "/usage",
  "/history",
  "/locations",
  "/documentation",
  "/account",
  "/settings",
  "/sign-in",
  "/sign-up",
  "/welcome",
  "/goodbye",
  "/forgot-password",
  "/reset-password",
  "/shared",
];

/** Their URLs contain a secret: no referrer is sent, and search engines must not index them. */
const SECRET_PAGES = new Set(["/reset-password", "/shared"]);
const SECRET_HEADERS = {
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
};

/** Scripts and styles only from this server, nothing inline, no eval. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

export function addPages(
  server: Server,
  { client, httpsPort, services }: DashboardOptions,
  web: { files: WebFiles } | { problem: string },
): Dashboard {
  const config = { isQuiet: true };
  const quiet = { config };

  const sendApp = (
    reply: FastifyReply,
    path = "/index",
    further: Record<string, string> = {},
  ): FastifyReply => {
    const index = "files" in web ? web.files.get(`${path}.html`) : undefined;
    if (index === undefined) {
      const problem = "problem" in web ? web.problem : "The pages were not built.";
      const body = html`<main><h1>Lodestone</h1><p>${problem}</p><p>The services themselves are running: <a href="/v1/docs">text authenticity</a>${services.includes("locations") ? html`, <a href="/api/docs">location directory</a>` : ""}.</p></main>`;
      return sendPage(reply.code(503), { title: "Lodestone", body });
    }
    reply.headers({
      "content-security-policy": POLICY,
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "cache-control": "no-cache",
      ...further,
    });
    return sendFile(reply, index);
  };

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!client.isSecure(request.raw)) return leadToHttps(request, reply);
    const { url = "" } = request.routeOptions;
    const { searchParams } = new URL(request.url, "https://localhost");
    const link = preloadsOf(url, searchParams, readToken(request.raw) !== null);
    return sendApp(reply, url, {
      ...(SECRET_PAGES.has(url) ? SECRET_HEADERS : {}),
      ...(link === undefined ? {} : { link }),
    });
  };
  for (const url of PAGES) {
    if (url === "/locations" && !services.includes("locations")) continue;
    server.get(url, quiet, page);
  }
  server.get("/dashboard", quiet, async (request, reply) =>
    client.isSecure(request.raw) ? reply.redirect("/") : leadToHttps(request, reply, "/"),
  );

  server.get("/assets/*", quiet, async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const file = "files" in web ? web.files.get(path) : undefined;
    if (file === undefined) throw new AppError("endpoint_not_found");
    // The name contains a content hash, so it can be cached forever.
    reply.header("cache-control", "public, max-age=31536000, immutable");
    reply.header("cross-origin-resource-policy", "same-origin");
    return sendFile(reply, file);
  });

  function leadToHttps(request: FastifyRequest, reply: FastifyReply, path = request.url) {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i.test(host)) throw new AppError("endpoint_not_found");
    // Behind a proxy, people use the proxy's port, which is the default one.
    const isProxied = request.headers["x-forwarded-proto"] !== undefined;
    const port = isProxied || httpsPort() === 443 ? "" : `:${httpsPort()}`;
    return reply.header("cache-control", "no-store").redirect(`https://${host}${port}${path}`, 307);
  }

  return { sendApp };
}

function sendFile(reply: FastifyReply, { bodies, contentType, etag }: WebFile): FastifyReply {
  const { headers } = reply.request;
  const wanted = chooseEncoding(headers["accept-encoding"]);
  const encoding = bodies[wanted] === undefined ? "identity" : wanted;
  // Weak, because it identifies the content and not its encoding.
  const tag = `W/"${etag}"`;
  reply.headers({ "content-type": contentType, etag: tag, vary: "accept-encoding" });
  const known = String(headers["if-none-match"] ?? "").split(",");
  if (known.some((each) => each.trim().replace(/^W\//, "") === `"${etag}"`)) {
    return reply.code(304).send();
  }
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(bodies[encoding]);
}
