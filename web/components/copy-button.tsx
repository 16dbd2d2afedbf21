// Copies a text and confirms it, visibly and to screen readers.
import { useEffect, useState } from "preact/hooks";

export function CopyButton({
  text,
  label = "Copy",
  about,
  quiet = true,
}: {
  text: string;
  label?: string;
  /** What is copied, where the label alone does not say it. */
  about?: string;
  quiet?: boolean;
}) {
  const [outcome, setOutcome] = useState<"" | "Copied" | "Couldn’t copy">("");
  useEffect(() => {
    if (outcome === "") return;
    const timer = setTimeout(() => setOutcome(""), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span class="copy">
      <button
        type="button"
        class={quiet ? "quiet" : ""}
        aria-label={about === undefined ? undefined : `${label} ${about}`}
        onClick={() => {
          // Browsers offer the clipboard on trusted pages only.
          const written =
            navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
          written.then(
            () => setOutcome("Copied"),
            () => setOutcome("Couldn’t copy"),
          );
        }}
      >
        {outcome === "" ? label : outcome}
      </button>
      <span class="unseen" role="status">
        {outcome}
      </span>
    </span>
  );
}
