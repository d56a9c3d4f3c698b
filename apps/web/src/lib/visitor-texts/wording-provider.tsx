import { type ReactNode, use, useEffect, useMemo } from "react";
import { UiWordsContext } from "../ui-words.ts";
import { loadWording, type VisitorLanguage, WordingContext } from "./wording.ts";

/** Everything below is in this language, the small words of buttons and fields too. Suspends while it is fetched. */
export function WordingProvider({
  language,
  children,
}: {
  readonly language: VisitorLanguage;
  readonly children: ReactNode;
}) {
  const wording = use(loadWording(language));
  const { t } = wording;
  const words = useMemo(
    () => ({
      close: t("page.close"),
      loading: t("page.loading"),
      tryAgain: t("page.tryAgain"),
      somethingWrong: t("page.somethingWrong"),
      optional: t("page.optional"),
      show: t("page.show"),
      hide: t("page.hide"),
      zoomIn: t("plan.zoomIn"),
      zoomOut: t("plan.zoomOut"),
    }),
    [t],
  );
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
