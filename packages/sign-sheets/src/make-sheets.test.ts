import { Buffer } from "node:buffer";
import { type SignFormat, signFormats, signStyles } from "@blueprint/contract/sign-sheets";
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makeSheets } from "./make-sheets.ts";
import { buildOrder, buildSign, makeOrder } from "./testing/make-order.ts";
import { readPage } from "./testing/read-pdf.ts";

const formats = Object.keys(signFormats) as SignFormat[];
const pointsPerMm = 72 / 25.4;

const titles: Record<string, string> = {
  Latin: "Žluťoučký kůň für Gäste – Øresund",
  Cyrillic: "Вход в музей, ґанок",
  Greek: "Κεντρική είσοδος",
  Vietnamese: "Lối vào chính của bảo tàng",
  Arabic: "مدخل المتحف الرئيسي",
  Hebrew: "הכניסה הראשית",
  Devanagari: "संग्रहालय का मुख्य प्रवेश द्वार",
  Thai: "ทางเข้าพิพิธภัณฑ์",
  Bengali: "জাদুঘরের প্রধান প্রবেশদ্বার",
  Tamil: "அருங்காட்சியக நுழைவாயில்",
  Georgian: "მუზეუმის შესასვლელი",
  Armenian: "Թանգարանի մուտքը",
  "simplified Chinese": "博物馆正门入口，欢迎光临",
  "traditional Chinese": "博物館正門入口，歡迎光臨",
  Japanese: "正面玄関と特別展示室「直」",
  Korean: "박물관 정문 입구",
  emoji: "Café ☕️🛍️👩‍🍳🇫🇷",
  "Arabic, Latin and figures": "القاعة 12 (Gallery B)",
};

describe("titles", () => {
  test.each(Object.entries(titles))(
    "in %s are printed without a missing glyph and read back",
    async (_script, title) => {
      const { bytes } = await makeOrder({ signs: [buildSign({ title, line: "", code: "" })] });
      const { text, missingGlyphCount, glyphCount } = await readPage(bytes);
      expect(missingGlyphCount).toBe(0);
      expect(glyphCount).toBeGreaterThan(10);
      const [read, written] = [text, title].map((value) => [...value.replace(/\s/gu, "")].toSorted().join(""));
      for (const character of written!) expect(read).toContain(character);
    },
  );

  test("are data: markup is printed letter by letter", async () => {
    const title = '#sys.inputs *bold* $x$ \\ " <b>';
    const { bytes } = await makeOrder({ signs: [buildSign({ title, line: title })] });
    const { text } = await readPage(bytes);
    expect(text.split(title.replaceAll(" ", ""))).toHaveLength(3);
  });

  test.each(formats)("of 120 characters fit a sign of format %s", async (format) => {
    const title =
      "Permanent collection, second floor: landscapes, portraits and the restored winter garden with its nineteenth-century glass";
    const { bytes } = await makeOrder({ format, signs: [buildSign({ title })] });
    expect((await readPage(bytes)).text).toContain(title.replaceAll(" ", ""));
  });

  const wide = {
    "one Latin word": "W".repeat(120),
    Japanese: "特別展示室のご案内と".repeat(12),
    Thai: "ทางเข้าพิพิธภัณฑ์หลัก ".repeat(6).slice(0, 120).trim(),
    Arabic: "مدخل المتحف الرئيسي ".repeat(6).trim(),
  };
  test.each(formats.flatMap((format) => Object.entries(wide).map(([kind, title]) => ({ format, kind, title }))))(
    "of 120 characters fit a sign of format $format: $kind",
    async ({ format, title }) => {
      const { bytes } = await makeOrder({ format, signs: [buildSign({ title })] });
      const { text, missingGlyphCount } = await readPage(bytes);
      expect(missingGlyphCount).toBe(0);
      expect([...text].length).toBeGreaterThan(title.replaceAll(" ", "").length);
    },
  );

  test("that don't fit at the smallest size are refused, not cut", async () => {
    const signs = [buildSign(), buildSign({ title: "Entrance ".repeat(80) })];
    await expect(makeOrder({ format: "sticker", signs })).rejects.toMatchObject({
      kind: "text-too-long",
      signIndex: 1,
    });
  });

  test("with characters that no font has are refused by naming these", async () => {
    const signs = [buildSign({ title: "Room \u{1F9FF} \u{16A0}\u{13080}\uFFFD" })];
    await expect(makeOrder({ signs })).rejects.toMatchObject({
      kind: "text-not-printable",
      signIndex: 0,
      details: { part: "title", characters: ["\u{16A0}", "\u{13080}", "\uFFFD"] },
    });
  });
});

