// The URL under which a reader reached this server, for documents that show it.
import type { IncomingMessage } from "node:http";
import type { ClientReader } from "./client.ts";
import { ERRORS_URL, publicCodeOf } from "./error-help.ts";
import type { ErrorCode } from "./errors.ts";

export type OwnAddress = (request: IncomingMessage) => string;

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
    if (client.isSecure(request)) return `https://${host}`;
    if (httpsPort === undefined) return `http://${host}`;
    const port = httpsPort();
    return `https://${host.replace(/:\d+$/, "")}${port === 443 ? "" : `:${port}`}`;
  };
}

/** Where this server explains an error, under the name the request called it by. */
export function createDocUrls(
  client: ClientReader,
): (request: IncomingMessage, code: ErrorCode) => string {
  const ownAddress = createOwnAddress({ client });
  return (request, code) => docUrl(ownAddress(request), code);
}

export function docUrl(address: string, code: ErrorCode): string {
  return `${address}${ERRORS_URL}#${publicCodeOf(code)}`;
}
