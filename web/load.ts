// Loads the data of a page: loading, error and loaded states, and reloading.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isSignedOut } from "./explain.ts";
import { useSession } from "./session.tsx";

export type Loaded<T> =
  | { status: "loading" }
  | { status: "error"; error: unknown }
  | { status: "ready"; value: T };

/** Loads on mount and whenever `about` changes; outdated responses are dropped. */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  about: string = "",
): { loaded: Loaded<T>; reload(): void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: "loading" });
  const [round, setRound] = useState(0);
  const { state, refresh } = useSession();
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const leaving = new AbortController();
    latest
      .current(leaving.signal)
      .then((value) => {
        if (!leaving.signal.aborted) setLoaded({ status: "ready", value });
      })
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return;
        // The session has ended elsewhere: reload its state.
        if (isSignedOut(error) && state.account !== null) void refresh();
        setLoaded({ status: "error", error });
      });
    return () => leaving.abort();
  }, [about, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { loaded, reload };
}

/** What a form or button does: whether it is pending, and its error. */
export type Action<Args extends unknown[]> = {
  run(...args: Args): void;
  isBusy: boolean;
  error: unknown;
  clear(): void;
};

export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<void>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = (...args: Args) => {
    setBusy(true);
    setError(null);
    act(...args)
      .catch((thrown: unknown) => setError(thrown))
      .finally(() => setBusy(false));
  };
  return { run, isBusy, error, clear: () => setError(null) };
}
