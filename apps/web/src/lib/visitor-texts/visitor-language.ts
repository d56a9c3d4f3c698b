/** Languages with a full set of visitor texts. */
const visitorLanguages = ["en", "de"] as const;
export type VisitorLanguage = (typeof visitorLanguages)[number];

/** Returns the first wanted language that has texts, ignoring regional variants; otherwise English. */
export function chooseVisitorLanguage(wanted: readonly string[]): VisitorLanguage {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0];
    const found = visitorLanguages.find((language) => language === base);
    if (found !== undefined) return found;
  }
  return "en";
}
