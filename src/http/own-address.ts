// The URL under which a reader reached this server, for documents that show it.
import type { FastifyRequest } from "fastify";
import type { ClientReader } from "./client.ts";

export type OwnAddress = (request: FastifyRequest) => string;

const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** With `httpsPort`, the encrypted address even for a reader who came over plain HTTP. */
export function createOwnAddress({
  client,
  httpsPort,
}: {
  client: ClientReader;
  httpsPort?: (() => number) | undefined;
}): OwnAddress {
  return (request) => {
    const given = request.headers.host ?? "";
    // A forged host name must not end up in a page.
    const host = HOST.test(given) ? given.toLowerCase() : "127.0.0.1";
    if (client.isSecure(request.raw)) return `https://${host}`;
    if (httpsPort === undefined) return `http://${host}`;
    const port = httpsPort();
    return `https://${host.replace(/:\d+$/, "")}${port === 443 ? "" : `:${port}`}`;
  };
}
