// The draft and the latest results, kept in this tab: they outlive a reload, are never sent anywhere, and go with
// the tab or at sign-out. A browser that keeps nothing still has them until the page is left.
import type { Detection, Rewrite } from "../../../client/authenticity-types.ts";

/** A result with the text it is about. */
export type Finished =
  | {
      kind: "checked";
      text: string;
      /** What an earlier release kept has no time. */
      detection: Detection & { checked_at?: string };
      idempotencyKey: string;
    }
  | { kind: "rewritten"; text: string; rewrite: Rewrite };

type Entry = { id: string; finished: Finished };

const DRAFT = "lodestone-draft";
const RESULTS = "lodestone-results";

/** As many steps back are possible; browsers keep about five million characters for a page. */
const RESULTS_MAX = 8;
const LENGTH_MAX = 4_000_000;

let draft = read(DRAFT) ?? "";
let results = readResults();

export function readDraft(): string {
  return draft;
}

export function keepDraft(next: string): void {
  if (next === draft) return;
  draft = next;
  write(DRAFT, next);
}

export function findResult(id: string | undefined): Finished | undefined {
  return results.find((entry) => entry.id === id)?.finished;
}

/** Keeps a result and says under which id it is found again. */
export function keepResult(finished: Finished): string {
  const id = crypto.randomUUID();
  results = [...results, { id, finished }].slice(-RESULTS_MAX);
  let stored = results;
  let text = JSON.stringify(stored);
  while (stored.length > 1 && text.length > LENGTH_MAX) {
    stored = stored.slice(1);
    text = JSON.stringify(stored);
  }
  write(RESULTS, text);
  return id;
}

/** Whoever sits here next is somebody else. */
export function forgetWork(): void {
  draft = "";
  results = [];
  write(DRAFT, "");
  write(RESULTS, "");
}

function readResults(): Entry[] {
  try {
    const entries: unknown = JSON.parse(read(RESULTS) ?? "[]");
    return Array.isArray(entries) ? (entries as Entry[]) : [];
  } catch {
    return [];
  }
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    if (value === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Full or switched off: what is in memory goes on, and an older state must not come back.
    try {
      sessionStorage.removeItem(name);
    } catch {}
  }
}
