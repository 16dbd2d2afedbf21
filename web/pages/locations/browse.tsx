// State → district → market, column by column; the address holds what is chosen.
import { useEffect, useRef } from "preact/hooks";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useLoad } from "../../load.ts";
import { Link, useLocation } from "../../router.tsx";
import { directory } from "../../service.ts";
import { ApiCall } from "./api-call.tsx";
import { CopyId } from "./copy-id.tsx";

type Entry = { id: number; name: string };

export function Browse() {
  const { query } = useLocation();
  const stateId = readId(query.get("state"));
  const districtId = stateId === null ? null : readId(query.get("district"));
  const path =
    stateId === null
      ? "/api/states"
      : districtId === null
        ? `/api/states/${stateId}/districts`
        : `/api/states/${stateId}/districts/${districtId}/markets`;
  const deepest = stateId === null ? "states" : districtId === null ? "districts" : "markets";
  return (
    <>
      <div class="browse" data-deepest={deepest}>
        <Column
          title="States"
          about="states"
          load={(signal) => directory.listStates({ signal })}
          chosen={stateId}
          hrefOf={(id) => `/locations?state=${id}`}
        />
        {stateId !== null && (
          <Column
            key={`districts ${stateId}`}
            title="Districts"
            about="districts"
            back="/locations"
            load={(signal) => directory.listDistricts(stateId, { signal })}
            chosen={districtId}
            hrefOf={(id) => `/locations?state=${stateId}&district=${id}`}
          />
        )}
        {stateId !== null && districtId !== null && (
          <Column
            key={`markets ${districtId}`}
            title="Markets"
            about="markets"
            back={`/locations?state=${stateId}`}
            load={(signal) => directory.listMarketsOfState(stateId, districtId, { signal })}
            chosen={null}
          />
        )}
      </div>
      <p class="small soft hint-below">Click an id to copy it.</p>
      <ApiCall path={path} />
    </>
  );
}

function Column({
  title,
  about,
  load,
  chosen,
  hrefOf,
  back,
}: {
  title: string;
  about: string;
  load: (signal: AbortSignal) => Promise<{ data: Entry[]; count: number }>;
  chosen: number | null;
  /** Where a record leads; those of the last column lead nowhere. */
  hrefOf?: (id: number) => string;
  back?: string;
}) {
  const { loaded, reload } = useLoad(load);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Only the list moves: the page itself stays where it is.
    const record = list.current?.querySelector<HTMLElement>(".chosen-record");
    if (record && list.current) list.current.scrollTop = record.offsetTop - 80;
  }, [loaded.status]);
  return (
    <section class={`card column ${about}`} aria-label={title}>
      {back !== undefined && (
        <Link href={back} class="back small">
          Back
        </Link>
      )}
      <h2>
        {title} {loaded.status === "ready" && <span class="soft count">{loaded.value.count}</span>}
      </h2>
      {loaded.status === "loading" && <Loading />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && loaded.value.count === 0 && (
        <p class="soft">There are no {about} here.</p>
      )}
      {loaded.status === "ready" && (
        <ul class="plain records" ref={list}>
          {loaded.value.data.map(({ id, name }) => (
            <li key={id} class={id === chosen ? "chosen-record" : ""}>
              {hrefOf === undefined ? (
                <bdi>{name}</bdi>
              ) : (
                <Link href={hrefOf(id)} aria-current={id === chosen ? "true" : undefined}>
                  <bdi>{name}</bdi>
                </Link>
              )}
              <CopyId id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function readId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
