// The two questions before stored results are deleted: keeping them for fewer days, and turning history off.
import { Confirm } from "../../components/confirm.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import type { Action } from "../../load.ts";

export function ShortenDialog({
  days,
  onConfirm,
  onClose,
}: {
  days: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <Confirm
      title={`Keep results for only ${days} ${days === "1" ? "day" : "days"}?`}
      action="Shorten history"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>Results older than that are deleted at once. This can’t be undone.</p>
    </Confirm>
  );
}

export function TurnOffDialog({
  total,
  end,
  onClose,
}: {
  total: number;
  end: Action<[isDeleted: boolean]>;
  onClose: () => void;
}) {
  return (
    <Dialog title="Turn off history?" onClose={onClose}>
      <p>
        From now on nothing is stored. What should happen to the{" "}
        {total === 1 ? "stored result" : `${total} stored results`}?
      </p>
      {end.error !== null && <ErrorNotice error={end.error} />}
      <div class="row">
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="quiet" disabled={end.isBusy} onClick={() => end.run(false)}>
          {total === 1 ? "Keep until it expires" : "Keep until they expire"}
        </button>
        <button type="button" class="danger" disabled={end.isBusy} onClick={() => end.run(true)}>
          Delete all
        </button>
      </div>
    </Dialog>
  );
}
