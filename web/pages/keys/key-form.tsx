// The form that makes a key.
import { useState } from "preact/hooks";
import type { NewKey } from "../../../client/dashboard.ts";
import { Field, fieldsOf } from "../../components/field.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { service } from "../../service.ts";

const ENDS = [
  ["", "never"],
  ["30", "after 30 days"],
  ["90", "after 90 days"],
  ["365", "after a year"],
  ["date", "on a date I choose"],
] as const;

export function KeyForm({
  onMade,
  onCancel,
}: {
  onMade: (made: NewKey) => void;
  onCancel?: (() => void) | undefined;
}) {
  const [end, setEnd] = useState<string>("");
  const make = useAction(async (form: HTMLFormElement) => {
    const { name = "", domain = "", day = "" } = fieldsOf(form);
    onMade(await service.createKey({ name, domain, expiresAt: endOf(end, day) }));
  });
  return (
    <form
      class="card narrow"
      aria-label="Create key"
      onSubmit={(event) => {
        event.preventDefault();
        make.run(event.currentTarget);
      }}
    >
      <h2>Create key</h2>
      {make.error !== null && <ErrorNotice error={make.error} />}
      <Field
        name="name"
        label="Name"
        hint="Helps you tell your keys apart."
        placeholder="Essay form"
        autocomplete="off"
      />
      <Field
        name="domain"
        label="Domain"
        required
        hint="Where the key is used from: example.com, or *.example.com for its subdomains. For your own machine: localhost."
        placeholder="example.com"
        autocomplete="off"
      />
      <div class="field">
        <label for="end">Expires</label>
        <select id="end" value={end} onChange={(event) => setEnd(event.currentTarget.value)}>
          {ENDS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {end === "date" && (
        <Field name="day" type="date" label="Last day" required min={dayIn(1).slice(0, 10)} />
      )}
      <div class="row">
        <button type="submit" disabled={make.isBusy}>
          Create key
        </button>
        {onCancel !== undefined && (
          <button type="button" class="quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}

function endOf(end: string, day: string): string | null {
  if (end === "") return null;
  // The chosen day is the last one on which the key works.
  if (end === "date") return day === "" ? null : `${day}T23:59:59Z`;
  return dayIn(Number(end));
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
