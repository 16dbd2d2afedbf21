import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchOrigin, parseDomain } from "./origin.ts";

const domainOf = (text: string) => {
  const parsed = parseDomain(text);
  return "domain" in parsed ? parsed.domain : null;
};

describe("a key for example.com", () => {
  test.each([
    "https://example.com",
    "https://example.com:8443",
    "https://EXAMPLE.com",
    "HTTPS://Example.Com",
    "example.com",
    "Example.COM",
    "example.com:443",
  ])("takes %j", (origin) => {
    expect(matchOrigin("example.com", [origin])).toBe(true);
  });

  test.each([
    "https://example.com.evil.com",
    "https://evil.com#example.com",
    "https://evil.com/#example.com",
    "https://evil.com?example.com",
    "https://evil.com\\example.com",
    "https://evil.com/example.com",
    "https://user@example.com",
    "https://example.com@evil.com",
    "https://user:pass@example.com",
    "https://evilexample.com",
    "https://www.example.com",
    "https://example.com.",
    "example.com.",
    "https://example.com。",
    "https://.example.com",
    "https://example..com",
    "https://example.com/",
    "https://example.com/path",
    "https://example.com?",
    "https://example.com#",
    "https://example.com:",
    "https://example.com:99999",
    "https://example.com:port",
    "https://example.com:80:80",
    "http://example.com",
    "http://example.com:443",
    "ftp://example.com",
    "wss://example.com",
    "//example.com",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
    "https://https://example.com",
    "null",
    "",
    " ",
    " https://example.com",
    "https://example.com ",
    "https://example.com\n",
    "https://example.com\0",
    "https://exam\u200bple.com",
    "https://exam\u00adple.com",
    "https://ex%61mple.com",
    "https://example%2ecom",
    "https://example.com, https://example.com",
    "https://example.com,https://evil.com",
    "https://example.com https://evil.com",
    "*.example.com",
    "https://*",
    "*",
    "https://[::1]",
    "https://\u034fexample.com",
    "https://example\ufe0f.com",
    "https://ｅxample.com",
    "https://ехample.com",
    "https://examp1e.com",
    "https://example.co",
  ])("refuses %j", (origin) => {
    expect(matchOrigin("example.com", [origin])).toBe(false);
  });

  test("refuses a request without an Origin or with several, even equal ones", () => {
    expect(matchOrigin("example.com", [])).toBe(false);
    expect(matchOrigin("example.com", ["https://example.com", "https://example.com"])).toBe(false);
    expect(matchOrigin("example.com", ["https://example.com", "https://evil.com"])).toBe(false);
  });

  test("refuses whatever is put before or after the name", () => {
    const noise = fc.string({ minLength: 1, unit: "binary" });
    fc.assert(
      fc.property(noise, fc.boolean(), (extra, isBefore) => {
        const origin = isBefore ? `https://${extra}example.com` : `https://example.com${extra}`;
        // A port is the one thing that may follow.
        fc.pre(!/^:\d{1,5}$/.test(extra));
        return !matchOrigin("example.com", [origin]);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("a key for *.example.com", () => {
  test.each(["https://a.example.com", "https://a.b.c.example.com:1", "A.EXAMPLE.COM"])(
    "takes %j",
    (origin) => {
      expect(matchOrigin("*.example.com", [origin])).toBe(true);
    },
  );

  test.each([
    "https://example.com",
    "https://.example.com",
    "https://aexample.com",
    "https://*.example.com",
    "https://a.example.com.evil.com",
    "https://evil.com#.example.com",
    "https://evil.com/.example.com",
    "https://a.example.com.",
    "http://a.example.com",
  ])("refuses %j", (origin) => {
    expect(matchOrigin("*.example.com", [origin])).toBe(false);
  });
});

describe("localhost", () => {
  test("may come over plain HTTP, and nothing else may", () => {
    for (const origin of ["http://localhost", "http://localhost:3000", "https://localhost"])
      expect(matchOrigin("localhost", [origin])).toBe(true);
    expect(matchOrigin("*.localhost", ["http://app.localhost:5173"])).toBe(true);
    expect(matchOrigin("127.0.0.1", ["http://127.0.0.1"])).toBe(false);
    expect(matchOrigin("127.0.0.1", ["https://127.0.0.1:8443"])).toBe(true);
    expect(matchOrigin("localhost", ["http://localhost.evil.com"])).toBe(false);
    expect(matchOrigin("localhost", ["http://evil.localhost"])).toBe(false);
  });
});

describe("names in other scripts", () => {
  test("are one domain in either spelling", () => {
    expect(domainOf("Bücher.example")).toBe("xn--bcher-kva.example");
    for (const origin of [
      "https://xn--bcher-kva.example",
      "https://XN--BCHER-KVA.example",
      "https://bücher.example",
      "https://BÜCHER.example",
    ])
      expect(matchOrigin("xn--bcher-kva.example", [origin])).toBe(true);
  });

  test("are read when the header's bytes are UTF-8", () => {
    const asNodeReadsIt = Buffer.from("https://bücher.example").toString("latin1");
    expect(matchOrigin("xn--bcher-kva.example", [asNodeReadsIt])).toBe(true);
  });

  test("a look-alike is another domain", () => {
    // The first letter is Cyrillic.
    expect(domainOf("аpple.com")).toBe("xn--pple-43d.com");
    expect(matchOrigin("apple.com", ["https://аpple.com"])).toBe(false);
  });
});

describe("registering a domain", () => {
  test.each([
    ["Example.COM", "example.com"],
    [" example.com ", "example.com"],
    ["*.Example.com", "*.example.com"],
    ["localhost", "localhost"],
    ["192.0.2.7", "192.0.2.7"],
    ["[2001:DB8::1]", "[2001:db8::1]"],
    ["my_app.example.com", "my_app.example.com"],
  ])("%j is kept as %j", (given, kept) => {
    expect(domainOf(given)).toBe(kept);
  });

  test.each([
    "",
    "null",
    "https://example.com",
    "example.com/path",
    "user@example.com",
    "example.com:443",
    "example.com.",
    "*.com",
    "*",
    "*.*.com",
    "a.*.com",
    "*.192.0.2.7",
    "*.[::1]",
    "exa mple.com",
    "<script>",
    "0x7f.1",
    "1",
    `${"a".repeat(64)}.com`,
    `${"a.".repeat(130)}com`,
    "[::1",
    "-a.com",
    "a-.com",
  ])("%j is refused", (given) => {
    expect(domainOf(given)).toBeNull();
  });

  test("what is accepted matches itself as an Origin, and nothing shorter", () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), (labels) => {
        const domain = domainOf(labels.join("."));
        // Four numbers are an address, which has no subdomains.
        fc.pre(domain !== null && isIP(domain) === 0);
        expect(matchOrigin(domain, [`https://${domain}`])).toBe(true);
        expect(matchOrigin(`*.${domain}`, [`https://${domain}`])).toBe(false);
        expect(matchOrigin(`*.${domain}`, [`https://a.${domain}`])).toBe(true);
      }),
    );
  });
});

describe("what is wrong with a domain is said in a sentence", () => {
  test.each([
    ["https://example.com", "Give the host name alone, such as example.com."],
    ["example.com/path", "Give the host name alone, such as example.com."],
    ["user@example.com", "Give the host name alone, such as example.com."],
    ["", "This is not a host name such as example.com."],
    ["example.com:443", "This is not a host name such as example.com."],
    ["*.com", "A wildcard needs a domain of its own, such as *.example.com."],
    ["*.192.0.2.7", "A wildcard needs a domain of its own, such as *.example.com."],
  ])("%j", (given, problem) => {
    expect(parseDomain(given)).toEqual({ problem });
  });

  test("a wildcard below localhost is a domain of its own", () => {
    expect(parseDomain("*.localhost")).toEqual({ domain: "*.localhost" });
  });
});

test("ports reach to 65535 and no further", () => {
  expect(matchOrigin("example.com", ["https://example.com:65535"])).toBe(true);
  expect(matchOrigin("example.com", ["https://example.com:65536"])).toBe(false);
});

test("an IPv6 address is matched as such, and nothing else in brackets", () => {
  const parsed = parseDomain("[2001:db8::1]");
  if ("problem" in parsed) throw new Error(parsed.problem);
  expect(matchOrigin(parsed.domain, ["https://[2001:db8::1]"])).toBe(true);
  expect(matchOrigin(parsed.domain, ["https://[2001:db8::2]"])).toBe(false);
  expect(matchOrigin(parsed.domain, ["https://[xyz]"])).toBe(false);
});

test("what looks like a host and is none is refused without a fault", () => {
  for (const value of ["https://[1.2]", "https://[::1.2.3]", "http://-bad-", "http://a..b", "[]"]) {
    expect([value, matchOrigin("example.com", [value])]).toEqual([value, false]);
  }
});

test("a host name has at most 253 characters", () => {
  const label = "a".repeat(61);
  const longest = `${label}.${label}.${label}.${"b".repeat(67 - 8)}.example`;
  expect(longest).toHaveLength(253);
  expect(parseDomain(longest)).toEqual({ domain: longest });
  expect(parseDomain(`c${longest}`)).toHaveProperty("problem");
});
