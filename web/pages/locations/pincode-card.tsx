// A PIN code that was typed into the search box: its districts and their markets.
import { NotFoundError } from "../../../client/errors.ts";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useLoad } from "../../load.ts";
import { Link } from "../../router.tsx";
import { directory } from "../../service.ts";
import { hrefOf } from "./load-place.ts";

export function PincodeCard({ pincode }: { pincode: string }) {
  const { loaded, reload } = useLoad(
    (signal) => directory.getPincode(pincode, { signal }),
    pincode,
  );
  if (loaded.status === "loading") return <Loading />;
  if (loaded.status === "error") {
    if (!(loaded.error instanceof NotFoundError)) {
      return <ErrorNotice error={loaded.error} retry={reload} />;
    }
    return <p>No district was found for PIN code {pincode}.</p>;
  }
  const { districts } = loaded.value.data;
  return (
    <section class="card pincode" aria-label={`PIN code ${pincode}`}>
      <h2>PIN code {pincode}</h2>
      <ul class="plain records">
        {districts.map(({ id, name, state, markets }) => (
          <li key={id}>
            <span>
              <Link href={hrefOf("district", id)}>
                <bdi>{name}</bdi>
              </Link>
              <small class="soft place">
                {state.name}, {markets.length === 1 ? "1 market" : `${markets.length} markets`}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
