import { describe, expect, it } from "vitest";
import { embedTexts } from "./embed-texts.ts";
import { englishGuideTexts } from "./english-guide-texts.ts";
import { englishTexts } from "./english-texts.ts";
import { germanGuideTexts } from "./german-guide-texts.ts";
import { germanTexts } from "./german-texts.ts";
import { chooseVisitorLanguage } from "./visitor-language.ts";
import { englishWording, loadWording } from "./wording.ts";

/** Flattens all texts by key. */
function flatten(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" ? [[`${path}${key}`, text] as [string, string]] : flatten(text, `${path}${key}.`),
  );
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe("visitors' texts", () => {
  const english = flatten({ visitor: englishTexts, guide: englishGuideTexts, embed: embedTexts.en });
  const german = new Map(flatten({ visitor: germanTexts, guide: germanGuideTexts, embed: embedTexts.de }));

  it("say the same in German as in English, with the same numbers", () => {
    expect([...german.keys()].sort()).toEqual(english.map(([key]) => key).sort());
    for (const [key, text] of english) expect(placeholders(german.get(key) ?? ""), key).toEqual(placeholders(text));
  });

  it("are translated: only words that are the same in both languages are equal", () => {
    const same = english.filter(([key, text]) => german.get(key) === text).map(([, text]) => text);
    expect(new Set(same)).toEqual(
      new Set([
        "optional",
        "Original",
        "Plan",
        "Scans",
        "Panorama",
        "Video",
        "Audio",
        "Pause",
        "E, Q",
        "Esc",
        "Defibrillator",
        "Gamepad: A",
        "{{metres}}\u00a0m",
      ]),
    );
  });

  it("keep a number and its unit on one line", () => {
    const units = [...english, ...german].filter(([, text]) => /\}\}\s(m|metres|Meter)\b/.test(text));
    expect(units.length).toBeGreaterThan(12);
    for (const [key, text] of units) expect(text, key).not.toMatch(/\}\} (m|metres|Meter)\b/);
  });

  it("address people formally and never leave a text empty", () => {
    for (const [key, text] of german) {
      expect(text, key).not.toBe("");
      expect(text, key).not.toMatch(/\b(du|dein|deine|dich|dir)\b/i);
    }
  });

  it("pluralise as each language does", async () => {
    const { t } = await loadWording("de");
    expect(englishWording.t("measure.missing", { count: 1 })).toBe("1 more point to go. Point at a surface.");
    expect(englishWording.t("zone.capacityOf", { count: 12 })).toBe("Up to 12 people");
    expect(t("measure.missing", { count: 2 })).toBe("Noch 2 Punkte. Zeigen Sie auf eine Oberfläche.");
    expect(t("zone.capacityOf", { count: 1 })).toBe("Höchstens 1 Person");
  });

  it("show markup in a name as it was written", () => {
    expect(englishWording.t("scene.canvas", { name: "<b>Hall</b> {{x}} $t(ui.close)" })).toBe(
      "3D view of <b>Hall</b> {{x}} $t(ui.close)",
    );
  });
});

describe("a visitor's language", () => {
  it("is the first wanted one that there are texts in, of its variants too", () => {
    expect(chooseVisitorLanguage(["de-CH", "en"])).toBe("de");
    expect(chooseVisitorLanguage(["fr", "en-GB", "de"])).toBe("en");
    expect(chooseVisitorLanguage(["ja", "x"])).toBe("en");
    expect(chooseVisitorLanguage([])).toBe("en");
  });
});
