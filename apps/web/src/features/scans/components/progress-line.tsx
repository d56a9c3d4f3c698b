import type { ReactNode } from "react";

/** A line of words on how far a scan is. */
export function ProgressLine({ children }: { readonly children: ReactNode }) {
  return <p className="text-caption text-ink-soft">{children}</p>;
}
