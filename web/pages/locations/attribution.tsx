// Where the data comes from, as its sources ask to be named.
import { useLoad } from "../../load.ts";
import { directory } from "../../service.ts";

export function Attribution() {
  const { loaded } = useLoad((signal) => directory.getDataset({ signal }));
  const data = loaded.status === "ready" ? loaded.value.data : null;
  return (
    <p class="small soft attribution">
      {data !== null && (
        <>
          {data.licence} {data.attribution !== "" && `${data.attribution}. `}Data as of{" "}
          <time dateTime={data.date}>{data.date}</time>, version <code>{data.version}</code>.
        </>
      )}
    </p>
  );
}
