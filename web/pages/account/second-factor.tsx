// Two-factor authentication: turning it on with an authenticator app, its recovery codes, turning it off.
import "./second-factor.css";
import { useState } from "preact/hooks";
import type { SecondFactor } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import { AppDialog } from "./app-dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

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
      {step.name === "codes" && (
        <RecoveryCodes codes={step.codes} onDone={() => setStep({ name: "rest" })} />
      )}
      {loaded.status === "ready" && step.name !== "codes" && (
        <AtRest factor={loaded.value} onStep={setStep} />
      )}
      <StepDialog step={step} onStep={setStep} onChange={reload} />
    </section>
  );
}

/** Whether it is on, and what can be done about it. */
function AtRest({
  factor: { is_on: isOn, recovery_codes_left: codesLeft },
  onStep,
}: {
  factor: SecondFactor;
  onStep: (step: Step) => void;
}) {
  return (
    <>
      <p>
        {isOn
          ? `Signing in requires your password and a code from your authenticator app. You have ${codesLeft} of 10 recovery codes left.`
          : "When it is on, signing in takes your password and a code from an authenticator app, so a stolen password is not enough."}
      </p>
      {isOn && codesLeft <= FEW_CODES && (
        <Notice kind="warning">
          <p>Create new recovery codes before you run out.</p>
        </Notice>
      )}
      <div class="row">
        {isOn ? (
          <>
            <button type="button" class="quiet" onClick={() => onStep({ name: "renew" })}>
              New recovery codes …
            </button>
            <button type="button" class="quiet" onClick={() => onStep({ name: "disable" })}>
              Turn off …
            </button>
          </>
        ) : (
          <button type="button" onClick={() => onStep({ name: "password" })}>
            Turn on …
          </button>
        )}
      </div>
    </>
  );
}

/** The dialog of a step that has one. */
function StepDialog({
  step,
  onStep,
  onChange,
}: {
  step: Step;
  onStep: (step: Step) => void;
  onChange: () => void;
}) {
  const onClose = () => onStep({ name: "rest" });
  const showCodes = (codes: readonly string[]) => {
    onStep({ name: "codes", codes });
    onChange();
  };
  switch (step.name) {
    case "password":
      return (
        <PasswordDialog
          title="Turn on two-factor authentication"
          action="Continue"
          onClose={onClose}
          onConfirm={async ({ password }) =>
            onStep({ name: "app", ...(await service.beginSecondFactor(password)) })
          }
        />
      );
    case "app":
      return <AppDialog {...step} onConfirmed={showCodes} onClose={onClose} />;
    case "renew":
      return (
        <PasswordDialog
          title="Create new recovery codes?"
          action="Create codes"
          asksCode
          onClose={onClose}
          onConfirm={async (proof) => showCodes(await service.renewRecoveryCodes(proof))}
        >
          The old recovery codes stop working at once.
        </PasswordDialog>
      );
    case "disable":
      return (
        <PasswordDialog
          title="Turn off two-factor authentication?"
          action="Turn off"
          asksCode
          isDanger
          onClose={onClose}
          onConfirm={async (proof) => {
            await service.disableSecondFactor(proof);
            onClose();
            onChange();
          }}
        >
          Your password alone will then be enough to sign in. Your recovery codes are deleted.
        </PasswordDialog>
      );
    default:
      return null;
  }
}
