// Check a text, see what counted, rewrite it: the page most people come for.
import "./check-page.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Detection, Rewrite, Strength } from "../../../client/authenticity-types.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { clockTime } from "../../components/time.tsx";
import { isQuotaUsedUp, isSignedOut } from "../../explain.ts";
import { browserStorage, openHistory } from "../../history.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import { countWords } from "./counts.ts";
import { EarlierChecks } from "./earlier-checks.tsx";
import { Editor } from "./editor.tsx";
import { Evidence } from "./evidence.tsx";
import { HighlightedText } from "./highlighted-text.tsx";
import { RewriteView } from "./rewrite-view.tsx";
import { Verdict } from "./verdict.tsx";
import { Walk } from "./walk.tsx";

/** Nothing yet, the service at work, or its answer about the text as it was sent. */
type Work =
  | { status: "idle" }
  | { status: "busy"; task: "check" | "rewrite" }
  | { status: "failed"; error: unknown }
  | { status: "checked"; text: string; detection: Detection }
  | { status: "rewritten"; text: string; rewrite: Rewrite };

/** The service's own limit for rewriting. */
const REWRITE_WORDS_MIN = 20;

/** Kept in memory while other pages are looked at. */
let draft = "";

export function CheckPage() {
  const { state, refresh, setQuota } = useSession();
  const [text, setText] = useState(draft);
  const [work, setWork] = useState<Work>({ status: "idle" });
  const [strength, setStrength] = useState<Strength>("medium");
  const [selected, setSelected] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  draft = text;
  const kept = openHistory(browserStorage(), state.account?.email ?? null);
  const [history, setHistory] = useState(kept.read);
  useEffect(() => setHistory(kept.read()), [state.account?.email]);
  useEffect(() => () => running.current?.abort(), []);
  useFocusOnChange(work.status);

  const start = async (task: "check" | "rewrite", content: string) => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const { signal } = mine;
    setSelected(null);
    setWork({ status: "busy", task });
    try {
      if (task === "check") {
        const { quota, ...detection } = await service.detect(content, { signal });
        setQuota(quota);
        setWork({ status: "checked", text: content, detection });
        const { verdict, final_probability } = detection;
        const at = new Date().toISOString();
        setHistory(kept.add({ at, text: content, verdict, final_probability }));
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
        How likely an AI wrote it, sentence by sentence. The server stores nothing.
      </p>
      <Remarks />
      {isEditing && (
        <>
          <Editor text={text} onText={setText} lengthMax={state.limits.text_length} />
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
        <div class="columns" data-result="checked" id="result" tabIndex={-1}>
          <section aria-labelledby="checked">
            <div class="row spread">
              <h2 id="checked">The text</h2>
              <button type="button" class="quiet" onClick={stop}>
                Edit the text
              </button>
            </div>
            <Walk segments={work.detection.segments} selected={selected} onSelect={setSelected} />
            <HighlightedText
              text={work.text}
              segments={work.detection.segments}
              selected={selected}
              onSelect={setSelected}
            />
            <div class="row actions">
              <button
                type="button"
                disabled={countWords(work.text.slice(0, 2_000)) < REWRITE_WORDS_MIN}
                onClick={() => void start("rewrite", work.text)}
              >
                Rewrite
              </button>
              <StrengthChoice strength={strength} onStrength={setStrength} />
            </div>
          </section>
          <aside>
            <Verdict detection={work.detection} />
            <Evidence detection={work.detection} />
          </aside>
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
      {work.status !== "busy" && isEditing && mayCheck && (
        <EarlierChecks
          history={history}
          onSwitch={(isOn) => setHistory(isOn ? kept.switchOn() : kept.switchOff())}
          onOpen={(check) => {
            setText(check.text);
            document.querySelector("textarea")?.focus();
          }}
          onRemove={(check) => setHistory(kept.remove(check.at))}
        />
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

/** Whether one may check here, and how often still. */
function Remarks() {
  const { state } = useSession();
  const { account, quota } = state;
  if (account === null && !state.is_local) {
    return (
      <Notice kind="info">
        <p>
          <Link href="/sign-in">Sign in</Link> to check a text
          {state.signup === "open" ? (
            <>
              , or <Link href="/sign-up">make an account</Link>
            </>
          ) : null}
          . Each check counts against the day’s number of your account.
        </p>
      </Notice>
    );
  }
  if (account === null && (state.is_first_run || state.can_claim)) {
    return (
      <Notice kind="info">
        <p>
          On this machine texts can be checked at once. For keys and usage{" "}
          <Link href="/welcome">set up the first account</Link>.
        </p>
      </Notice>
    );
  }
  if (quota !== null && quota.remaining === 0) {
    return (
      <Notice kind="warning">
        <p>
          {quota.limit === 1
            ? "The one check of today is used up."
            : `The ${quota.limit} checks of today are used up.`}{" "}
          New ones come at {clockTime(quota.resets_at)}; until then no text is checked and nothing
          is counted.
        </p>
      </Notice>
    );
  }
  if (quota === null) return null;
  return (
    <p class="small soft">
      {quota.remaining} of {quota.limit} checks left today.{" "}
      <Link href="/usage">See your usage</Link>
    </p>
  );
}

function Failure({ error }: { error: unknown }) {
  // Told above, with the time it returns.
  if (isQuotaUsedUp(error)) return null;
  return <ErrorNotice error={error} />;
}
