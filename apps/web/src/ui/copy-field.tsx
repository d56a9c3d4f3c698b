import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { Button } from "./button.tsx";

const fieldClass = "min-w-0 rounded-sharp border border-line bg-sunken px-3 font-mono text-caption";

/** A text to copy, on one line or on several. If the clipboard is unavailable, the text is selected instead. */
export function CopyField({
  label,
  value,
  action = "Copy link",
  rows = 1,
}: {
  readonly label: string;
  readonly value: string;
  readonly action?: string;
  readonly rows?: number;
}) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "selected">("idle");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      inputRef.current?.select();
      setState("selected");
    }
  };
  const field = {
    ...{ ref: inputRef, id, readOnly: true, value },
    onFocus: ({ target }: { readonly target: HTMLInputElement | HTMLTextAreaElement }) => target.select(),
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <div className={classNames("flex gap-2", rows > 1 && "flex-col")}>
        {rows === 1 ? (
          <input {...field} className={classNames(fieldClass, "h-9 flex-1 pointer-coarse:h-11")} />
        ) : (
          <textarea
            {...field}
            rows={rows}
            className={classNames(fieldClass, "field-sizing-content max-h-60 resize-none py-2")}
          />
        )}
        <Button className={rows > 1 ? "self-start" : ""} onClick={() => void copy()}>
          {state === "copied" ? (
            <Check aria-hidden="true" strokeWidth={1.75} />
          ) : (
            <Copy aria-hidden="true" strokeWidth={1.5} />
          )}
          {state === "copied" ? "Copied" : action}
        </Button>
      </div>
      <p aria-live="polite" className="text-caption text-ink-soft empty:hidden">
        {state === "selected" ? "This browser blocks copying. The text is selected: copy it with the keyboard." : ""}
      </p>
    </div>
  );
}
