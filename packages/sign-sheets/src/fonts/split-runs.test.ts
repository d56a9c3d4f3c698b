import { describe, expect, test } from "vitest";
import { isTraditional } from "./choose-typefaces.ts";
import { splitRuns } from "./split-runs.ts";

async function listFonts(text: string): Promise<string[]> {
  const { runs } = await splitRuns(text, false);
  return [...new Set(runs.map(({ slice }) => slice.name.replace(/-\d+$/, "")))];
}

describe("Han characters are drawn as in the text's own language", () => {
  test.each([
    ["Japanese", "直す", "noto-sans-jp"],
    ["Korean", "한국 直", "noto-sans-kr"],
    ["simplified Chinese", "图书馆直", "noto-sans-sc"],
    ["traditional Chinese", "圖書館直", "noto-sans-tc"],
  ])("%s", async (_language, text, typeface) => {
    expect((await listFonts(text)).filter((name) => name.startsWith("noto"))).toEqual([typeface]);
  });

  test("Big5 and GB 2312 tell the two Chinese scripts apart", () => {
    expect(isTraditional("歡迎光臨")).toBe(true);
    expect(isTraditional("欢迎光临")).toBe(false);
    expect(isTraditional("中文")).toBe(false);
  });
});

describe("a run", () => {
  test.each(["مدخل المتحف".split(" ")[0]!, "संग्रहालय", "প্রবেশদ্বার", "พิพิธภัณฑ์", "می\u200Cخواهم"])(
    "holds the whole of %s, whose letters join",
    async (word) => {
      const { runs } = await splitRuns(word, false);
      expect(runs.map(({ text }) => text)).toEqual([word]);
    },
  );

  test("keeps an emoji of several characters whole, and figures out of the emoji's font", async () => {
    const { runs } = await splitRuns("👩‍🍳 7 ☕️", false);
    expect(runs.map(({ text }) => text)).toEqual(["👩‍🍳", " 7 ", "☕️"]);
    expect(runs[1]?.slice.name).toBe("inter-latin");
  });

  test("never has a character that its font lacks", async () => {
    expect(await splitRuns("ok \uE000\u{1F9FF}\u0007\u{10330}", false)).toMatchObject({
      missing: ["\uE000", "\u0007", "\u{10330}"],
    });
  });
});
