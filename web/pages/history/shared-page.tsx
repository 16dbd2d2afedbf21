// What a link to a result shows: the text and its result, to read and nothing else. The token stands after the # of the
// address, which browsers send to nobody.
import type { SharedResult } from "../../../client/dashboard.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useLinkToken } from "../../link-token.ts";
import { useLoad } from "../../load.ts";
import { Link } from "../../router.tsx";
import { service } from "../../service.ts";
import { ResultView } from "../check/result-view.tsx";
import { RewriteView } from "../check/rewrite-view.tsx";

export function SharedPage() {
  const token = useLinkToken();
  const { loaded, reload } = useLoad(() => service.getShared(token), token);
  if (loaded.status === "ready") return <Shared shared={loaded.value} />;
  return (
    <>
      <h1>Shared result</h1>
      {loaded.status === "loading" ? (
        <Loading what="Loading the result" />
      ) : (
        <>
          <ErrorNotice error={loaded.error} retry={reload} />
          <p>
            Ask whoever sent you the link for a new one, or <Link href="/">check a text</Link>{" "}
            yourself.
          </p>
        </>
      )}
    </>
  );
}

function Shared({ shared }: { shared: SharedResult }) {
  const { result, name, content } = shared;
  return (
    <>
      <h1 class="kept-title">
        <bdi>{name ?? ("verdict" in result ? "Shared result" : "Shared rewrite")}</bdi>
      </h1>
      <p class="lead">
        {"verdict" in result ? "Checked" : "Rewritten"} <Time at={shared.at} />. This read-only link
        expires <Time at={shared.expires_at} />.
      </p>
      {"verdict" in result ? (
        <ResultView text={content} detection={result} />
      ) : (
        <RewriteView original={content} rewrite={result} />
      )}
    </>
  );
}
