// The call behind what is shown: a reader can open it, copy it and use it elsewhere.
import { CopyButton } from "../../components/copy-button.tsx";

export function ApiCall({ path }: { path: string }) {
  return (
    <p class="api-call small">
      <span class="soft">API call:</span>{" "}
      <a href={path} target="_blank" rel="noreferrer">
        <code>GET {path}</code>
      </a>{" "}
      <CopyButton text={location.origin + path} about="the URL of this call" />
    </p>
  );
}
