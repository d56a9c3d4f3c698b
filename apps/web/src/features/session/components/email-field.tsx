import type { ReactNode } from "react";
import { TextField } from "../../../ui/text-field.tsx";

/** An address for signing in or for receiving mail. */
export function EmailField({
  autoComplete,
  email,
  onEmail,
  error,
  hint,
  readOnly = false,
}: {
  /** `username` for an account: password managers look for it. */
  readonly autoComplete: "email" | "username";
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly error: string | undefined;
  readonly hint?: ReactNode;
  readonly readOnly?: boolean;
}) {
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete={autoComplete}
      required
      readOnly={readOnly}
      hint={hint}
      value={email}
      onChange={(event) => onEmail(event.target.value)}
      error={error}
    />
  );
}
