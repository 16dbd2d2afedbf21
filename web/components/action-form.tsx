// A form that sends its fields: what went wrong stands above it, and the page is not reloaded.
import type { ComponentChildren } from "preact";
import type { Action } from "../load.ts";
import { ErrorNotice } from "./notice.tsx";

export function ActionForm({
  action,
  children,
  ...own
}: {
  action: Action<[form: HTMLFormElement]>;
  class?: string;
  "aria-label"?: string;
  children: ComponentChildren;
}) {
  return (
    <>
      {action.error !== null && <ErrorNotice error={action.error} />}
      <form
        {...own}
        onSubmit={(event) => {
          event.preventDefault();
          action.run(event.currentTarget);
        }}
      >
        {children}
      </form>
    </>
  );
}
