// The text with its changes: marked where they stand, or before and after side by side.
import { useMemo, useRef } from "preact/hooks";
import type { Change } from "../../../client/authenticity-types.ts";
import type { Piece } from "./changes.ts";

type Marked = { pieces: readonly Piece[]; refused: ReadonlySet<number> };

export function Inline({
  pieces,
  refused,
  onToggle,
}: Marked & { onToggle: (index: number) => void }) {
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

export function Sides({ pieces, refused }: Marked) {
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
export function Wording({ change: { from, to } }: { change: Change }) {
  return (
    <>
      {from !== "" && <del>{from}</del>}
      {from !== "" && to !== "" && <span class="arrow"> → </span>}
      {to !== "" && <ins>{to}</ins>}
    </>
  );
}
