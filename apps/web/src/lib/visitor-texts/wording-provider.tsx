import { type ReactNode, use, useEffect } from "react";
import { UiWordsContext } from "../ui-words.ts";
import type { VisitorLanguage } from "./visitor-language.ts";
import { loadWording, WordingContext } from "./wording.ts";

/** Sets the language of everything below, including the texts of buttons and fields. Suspends while it loads. */
export function WordingProvider({
  language,
  children,
}: {
  readonly language: VisitorLanguage;
  readonly children: ReactNode;
}) {
  const wording = use(loadWording(language));
  const words = wording.t("ui", { returnObjects: true });
  useEffect(() => {
    const before = document.documentElement.lang;
    document.documentElement.lang = wording.language;
    return () => {
      document.documentElement.lang = before;
    };
  }, [wording.language]);
  return (
    <WordingContext value={wording}>
      <UiWordsContext value={words}>{children}</UiWordsContext>
    </WordingContext>
  );
}
