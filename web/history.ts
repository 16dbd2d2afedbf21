// Earlier checks, kept in this browser alone and only when somebody switched that on. The server never
// stores a text; signing out or switching it off forgets everything.
import type { Detection } from "../client/authenticity-types.ts";

export type KeptCheck = {
  /** ISO time; also what tells two checks apart. */
  at: string;
  text: string;
  verdict: Detection["verdict"];
  final_probability: number;
};

export type History = { isOn: boolean; checks: KeptCheck[] };

const CHECKS_MAX = 20;
const PREFIX = "lodestone-history:";

/** As much of the browser's storage as this needs. */
export type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** Each account has its own; whoever is not signed in has the machine's. */
export function openHistory(storage: Storage, owner: string | null) {
  const name = PREFIX + (owner ?? "");
  const read = (): History => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(name) ?? "null");
      if (Array.isArray(kept)) return { isOn: true, checks: kept.filter(isKeptCheck) };
    } catch {
      // Nothing readable is nothing kept.
    }
    return { isOn: false, checks: [] };
  };
  const write = (checks: KeptCheck[]): History => {
    // A browser gives a page a few megabytes: the oldest go until the rest fits.
    for (let count = Math.min(checks.length, CHECKS_MAX); count >= 0; count -= 1) {
      try {
        storage.setItem(name, JSON.stringify(checks.slice(0, count)));
        break;
      } catch {
        // Tried again with one less.
      }
    }
    return read();
  };
  return {
    read,
    switchOn: () => write(read().checks),
    /** Forgets everything, too. */
    switchOff(): History {
      try {
        storage.removeItem(name);
      } catch {
        // A browser that keeps nothing has nothing to forget.
      }
      return read();
    },
    add(check: KeptCheck): History {
      const { isOn, checks } = read();
      if (!isOn) return { isOn, checks };
      return write([check, ...checks.filter(({ text }) => text !== check.text)]);
    },
    remove: (at: string) => write(read().checks.filter((check) => check.at !== at)),
  };
}

/** The browser's own; where it gives none, one that keeps nothing. */
export function browserStorage(): Storage {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem() {}, removeItem() {} };
  }
}

function isKeptCheck(value: unknown): value is KeptCheck {
  const { at, text, verdict, final_probability } = Object(value) as Record<string, unknown>;
  return (
    typeof at === "string" &&
    !Number.isNaN(Date.parse(at)) &&
    typeof text === "string" &&
    typeof verdict === "string" &&
    typeof final_probability === "number"
  );
}
