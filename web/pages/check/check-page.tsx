// Check a text, see what counted, rewrite it: the page most people come for.
import "./check-page.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Detection, Rewrite, Strength } from "../../../client/authenticity-types.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { isQuotaUsedUp, isSignedOut } from "../../explain.ts";
import { navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { files } from "../files/files.ts";
import { CheckTabs } from "./check-tabs.tsx";
import { countWords } from "./counts.ts";
import { keepDraft, readDraft } from "./draft.ts";
import { Editor } from "./editor.tsx";
import { Keeping, Remarks } from "./remarks.tsx";
import { ResultView } from "./result-view.tsx";
import { RewriteView } from "./rewrite-view.tsx";

/** Nothing yet, the service at work, or its answer about the text as it was sent. */
type Work =
  | { status: "idle" }
  | { status: "busy"; task: "check" | "rewrite" }
  | { status: "failed"; error: unknown }
  | { status: "checked"; text: string; detection: Detection; idempotencyKey: string }
  | { status: "rewritten"; text: string; rewrite: Rewrite };

/** The service's own limit for rewriting. */
const REWRITE_WORDS_MIN = 20;

export function CheckPage() {
  const { state, refresh, setQuota } = useSession();
  const [text, setText] = useState(readDraft);
  const [work, setWork] = useState<Work>({ status: "idle" });
  const [strength, setStrength] = useState<Strength>("medium");
  const running = useRef<AbortController | null>(null);
  keepDraft(text);
  useEffect(() => () => running.current?.abort(), []);
  useFocusOnChange(work.status);

  const start = async (task: "check" | "rewrite", content: string) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const { signal } = mine;
    setWork({ status: "busy", task });
    try {
      if (task === "check") {
        // Kept with the result: under it a report of the same text is no further check.
        const idempotencyKey = crypto.randomUUID();
        const asked = service.detect(content, { signal, idempotencyKey });
        const { quota, ...detection } = await asked;
        setQuota(quota);
        setWork({ status: "checked", text: content, detection, idempotencyKey });
      } else {
        const { quota, ...rewrite } = await service.regenerate(content, { strength, signal });
        setQuota(quota);
        setWork({ status: "rewritten", text: content, rewrite });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isSignedOut(error) || isQuotaUsedUp(error)) void refresh();
      setWork({ status: "failed", error });
    }
  };
  const stop = () => {
    running.current?.abort();
    setWork({ status: "idle" });
  };

  const mayCheck = state.account !== null || state.is_local;
  const isBusy = work.status === "busy";
  const isTooLong = text.length > state.limits.text_length;
  const canSend = mayCheck && !isBusy && !isTooLong && text.trim() !== "";
  const isEditing = work.status !== "checked" && work.status !== "rewritten";

  return (
    <>
      <h1>Check a text</h1>
      <p class="lead">
        How likely an AI wrote it, sentence by sentence. <Keeping />
      </p>
      <CheckTabs path="/" />
      <Remarks />
      {isEditing && (
        <>
          <Editor
            text={text}
            onText={setText}
            lengthMax={state.limits.text_length}
            onFiles={(chosen) => {
              if (mayCheck) files.add(chosen);
              navigate("/files");
            }}
          />
          <div class="row actions">
            <button type="button" disabled={!canSend} onClick={() => void start("check", text)}>
              Check
            </button>
            <button
              type="button"
              class="quiet"
              disabled={!canSend || countWords(text.slice(0, 2_000)) < REWRITE_WORDS_MIN}
              onClick={() => void start("rewrite", text)}
            >
              Rewrite
            </button>
            <StrengthChoice strength={strength} onStrength={setStrength} />
            {text !== "" && !isBusy && (
              <button type="button" class="link push" onClick={() => setText("")}>
                Clear
              </button>
            )}
          </div>
        </>
      )}
      {work.status === "busy" && (
        <div class="row">
          <Loading what={work.task === "check" ? "Reading the text" : "Trying edits"} />
          <button type="button" class="quiet" onClick={stop}>
            Stop
          </button>
        </div>
      )}
      {work.status === "failed" && <Failure error={work.error} />}
      {work.status === "checked" && (
        <div id="result" tabIndex={-1}>
          <ResultView
            text={work.text}
            detection={work.detection}
            getReport={(format, paper) =>
              service.getReport(
                { content: work.text },
                { format, paper, idempotencyKey: work.idempotencyKey },
              )
            }
            beside={
              <button type="button" class="quiet" onClick={stop}>
                Edit the text
              </button>
            }
            below={
              <>
                <button
                  type="button"
                  disabled={countWords(work.text.slice(0, 2_000)) < REWRITE_WORDS_MIN}
                  onClick={() => void start("rewrite", work.text)}
                >
                  Rewrite
                </button>
                <StrengthChoice strength={strength} onStrength={setStrength} />
              </>
            }
          />
        </div>
      )}
      {work.status === "rewritten" && (
        <div id="result" tabIndex={-1}>
          <RewriteView
            original={work.text}
            rewrite={work.rewrite}
            onEdit={stop}
            onCheck={(next) => {
              setText(next);
              void start("check", next);
            }}
          />
        </div>
      )}
      <p class="unseen" role="status">
        {work.status === "checked" && `Result: ${work.detection.verdict}.`}
        {work.status === "rewritten" && "The rewrite is ready."}
      </p>
    </>
  );
}

/**
 * What had the focus is gone when a result takes its place: the focus moves to the result, and back to
 * the text when that is edited again.
 */
function useFocusOnChange(status: Work["status"]): void {
  const before = useRef(status);
  useEffect(() => {
    const wasShown = before.current === "checked" || before.current === "rewritten";
    const isShown = status === "checked" || status === "rewritten";
    before.current = status;
    if (isShown) document.getElementById("result")?.focus({ preventScroll: true });
    else if (wasShown && status === "idle") document.querySelector("textarea")?.focus();
  }, [status]);
}

function StrengthChoice({
  strength,
  onStrength,
}: {
  strength: Strength;
  onStrength: (strength: Strength) => void;
}) {
  return (
    <label class="inline small">
      Edits{" "}
      <select
        value={strength}
        onChange={(event) => onStrength(event.currentTarget.value as Strength)}
      >
        <option value="light">light</option>
        <option value="medium">medium</option>
        <option value="strong">strong</option>
      </select>
    </label>
  );
}

function Failure({ error }: { error: unknown }) {
  // Told above, with the time it returns.
  if (isQuotaUsedUp(error)) return null;
  return <ErrorNotice error={error} />;
}
