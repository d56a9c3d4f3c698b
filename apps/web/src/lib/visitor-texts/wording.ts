import i18next, { type TFunction } from "i18next";
import { createContext, useContext } from "react";
import { englishTexts } from "./english-texts.ts";
import type { VisitorTexts } from "./visitor-texts.ts";

/** The languages that everything visitors read is written in. */
export const visitorLanguages = ["en", "de"] as const;
export type VisitorLanguage = (typeof visitorLanguages)[number];

/** One language's texts, and the language for figures and dates beside them. */
export interface Wording {
  readonly t: TFunction<"visitor">;
  readonly language: VisitorLanguage;
}

export const englishWording: Wording = buildWording("en", englishTexts);

/** What the texts below it are written in; English where nobody says, as in the editor. */
export const WordingContext = createContext<Wording>(englishWording);

export function useWording(): Wording {
  return useContext(WordingContext);
}

const loading = new Map<VisitorLanguage, Promise<Wording>>();

/** The texts in a language. Only English comes with the page; another language is fetched once. */
export function loadWording(language: VisitorLanguage): Promise<Wording> {
  const known = loading.get(language);
  if (known !== undefined) return known;
  const wording =
    language === "en"
      ? Promise.resolve(englishWording)
      : import("./german-texts.ts").then(
          ({ germanTexts }) => buildWording(language, germanTexts),
          // Somebody without the other language still reads the page.
          () => englishWording,
        );
  loading.set(language, wording);
  return wording;
}

/** The first wanted language that there are texts in, of its variants too; otherwise English. */
export function chooseVisitorLanguage(wanted: readonly string[]): VisitorLanguage {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0];
    const found = visitorLanguages.find((language) => language === base);
    if (found !== undefined) return found;
  }
  return "en";
}

function buildWording(language: VisitorLanguage, texts: VisitorTexts): Wording {
  const instance = i18next.createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    defaultNS: "visitor",
    resources: { [language]: { visitor: texts } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return { t: instance.t as TFunction<"visitor">, language };
}
