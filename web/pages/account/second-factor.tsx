// Two-factor authentication: turning it on with an authenticator app, its recovery codes, turning it off.
import "./second-factor.css";
import { useState } from "preact/hooks";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, fieldsOf } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { save } from "../../components/save.ts";
import { useAction, useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import { QrCode } from "./qr-code.tsx";

type Step =
  | { name: "rest" }
  | { name: "password" }
  | { name: "app"; secret: string; uri: string }
  | { name: "codes"; codes: readonly string[] }
  | { name: "renew" | "disable" };

/** So few are left that new ones are due. */
const FEW_CODES = 3;

export function SecondFactorCard() {
  const { loaded, reload } = useLoad((signal) => service.getSecondFactor({ signal }));
  const [step, setStep] = useState<Step>({ name: "rest" });
  const toRest = () => setStep({ name: "rest" });
  const showCodes = (codes: readonly string[]) => {
    setStep({ name: "codes", codes });
    reload();
  };
  const isOn = loaded.status === "ready" && loaded.value.is_on;
  return (
    <section class="card second-factor" aria-labelledby="second-factor">
      <h2 id="second-factor">
        Two-factor authentication{" "}
        {loaded.status === "ready" && (
          <span class={isOn ? "badge good" : "badge"}>{isOn ? "On" : "Off"}</span>
        )}
      </h2>
      {loaded.status === "loading" && <Loading what="Loading two-factor authentication" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={toRest} />}
      {loaded.status === "ready" && step.name !== "codes" && (
        <>
          <p>
            {isOn
              ? `Signing in requires your password and a code from your authenticator app. You have ${loaded.value.recovery_codes_left} of 10 recovery codes left.`
              : "When it is on, signing in takes your password and a code from an authenticator app, so a stolen password is not enough."}
          </p>
          {isOn && loaded.value.recovery_codes_left <= FEW_CODES && (
            <Notice kind="warning">
              <p>Create new recovery codes before you run out.</p>
            </Notice>
          )}
          <div class="row">
            {isOn ? (
              <>
                <button type="button" class="quiet" onClick={() => setStep({ name: "renew" })}>
                  New recovery codes …
                </button>
                <button type="button" class="quiet" onClick={() => setStep({ name: "disable" })}>
                  Turn off …
                </button>
              </>
            ) : (
              <button type="button" onClick={() => setStep({ name: "password" })}>
                Turn on …
              </button>
            )}
          </div>
        </>
      )}
      {step.name === "password" && (
        <PasswordDialog onBegun={(begun) => setStep({ name: "app", ...begun })} onClose={toRest} />
      )}
      {step.name === "app" && <AppDialog {...step} onConfirmed={showCodes} onClose={toRest} />}
      {step.name === "renew" && (
        <ProofDialog
          title="Create new recovery codes?"
          action="Create codes"
          onClose={toRest}
          onProved={async (proof) => showCodes(await service.renewRecoveryCodes(proof))}
        >
          The old recovery codes stop working at once.
        </ProofDialog>
      )}
      {step.name === "disable" && (
        <ProofDialog
          title="Turn off two-factor authentication?"
          action="Turn off"
          isDanger
          onClose={toRest}
          onProved={async (proof) => {
            await service.disableSecondFactor(proof);
            toRest();
            reload();
          }}
        >
          Your password alone will then be enough to sign in. Your recovery codes are deleted.
        </ProofDialog>
      )}
    </section>
  );
}

function PasswordDialog({
  onBegun,
  onClose,
}: {
  onBegun: (begun: { secret: string; uri: string }) => void;
  onClose: () => void;
}) {
  const begin = useAction(async (form: HTMLFormElement) =>
    onBegun(await service.beginSecondFactor(fieldsOf(form).password ?? "")),
  );
  return (
    <Dialog title="Turn on two-factor authentication" onClose={onClose}>
      {begin.error !== null && <ErrorNotice error={begin.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin.run(event.currentTarget);
        }}
      >
        <Field
          name="password"
          label="Your password"
          type="password"
          required
          autocomplete="current-password"
        />
        <div class="row">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" disabled={begin.isBusy}>
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function AppDialog({
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
      {confirm.error !== null && <ErrorNotice error={confirm.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.run(event.currentTarget);
        }}
      >
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
      </form>
    </Dialog>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <Notice kind="good">
        <p role="status">
          Save these recovery codes now: they are shown only once. Each signs you in once without
          your phone.
        </p>
      </Notice>
      <ul class="plain recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <CopyButton text={text} about="the recovery codes" />
        <button
          type="button"
          class="quiet"
          onClick={() => save(new Blob([text]), "lodestone-recovery-codes.txt")}
        >
          Download
        </button>
        <button type="button" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </>
  );
}

function ProofDialog({
  title,
  action,
  isDanger = false,
  onProved,
  onClose,
  children,
}: {
  title: string;
  action: string;
  isDanger?: boolean;
  onProved: (proof: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
  children: string;
}) {
  const prove = useAction(async (form: HTMLFormElement) => {
    const { password = "", code = "" } = fieldsOf(form);
    await onProved({ password, code });
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      {prove.error !== null && <ErrorNotice error={prove.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          prove.run(event.currentTarget);
        }}
      >
        <Field
          name="password"
          label="Your password"
          type="password"
          required
          autocomplete="current-password"
        />
        <Field
          name="code"
          label="Code"
          required
          autocomplete="one-time-code"
          hint="From your authenticator app, or a recovery code."
        />
        <div class="row">
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={isDanger ? "danger" : ""} disabled={prove.isBusy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
