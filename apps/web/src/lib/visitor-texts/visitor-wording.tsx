import { type ReactNode, Suspense } from "react";
import { chooseVisitorLanguage } from "./wording.ts";
import { WordingProvider } from "./wording-provider.tsx";

/** A page for visitors in the first language it is wanted in: the address's or a choice, then the browser's. */
export function VisitorWording({
  wanted = [],
  children,
}: {
  /** BCP 47 tags before the browser's own, the most wanted first. */
  readonly wanted?: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <Suspense fallback={null}>
      <WordingProvider language={chooseVisitorLanguage([...wanted, ...navigator.languages])}>
        {children}
      </WordingProvider>
    </Suspense>
  );
}
