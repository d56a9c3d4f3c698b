import { readableError } from "../lib/readable-error.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Replaces content that failed to load: the reason, and a retry button. */
export function LoadFailure({
  query: { error, refetch },
}: {
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
}) {
  return (
    <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try again</Button>}>
      {readableError(error)}
    </Notice>
  );
}
