import { classNames } from "../lib/class-names.ts";

/** Shown during an operation of unknown length. `label` is announced; omit it if adjacent text says the same. */
export function Spinner({ label, className }: { readonly label?: string; readonly className?: string }) {
  return (
    <span role={label === undefined ? undefined : "status"} className={classNames("inline-flex", className)}>
      <svg viewBox="0 0 16 16" className="size-4 animate-spin" aria-hidden="true" fill="none" strokeWidth="1.5">
        <circle cx="8" cy="8" r="6.25" className="stroke-current opacity-25" />
        <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" className="stroke-current" strokeLinecap="round" />
      </svg>
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  );
}
