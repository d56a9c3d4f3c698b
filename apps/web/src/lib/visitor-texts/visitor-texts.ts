import type { englishGuideTexts } from "./english-guide-texts.ts";
import type { englishTexts } from "./english-texts.ts";

type SameShape<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : SameShape<T[Key]> };

/** Shape of the visitors' catalogue in every language. */
export type VisitorTexts = SameShape<typeof englishTexts>;
/** Shape of the guide's catalogue, which is loaded apart. */
export type GuideTexts = SameShape<typeof englishGuideTexts>;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "visitor";
    resources: { visitor: VisitorTexts; guide: GuideTexts };
  }
}
