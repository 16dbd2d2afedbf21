// Connects an authenticator app: its key as a QR code and in letters, proved by the first code.
import { ActionForm } from "../../components/action-form.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, fieldsOf } from "../../components/field.tsx";
import { useAction } from "../../load.ts";
import { service } from "../../service.ts";
import { QrCode } from "./qr-code.tsx";

export function AppDialog({
  secret,
  uri,
  onConfirmed,
  onClose,
}: {
  secret: string;
  uri: string;
  onConfirmed: (codes: string[]) => void;
  onClose: () => void;
}) {
  const confirm = useAction(async (form: HTMLFormElement) =>
    onConfirmed(await service.confirmSecondFactor(fieldsOf(form).code ?? "")),
  );
  return (
    <Dialog title="Set up your authenticator app" onClose={onClose}>
      <p>Scan this code with an authenticator app, or enter the key by hand.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p class="row second-factor-key">
        <code>{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        <CopyButton text={secret} about="the key" />
      </p>
      <ActionForm action={confirm}>
        <Field
          name="code"
          label="Code"
          required
          inputMode="numeric"
          autocomplete="one-time-code"
          hint="The six-digit code the app shows."
        />
        <div class="row">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" disabled={confirm.isBusy}>
            Turn on
          </button>
        </div>
      </ActionForm>
    </Dialog>
  );
}
