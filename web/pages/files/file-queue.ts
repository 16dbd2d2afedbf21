// Files on their way to the service: a few at a time, each with its own end. Nothing here draws or
// knows how a file is checked, so that it can be tested by itself.

export type FileState<Result> =
  | { status: "waiting" | "stopped" }
  /** `share` of the file is done, 0…1. */
  | { status: "busy"; share: number }
  | { status: "checked"; result: Result }
  | { status: "failed"; error: unknown };

export type FileEntry<Result> = { id: number; file: File; state: FileState<Result> };

export type FileQueue<Result> = {
  entries(): ReadonlyArray<FileEntry<Result>>;
  add(files: Iterable<File>): void;
  /** Again for what was stopped, or failed in a way that may pass. */
  retry(): void;
  canRetry(entry: FileEntry<Result>): boolean;
  /** What runs is broken off, what waits does not begin. */
  stop(): void;
  clear(): void;
  /** Called after every change; gives back how to end that. */
  watch(changed: () => void): () => void;
};

export function createFileQueue<Result>({
  check,
  places,
  isFinal,
  mayPass,
}: {
  check: (
    file: File,
    options: { signal: AbortSignal; onShare: (share: number) => void },
  ) => Promise<Result>;
  /** How many are checked at once. */
  places: number;
  /** True for an error that all the others would meet, too: they are not even tried. */
  isFinal: (error: unknown) => boolean;
  /** True for an error that another try might not meet. */
  mayPass: (error: unknown) => boolean;
}): FileQueue<Result> {
  let list: ReadonlyArray<FileEntry<Result>> = [];
  let nextId = 1;
  let round = new AbortController();
  const watchers = new Set<() => void>();

  const change = (next: typeof list) => {
    list = next;
    for (const changed of watchers) changed();
  };
  const set = (which: (entry: FileEntry<Result>) => boolean, state: FileState<Result>) =>
    change(list.map((entry) => (which(entry) ? { ...entry, state } : entry)));
  const statusIs = (status: string) => (entry: FileEntry<Result>) => entry.state.status === status;

  const canRetry = ({ state }: FileEntry<Result>) =>
    state.status === "stopped" || (state.status === "failed" && mayPass(state.error));

  const begin = () => {
    const running = list.filter(statusIs("busy")).length;
    for (const entry of list.filter(statusIs("waiting")).slice(0, places - running)) {
      void work(entry, round.signal);
    }
  };

  const work = async ({ id, file }: FileEntry<Result>, signal: AbortSignal) => {
    const isThis = (entry: FileEntry<Result>) => entry.id === id;
    const onShare = (share: number) => {
      if (!signal.aborted) set(isThis, { status: "busy", share });
    };
    onShare(0);
    try {
      const result = await check(file, { signal, onShare });
      if (signal.aborted) return;
      set(isThis, { status: "checked", result });
    } catch (error) {
      if (signal.aborted) return;
      set(isThis, { status: "failed", error });
      if (isFinal(error)) set(statusIs("waiting"), { status: "failed", error });
    }
    begin();
  };

  return {
    entries: () => list,
    add(files) {
      const added = Array.from(files, (file) => ({
        id: nextId++,
        file,
        state: { status: "waiting" as const },
      }));
      change([...list, ...added]);
      begin();
    },
    retry() {
      set(canRetry, { status: "waiting" });
      begin();
    },
    canRetry,
    stop() {
      round.abort();
      round = new AbortController();
      set(({ state }) => state.status === "busy" || state.status === "waiting", {
        status: "stopped",
      });
    },
    clear() {
      round.abort();
      round = new AbortController();
      change([]);
    },
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}
