// Confirmation dialog for destructive actions.
import type { ComponentChildren } from "preact";
import { useAction } from "../load.ts";
import { Dialog } from "./dialog.tsx";
import { ErrorNotice } from "./notice.tsx";

export function Confirm({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** The label of the button: what happens. */
  action: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** What is deleted, and whether it can be restored. */
  children: ComponentChildren;
}) {
  const confirm = useAction(onConfirm);
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {confirm.error !== null && <ErrorNotice error={confirm.error} />}
      <div class="row">
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="danger"
          disabled={confirm.isBusy}
          onClick={() => confirm.run()}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
