import { type ReactNode, Suspense } from "react";
import { chooseVisitorLanguage } from "./visitor-language.ts";
import { WordingProvider } from "./wording-provider.tsx";

/** Renders a visitors' page in the first available language: the URL's or a chosen one, then the browser's. */
export function VisitorWording({
  wanted = [],
  children,
}: {
  /** BCP 47 tags that take precedence over the browser's, most preferred first. */
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
