// A rewrite: every change marked where it stands, each one accepted or rejected by a click, and what the
// changes did to the probabilities and to how easily the text reads.
import "./check-page.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Rewrite } from "../../../client/authenticity-types.ts";
import { Choice } from "../../components/choice.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { ChangeList } from "./change-list.tsx";
import { Figures } from "./figures.tsx";
import { Inline, Sides } from "./marked-changes.tsx";
import { NotCounted } from "./not-counted.tsx";
import { refusalOf } from "./reasons.ts";
import { type Choices, useChoices } from "./use-choices.ts";

const VIEWS = [
  ["inline", "Changes in the text"],
  ["sides", "Side by side"],
] as const;

type View = (typeof VIEWS)[number][0];

type RewriteProps = {
  original: string;
  rewrite: Rewrite;
  /** Puts the text as chosen into the editor and checks it, unless `checkLabel` says otherwise. */
  onCheck?: (text: string) => void;
  checkLabel?: string;
  /** Stands beside the heading. */
  beside?: ComponentChildren;
  /** Of a check that was asked for here. */
  progress?: ComponentChildren;
};

export function RewriteView({
  original,
  rewrite,
  onCheck,
  checkLabel = "Check this version",
  beside,
  progress,
}: RewriteProps) {
  const choices = useChoices(original, rewrite);
  const [view, setView] = useState<View>("inline");
  if (!rewrite.regenerated) return <NothingChanged rewrite={rewrite} beside={beside} />;
  return (
    <div class="columns">
      <section aria-labelledby="rewrite">
        <div class="row spread">
          <h2 id="rewrite">Rewritten</h2>
          <div class="row">
            <Choice label="Show" value={view} options={VIEWS} onChoose={setView} />
            {beside}
          </div>
        </div>
        <RewrittenText choices={choices} view={view} />
        <div class="row actions">
          <CopyButton text={choices.result} label="Copy text" quiet={false} />
          {onCheck !== undefined && (
            <button type="button" class="quiet" onClick={() => onCheck(choices.result)}>
              {checkLabel}
            </button>
          )}
        </div>
        {progress}
      </section>
      <aside>
        <Figures rewrite={rewrite} isPartly={choices.refused.size > 0} />
        {choices.changes.length > 0 && <ChangeList choices={choices} />}
        <Warnings warnings={rewrite.warnings ?? []} />
      </aside>
    </div>
  );
}

function NothingChanged({ rewrite, beside }: Pick<RewriteProps, "rewrite" | "beside">) {
  return (
    <section class="card" aria-labelledby="rewrite">
      <h2 id="rewrite">Nothing was changed</h2>
      <p>{refusalOf(rewrite)}</p>
      <NotCounted answer={rewrite} />
      {beside}
    </section>
  );
}

function RewrittenText({
  choices: { pieces, refused, result, toggle },
  view,
}: {
  choices: Choices;
  view: View;
}) {
  if (pieces === null) return <div class="highlighted">{result}</div>;
  return view === "inline" ? (
    <Inline pieces={pieces} refused={refused} onToggle={toggle} />
  ) : (
    <Sides pieces={pieces} refused={refused} />
  );
}

function Warnings({ warnings }: { warnings: NonNullable<Rewrite["warnings"]> }) {
  if (warnings.length === 0) return null;
  return (
    <Notice kind="info">
      {warnings.map((warning) => (
        <p key={warning.code}>{warning.message}</p>
      ))}
    </Notice>
  );
}
