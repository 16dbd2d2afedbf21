// A key that was just made: shown once, with calls that work as they stand.
import { useState } from "preact/hooks";
import type { NewKey } from "../../../client/dashboard.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { useSession } from "../../session.tsx";
import { writeSnippets } from "./snippets.ts";

export function NewKeyCard({ made, onDone }: { made: NewKey; onDone: () => void }) {
  const { state } = useSession();
  const [shown, setShown] = useState(0);
  const snippets = writeSnippets({
    key: made.key,
    domain: made.domain,
    baseUrl: location.origin,
    caFile: state.ca_file,
    hasLocalCertificate: state.has_local_certificate,
  });
  const snippet = snippets[shown];
  return (
    <section class="card new-key" aria-labelledby="new-key">
      <h2 id="new-key" tabIndex={-1} ref={(heading) => heading?.focus()}>
        Your new key
      </h2>
      <p>Copy it now: it is shown only once and can’t be shown again. Treat it like a password.</p>
      <div class="row secret">
        <code data-testid="secret">{made.key}</code>
        <CopyButton text={made.key} about="the key" quiet={false} />
      </div>
      <div class="row spread">
        <div class="row" role="group" aria-label="Example call">
          {snippets.map(({ name }, at) => (
            <button
              key={name}
              type="button"
              class="quiet"
              aria-pressed={at === shown}
              onClick={() => setShown(at)}
            >
              {name}
            </button>
          ))}
        </div>
        {snippet !== undefined && <CopyButton text={snippet.text} about="the example" />}
      </div>
      <pre tabIndex={0} aria-label="Example call">
        <code>{snippet?.text}</code>
      </pre>
      <div class="row">
        <button type="button" onClick={onDone}>
          I have copied it
        </button>
      </div>
    </section>
  );
}
