import i18next, { type TFunction } from "i18next";
import { englishGuideTexts } from "./english-guide-texts.ts";
import { germanGuideTexts } from "./german-guide-texts.ts";
import type { VisitorLanguage } from "./visitor-language.ts";
import type { GuideTexts } from "./visitor-texts.ts";
import { useWording } from "./wording.ts";

export const guideTexts: Readonly<Record<VisitorLanguage, TFunction<"guide">>> = {
  en: build("en", englishGuideTexts),
  de: build("de", germanGuideTexts),
};

/** The guide's texts in the visitor's language. */
export function useGuideTexts(): TFunction<"guide"> {
  return guideTexts[useWording().language];
}

function build(language: VisitorLanguage, texts: GuideTexts): TFunction<"guide"> {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    ns: ["guide"],
    defaultNS: "guide",
    resources: { [language]: { guide: texts } },
    // React escapes output.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance.t as unknown as TFunction<"guide">;
}
