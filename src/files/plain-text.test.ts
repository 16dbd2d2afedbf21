import { afterEach, expect, test, vi } from "vitest";
import { decodeText } from "./plain-text.ts";

afterEach(() => vi.restoreAllMocks());

test("a file that is far too long is refused without being decoded", () => {
  const decode = vi.spyOn(TextDecoder.prototype, "decode");
  expect(() => decodeText(Buffer.alloc(10_000_000, "é"), 1000)).toThrow(/at most 1000 characters/);
  expect(decode).not.toHaveBeenCalled();
});

test("every text of the greatest length is read, in whatever encoding", () => {
  for (const unit of ["a", "é", "न", "€"]) {
    const text = unit.repeat(1000);
    expect(decodeText(Buffer.from(text), 1000)).toBe(text);
    expect(decodeText(Buffer.from(`\ufeff${text}`), 1000)).toBe(text);
    expect(decodeText(Buffer.from(`\ufeff${text}`, "utf16le"), 1000)).toBe(text);
    expect(() => decodeText(Buffer.from(text + unit), 1000)).toThrow(/at most 1000 characters/);
  }
  const pairs = "🙂".repeat(500);
  expect(decodeText(Buffer.from(pairs), 1000)).toBe(pairs);
});
