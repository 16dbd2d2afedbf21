// Recovery codes, shown once: to be copied or downloaded before they are gone.
import { CopyButton } from "../../components/copy-button.tsx";
import { Notice } from "../../components/notice.tsx";
import { save } from "../../components/save.ts";

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <>
      <Notice kind="good">
        <p role="status">
          Save these recovery codes now: they are shown only once. Each signs you in once without
          your phone.
        </p>
      </Notice>
      <ul class="plain recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <CopyButton text={text} about="the recovery codes" />
        <button
          type="button"
          class="quiet"
          onClick={() => save(new Blob([text]), "lodestone-recovery-codes.txt")}
        >
          Download
        </button>
        <button type="button" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </>
  );
}
