import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createClientReader } from "./client.ts";

// Only what the reader looks at; a real request would need a socket from every address tested.
const from = (remoteAddress: string, headers: Record<string, string> = {}, encrypted = false) =>
  ({ headers, socket: { remoteAddress, encrypted } }) as unknown as IncomingMessage;

const reader = createClientReader(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"]);

test("a stranger's forwarding headers are not believed", () => {
  const request = from("203.0.113.5", {
    "x-forwarded-for": "1.2.3.4",
    "x-forwarded-proto": "https",
  });
  expect(reader.address(request)).toBe("203.0.113.5");
  expect(reader.isSecure(request)).toBe(false);
});

test("a trusted proxy's are", () => {
  const request = from("10.1.2.3", {
    "x-forwarded-for": "198.51.100.9",
    "x-forwarded-proto": "https",
  });
  expect(reader.address(request)).toBe("198.51.100.9");
  expect(reader.isSecure(request)).toBe(true);
  expect(reader.isSecure(from("10.1.2.3", { "x-forwarded-proto": "http" }))).toBe(false);
  expect(reader.isSecure(from("10.1.2.3"))).toBe(false);
});

test("through a chain of proxies the nearest address that is no proxy is the client", () => {
  const request = from("::ffff:10.0.0.1", {
    "x-forwarded-for": "1.1.1.1, 198.51.100.9, 192.0.2.7",
  });
  expect(reader.address(request)).toBe("198.51.100.9");
});

test("what a client invents in front of the chain changes nothing", () => {
  const request = from("10.0.0.1", { "x-forwarded-for": "not-an-address" });
  expect(reader.address(request)).toBe("10.0.0.1");
  const proto = from("10.0.0.1", { "x-forwarded-proto": "https, http" });
  expect(reader.isSecure(proto)).toBe(false);
});

test("an IPv6 network can be trusted", () => {
  const request = from("2001:db8::5", { "x-forwarded-for": "2001:4860::1" });
  expect(reader.address(request)).toBe("2001:4860::1");
});

test("TLS on our own port is secure", () => {
  expect(reader.isSecure(from("203.0.113.5", {}, true))).toBe(true);
});

test("local is a direct connection from this machine, never a forwarded one", () => {
  const host = "localhost:8080";
  expect(reader.isLocal(from("127.0.0.1", { host }))).toBe(true);
  expect(reader.isLocal(from("::1", { host }))).toBe(true);
  expect(reader.isLocal(from("::ffff:127.0.0.1", { host }))).toBe(true);
  expect(reader.isLocal(from("127.0.0.1", { host, "x-forwarded-for": "8.8.8.8" }))).toBe(false);
  expect(reader.isLocal(from("127.0.0.1", { host, forwarded: "for=8.8.8.8" }))).toBe(false);
  expect(reader.isLocal(from("10.0.0.1", { host }))).toBe(false);
});

// A proxy on the same machine that adds no headers would make every visitor the operator.
test("what comes from a trusted proxy is never local, whatever headers it sends", () => {
  const behindProxy = createClientReader(["127.0.0.1", "::1"]);
  const host = "localhost";
  for (const peer of ["127.0.0.1", "::ffff:127.0.0.1", "::1"]) {
    expect(behindProxy.isLocal(from(peer, { host }))).toBe(false);
    expect(behindProxy.isLocal(from(peer, { host, "x-forwarded-for": "127.0.0.1" }))).toBe(false);
  }
  expect(behindProxy.isLocal(from("127.0.0.2", { host }))).toBe(true);
});

test.each([
  ["localhost", true],
  ["LOCALHOST:8443", true],
  ["app.localhost", true],
  ["127.0.0.1:8080", true],
  ["[::1]:8080", true],
  ["rebound.example:8080", false],
  ["localhost.example", false],
  ["", false],
])("a request for the host %j from this machine is local: %s", (host, isLocal) => {
  expect(reader.isLocal(from("127.0.0.1", { host }))).toBe(isLocal);
});
