import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { formatCount } from "../../../lib/format.ts";

/** A facet that is on or off, with the number of results it leaves. */
export function FacetToggle({
  isOn,
  count,
  onPress,
  children,
}: {
  readonly isOn: boolean;
  /** Left out where it says nothing. */
  readonly count?: number;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={count === 0 && !isOn}
      onClick={onPress}
      className={classNames(
        "inline-flex h-9 items-center gap-2 rounded-sharp border px-3 transition-colors duration-120 disabled:opacity-50 pointer-coarse:h-11",
        isOn ? "border-accent bg-accent-wash font-strong text-accent" : "border-line bg-sheet enabled:hover:border-ink",
      )}
    >
      {children}
      {count === undefined ? null : <span className="font-mono text-caption">{formatCount(count)}</span>}
    </button>
  );
}
