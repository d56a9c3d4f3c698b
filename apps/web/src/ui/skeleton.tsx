import { classNames } from "../lib/class-names.ts";

/** Holds the place of something that is loading, in its final shape. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={classNames("animate-breathe rounded-sharp bg-sunken", className)} />;
}
