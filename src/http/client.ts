// Who sent a request, and how: the client's address and whether the connection was encrypted.
// Forwarding headers count only when the connection itself comes from a trusted proxy.
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

export type ClientReader = {
  /** The address limits and logs use. */
  address(request: IncomingMessage): string;
  isSecure(request: IncomingMessage): boolean;
  /** True only for a direct connection from this machine to one of its own names: neither proxied requests nor
   * requests for a foreign name that resolves here (DNS rebinding) are local. */
  isLocal(request: IncomingMessage): boolean;
};

export function createClientReader(trustProxy: readonly string[]): ClientReader {
  const trusted = toBlockList(trustProxy);
  const loopback = toBlockList(["127.0.0.0/8", "::1"]);
  const isIn = (list: BlockList, address: string) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
  };

  return {
    address(request) {
      // From the nearest hop outwards, the first address that is no trusted proxy is the client.
      let address = peerAddress(request);
      const hops = forwardedFor(request);
      while (isIn(trusted, address)) {
        const hop = hops.pop();
        if (hop === undefined || isIP(hop) === 0) break;
        address = hop;
      }
      return address;
    },
    isSecure(request) {
      if ("encrypted" in request.socket && request.socket.encrypted === true) return true;
      if (!isIn(trusted, peerAddress(request))) return false;
      const protocols = String(request.headers["x-forwarded-proto"] ?? "").split(",");
      return protocols.at(-1)?.trim().toLowerCase() === "https";
    },
    isLocal(request) {
      const { headers } = request;
      const peer = peerAddress(request);
      // A trusted proxy may send no forwarding headers; then the client behind it is unknown.
      const isProxied =
        headers["x-forwarded-for"] !== undefined ||
        headers.forwarded !== undefined ||
        isIn(trusted, peer);
      return !isProxied && isIn(loopback, peer) && LOCAL_HOST.test(headers.host ?? "");
    },
  };
}

const LOCAL_HOST =
  /^(?:localhost|[a-z0-9-]{1,63}\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    list.addSubnet(address, Number(prefix ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return list;
}

/** IPv4 clients of a dual-stack socket show up as `::ffff:127.0.0.1`. */
function peerAddress(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "");
}

function forwardedFor(request: IncomingMessage): string[] {
  const header = request.headers["x-forwarded-for"];
  const text = Array.isArray(header) ? header.join(",") : (header ?? "");
  return text.split(",").flatMap((hop) => hop.trim() || []);
}
