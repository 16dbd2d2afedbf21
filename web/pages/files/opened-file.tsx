// One checked file with its result.
import { useEffect } from "preact/hooks";
import { Link, navigate } from "../../router.tsx";
import { keepDraft } from "../check/kept-work.ts";
import { ResultView } from "../check/result-view.tsx";
import type { CheckedFile } from "./file-rows.ts";
import { reportOn } from "./report-on.ts";

export function OpenedFile({ file, result }: { file: File; result: CheckedFile }) {
  useEffect(() => {
    scrollTo(0, 0);
    document.getElementById("opened")?.focus();
  }, []);
  return (
    <>
      <p class="small">
        <Link href="/files">All files</Link>
      </p>
      <h1 id="opened" class="file-title" tabIndex={-1}>
        <bdi>{file.name}</bdi>
      </h1>
      <ResultView
        text={result.content}
        detection={result}
        getReport={(format) => reportOn(file, result, format)}
        checkedAt={result.checked_at}
        beside={
          <button
            type="button"
            class="quiet"
            onClick={() => {
              keepDraft(result.content);
              navigate("/");
            }}
          >
            Edit text
          </button>
        }
      />
    </>
  );
}
