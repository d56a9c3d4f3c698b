import i18next, { type TFunction } from "i18next";
import { createContext, useContext } from "react";
import { englishTexts } from "./english-texts.ts";
import type { VisitorLanguage } from "./visitor-language.ts";
import type { VisitorTexts } from "./visitor-texts.ts";

/** One language's texts, and the language for formatting numbers and dates. */
export interface Wording {
  readonly t: TFunction<"visitor">;
  readonly language: VisitorLanguage;
}

export const englishWording: Wording = buildWording("en", englishTexts);

/** Current wording; English by default, as in the editor. */
export const WordingContext = createContext<Wording>(englishWording);

export function useWording(): Wording {
  return useContext(WordingContext);
}

const loading = new Map<VisitorLanguage, Promise<Wording>>();

/** Loads a language's texts. Only English is bundled; other languages are fetched once. */
export function loadWording(language: VisitorLanguage): Promise<Wording> {
  const known = loading.get(language);
  if (known !== undefined) return known;
  const wording =
    language === "en"
      ? Promise.resolve(englishWording)
      : import("./german-texts.ts").then(
          ({ germanTexts }) => buildWording(language, germanTexts),
          // Falls back to English if loading fails.
          () => englishWording,
        );
  loading.set(language, wording);
  return wording;
}

function buildWording(language: VisitorLanguage, texts: VisitorTexts): Wording {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    defaultNS: "visitor",
    resources: { [language]: { visitor: texts } },
    // React escapes output.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return { t: instance.t as TFunction<"visitor">, language };
}
