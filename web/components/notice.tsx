// A notice: information, success or error.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { explain } from "../explain.ts";

type Kind = "info" | "good" | "warning" | "error";

const WORDS: Readonly<Record<Kind, string>> = {
  info: "Note",
  good: "Done",
  warning: "Warning",
  error: "Error",
};

export function Notice({ kind, children }: { kind: Kind; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === "error" ? "alert" : "note"}>
      {/* The word says what the colour says, to whoever does not see it. */}
      <strong class="notice-kind">{WORDS[kind]}</strong>
      <div>{children}</div>
    </div>
  );
}

/** What went wrong, and a way to try again. Brings itself into view: forms may be long. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [error]);
  const { text, requestId } = explain(error);
  return (
    <div ref={place}>
      <Notice kind="error">
        {text}
        {requestId !== undefined && <small> Request {requestId}.</small>}
        {retry !== undefined && (
          <p>
            <button type="button" class="quiet" onClick={retry}>
              Try again
            </button>
          </p>
        )}
      </Notice>
    </div>
  );
}
