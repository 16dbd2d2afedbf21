// Answers of the directory kept with their ETag, so that an unchanged one is not sent again. Each
// use still asks the server, so nothing stale is ever given out.

export type Kept = { etag: string; text: string };

export type EtagCache = {
  find(url: string): Kept | undefined;
  keep(url: string, kept: Kept): void;
};

/** Most answers kept. The largest, a whole list of markets, has some tens of kilobytes. */
const ENTRIES_MAX = 200;

export function createEtagCache(entriesMax: number = ENTRIES_MAX): EtagCache {
  // A Map remembers the order of insertion: the first entry is the one not used for longest.
  const entries = new Map<string, Kept>();
  return {
    find(url) {
      const kept = entries.get(url);
      if (kept !== undefined) {
        entries.delete(url);
        entries.set(url, kept);
      }
      return kept;
    },
    keep(url, kept) {
      entries.delete(url);
      entries.set(url, kept);
      const [oldest] = entries.keys();
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
    },
  };
}
