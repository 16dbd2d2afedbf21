// The fields that ask for a password: the one an account has, and one to be set.
import { useSession } from "../session.tsx";
import { Field } from "./field.tsx";

export function PasswordField({
  name = "password",
  label = "Your password",
}: {
  name?: string;
  label?: string;
}) {
  return (
    <Field name={name} label={label} type="password" required autocomplete="current-password" />
  );
}

/** Within the lengths the server allows. */
export function NewPasswordField({
  name = "password",
  label = "New password",
  advice = "; several random words work well",
  isFocused = false,
}: {
  name?: string;
  label?: string;
  /** Continues the sentence about the length. */
  advice?: string;
  isFocused?: boolean;
}) {
  const { password_length_min: min, password_length_max: max } = useSession().state.limits;
  return (
    <Field
      name={name}
      label={label}
      type="password"
      required
      isFocused={isFocused}
      minLength={min}
      maxLength={max}
      autocomplete="new-password"
      hint={`At least ${min} characters${advice}.`}
    />
  );
}
