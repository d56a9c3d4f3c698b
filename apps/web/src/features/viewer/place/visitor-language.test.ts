import type { PublishedAnchor } from "@blueprint/contract/published";
import { expect, it } from "vitest";
import {
  findLanguage,
  inLanguage,
  listLanguages,
  nameLanguage,
  type SpokenAnchor,
  toLangAttribute,
} from "./visitor-language.ts";

const media = { kind: "file", fileId: "f1", name: "hall.jpg", contentType: "image/jpeg", sizeBytes: 1 } as const;
const hall: SpokenAnchor = {
  id: "a",
  type: "image",
  title: "Hall",
  text: "Big.",
  content: { type: "image", media, alternative: "A hall" },
  position: [0, 0, 0],
  normal: [0, 1, 0],
  translations: { de: { title: "Halle", text: "", body: [], alternative: "Eine Halle" } },
};
const { translations: _, ...untranslated } = hall;
const plain: PublishedAnchor = { ...untranslated, id: "b" };

it("offers every language once, by its own name", () => {
  const french = { fr: { title: "Salle", text: "", body: [], alternative: "" } };
  expect(listLanguages([hall, plain, { ...hall, translations: { ...hall.translations, ...french } }])).toEqual([
    "de",
    "fr",
  ]);
  expect(listLanguages([plain])).toEqual([]);
  expect(nameLanguage("de")).toBe("Deutsch");
});

it("finds the reader's language, or a related one", () => {
  expect(findLanguage(["de", "pt-BR"], ["en", "de-AT"])).toBe("de");
  expect(findLanguage(["pt-BR", "pt"], ["pt"])).toBe("pt");
  expect(findLanguage(["pt-BR"], ["pt-PT"])).toBe("pt-BR");
  expect(findLanguage(["de"], ["fr"])).toBeNull();
});

it("uses what is translated, keeps the rest, and says which is which", () => {
  const shown = inLanguage(hall, "de");
  expect(shown).toMatchObject({ title: "Halle", text: "Big.", content: { alternative: "Eine Halle" } });
  expect(toLangAttribute(shown.spoken, "title")).toEqual({ lang: "de" });
  expect(toLangAttribute(shown.spoken, "alternative")).toEqual({ lang: "de" });
  expect(toLangAttribute(shown.spoken, "text")).toEqual({ lang: "" });
  expect(inLanguage(hall, null)).toBe(hall);
  expect(toLangAttribute(hall.spoken, "title")).toEqual({});
});

it("leaves untranslated text as it was written, without claiming a language", () => {
  const shown = inLanguage(plain, "de");
  expect(shown).toMatchObject({ title: "Hall", text: "Big." });
  expect(toLangAttribute(shown.spoken, "title")).toEqual({ lang: "" });
});