describe("a sign", () => {
  test.each(formats.flatMap((format) => signStyles.map((style) => ({ format, style }))))(
    "of format $format in style $style carries title, line, code and address",
    async ({ format, style }) => {
      const { bytes, codes } = await makeOrder({ format, style });
      const { text, missingGlyphCount } = await readPage(bytes);
      for (const part of ["Mainentrance", "Scantowalkinside", "bcdf-ghjk", "blueprint.example/go?c=bcdfghjk"]) {
        expect(text).toContain(part);
      }
      expect(missingGlyphCount).toBe(0);
      expect(codes).toMatchObject([{ version: 5, modulesPerSide: 37, errorCorrection: "H" }]);
    },
  );

  test.each(formats)("of format %s carries the logo in its title block, and its code stays whole", async (format) => {
    const logo = await sharp({ create: { width: 90, height: 30, channels: 4, background: "red" } })
      .png()
      .toBuffer();
    const { bytes, codes } = await makeOrder({ format, logo, fileKind: "png" });
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let redCount = 0;
    for (let at = 0; at < info.width * info.height * 3; at += 3)
      redCount += Number(data[at]! > 200 && data[at + 1]! < 60);
    expect(redCount).toBeGreaterThan(1_000);
    expect(codes[0]?.errorCorrection).toBe("H");
  });

  test.each(formats)("of format %s prints a long address whole", async (format) => {
    const url = "https://tours.museum-of-contemporary-art.example.org/go?c=bcdfghjk";
    const { bytes } = await makeOrder({ format, signs: [buildSign({ url })], readingDistanceMm: 300 });
    expect((await readPage(bytes)).text).toContain(url.replace("https://", ""));
  });

  test.each(formats)("of format %s refuses a short code that is too long for it", async (format) => {
    const signs = [buildSign({ code: "bcdf-ghjk-".repeat(8) })];
    await expect(makeOrder({ format, signs })).rejects.toMatchObject({
      kind: "text-too-long",
      details: { part: "code" },
    });
  });
});

describe("a PDF", () => {
  test("for a print shop has a page for each sign, with trim and bleed boxes", async () => {
    const { bytes, pageCount } = await makeOrder({ format: "a5", style: "dark", signs: [buildSign(), buildSign()] });
    expect(pageCount).toBe(2);
    const document = await PDFDocument.load(bytes);
    for (const page of document.getPages()) {
      const [trim, bleed] = [page.getTrimBox(), page.getBleedBox()];
      expect(trim.width / pointsPerMm).toBeCloseTo(148, 3);
      expect(trim.height / pointsPerMm).toBeCloseTo(210, 3);
      expect(trim.x / pointsPerMm).toBeCloseTo(10, 3);
      expect((trim.x - bleed.x) / pointsPerMm).toBeCloseTo(3, 3);
      expect((bleed.height - trim.height) / pointsPerMm).toBeCloseTo(6, 3);
    }
    expect(document.getTitle()).toBe("Main entrance");
  });

  test("for an office printer fills its pages", async () => {
    const signs = Array.from({ length: 7 }, (_, index) => buildSign({ title: `Room ${index}` }));
    const { bytes, pageCount } = await makeOrder({ format: "sticker", paper: "a4", signs });
    expect(pageCount).toBe(2);
    expect((await readPage(bytes, 0)).text).toContain("Room5");
    expect((await readPage(bytes, 1)).text).toContain("Room6");
  });

  test("has equal bytes for an equal order", async () => {
    for (const paper of ["trimmed", "a4"] as const) {
      const [first, second] = [await makeOrder({ paper }), await makeOrder({ paper })];
      expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
    }
  });
});

describe("a picture", () => {
  test("as PNG has the trimmed size at 300 dots per inch", async () => {
    const { bytes } = await makeOrder({ format: "sticker", fileKind: "png" });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 945, height: 945, density: 300 });
  });

  test("as SVG has the trimmed size and needs no fonts", async () => {
    const { bytes } = await makeOrder({ format: "sticker", fileKind: "svg", style: "dark" });
    const svg = Buffer.from(bytes).toString();
    expect(svg).toMatch(/viewBox="0 0 226\.77\d* 226\.77\d*"/);
    expect(svg).not.toMatch(/<text|font-family|href="http/);
  });

  test("holds a single sign", async () => {
    await expect(makeOrder({ fileKind: "svg", signs: [buildSign(), buildSign()] })).rejects.toThrow(RangeError);
  });
});

describe("work", () => {
  test("reports each sign, and stops between two", async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const order = buildOrder({ signs: Array.from({ length: 5 }, () => buildSign()) });
    const making = makeSheets(order, {
      signal: stop.signal,
      onProgress: ({ done, total }) => {
        expect(total).toBe(5);
        seen.push(done);
        if (done === 2) stop.abort(new Error("enough"));
      },
    });
    await expect(making).rejects.toThrow("enough");
    expect(seen).toEqual([1, 2]);
  });

  test("refuses a format that is larger than the paper", async () => {
    await expect(makeOrder({ format: "a4", paper: "letter" })).rejects.toThrow(RangeError);
  });

  test("refuses an order without signs", async () => {
    await expect(makeOrder({ signs: [] })).rejects.toThrow(RangeError);
  });
});
