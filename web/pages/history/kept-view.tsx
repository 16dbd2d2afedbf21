// One kept result, shown as it was when it was made.
import { useState } from "preact/hooks";
import type { KeptResult, KeptRow } from "../../../client/dashboard.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useLoad } from "../../load.ts";
import { Link, navigate } from "../../router.tsx";
import { service } from "../../service.ts";
import { keepDraft } from "../check/kept-work.ts";
import { ResultView } from "../check/result-view.tsx";
import { RewriteView } from "../check/rewrite-view.tsx";
import { DeleteResult } from "./delete-result.tsx";
import { ShareCard } from "./share-card.tsx";
import { sourceOf } from "./wording.ts";

export function KeptView({ id, onDeleted }: { id: string; onDeleted: (row: KeptRow) => void }) {
  const { loaded, reload } = useLoad((signal) => service.getKept(id, { signal }), id);
  return (
    <>
      <p class="small">
        <Link href="/history">All results</Link>
      </p>
      {loaded.status === "loading" && <Loading what="Loading the result" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && <Kept kept={loaded.value} onDeleted={onDeleted} />}
    </>
  );
}

function Kept({ kept, onDeleted }: { kept: KeptResult; onDeleted: (row: KeptRow) => void }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <div class="row spread">
        <h1 class="kept-title">
          <bdi>{kept.name ?? ("verdict" in kept.result ? "Checked text" : "Rewritten text")}</bdi>
        </h1>
        <button type="button" class="quiet" onClick={() => setDeleting(true)}>
          Delete …
        </button>
      </div>
      {isDeleting && (
        <DeleteResult
          kept={kept}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            onDeleted(kept);
            navigate("/history", { replace: true });
          }}
        />
      )}
      <KeptFacts kept={kept} />
      <KeptContent kept={kept} />
      <ShareCard id={kept.id} />
    </>
  );
}

function KeptFacts({ kept }: { kept: KeptResult }) {
  return (
    <dl class="facts small">
      <dt>Date</dt>
      <dd>
        <Time at={kept.at} /> · <bdi>{sourceOf(kept)}</bdi>
      </dd>
      <dt>Expires</dt>
      <dd>
        <Time at={kept.expires_at} />
      </dd>
      <dt>SHA-256</dt>
      <dd>
        <code>{kept.hash}</code> <CopyButton text={kept.hash} about="the hash of the text" />
      </dd>
    </dl>
  );
}

/** The text with its result; editing goes on where texts are checked. */
function KeptContent({ kept: { id, content, result } }: { kept: KeptResult }) {
  const edit = (text: string) => {
    keepDraft(text);
    navigate("/");
  };
  const beside = (
    <button type="button" class="quiet" onClick={() => edit(content)}>
      Edit text
    </button>
  );
  return "verdict" in result ? (
    <ResultView
      text={content}
      detection={result}
      getReport={(format, paper) => service.getKeptReport(id, { format, paper })}
      beside={beside}
    />
  ) : (
    <RewriteView
      original={content}
      rewrite={result}
      beside={beside}
      onCheck={edit}
      checkLabel="Edit this version"
    />
  );
}
