// What a search found, by kind, best first.
import type { SearchResult } from "../../../client/location-types.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useLoad } from "../../load.ts";
import { Link } from "../../router.tsx";
import { directory } from "../../service.ts";
import { ApiCall } from "./api-call.tsx";
import { CopyId } from "./copy-id.tsx";
import { hrefOf, type Kind as RecordKind } from "./load-place.ts";
import { LocalName } from "./local-name.tsx";

const SHOWN_MAX = 20;

type Found = {
  id: number;
  name: string;
  display_name?: string;
  local_name?: string;
  place: string;
  matched?: string;
  match: "all" | "partial" | "misspelt";
};

/** What is said of a hit that doesn't hold the query as it was typed. */
const HOW = { all: "", partial: "some of the words", misspelt: "similar spelling" };

export function SearchResults({ query, lang }: { query: string; lang: string }) {
  const { loaded, reload } = useLoad(
    (signal) =>
      directory.search(query, {
        limit: SHOWN_MAX,
        signal,
        lang: lang === "" ? undefined : lang,
      }),
    `${lang} ${query}`,
  );
  if (loaded.status === "loading") return <Loading what="Searching" />;
  if (loaded.status === "error") return <ErrorNotice error={loaded.error} retry={reload} />;
  const { total, dropped } = loaded.value;
  const sum = total.states + total.districts + total.markets;
  return (
    <section aria-label="Results">
      <p role="status" class="soft">
        {sum === 0 ? "No results." : sum === 1 ? "1 result" : `${sum.toLocaleString("en")} results`}
        {loaded.value.query.trim() !== query && " …"}
      </p>
      {sum > 0 && dropped.length > 0 && <LeftOut words={dropped} />}
      {sum === 0 && <NothingFound query={query} />}
      <FoundByKind answer={loaded.value} lang={lang} />
      <ApiCall path={`/api/search?q=${encodeURIComponent(query)}`} />
    </section>
  );
}

/** Words that were set aside: nothing is known of them, or they name a commodity. */
function LeftOut({ words }: { words: string[] }) {
  return (
    <p class="small soft">
      Left out:{" "}
      {words.map((word, i) => (
        <>
          {i > 0 && ", "}“<bdi>{word}</bdi>”
        </>
      ))}
    </p>
  );
}

function NothingFound({ query }: { query: string }) {
  return (
    <div class="empty">
      <p>
        No state, district or market matches “<bdi>{query}</bdi>”.
      </p>
      <p>Try fewer letters, or another spelling.</p>
    </div>
  );
}

function FoundByKind({ answer: { data, total }, lang }: { answer: SearchResult; lang: string }) {
  return (
    <div class="found">
      <Kind
        title="States"
        kind="state"
        lang={lang}
        total={total.states}
        found={data.states.map((state) => ({ ...state, place: "" }))}
      />
      <Kind
        title="Districts"
        kind="district"
        lang={lang}
        total={total.districts}
        found={data.districts.map((district) => ({ ...district, place: district.state_name }))}
      />
      <Kind
        title="Markets"
        kind="market"
        lang={lang}
        total={total.markets}
        found={data.markets.map((market) => ({
          ...market,
          place: `${market.district_name}, ${market.state_name}`,
        }))}
      />
    </div>
  );
}

function Kind({
  title,
  kind,
  lang,
  total,
  found,
}: {
  title: string;
  kind: RecordKind;
  lang: string;
  total: number;
  found: Found[];
}) {
  if (found.length === 0) return null;
  return (
    <section class="card" aria-label={title}>
      <h2>
        {title} <span class="soft count">{total.toLocaleString("en")}</span>
      </h2>
      <ul class="plain records">
        {found.map((record) => (
          <li key={record.id}>
            <span>
              <Link href={hrefOf(kind, record.id)}>
                <bdi>{record.display_name ?? record.name}</bdi>{" "}
                <LocalName name={record.local_name} lang={lang} />
              </Link>
              {record.matched !== undefined && record.matched !== record.local_name && (
                <small class="soft">
                  {" "}
                  as <bdi>{record.matched}</bdi>
                </small>
              )}
              {HOW[record.match] !== "" && <small class="soft"> ({HOW[record.match]})</small>}
              {record.place !== "" && <small class="soft place">{record.place}</small>}
            </span>
            <CopyId id={record.id} name={record.name} />
          </li>
        ))}
      </ul>
      {total > found.length && (
        <p class="small soft">Showing the best {found.length}. Type more to narrow the results.</p>
      )}
    </section>
  );
}
