import type { ReactNode } from "react";

/** A scan's progress in words. */
export function ProgressLine({ children }: { readonly children: ReactNode }) {
  return <p className="text-caption text-ink-soft">{children}</p>;
}
