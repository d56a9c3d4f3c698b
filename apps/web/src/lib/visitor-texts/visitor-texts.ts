import type { englishTexts } from "./english-texts.ts";

type SameShape<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : SameShape<T[Key]> };

/** Shape of the visitors' catalogue in every language. */
export type VisitorTexts = SameShape<typeof englishTexts>;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "visitor";
    resources: { visitor: VisitorTexts };
  }
}
