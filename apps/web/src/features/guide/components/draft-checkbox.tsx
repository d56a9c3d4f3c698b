import type { ReactNode } from "react";
import { toasts } from "../../../lib/toast.store.ts";

/** A choice about the guide that is part of the blueprint and published with it. */
export function DraftCheckbox({
  label,
  hint,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly hint: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-sharp border border-line px-3 py-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="mt-1 accent-accent"
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked);
          toasts.add({ title: "Saved in the draft. Publish to use it." });
        }}
      />
      <span className="grid gap-0.5">
        <span>{label}</span>
        <span className="text-caption text-pretty text-ink-soft">{hint}</span>
      </span>
    </label>
  );
}
