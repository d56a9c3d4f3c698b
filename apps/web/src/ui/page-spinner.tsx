import { Spinner } from "./spinner.tsx";

/** Fills a screen while it cannot be drawn yet. */
export function PageSpinner({ label = "Loading" }: { readonly label?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center text-ink-soft">
      <Spinner label={label} />
    </div>
  );
}
