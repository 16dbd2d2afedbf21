// One kept result, shown as it was when it was made.
import type { KeptResult } from "../../../client/dashboard.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useAction, useLoad } from "../../load.ts";
import { Link, navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { keepDraft } from "../check/draft.ts";
import { ResultView } from "../check/result-view.tsx";
import { RewriteView } from "../check/rewrite-view.tsx";
import { sourceOf } from "./wording.ts";

export function KeptView({ id }: { id: string }) {
  const { loaded, reload } = useLoad((signal) => service.getKept(id, { signal }), id);
  return (
    <>
      <p class="small">
        <Link href="/history">All kept results</Link>
      </p>
      {loaded.status === "loading" && <Loading what="Loading the result" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && <Kept kept={loaded.value} />}
    </>
  );
}

function Kept({ kept }: { kept: KeptResult }) {
  const remove = useAction(async () => {
    await service.deleteKept(kept.id);
    navigate("/history", { replace: true });
  });
  const edit = (text: string) => {
    keepDraft(text);
    navigate("/");
  };
  const { result } = kept;
  return (
    <>
      <div class="row spread">
        <h1 class="kept-title">
          <bdi>{kept.name ?? ("verdict" in result ? "A checked text" : "A rewritten text")}</bdi>
        </h1>
        <button type="button" class="quiet" disabled={remove.isBusy} onClick={() => remove.run()}>
          Delete
        </button>
      </div>
      <dl class="facts small">
        <dt>Made</dt>
        <dd>
          <Time at={kept.at} /> · <bdi>{sourceOf(kept)}</bdi>
        </dd>
        <dt>Removed</dt>
        <dd>
          <Time at={kept.expires_at} />
        </dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{kept.hash}</code> <CopyButton text={kept.hash} about="the hash of the text" />
        </dd>
      </dl>
      {remove.error !== null && <ErrorNotice error={remove.error} />}
      {"verdict" in result ? (
        <ResultView
          text={kept.content}
          detection={result}
          getReport={(format, paper) => service.getKeptReport(kept.id, { format, paper })}
          beside={
            <button type="button" class="quiet" onClick={() => edit(kept.content)}>
              Edit the text
            </button>
          }
        />
      ) : (
        <RewriteView
          original={kept.content}
          rewrite={result}
          onEdit={() => edit(kept.content)}
          onCheck={edit}
          checkLabel="Edit this version"
        />
      )}
    </>
  );
}
