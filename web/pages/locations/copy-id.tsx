// An id that is copied by a click on it.
import { CopyButton } from "../../components/copy-button.tsx";

export function CopyId({ id, name }: { id: number; name: string }) {
  return (
    <span class="id">
      <CopyButton text={String(id)} label={String(id)} about={`– copy the id of ${name}`} />
    </span>
  );
}
