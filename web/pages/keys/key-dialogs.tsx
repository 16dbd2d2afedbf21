// The two questions before a key is changed: rotating it, and revoking it for good.
import { useState } from "preact/hooks";
import type { ListedKey, NewKey } from "../../../client/dashboard.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";

export function RotateDialog({
  of,
  onClose,
  onMade,
}: {
  of: ListedKey;
  onClose: () => void;
  onMade: (made: NewKey) => void;
}) {
  const { state } = useSession();
  const [hours, setHours] = useState(24);
  const rotate = useAction(async () => onMade(await service.rotateKey(of.id, hours)));
  const choices = [0, 1, 6, 24].filter((choice) => choice <= state.limits.grace_hours);
  return (
    <Dialog title="Rotate this key?" onClose={onClose}>
      <p>
        A new key with the same name, domain and expiry date replaces{" "}
        <strong>
          <bdi>{of.name}</bdi>
        </strong>{" "}
        (…{of.last_four}). Both work during the grace period, so that nothing breaks while you
        switch.
      </p>
      {rotate.error !== null && <ErrorNotice error={rotate.error} />}
      <div class="field">
        <label for="grace">Grace period</label>
        <select
          id="grace"
          value={String(hours)}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        >
          {choices.map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice === 0
                ? "None: the old key stops working at once"
                : `${choice} hour${choice === 1 ? "" : "s"}`}
            </option>
          ))}
        </select>
      </div>
      <div class="row">
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" disabled={rotate.isBusy} onClick={() => rotate.run()}>
          Rotate key
        </button>
      </div>
    </Dialog>
  );
}

export function RevokeDialog({
  of,
  onClose,
  onRevoked,
}: {
  of: ListedKey;
  onClose: () => void;
  onRevoked: () => void;
}) {
  const revoke = useAction(async () => {
    await service.revokeKey(of.id);
    onRevoked();
  });
  return (
    <Dialog title="Revoke this key?" onClose={onClose}>
      <p>
        <strong>
          <bdi>{of.name}</bdi>
        </strong>{" "}
        (…{of.last_four}) stops working with the next request: programs and pages that use it are
        refused. This can’t be undone.
      </p>
      {revoke.error !== null && <ErrorNotice error={revoke.error} />}
      <div class="row">
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="danger" disabled={revoke.isBusy} onClick={() => revoke.run()}>
          Revoke key
        </button>
      </div>
    </Dialog>
  );
}
