// What can be done with a text: checking and rewriting it, and how strongly; while one runs, its progress.
import type { Strength } from "../../../client/authenticity-types.ts";
import { Choice } from "../../components/choice.tsx";
import { countWords } from "./counts.ts";
import { Progress } from "./progress.tsx";
import type { Task, TaskName } from "./use-task.ts";

/** The service's own limit for rewriting. */
const REWRITE_WORDS_MIN = 20;

const STRENGTHS = [
  ["light", "Light"],
  ["medium", "Medium"],
  ["strong", "Strong"],
] as const;

export function CheckActions({
  text,
  task,
  stop,
  strength,
  onStrength,
  onStart,
  lengthMax = Number.POSITIVE_INFINITY,
  isRewriteOnly = false,
}: {
  text: string;
  task: Task;
  stop: () => void;
  strength: Strength;
  onStrength: (strength: Strength) => void;
  onStart: (name: TaskName, text: string) => void;
  lengthMax?: number;
  isRewriteOnly?: boolean;
}) {
  if (task.status === "busy") return <Progress task={task} onStop={stop} />;
  const canSend = text.trim() !== "" && text.length <= lengthMax;
  const isTooShort = countWords(text.slice(0, 2_000)) < REWRITE_WORDS_MIN;
  return (
    <div class="row actions">
      {!isRewriteOnly && (
        <button
          type="button"
          disabled={!canSend}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter or ⌘+Enter"
          onClick={() => onStart("check", text)}
        >
          Check
        </button>
      )}
      <button
        type="button"
        class={isRewriteOnly ? "" : "quiet"}
        disabled={!canSend || isTooShort}
        title={isTooShort ? `Needs at least ${REWRITE_WORDS_MIN} words` : undefined}
        onClick={() => onStart("rewrite", text)}
      >
        Rewrite
      </button>
      <Choice label="Rewrite strength" value={strength} options={STRENGTHS} onChoose={onStrength} />
    </div>
  );
}
