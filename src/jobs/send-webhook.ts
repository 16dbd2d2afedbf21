// Sends one webhook: signed according to standardwebhooks.com, over HTTPS, never to a private address, without
// following redirects. The address is checked after name resolution and that same address is connected to, which
// rules out DNS rebinding.
import { createHmac } from "node:crypto";
import { lookup, Resolver } from "node:dns/promises";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export type WebhookToSend = { url: string; id: string; at: number; secret: string; body: string };

/** Resolves with the reason for a failure, without the address; null when it was delivered. */
export type WebhookSender = (webhook: WebhookToSend) => Promise<string | null>;

type Network = ReturnType<typeof ipaddr.parseCIDR>;

type Address = { address: string; family: number };

const TIMEOUT_MS = 10_000;
const URL_LENGTH_MAX = 2000;

/** What is wrong with an address, checked when the job is created; null when nothing is. */
export function findWebhookProblem(url: string, privateNetworks: readonly string[]): string | null {
  if (url.length > URL_LENGTH_MAX) return `must have at most ${URL_LENGTH_MAX} characters.`;
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    return "must be an address that begins with https://.";
  }
  const { hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "must hold no user name or password.";
  const address = literalOf(hostname);
  const isRefused = isIP(address) !== 0 && !isAllowed(address, networksOf(privateNetworks));
  return isRefused ? "must not point to a private address." : null;
}

export function createWebhookSender({
  privateNetworks,
  resolve = (host) => resolveName(host, privateNetworks.length > 0),
  ca,
  timeoutMs = TIMEOUT_MS,
}: {
  /** Networks beyond the public internet that the operator allows. */
  privateNetworks: readonly string[];
  resolve?: (host: string) => Promise<Address[]>;
  /** The receiver's certificate authority, where it is not a public one. */
  ca?: string | undefined;
  timeoutMs?: number;
}): WebhookSender {
  const networks = networksOf(privateNetworks);

  return async ({ url, id, at, secret, body }) => {
    // From the look-up to the answer.
    const signal = AbortSignal.timeout(timeoutMs);
    const host = literalOf(new URL(url).hostname);
    const found = await Promise.race([resolve(host), rejectOn(signal)]).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (found instanceof Error) return nameOf(found);
    const [first] = found;
    if (first === undefined || !found.every(({ address }) => isAllowed(address, networks))) {
      return "private_address";
    }
    // Only the addresses that were checked.
    const lookUp: LookupFunction = (_host, options, done) =>
      options.all === true ? done(null, found) : done(null, first.address, first.family);
    const timestamp = String(Math.floor(at / 1000));
    const signature = sign(secret, `${id}.${timestamp}.${body}`);
    return new Promise((settle) => {
      const asked = request(url, {
        method: "POST",
        lookup: lookUp,
        ...(ca === undefined ? {} : { ca }),
        // A connection of its own, closed with the answer.
        agent: false,
        signal,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "user-agent": "lodestone-webhooks",
          "webhook-id": id,
          "webhook-timestamp": timestamp,
          "webhook-signature": `v1,${signature}`,
        },
      });
      asked.on("response", (reply) => {
        const { statusCode = 0 } = reply;
        // The response body is not read.
        reply.destroy();
        settle(statusCode >= 200 && statusCode < 300 ? null : `status ${statusCode}`);
      });
      asked.on("error", (error: NodeJS.ErrnoException) => settle(nameOf(error)));
      asked.end(body);
    });
  };
}

/**
 * All addresses of a name. Asked for over the network and not from the system: a look-up by the system takes a thread
 * of four, for as long as the name servers take, and password hashing and file access need those threads too. Names
 * that only the system knows, from its hosts file, are those of private networks.
 */
async function resolveName(host: string, asksSystem: boolean): Promise<Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(four.status === "fulfilled" ? four.value : []),
    ...(six.status === "fulfilled" ? six.value : []),
  ].map((address) => ({ address, family: isIP(address) }));
  if (found.length > 0) return found;
  const error: NodeJS.ErrnoException =
    four.status === "rejected" ? four.reason : new Error("no address");
  const isUnknown = ["ENOTFOUND", "ENODATA", "ECONNREFUSED"].includes(error.code ?? "");
  if (isUnknown && asksSystem) return lookup(host, { all: true });
  throw error;
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

/** In a word, without the address. */
function nameOf({ code, name }: NodeJS.ErrnoException): string {
  return typeof code === "string" ? code : name;
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}

/** All of IPv6 that is routed on the internet; what lies outside may be read as an IPv4 address (`::127.0.0.1`). */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Public unicast addresses, and what the operator allows besides. */
function isAllowed(text: string, networks: readonly Network[]): boolean {
  // `process` unwraps IPv4-mapped IPv6 addresses.
  const address = ipaddr.process(text);
  const isIn = ([network, bits]: Network) =>
    network.kind() === address.kind() && address.match([network, bits] as never);
  if (networks.some(isIn)) return true;
  return address.range() === "unicast" && (address.kind() === "ipv4" || isIn(GLOBAL_IPV6));
}

function networksOf(networks: readonly string[]): Network[] {
  return networks.map((network) =>
    ipaddr.parseCIDR(
      network.includes("/") ? network : `${network}/${isIP(network) === 4 ? 32 : 128}`,
    ),
  );
}

/** An IPv6 address stands in brackets. */
function literalOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
