// Where the account is signed in; each place can be signed out from here.
import { useState } from "preact/hooks";
import type { ListedSession } from "../../../client/dashboard.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import "./session-list.css";

export function SessionList() {
  const { loaded, reload } = useLoad((signal) => service.listSessions({ signal }));
  const [ending, setEnding] = useState<ListedSession | "others" | null>(null);
  const end = async () => {
    if (ending === "others") await service.endOtherSessions();
    else if (ending !== null) await service.endSession(ending.id);
    setEnding(null);
    reload();
  };
  const others = loaded.status === "ready" ? loaded.value.filter((one) => !one.is_current) : [];
  return (
    <section class="card sessions-card" aria-labelledby="sessions">
      <div class="row spread">
        <h2 id="sessions">Sessions</h2>
        {others.length > 1 && (
          <button type="button" class="quiet" onClick={() => setEnding("others")}>
            Sign out all others
          </button>
        )}
      </div>
      {loaded.status === "loading" && <Loading what="Loading your sessions" />}
      {loaded.status === "error" && <ErrorNotice error={loaded.error} retry={reload} />}
      {loaded.status === "ready" && (
        <ul class="plain sessions">
          {loaded.value.map((session) => (
            <li key={session.id}>
              <div>
                <p>
                  <bdi>{nameOf(session)}</bdi>{" "}
                  {session.is_current && <span class="badge good">This browser</span>}
                </p>
                <p class="small soft">
                  <bdi>{session.address}</bdi> · signed in <Time at={session.created_at} /> · last
                  active <Time at={session.last_seen_at} />
                </p>
              </div>
              {!session.is_current && (
                <button type="button" class="quiet" onClick={() => setEnding(session)}>
                  Sign out<span class="unseen"> {nameOf(session)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {ending !== null && (
        <Confirm
          title={ending === "others" ? "Sign out all other sessions?" : "Sign out this session?"}
          action="Sign out"
          onConfirm={end}
          onClose={() => setEnding(null)}
        >
          <p>
            {ending === "others" ? (
              `${others.length} other sessions will have to sign in again. This browser stays signed in.`
            ) : (
              <>
                <bdi>{nameOf(ending)}</bdi> at <bdi>{ending.address}</bdi> will have to sign in
                again.
              </>
            )}
          </p>
        </Confirm>
      )}
    </section>
  );
}

const BROWSERS: ReadonlyArray<[pattern: RegExp, name: string]> = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: ReadonlyArray<[pattern: RegExp, name: string]> = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** What a browser says of itself, in two words; anything else as it came, but short. */
function nameOf({ agent }: ListedSession): string {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find(BROWSERS);
  if (browser === undefined) return agent === "" ? "Unknown client" : agent.slice(0, 80);
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
