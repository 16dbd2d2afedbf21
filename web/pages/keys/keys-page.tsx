// Keys: made, shown once, listed, rotated, revoked.
import "./keys-page.css";
import { useState } from "preact/hooks";
import type { ListedKey, NewKey } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import { RevokeDialog, RotateDialog } from "./key-dialogs.tsx";
import { KeyForm } from "./key-form.tsx";
import { endsSoon, isWorking, KeyList } from "./key-list.tsx";
import { NewKeyCard } from "./new-key.tsx";

type Step =
  | { name: "list" }
  | { name: "form" }
  | { name: "made"; made: NewKey }
  | { name: "rotate" | "revoke"; of: ListedKey };

export function KeysPage() {
  const { loaded, reload } = useLoad((signal) => service.listKeys({ signal }));
  const [step, setStep] = useState<Step>({ name: "list" });
  const toList = () => setStep({ name: "list" });
  const onMade = (made: NewKey) => {
    setStep({ name: "made", made });
    reload();
  };
  return (
    <>
      <div class="row spread">
        <h1>Keys</h1>
        {step.name !== "form" && step.name !== "made" && (
          <button type="button" onClick={() => setStep({ name: "form" })}>
            Create key
          </button>
        )}
      </div>
      <p class="lead">
        A key lets a program or a web page use the text service on behalf of your account.
      </p>
      {step.name === "form" && <KeyForm onMade={onMade} onCancel={toList} />}
      {step.name === "made" && <NewKeyCard made={step.made} onDone={toList} />}
      {step.name === "rotate" && <RotateDialog of={step.of} onClose={toList} onMade={onMade} />}
      {step.name === "revoke" && (
        <RevokeDialog
          of={step.of}
          onClose={toList}
          onRevoked={() => {
            toList();
            reload();
          }}
        />
      )}
      {loaded.status === "loading" && <Loading what="Loading your keys" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && (
        <Listed
          keys={loaded.value}
          onRotate={(of) => setStep({ name: "rotate", of })}
          onRevoke={(of) => setStep({ name: "revoke", of })}
          isAlone={step.name === "list"}
        />
      )}
    </>
  );
}

function Listed({
  keys,
  isAlone,
  ...actions
}: {
  keys: readonly ListedKey[];
  isAlone: boolean;
  onRotate: (key: ListedKey) => void;
  onRevoke: (key: ListedKey) => void;
}) {
  if (keys.length === 0) {
    return isAlone ? (
      <div class="empty">
        <p>You have no keys yet.</p>
        <p>Create one to get an example call that works as is.</p>
      </div>
    ) : null;
  }
  const working = keys.filter(isWorking);
  const others = keys.filter((key) => !isWorking(key));
  return (
    <div class="listed-keys">
      <KeyWarnings working={working} />
      <KeyList keys={working} {...actions} />
      {others.length > 0 && (
        <details>
          <summary>
            {others.length} inactive {others.length === 1 ? "key" : "keys"}
          </summary>
          <KeyList keys={others} {...actions} />
        </details>
      )}
    </div>
  );
}

function KeyWarnings({ working }: { working: readonly ListedKey[] }) {
  const exposed = working.filter((key) => key.exposed_at !== null);
  const ending = working.filter((key) => endsSoon(key));
  return (
    <>
      {exposed.length > 0 && (
        <Notice kind="warning">
          <p>
            <Names of={exposed} /> {exposed.length === 1 ? "was" : "were"} sent over plain HTTP,
            where anyone on the network could read {exposed.length === 1 ? "it" : "them"}. Rotate{" "}
            {exposed.length === 1 ? "it" : "them"} without a grace period.
          </p>
        </Notice>
      )}
      {ending.length > 0 && (
        <Notice kind="warning">
          <p>
            <Names of={ending} /> {ending.length === 1 ? "expires" : "expire"} within two weeks.
            Create a new key in time: an expiry date can’t be changed.
          </p>
        </Notice>
      )}
    </>
  );
}

/** The first few by name; a long list of names would hide what the sentence says. */
function Names({ of }: { of: readonly ListedKey[] }) {
  const named = of.slice(0, 3);
  return (
    <>
      {named.map(({ id, name, last_four }, at) => (
        <span key={id}>
          {at > 0 && (at === of.length - 1 ? " and " : ", ")}
          <strong>
            <bdi>{name}</bdi>
          </strong>{" "}
          (…{last_four})
        </span>
      ))}
      {of.length > named.length && ` and ${of.length - named.length} more keys`}
    </>
  );
}
