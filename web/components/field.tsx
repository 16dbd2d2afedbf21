// A labelled input with its hint, associated for screen readers.
import type { InputHTMLAttributes } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

type FieldProps = {
  label: string;
  name: string;
  type?: "text" | "email" | "password" | "date" | "number";
  hint?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  autocomplete?: "off" | "username" | "current-password" | "new-password" | "one-time-code";
  inputMode?: "numeric";
  /** Focused when it appears: it is the next step. */
  isFocused?: boolean;
  min?: string;
  placeholder?: string;
};

export function Field({ label, hint, isFocused = false, ...own }: FieldProps) {
  const id = useId();
  const place = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) place.current?.focus();
  }, []);
  const hintId = `${id}-hint`;
  // Preact's types tell kinds of inputs apart by their role; a union of kinds fits none of them.
  const input = own as InputHTMLAttributes<HTMLInputElement>;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        ref={place}
        id={id}
        aria-describedby={hint === undefined ? undefined : hintId}
      />
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The text fields of a form that was sent, by name. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}
