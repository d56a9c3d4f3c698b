import type { ReactNode } from "react";
import { TextField } from "../../../ui/text-field.tsx";

/** The address somebody signs in with, or is written to. */
export function EmailField({
  autoComplete,
  email,
  onEmail,
  error,
  hint,
  readOnly = false,
}: {
  /** `username` where an account is meant: that is what password stores look for. */
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
