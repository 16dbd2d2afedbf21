// Asks for the password before the account is changed, and for a code where the second factor must be proved too.
import type { ComponentChildren } from "preact";
import { ActionForm } from "../../components/action-form.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, fieldsOf } from "../../components/field.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { useAction } from "../../load.ts";

export function PasswordDialog({
  title,
  action,
  asksCode = false,
  isDanger = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  /** The label of the button: what happens. */
  action: string;
  asksCode?: boolean;
  isDanger?: boolean;
  onConfirm: (proof: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
  /** What follows from it. */
  children?: ComponentChildren;
}) {
  const confirm = useAction(async (form: HTMLFormElement) => {
    const { password = "", code = "" } = fieldsOf(form);
    await onConfirm({ password, code });
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {children !== undefined && <p>{children}</p>}
      <ActionForm action={confirm}>
        <PasswordField />
        {asksCode && (
          <Field
            name="code"
            label="Code"
            required
            autocomplete="one-time-code"
            hint="From your authenticator app, or a recovery code."
          />
        )}
        <div class="row">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={isDanger ? "danger" : undefined} disabled={confirm.isBusy}>
            {action}
          </button>
        </div>
      </ActionForm>
    </Dialog>
  );
}
