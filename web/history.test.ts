// Earlier checks are kept only when asked for, stay apart by account, and fit what a browser gives.
import { expect, test } from "vitest";
import { type KeptCheck, openHistory, type Storage } from "./history.ts";

/** A storage that takes this many characters at most, as browsers do. */
function buildStorage(
  lengthMax = Number.POSITIVE_INFINITY,
): Storage & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem(name, value) {
      if (value.length > lengthMax) throw new DOMException("full", "QuotaExceededError");
      items.set(name, value);
    },
    removeItem: (name) => void items.delete(name),
  };
}

const check = (text: string, minute = 0): KeptCheck => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  text,
  verdict: "Uncertain",
  final_probability: 50,
});

test("nothing is kept until it is switched on, and nothing is left when it is switched off", () => {
  const storage = buildStorage();
  const history = openHistory(storage, "a@test.example");
  history.add(check("secret"));
  expect([...storage.items]).toEqual([]);
  history.switchOn();
  expect(history.add(check("first")).checks).toHaveLength(1);
  expect(history.switchOff()).toEqual({ isOn: false, checks: [] });
  expect([...storage.items]).toEqual([]);
});

test("one account's checks are not another's", () => {
  const storage = buildStorage();
  const mine = openHistory(storage, "a@test.example");
  mine.switchOn();
  mine.add(check("mine"));
  expect(openHistory(storage, "b@test.example").read()).toEqual({ isOn: false, checks: [] });
  expect(openHistory(storage, null).read().isOn).toBe(false);
});

test("the newest come first, a text checked again stands once, and old ones go", () => {
  const history = openHistory(buildStorage(), null);
  history.switchOn();
  for (let minute = 0; minute < 30; minute += 1) history.add(check(`text ${minute % 25}`, minute));
  const { checks } = history.read();
  expect(checks).toHaveLength(20);
  expect(checks[0]?.text).toBe("text 4");
  expect(new Set(checks.map(({ text }) => text)).size).toBe(20);
  expect(history.remove(checks[0]?.at ?? "").checks[0]?.text).toBe("text 3");
});

test("a full storage keeps what fits, and broken content counts as none", () => {
  const storage = buildStorage(1000);
  const history = openHistory(storage, null);
  history.switchOn();
  for (let minute = 0; minute < 5; minute += 1) history.add(check(`${minute}`.repeat(300), minute));
  expect(history.read().checks.map(({ text }) => text[0])).toEqual(["4", "3"]);
  history.add(check("x".repeat(5000), 9));
  expect(history.read()).toEqual({ isOn: true, checks: [] });
  storage.items.set("lodestone-history:", '[{"at":"never","text":7}, 3, null]');
  expect(history.read()).toEqual({ isOn: true, checks: [] });
  storage.items.set("lodestone-history:", "{");
  expect(history.read().isOn).toBe(false);
});
