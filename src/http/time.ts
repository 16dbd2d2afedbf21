// Time stamps as every answer carries them: UTC, whole seconds, no zone.

/** `2026-11-15T08:30:00` for a number of milliseconds since 1970. */
export function formatTimestamp(nowMs: number): string {
  if (Math.floor(nowMs / 1000) !== lastSecond) {
    lastSecond = Math.floor(nowMs / 1000);
    lastText = new Date(lastSecond * 1000).toISOString().slice(0, 19);
  }
  return lastText;
}

// Thousands of responses fall into the same second, so its text is cached.
let lastSecond = Number.NaN;
let lastText = "";
