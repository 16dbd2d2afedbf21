// The settings this copy runs with, for the operator. They are changed where the program is started.
import { Loading } from "../../components/loading.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useLoad } from "../../load.ts";
import { service } from "../../service.ts";
import { useSession } from "../../session.tsx";
import "./settings-page.css";

export function SettingsPage() {
  const { state } = useSession();
  return (
    <>
      <h1>Settings</h1>
      <p class="lead">
        What this server runs with. Settings are environment variables: change them where the server
        is started, then restart it.
      </p>
      {state.can_see_settings ? (
        <Listed />
      ) : (
        <Notice kind="info">
          <p>
            Only the operator can see the settings: on the machine itself, or signed in as
            owner@localhost.
          </p>
        </Notice>
      )}
    </>
  );
}

function Listed() {
  const { loaded, reload } = useLoad((signal) => service.getSettings({ signal }));
  if (loaded.status === "loading") return <Loading what="Loading the settings" />;
  if (loaded.status === "error") return <ErrorNotice error={loaded.error} retry={reload} />;
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Settings">
      <table class="settings">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {loaded.value.settings.map((setting) => (
            <tr key={setting.name}>
              <th scope="row">
                <code>{setting.name}</code>
              </th>
              <td>
                {setting.value === "" ? (
                  <span class="soft">unset</span>
                ) : setting.is_secret ? (
                  <em>{setting.value}</em>
                ) : (
                  <code>{setting.value}</code>
                )}
                {setting.default !== setting.value && setting.default !== "" && (
                  <small class="soft default">default: {withoutMarks(setting.default)}</small>
                )}
              </td>
              <td class="small">{withoutMarks(setting.about)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The sentences are written for Markdown; here its quotes become code. */
function withoutMarks(text: string) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
