// Asks before one result is deleted.
import type { KeptRow } from "../../../client/dashboard.ts";
import { Confirm } from "../../components/confirm.tsx";
import { service } from "../../service.ts";
import { openingOf } from "./wording.ts";

export function DeleteResult({
  kept,
  onDeleted,
  onClose,
}: {
  kept: KeptRow;
  onDeleted: () => void;
  onClose: () => void;
}) {
  return (
    <Confirm
      title="Delete this result?"
      action="Delete"
      onClose={onClose}
      onConfirm={async () => {
        await service.deleteKept(kept.id);
        onDeleted();
      }}
    >
      <p>
        The text <q>{openingOf(kept)}</q> and its result are deleted, and links to it stop working.
        You can undo this for five minutes.
      </p>
    </Confirm>
  );
}
