// Days are UTC's, whatever the machine's time zone and whichever year.
import { expect, test } from "vitest";
import { addDays, daysBetween, msToMidnight, utcDay } from "./days.ts";

test("a day ends at midnight UTC", () => {
  expect(utcDay(Date.parse("2026-03-01T23:59:59.999Z"))).toBe("2026-03-01");
  expect(utcDay(Date.parse("2026-03-02T00:00:00Z"))).toBe("2026-03-02");
  expect(msToMidnight(Date.parse("2026-03-01T23:59:59.999Z"))).toBe(1);
  expect(msToMidnight(Date.parse("2026-03-02T00:00:00Z"))).toBe(86_400_000);
  // A clock set before 1970 still counts down to its midnight.
  expect(msToMidnight(Date.parse("1969-12-31T23:59:00Z"))).toBe(60_000);
});

test("days are added and told apart over months, leap days and years", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(daysBetween("2027-12-31", "2028-03-01")).toBe(61);
  expect(daysBetween("2026-03-02", "2026-03-01")).toBe(-1);
});
