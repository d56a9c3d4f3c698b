import { useState } from "react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "aside">) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      aside={
        <button
          type="button"
          onClick={() => setShown(!isShown)}
          className="text-caption text-accent underline-offset-2 hover:underline"
        >
          {isShown ? "Hide" : "Show"}
        </button>
      }
    />
  );
}
