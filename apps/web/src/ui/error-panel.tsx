import type { ReactNode } from "react";
import { useUiWords } from "../lib/ui-words.ts";
import { Button } from "./button.tsx";

/** The generic error panel of spec §2: "Something went wrong" plus the message. */
export function ErrorPanel({
  title,
  message,
  onRetry,
  action,
  help,
}: {
  readonly title?: string | undefined;
  /** Omitted if the title is enough. */
  readonly message?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly action?: ReactNode;
  /** Below the buttons: other ways to get help. */
  readonly help?: ReactNode;
}) {
  const words = useUiWords();
  return (
    <div role="alert" className="grid min-h-64 place-items-center px-6 py-12">
      <div className="grid max-w-md justify-items-center gap-2 text-center">
        <h2 className="text-lead font-strong">{title ?? words.somethingWrong}</h2>
        {message === undefined ? null : <p className="break-words text-ink-soft text-pretty">{message}</p>}
        <div className="mt-3 flex gap-2">
          {onRetry === undefined ? null : <Button onClick={onRetry}>{words.tryAgain}</Button>}
          {action}
        </div>
        {help}
      </div>
    </div>
  );
}
