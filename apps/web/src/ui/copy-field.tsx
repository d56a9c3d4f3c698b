import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

/** A text to copy. If the clipboard is unavailable, the text is selected instead. */
export function CopyField({
  label,
  value,
  action = "Copy link",
}: {
  readonly label: string;
  readonly value: string;
  readonly action?: string;
}) {
  const id = useId();
  const inputRef = useRef<HTMLInputElement>(null);
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
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={inputRef}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="h-9 min-w-0 flex-1 rounded-sharp border border-line bg-sunken px-3 font-mono text-caption pointer-coarse:h-11"
        />
        <Button onClick={() => void copy()}>
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
