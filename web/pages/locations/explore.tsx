// State → district → market: the way to the chosen place, the place itself, and what lies in it.
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useLoad } from "../../load.ts";
import { Link, useLocation } from "../../router.tsx";
import { ApiCall } from "./api-call.tsx";
import { loadPlace, type Place, readAddress } from "./load-place.ts";
import { RecordCard } from "./record-card.tsx";
import { RecordList } from "./record-list.tsx";

export function Explore({ lang }: { lang: string }) {
  const address = readAddress(useLocation().query);
  const { loaded, reload } = useLoad(
    (signal) => loadPlace(address, lang, signal),
    `${address?.kind} ${address?.id} ${lang}`,
  );
  // What was shown stays until the next place is here, so that nothing jumps.
  return (
    <div class="explore">
      {loaded.status === "loading" && <Loading />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && <Shown place={loaded.value} lang={lang} />}
    </div>
  );
}

function Shown({ place, lang }: { place: Place; lang: string }) {
  const { way, record, kind, list, call } = place;
  return (
    <>
      <Breadcrumb way={way} />
      <div class={record === null ? "browse whole" : "browse"}>
        <RecordList
          title={list.title}
          items={list.items}
          chosen={kind === "market" ? (record?.id ?? null) : null}
          lang={lang}
        />
        {record !== null && <RecordCard place={{ ...place, record }} />}
      </div>
      <p class="small soft hint-below">Click an id to copy it.</p>
      <ApiCall path={call} />
    </>
  );
}

function Breadcrumb({ way }: { way: Place["way"] }) {
  return (
    <nav aria-label="Breadcrumb" class="breadcrumb">
      <ol class="plain">
        {way.map(({ name, local, href }, i) => (
          <li key={href}>
            <Link href={href} aria-current={i === way.length - 1 ? "page" : undefined}>
              <bdi>{local === undefined ? name : `${name} ${local}`}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
