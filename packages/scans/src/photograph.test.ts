import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { isOpenPicture } from "./photograph.ts";
import { preflight } from "./preflight.ts";
import { bytesSource } from "./testing/bytes-source.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#8090a0" } });

describe("isOpenPicture", () => {
  it.each<[string, width: number, height: number, isOpen: boolean]>([
    ["IMG_2041.jpg", 800, 600, true],
    ["entrance.webp", 600, 800, true],
    ["floor-plan.jpg", 800, 600, false],
    ["Grundriss EG.jpg", 800, 600, false],
    ["drawing.png", 800, 600, false],
    ["IMG_2042.jpg", 800, 400, false],
  ])("of %s with %i × %i pixels is %s", async (name, width, height, isOpen) => {
    const format = name.endsWith(".png") ? "png" : name.endsWith(".webp") ? "webp" : "jpeg";
    const bytes = new Uint8Array(await picture(width, height).toFormat(format).toBuffer());
    const report = await preflight(bytesSource(name, bytes));
    expect(isOpenPicture(report.format, name)).toBe(isOpen);
  });
});
