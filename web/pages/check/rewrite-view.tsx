// A rewrite: every change marked where it stands, each one accepted or rejected by a click, and what the
// changes did to the probabilities and to how easily the text reads.
import "./check-page.css";
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Change, Rewrite } from "../../../client/authenticity-types.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { changesOf, cutAtChanges, joinPieces, type Piece, toggled } from "./changes.ts";
import { Figures } from "./figures.tsx";
import { refusalOf } from "./reasons.ts";

/** More than this many are listed on request; in the text all are marked. */
const LISTED_MAX = 100;

export function RewriteView({
  original,
  rewrite,
  onCheck,
  checkLabel = "Check this version",
  beside,
  progress,
}: {
  original: string;
  rewrite: Rewrite;
  /** Puts the text as chosen into the editor and checks it, unless `checkLabel` says otherwise. */
  onCheck?: (text: string) => void;
  checkLabel?: string;
  /** Stands beside the heading. */
  beside?: ComponentChildren;
  /** Of a check that was asked for here. */
  progress?: ComponentChildren;
}) {
  const pieces = useMemo(() => cutAtChanges(original, rewrite), [original, rewrite]);
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set());
  const [view, setView] = useState<"inline" | "sides">("inline");
  const [shownMax, setShownMax] = useState(LISTED_MAX);

  if (!rewrite.regenerated) {
    return (
      <section class="card" aria-labelledby="rewrite">
        <h2 id="rewrite">Nothing was changed</h2>
        <p>{refusalOf(rewrite)}</p>
        {beside}
      </section>
    );
  }
  const all = pieces === null ? [] : changesOf(pieces);
  const result = pieces === null ? rewrite.humanized_text : joinPieces(pieces, refused);
  const used = all.length - refused.size;
  return (
    <div class="columns">
      <section aria-labelledby="rewrite">
        <div class="row spread">
          <h2 id="rewrite">Rewritten</h2>
          <div class="row">
            <ViewChoice view={view} onView={setView} />
            {beside}
          </div>
        </div>
        {pieces === null ? (
          <div class="highlighted">{rewrite.humanized_text}</div>
        ) : view === "inline" ? (
          <Inline
            pieces={pieces}
            refused={refused}
            onToggle={(index) => setRefused(toggled(refused, index))}
          />
        ) : (
          <Sides pieces={pieces} refused={refused} />
        )}
        <div class="row actions">
          <CopyButton text={result} label="Copy text" quiet={false} />
          {onCheck !== undefined && (
            <button type="button" class="quiet" onClick={() => onCheck(result)}>
              {checkLabel}
            </button>
          )}
        </div>
        {progress}
      </section>
      <aside>
        <Figures rewrite={rewrite} isPartly={refused.size > 0} />
        {all.length > 0 && (
          <section class="card" aria-labelledby="changes">
            <div class="row spread">
              <h2 id="changes">Changes</h2>
              <p class="small soft" role="status">
                {used} of {all.length} accepted
              </p>
            </div>
            <div class="row">
              <button type="button" class="quiet" onClick={() => setRefused(new Set())}>
                Accept all
              </button>
              <button
                type="button"
                class="quiet"
                onClick={() => setRefused(new Set(all.map(({ index }) => index)))}
              >
                Reject all
              </button>
            </div>
            <ol class="plain change-list">
              {all.slice(0, shownMax).map(({ index, change }) => (
                <li key={index}>
                  <label class="inline change-choice">
                    <input
                      type="checkbox"
                      checked={!refused.has(index)}
                      onChange={() => setRefused(toggled(refused, index))}
                    />
                    <span>
                      <Wording change={change} />
                      <small class="soft">{change.why}</small>
                    </span>
                  </label>
                </li>
              ))}
            </ol>
            {all.length > shownMax && (
              <button type="button" class="quiet" onClick={() => setShownMax(all.length)}>
                Show all {all.length}
              </button>
            )}
          </section>
        )}
        {(rewrite.warnings ?? []).length > 0 && (
          <Notice kind="info">
            {rewrite.warnings?.map((warning) => (
              <p key={warning.code}>{warning.message}</p>
            ))}
          </Notice>
        )}
      </aside>
    </div>
  );
}

function ViewChoice({
  view,
  onView,
}: {
  view: "inline" | "sides";
  onView: (view: "inline" | "sides") => void;
}) {
  return (
    <label class="inline small">
      Show{" "}
      <select
        value={view}
        onChange={(event) => onView(event.currentTarget.value === "sides" ? "sides" : "inline")}
      >
        <option value="inline">Changes in the text</option>
        <option value="sides">Side by side</option>
      </select>
    </label>
  );
}

type Marked = { pieces: readonly Piece[]; refused: ReadonlySet<number> };

function Inline({ pieces, refused, onToggle }: Marked & { onToggle: (index: number) => void }) {
  return (
    <div class="highlighted" dir="auto" role="group" aria-label="The text with its changes">
      {pieces.map((piece, at) =>
        piece.kind === "same" ? (
          piece.text
        ) : (
          <InlineChange
            key={at}
            change={piece.change}
            isRefused={refused.has(piece.index)}
            onToggle={() => onToggle(piece.index)}
          />
        ),
      )}
    </div>
  );
}

function InlineChange({
  change,
  isRefused,
  onToggle,
}: {
  change: Change;
  isRefused: boolean;
  onToggle: () => void;
}) {
  const latest = useRef(onToggle);
  latest.current = onToggle;
  // Drawn again only when its own state changes: a long text has thousands of these.
  return useMemo(
    () => (
      // A button element would be a box of its own and could not break across lines.
      <span
        role="button"
        tabIndex={0}
        class={isRefused ? "change refused" : "change"}
        aria-pressed={!isRefused}
        title={change.to === "" ? `removed: ${change.why}` : change.why}
        onClick={() => latest.current()}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          latest.current();
        }}
      >
        <Wording change={change} />
      </span>
    ),
    [change, isRefused],
  );
}

function Sides({ pieces, refused }: Marked) {
  const side = (isNew: boolean) =>
    pieces.map((piece, at) => {
      if (piece.kind === "same") return <span key={at}>{piece.text}</span>;
      if (refused.has(piece.index)) return <span key={at}>{piece.change.from}</span>;
      return isNew ? (
        <ins key={at}>{piece.change.to}</ins>
      ) : (
        <del key={at}>{piece.change.from}</del>
      );
    });
  return (
    <div class="sides">
      <div>
        <h3>Before</h3>
        <div class="highlighted">{side(false)}</div>
      </div>
      <div>
        <h3>After</h3>
        <div class="highlighted">{side(true)}</div>
      </div>
    </div>
  );
}

/** The arrow says what colour and line say, to those who do not see them. */
function Wording({ change: { from, to } }: { change: Change }) {
  return (
    <>
      {from !== "" && <del>{from}</del>}
      {from !== "" && to !== "" && <span class="arrow"> → </span>}
      {to !== "" && <ins>{to}</ins>}
    </>
  );
}
