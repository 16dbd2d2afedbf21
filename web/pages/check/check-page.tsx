// Check a text, see what counted, rewrite it: the page most people come for.
import "./check-page.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Strength } from "../../../client/authenticity-types.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { isQuotaUsedUp } from "../../explain.ts";
import { navigate, useLocation } from "../../router.tsx";
import { service } from "../../service.ts";
import { hasNoChecksLeft, useSession } from "../../session.tsx";
import { files } from "../files/files.ts";
import { CheckActions } from "./check-actions.tsx";
import { CheckTabs } from "./check-tabs.tsx";
import { Editor } from "./editor.tsx";
import { Introduction } from "./introduction.tsx";
import { type Finished, findResult, keepDraft, readDraft } from "./kept-work.ts";
import { Progress } from "./progress.tsx";
import { Keeping, NO_CHECKS_LEFT, Remarks } from "./remarks.tsx";
import { ResultView } from "./result-view.tsx";
import { RewriteView } from "./rewrite-view.tsx";
import { type Task, type TaskName, useTask } from "./use-task.ts";

export function CheckPage() {
  const { state } = useSession();
  const entry = useLocation().state;
  const [text, setText] = useDraft();
  const [strength, setStrength] = useState<Strength>("medium");
  const { task, start, stop } = useTask(strength);
  const shown = findResult(entry?.result);
  const shownId = shown === undefined ? "" : (entry?.result ?? "");
  // Going back or forward leaves what is under way.
  useEffect(() => stop, [shownId]);
  useFocus(shownId, task.status);

  const mayCheck = state.account !== null || state.is_local;
  const send = (name: TaskName, content: string) => {
    if (!mayCheck) navigate("/sign-in?next=/");
    else if (hasNoChecksLeft(state.quota)) document.getElementById(NO_CHECKS_LEFT)?.focus();
    else start(name, content);
  };
  const edit = (content: string) => {
    setText(content);
    navigate("/");
  };
  const rest = { task, stop, strength, onStrength: setStrength };
  return (
    <>
      <h1>Check a text</h1>
      <p class="lead">
        How likely it is that an AI wrote it, sentence by sentence. <Keeping />
      </p>
      <CheckTabs path="/" />
      <Remarks />
      {shown === undefined ? (
        <>
          <Editor
            text={text}
            onText={setText}
            onSubmit={() => text.trim() !== "" && send("check", text)}
            isBusy={task.status === "busy"}
            lengthMax={state.limits.text_length}
            onFiles={(chosen) => {
              if (mayCheck) files.add(chosen);
              navigate("/files");
            }}
          />
          <CheckActions {...rest} text={text} onStart={send} lengthMax={state.limits.text_length} />
          <Introduction onExample={setText} isEmpty={text === ""} />
        </>
      ) : (
        <div id="result">
          <Shown
            finished={shown}
            onEdit={edit}
            onCheck={(next) => {
              setText(next);
              send("check", next);
            }}
            actions={<CheckActions {...rest} text={shown.text} onStart={send} isRewriteOnly />}
            progress={<Progress task={task} onStop={stop} />}
          />
        </div>
      )}
      {task.status === "failed" && <Failure error={task.error} />}
      <p class="unseen" role="status">
        {shown?.kind === "checked" && `Result: ${shown.detection.verdict}.`}
        {shown?.kind === "rewritten" && "The rewrite is ready."}
      </p>
    </>
  );
}

/** The text in the editor, which survives a reload of the page. */
function useDraft(): [text: string, setText: (next: string) => void] {
  const [text, setShownText] = useState(readDraft);
  // Kept when it changes, not when it is drawn: a page that is drawn once more at sign-out must not keep it again.
  const setText = (next: string) => {
    keepDraft(next);
    setShownText(next);
  };
  return [text, setText];
}

function Shown({
  finished,
  onEdit,
  onCheck,
  actions,
  progress,
}: {
  finished: Finished;
  onEdit: (text: string) => void;
  onCheck: (text: string) => void;
  actions: preact.ComponentChildren;
  progress: preact.ComponentChildren;
}) {
  const beside = (
    <div class="row">
      <button type="button" class="quiet" onClick={() => onEdit(finished.text)}>
        Edit text
      </button>
      <button type="button" class="quiet" onClick={() => onEdit("")}>
        New check
      </button>
    </div>
  );
  if (finished.kind === "rewritten") {
    return (
      <RewriteView
        key={finished.text}
        original={finished.text}
        rewrite={finished.rewrite}
        beside={beside}
        onCheck={onCheck}
        progress={progress}
      />
    );
  }
  const { text, detection, idempotencyKey } = finished;
  return (
    <ResultView
      key={idempotencyKey}
      text={text}
      detection={detection}
      getReport={(format, paper) =>
        service.getReport({ content: text }, { format, paper, idempotencyKey })
      }
      checkedAt={detection.checked_at}
      beside={beside}
      below={actions}
    />
  );
}

/** What was asked for comes into sight, and the focus with it; a page that was just opened is left alone. */
function useFocus(shownId: string, status: Task["status"]): void {
  const before = useRef({ shownId, status });
  useEffect(() => {
    const was = before.current;
    before.current = { shownId, status };
    if (shownId !== was.shownId) {
      const heading = document.querySelector<HTMLElement>("#result h2");
      if (heading === null) {
        document.querySelector("textarea")?.focus({ preventScroll: true });
        scrollTo(0, 0);
        return;
      }
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      document.getElementById("result")?.scrollIntoView({ block: "start" });
    } else if (status === "busy") {
      document.getElementById("stop")?.focus();
    } else if (was.status === "busy") {
      document.querySelector<HTMLElement>(".actions button")?.focus();
    }
  }, [shownId, status]);
}

function Failure({ error }: { error: unknown }) {
  // Told above, with the time of the reset.
  if (isQuotaUsedUp(error)) return null;
  return <ErrorNotice error={error} />;
}
