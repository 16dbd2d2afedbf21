// The service at work on a text: started, stopped, failed. Its result becomes an entry of the browser's history, so
// that Back and Forward lead through results and a reload shows the same one again.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Strength } from "../../../client/authenticity-types.ts";
import { isQuotaUsedUp, isSignedOut } from "../../explain.ts";
import { navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { watchProgress } from "../../watch-progress.ts";
import { type Finished, keepResult } from "./kept-work.ts";

export type TaskName = "check" | "rewrite";

export type Task =
  | { status: "idle" }
  | {
      status: "busy";
      name: TaskName;
      length: number;
      /** How much is done, 0…1, where the service tells. */
      share: number | null;
    }
  | { status: "failed"; error: unknown };

export function useTask(strength: Strength): {
  task: Task;
  start(name: TaskName, content: string): void;
  stop(): void;
} {
  const { refresh, setQuota } = useSession();
  const [task, setTask] = useState<Task>({ status: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const work = async (name: TaskName, content: string, signal: AbortSignal): Promise<Finished> => {
    // Kept with a check's result: under it a report of the same text is no further check.
    const idempotencyKey = crypto.randomUUID();
    const end = watchProgress(idempotencyKey, signal, (share) =>
      setTask((known) => (known.status === "busy" ? { ...known, share } : known)),
    );
    try {
      if (name === "check") {
        const checked = await service.detect(content, { signal, idempotencyKey });
        const { quota, ...detection } = checked;
        setQuota(quota);
        return { kind: "checked", text: content, detection, idempotencyKey };
      }
      const rewritten = await service.regenerate(content, { strength, signal, idempotencyKey });
      const { quota, ...rewrite } = rewritten;
      setQuota(quota);
      return { kind: "rewritten", text: content, rewrite };
    } finally {
      end();
    }
  };

  const start = async (name: TaskName, content: string) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setTask({ status: "busy", name, length: content.length, share: null });
    try {
      const finished = await work(name, content, mine.signal);
      if (mine.signal.aborted) return;
      setTask({ status: "idle" });
      navigate("/", { state: { result: keepResult(finished) } });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (isSignedOut(error) || isQuotaUsedUp(error)) void refresh();
      setTask({ status: "failed", error });
    }
  };
  const stop = () => {
    running.current?.abort();
    setTask({ status: "idle" });
  };
  return { task, start: (name, content) => void start(name, content), stop };
}
