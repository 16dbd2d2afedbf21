// The form that makes a key.
import { useState } from "preact/hooks";
import type { NewKey } from "../../../client/dashboard.ts";
import { Field, fieldsOf } from "../../components/field.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useAction } from "../../load.ts";
import { service } from "../../service.ts";

const ENDS = [
  ["", "Never"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["date", "On a date"],
] as const;

const ENDPOINTS = [
  ["detect", "Check"],
  ["detect/batch", "Batch check"],
  ["report", "Report"],
  ["regenerate", "Rewrite"],
  ["jobs", "Jobs"],
] as const;

export function KeyForm({
  onMade,
  onCancel,
}: {
  onMade: (made: NewKey) => void;
  onCancel?: (() => void) | undefined;
}) {
  const [kind, setKind] = useState<string>("live");
  const isManagement = kind === "management";
  const make = useAction(async (form: HTMLFormElement) => onMade(await createKey(form)));
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
      <KindFields kind={kind} onChoice={setKind} />
      {!isManagement && (
        <Field
          name="domain"
          label="Domain"
          required
          hint="Where the key is used from: example.com, or *.example.com for its subdomains. For your own machine: localhost."
          placeholder="example.com"
          autocomplete="off"
        />
      )}
      <ExpiryFields />
      {!isManagement && <LimitFields />}
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

function createKey(form: HTMLFormElement): Promise<NewKey> {
  const { name = "", domain = "", end = "", day = "" } = fieldsOf(form);
  const { kind, checks_per_day: checks = "", rate_per_minute: rate = "" } = fieldsOf(form);
  const isManagement = kind === "management";
  const endpoints = new FormData(form).getAll("endpoint").map(String);
  return service.createKey({
    name,
    domain,
    expiresAt: endOf(end, day),
    isTest: kind === "test",
    isManagement,
    checksPerDay: checks === "" ? null : Number(checks),
    ratePerMinute: rate === "" ? null : Number(rate),
    endpoints: isManagement || endpoints.length === ENDPOINTS.length ? null : endpoints,
  });
}

function ExpiryFields() {
  const [end, setEnd] = useState<string>("");
  return (
    <>
      <div class="field">
        <label for="end">Expires</label>
        <select
          id="end"
          name="end"
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
        >
          {ENDS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {end === "date" && (
        <Field name="day" type="date" label="Last valid day" required min={dayIn(1).slice(0, 10)} />
      )}
    </>
  );
}

const KINDS = [
  ["live", "Live", "Texts are analysed, and each check counts."],
  ["test", "Test", "Fixed answers for testing your code; nothing is counted."],
  ["management", "Management", "For a program that creates and changes your other keys."],
] as const;

function KindFields({ kind, onChoice }: { kind: string; onChoice: (kind: string) => void }) {
  return (
    <fieldset>
      <legend class="label">Type</legend>
      {KINDS.map(([value, label, hint]) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name="kind"
            value={value}
            checked={kind === value}
            onChange={() => onChoice(value)}
          />
          <span>
            {label} <span class="hint">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function LimitFields() {
  return (
    <details class="key-limits">
      <summary>Limits</summary>
      <Field
        name="checks_per_day"
        type="number"
        label="Checks per day"
        min="1"
        hint="Part of your account’s daily limit. Leave empty for no separate limit."
        autocomplete="off"
      />
      <Field
        name="rate_per_minute"
        type="number"
        label="Requests per minute"
        min="1"
        hint="Leave empty for the server’s usual number."
        autocomplete="off"
      />
      <fieldset>
        <legend class="label">Endpoints</legend>
        {ENDPOINTS.map(([value, label]) => (
          <label key={value} class="choice">
            <input type="checkbox" name="endpoint" value={value} defaultChecked />
            <span>
              {label} <code>/v1/{value}</code>
            </span>
          </label>
        ))}
      </fieldset>
    </details>
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
