// Requests no HTTP client would send, as bytes: shapes that make two servers disagree on where a request
// ends, broken heads, and bodies that trickle or stop. Each says how many answers may come and of which
// statuses.
import type { Chance } from "./chance.ts";

export type RawCase = {
  name: string;
  /** Sent one after the other, with a turn of the event loop between. */
  pieces: string[];
  answersMax: number;
  statuses: readonly number[];
  /** Ends the connection itself after the last piece, without waiting for an answer. */
  isCut?: boolean;
};

const SMUGGLED = "GET /api/smuggled HTTP/1.1\r\nhost: x\r\n\r\n";
const REFUSED = [400, 408, 431, 405, 501];

export function makeRawCase(chance: Chance, key: string): RawCase {
  const path = chance.pick(["/api/states", "/v1/detect", "/dashboard/api/sign-in", "/", "/nope"]);
  const head = (lines: string[], method = "POST") =>
    `${[`${method} ${path} HTTP/1.1`, "host: x", `x-api-key: ${key}`, "origin: https://example.com", ...lines].join("\r\n")}\r\n\r\n`;
  const smuggle = (name: string, text: string): RawCase => ({
    name,
    pieces: [text],
    answersMax: 1,
    statuses: REFUSED,
  });
  return chance.pick<() => RawCase>([
    () =>
      smuggle(
        "CL.TE",
        head(["content-length: 6", "transfer-encoding: chunked"]) + `0\r\n\r\n${SMUGGLED}`,
      ),
    () =>
      smuggle(
        "TE.CL",
        head(["transfer-encoding: chunked", "content-length: 4"]) +
          `5c\r\n${SMUGGLED}\r\n0\r\n\r\n`,
      ),
    () => smuggle("two lengths", head(["content-length: 0", "content-length: 41"]) + SMUGGLED),
    () => smuggle("list of lengths", head(["content-length: 0, 41"]) + SMUGGLED),
    () =>
      smuggle(
        "signed length",
        head([`content-length: ${chance.pick(["+1", "-1", "0x1", "1e1", " ", "1 1"])}`]) + SMUGGLED,
      ),
    () =>
      smuggle(
        "odd coding",
        head([
          `transfer-encoding: ${chance.pick(["xchunked", "chunked, identity", "\tchunked\u000b", "chunked;x", "identity, chunked, x"])}`,
        ]) + `0\r\n\r\n${SMUGGLED}`,
      ),
    () =>
      smuggle(
        "two codings",
        head(["transfer-encoding: chunked", "transfer-encoding: identity"]) +
          `0\r\n\r\n${SMUGGLED}`,
      ),
    () =>
      smuggle("space before colon", head(["transfer-encoding : chunked"]) + `0\r\n\r\n${SMUGGLED}`),
    () =>
      smuggle(
        "folded header",
        head(["x: a\r\n transfer-encoding: chunked", "content-length: 1, 2"]) + SMUGGLED,
      ),
    () =>
      smuggle(
        "bare line feed",
        `POST ${path} HTTP/1.1\nhost: x\ntransfer-encoding: chunked\ncontent-length: 3\n\n0\n\n${SMUGGLED}`,
      ),
    () => ({
      // The head is in order, so it may be answered before the chunks are looked at.
      ...smuggle(
        "bad chunk size",
        head(["transfer-encoding: chunked"]) +
          `${chance.pick(["zz", "-1", "fffffffffffffffff", "1;\u0000", ""])}\r\na\r\n0\r\n\r\n`,
      ),
      statuses: [...REFUSED, 401, 403, 404],
    }),
    () => smuggle("no host", `GET ${path} HTTP/1.1\r\n\r\n`),
    () =>
      smuggle(
        "two hosts",
        `GET ${path} HTTP/1.1\r\nhost: a\r\nhost: b\r\ncontent-length: x\r\n\r\n`,
      ),
    () =>
      smuggle(
        "garbage",
        Array.from({ length: 1 + chance.below(60) }, () =>
          String.fromCharCode(chance.below(256)),
        ).join("") + "\r\n\r\n",
      ),
    () =>
      smuggle(
        "old or odd version",
        `GET ${path} HTTP/${chance.pick(["0.9", "3.0", "1.2x", "11"])}\r\nhost: x\r\n\r\n`,
      ),
    () => smuggle("huge head", head([`x: ${"a".repeat(17_000)}`], "GET")),
    () => ({
      name: "absolute form",
      pieces: [`GET http://evil.example${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`],
      answersMax: 1,
      statuses: [200, 307, 400, 401, 403, 404, 405, 431],
    }),
    () => ({
      name: "CONNECT",
      pieces: ["CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n"],
      answersMax: 1,
      statuses: [400, 404, 405],
    }),
    () => ({
      name: "upgrade",
      pieces: [
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: ${chance.pick(["websocket", "h2c"])}\r\n\r\n`,
      ],
      answersMax: 1,
      statuses: [200, 307, 400, 401, 403, 404, 405],
    }),
    () => ({
      name: "three in one write",
      pieces: [
        "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n".repeat(2) +
          "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
      ],
      answersMax: 3,
      statuses: [200],
    }),
    () => ({
      name: "split head",
      pieces: [..."GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"].reduce<string[]>(
        (parts, sign, at) => {
          if (at % 7 === 0) parts.push("");
          parts[parts.length - 1] += sign;
          return parts;
        },
        [],
      ),
      answersMax: 1,
      statuses: [200],
    }),
    () => ({
      name: "body stops",
      pieces: [
        head(["content-length: 500", "content-type: application/json"]),
        '{"content": "half',
      ],
      answersMax: 1,
      statuses: [],
      isCut: true,
    }),
    () => ({
      name: "body trickles",
      pieces: [
        head(["content-length: 60", "content-type: application/x-www-form-urlencoded"]),
        ..."content=word+".split(""),
      ],
      answersMax: 1,
      statuses: [],
      isCut: true,
    }),
    () => ({
      name: "chunks stop",
      pieces: [
        head(["transfer-encoding: chunked", "content-type: application/json"]),
        '5\r\n{"con',
        "\r\n",
      ],
      answersMax: 1,
      statuses: [],
      isCut: true,
    }),
    () => ({
      name: "more than announced",
      pieces: [
        head(["content-length: 3", "content-type: application/x-www-form-urlencoded"]) +
          "content=abc",
      ],
      answersMax: 2,
      statuses: [200, 307, 400, 401, 403, 404, 405, 415],
    }),
  ])();
}
