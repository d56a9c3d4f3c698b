import { classNames } from "../lib/class-names.ts";

/** Placeholder for loading content, in its final shape. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden="true" className={classNames("animate-breathe rounded-sharp bg-sunken", className)} />;
}
