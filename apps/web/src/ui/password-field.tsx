import { useState } from "react";
import { useUiWords } from "../lib/ui-words.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/** A password field that can reveal its text. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "aside">) {
  const [isShown, setShown] = useState(false);
  const words = useUiWords();
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
          {isShown ? words.hide : words.show}
        </button>
      }
    />
  );
}
