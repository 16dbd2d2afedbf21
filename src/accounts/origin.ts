// Which domain a key is bound to, and whether a request's Origin is of that domain. Outside a
// browser an Origin can be forged: this limits abuse of a leaked key, the key is the secret.
import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";

/** The host name as kept: IDNA, lower case, with `*.` in front when it covers the subdomains. */
export function parseDomain(text: string): { domain: string } | { problem: string } {
  const given = text.trim();
  if (given.includes("://") || /[/?#@]/.test(given))
    return { problem: "Give the host name alone, such as example.com." };
  const isWildcard = given.startsWith("*.");
  const host = canonicalHost(isWildcard ? given.slice(2) : given);
  if (host === null) return { problem: "This is not a host name such as example.com." };
  if (!isWildcard) return { domain: host };
  // `*.com` would cover everybody's sites.
  if (isIP(host) !== 0 || host.startsWith("[") || !(host.includes(".") || host === "localhost"))
    return { problem: "A wildcard needs a domain of its own, such as *.example.com." };
  return { domain: `*.${host}` };
}

/** `values` are all Origin headers of the request: anything but exactly one does not match. */
export function matchOrigin(domain: string, values: readonly string[]): boolean {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) return false;
  const host = originHost(value);
  if (host === null) return false;
  return domain.startsWith("*.") ? host.endsWith(domain.slice(1)) : host === domain;
}

/** The host of `https://host`, `https://host:port` or a bare `host`; null for anything else. A strict pattern
 * instead of URL, which would silently repair hostile input. */
function originHost(value: string): string | null {
  const parts = originForm.exec(headerText(value));
  if (!parts?.groups) return null;
  const { scheme, name = "", port } = parts.groups;
  if (port !== undefined && Number(port) > 65_535) return null;
  const host = canonicalHost(name);
  if (scheme?.toLowerCase() === "http" && host !== "localhost" && !host?.endsWith(".localhost"))
    return null;
  return host;
}

const originForm =
  /^(?:(?<scheme>https?):\/\/)?(?<name>\[[0-9a-f:.]{2,45}\]|[^\s/?#@:[\]\\]{1,255})(?::(?<port>\d{1,5}))?$/iu;

/** Node decodes header bytes as Latin-1. A host name sent as UTF-8, as some command-line tools do, is decoded
 * again. */
function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value) || /[^\0-\xff]/.test(value)) return value;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

function canonicalHost(text: string): string | null {
  if (text.startsWith("[")) return canonicalIpv6(text);
  // domainToASCII drops invisible characters, decodes %41 and cuts at "#" or "/": none may reach it.
  if (/[\p{C}\p{Z}%#/\\?@:[\]*,;]/u.test(text)) return null;
  const host = domainToASCII(text);
  if (host.length > 253 || !host.split(".").every((label) => labelForm.test(label))) return null;
  // Anything it normalises (0x7f.1 to 127.0.0.1, full-width or ignored characters) is refused: only the case
  // may have changed.
  const plain = text.toLowerCase().normalize("NFC");
  if (plain !== (/^[\0-\x7f]*$/.test(plain) ? host : domainToUnicode(host))) return null;
  // Browsers send the word null for opaque origins.
  return host === "null" ? null : host;
}

const labelForm = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function canonicalIpv6(text: string): string | null {
  const address = text.slice(1, -1);
  return text.endsWith("]") && isIP(address) === 6 ? new URL(`http://${text}`).hostname : null;
}
