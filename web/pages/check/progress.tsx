// While the service works: how much is done, how long it has taken, how long a text of this length usually takes, and
// a way out. Where the service tells nothing the bar is an estimate and stops short of its end.
import { useEffect, useState } from "preact/hooks";
import type { Task, TaskName } from "./use-task.ts";

/** Seconds to begin with and for each thousand characters, as measured on two cores; a busy server takes longer. */
const USUAL: Readonly<Record<TaskName, [start: number, perThousand: number]>> = {
  check: [1.5, 0.4],
  rewrite: [1.5, 0.9],
};

const TEXTS: Readonly<Record<TaskName, string>> = {
  check: "Reading the text",
  rewrite: "Trying edits",
};

/** Under this a bar would be gone before it is seen. */
const LONG_SECONDS = 5;

export function Progress({ task, onStop }: { task: Task; onStop: () => void }) {
  const isBusy = task.status === "busy";
  const seconds = useSeconds(isBusy);
  if (!isBusy) return null;
  const [start, perThousand] = USUAL[task.name];
  const usual = Math.round(start + (perThousand * task.length) / 1_000);
  const isLong = usual >= LONG_SECONDS || seconds >= LONG_SECONDS;
  return (
    <div class="progress">
      <div class="row">
        <p class="loading" role="status">
          <span class="spinner" aria-hidden="true" />
          {TEXTS[task.name]} …
        </p>
        <button type="button" id="stop" class="quiet" onClick={onStop}>
          Stop
        </button>
      </div>
      {isLong && (
        <>
          {task.share === null ? (
            <progress
              value={Math.min(seconds, 0.95 * usual)}
              max={usual}
              aria-label={`${TEXTS[task.name]}, estimated`}
            />
          ) : (
            <progress value={task.share} max={1} aria-label={TEXTS[task.name]} />
          )}
          <p class="small soft" data-testid="elapsed">
            {task.share !== null && `${shareDone(task.name, task.share)} `}
            {seconds} s.{" "}
            {seconds <= usual
              ? `A text of this length usually takes about ${usual} s.`
              : "This is taking longer than usual: the server is busy."}{" "}
            If you stop, nothing is counted.
          </p>
        </>
      )}
    </div>
  );
}

function shareDone(name: TaskName, share: number): string {
  const percent = `${Math.floor(100 * share)} %`;
  if (name === "rewrite") return `${percent} done.`;
  return share < 1 ? `${percent} read.` : "All read; looking for the phrases that moved the score.";
}

function useSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const start = performance.now();
    setSeconds(0);
    const timer = setInterval(
      () => setSeconds(Math.round((performance.now() - start) / 1_000)),
      1_000,
    );
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
}
