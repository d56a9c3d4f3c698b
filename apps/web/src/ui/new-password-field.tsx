import { limits } from "@blueprint/contract/limits";
import { PasswordField } from "./password-field.tsx";

/** Field for choosing a new password. */
export function NewPasswordField({
  label,
  name,
  password,
  onPassword,
  error,
}: {
  readonly label: string;
  readonly name: string;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly error?: string | undefined;
}) {
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      minLength={limits.passwordCharactersMin}
      maxLength={limits.passwordCharactersMax}
      hint={`At least ${limits.passwordCharactersMin} characters.`}
      value={password}
      onChange={(event) => onPassword(event.target.value)}
      error={error}
    />
  );
}
