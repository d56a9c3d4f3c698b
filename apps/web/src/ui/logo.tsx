import { classNames } from "../lib/class-names.ts";

/** A room with its door ajar, as in a plan. The name may be hidden on a phone to save space. */
export function Logo({
  withName = true,
  className,
}: {
  readonly withName?: boolean | "wide";
  readonly className?: string;
}) {
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <svg viewBox="0 0 24 24" className="size-6 stroke-accent" fill="none" aria-hidden="true">
        <path d="M8 20H4V4h16v16h-6.5" strokeWidth="2" strokeLinecap="square" />
        <path d="M8 20v-5.5A5.5 5.5 0 0 1 13.5 20" strokeWidth="1.25" />
      </svg>
      {withName ? (
        <span
          className={classNames(
            "text-[1.0625rem] font-strong tracking-[-0.02em]",
            withName === "wide" && "max-md:sr-only",
          )}
        >
          Blueprint
        </span>
      ) : (
        <span className="sr-only">Blueprint</span>
      )}
    </span>
  );
}
