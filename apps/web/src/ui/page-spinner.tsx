import { useUiWords } from "../lib/ui-words.ts";
import { Spinner } from "./spinner.tsx";

/** Fills a screen that isn't ready to render. */
export function PageSpinner({ label }: { readonly label?: string }) {
  const words = useUiWords();
  return (
    <div className="grid min-h-dvh place-items-center text-ink-soft">
      <Spinner label={label ?? words.loading} />
    </div>
  );
}
