// Read-only links to this result: none until one is made, each with its end, revoked at any time.
import { useState } from "preact/hooks";
import type { ListedShare } from "../../../client/dashboard.ts";
import { Confirm } from "../../components/confirm.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useAction, useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";

const DAYS = [1, 7, 30, 90];

export function ShareCard({ id }: { id: string }) {
  const { loaded, reload } = useLoad((signal) => service.listShares(id, { signal }), id);
  const [link, setLink] = useState<string | null>(null);
  return (
    <section class="card share" aria-labelledby="share">
      <h2 id="share">Share</h2>
      <p>
        A link lets anyone who has it read this text and its result, without an account. It doesn’t
        show whose result it is, and search engines are told not to index it.
      </p>
      <NewLink
        of={id}
        link={link}
        onCreated={(created) => {
          setLink(created);
          reload();
        }}
      />
      {loaded.status === "loading" && <Loading what="Loading the links" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && (
        <ShareList
          shares={loaded.value}
          onRevoked={() => {
            setLink(null);
            reload();
          }}
        />
      )}
    </section>
  );
}

/** Creates a link and shows it, once. */
function NewLink({
  of: id,
  link,
  onCreated,
}: {
  of: string;
  link: string | null;
  onCreated: (link: string) => void;
}) {
  const { state } = useSession();
  const [days, setDays] = useState(7);
  const create = useAction(async () => {
    const { token } = await service.shareKept(id, days);
    onCreated(`${location.origin}/shared#${token}`);
  });
  return (
    <>
      {create.error !== null && <ErrorNotice error={create.error} />}
      {link !== null && (
        <div class="share-link">
          <p role="status">Copy the link now: it is shown only once.</p>
          <div class="row">
            <code data-testid="share-link">{link}</code>
            <CopyButton text={link} about="the link" quiet={false} />
          </div>
        </div>
      )}
      <div class="row">
        <label class="inline" for="share-days">
          Expires after
        </label>
        <select
          id="share-days"
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        >
          {DAYS.filter((choice) => choice <= state.limits.share_days).map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice === 1 ? "1 day" : `${choice} days`}
            </option>
          ))}
        </select>
        <button type="button" class="quiet" disabled={create.isBusy} onClick={() => create.run()}>
          Create link
        </button>
      </div>
    </>
  );
}

function ShareList({
  shares,
  onRevoked,
}: {
  shares: readonly ListedShare[];
  onRevoked: () => void;
}) {
  const [revoking, setRevoking] = useState<ListedShare | null>(null);
  return (
    <>
      {shares.length > 0 && (
        <ul class="plain share-list" aria-label="Links to this result">
          {shares.map((share) => (
            <li key={share.id} class="row spread">
              <span>
                Created <Time at={share.created_at} /> · expires <Time at={share.expires_at} />
              </span>
              <button type="button" class="quiet" onClick={() => setRevoking(share)}>
                Revoke …
              </button>
            </li>
          ))}
        </ul>
      )}
      {revoking !== null && (
        <Confirm
          title="Revoke this link?"
          action="Revoke link"
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await service.revokeShare(revoking.id);
            setRevoking(null);
            onRevoked();
          }}
        >
          <p>It stops working at once, for everyone who has it. This can’t be undone.</p>
        </Confirm>
      )}
    </>
  );
}
