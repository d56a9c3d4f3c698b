import { type SignFormat, signFormats, signPapers } from "@blueprint/contract/sign-sheets";
import { describe, expect, test } from "vitest";
import { listCropMarks, listCutMarks } from "./cut-marks.ts";
import { bleedMm, fitsPaper, layOutSheet, signsPerPage } from "./sheet-layout.ts";

const formats = Object.keys(signFormats) as SignFormat[];

describe("paper", () => {
  test("carries as many whole signs as fit", () => {
    const counts = formats.map((format) => [format, signsPerPage(format, "a4"), signsPerPage(format, "letter")]);
    expect(counts).toEqual([
      ["a4", 1, 0],
      ["letter", 0, 1],
      ["a5", 2, 1],
      ["a6", 4, 2],
      ["sticker", 6, 6],
      ["tent", 2, 1],
      ["lanyard", 4, 4],
    ]);
  });

  test("that is too small is refused", () => {
    expect(fitsPaper("a4", "letter")).toBe(false);
    expect(fitsPaper("a5", "letter")).toBe(true);
    expect(() => layOutSheet("letter", "a4")).toThrow(RangeError);
  });

  test.each(
    formats
      .flatMap((format) => signPapers.map((paper) => ({ format, paper })))
      .filter(({ format, paper }) => fitsPaper(format, paper)),
  )("$paper holds signs of format $format and their marks inside the page", ({ format, paper }) => {
    const layout = layOutSheet(format, paper);
    for (const { x, y, width, height } of layout.slots) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(layout.widthMm + 1e-9);
      expect(y + height).toBeLessThanOrEqual(layout.heightMm + 1e-9);
    }
    const marks = paper === "trimmed" ? listCropMarks(layout) : listCutMarks(layout);
    for (const [fromX, fromY, toX, toY] of marks) {
      expect(Math.min(fromX, fromY)).toBeGreaterThanOrEqual(0);
      expect(toX).toBeLessThanOrEqual(layout.widthMm + 1e-9);
      expect(toY).toBeLessThanOrEqual(layout.heightMm + 1e-9);
      expect(toX - fromX + toY - fromY).toBeGreaterThan(0);
    }
  });
});

describe("marks", () => {
  test("for a print shop stand at the four corners, clear of the bleed", () => {
    const layout = layOutSheet("a6", "trimmed");
    const [slot] = layout.slots;
    const marks = listCropMarks(layout);
    expect(marks).toHaveLength(8);
    for (const [fromX, fromY, toX, toY] of marks) {
      const isLeftOrAbove = toX < slot!.x - bleedMm || toY < slot!.y - bleedMm;
      const isRightOrBelow = fromX > slot!.x + slot!.width + bleedMm || fromY > slot!.y + slot!.height + bleedMm;
      expect(isLeftOrAbove || isRightOrBelow).toBe(true);
    }
  });

  test("of a full page show only cuts inside it", () => {
    expect(listCutMarks(layOutSheet("a4", "a4"))).toEqual([]);
    const cuts = listCutMarks(layOutSheet("a6", "a4"));
    expect(cuts.some(([fromX, , toX]) => fromX === 105 && toX === 105)).toBe(true);
  });
});
