import { PDFDocument, rgb } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { checkCodes, codeReaders } from "./check-codes.ts";
import { drawOrder } from "./draw-order.ts";
import { makeSheets, type SheetOrder } from "./make-sheets.ts";
import { buildOrder, buildSign, makeOrder } from "./testing/make-order.ts";

const work = { signal: new AbortController().signal, onProgress: () => {} };
const pointsPerMm = 72 / 25.4;

/** Covers a square in the middle of the code, as a logo would: part of its width. */
async function cover(bytes: Uint8Array, order: SheetOrder, share: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { layout, codes } = await drawOrder(order);
  const [slot, code] = [layout.slots[0]!, codes[0]!];
  const size = code.widthMm * share;
  const middle = code.quietZoneMm + code.widthMm / 2;
  const margin = 8;
  document.getPage(0).drawRectangle({
    x: (slot.x + margin + middle - size / 2) * pointsPerMm,
    y: (layout.heightMm - slot.y - margin - middle - size / 2) * pointsPerMm,
    width: size * pointsPerMm,
    height: size * pointsPerMm,
    color: rgb(0.1, 0.2, 0.6),
  });
  return document.save();
}

async function check(order: SheetOrder, bytes: Uint8Array, readers = codeReaders): Promise<void> {
  await checkCodes(order, await drawOrder(order), bytes, work, readers);
}

describe("the check", () => {
  test("refuses a code that a large logo covers, and passes what its error correction bears", async () => {
    const order = buildOrder();
    const { bytes } = await makeSheets(order, work);
    await expect(check(order, await cover(bytes, order, 0.12))).resolves.toBeUndefined();
    await expect(check(order, await cover(bytes, order, 0.5))).rejects.toMatchObject({
      kind: "code-not-readable",
      details: { neededWidthMm: null, readableFromMm: null },
    });
  });

  test("refuses a sticker that is read from two metres, and says which size or distance would do", async () => {
    const refused = makeOrder({ format: "sticker", readingDistanceMm: 2_000 });
    await expect(refused).rejects.toMatchObject({ kind: "code-not-readable", signIndex: 0 });
    const { details } = await refused.catch((problem) => problem);
    expect(details.widthMm).toBeCloseTo(36.8, 0);
    expect(details.neededWidthMm).toBeGreaterThan(115);
    expect(details.readableFromMm).toBeLessThan(700);
  });

  test.each([300, 500, 1_000, 2_000] as const)("passes a sign of A4 size from %i mm", async (readingDistanceMm) => {
    await expect(makeOrder({ format: "a4", readingDistanceMm })).resolves.toMatchObject({ pageCount: 1 });
  });

  test("refuses a code whose drawing lost a corner", async () => {
    const order = buildOrder();
    const { bytes } = await makeSheets(order, work);
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const { height } = document.getPage(0).getTrimBox();
    document.getPage(0).drawRectangle({
      ...{ x: 0, y: height * 0.6, width: 48 * pointsPerMm, height: height * 0.5 },
      color: rgb(1, 1, 1),
    });
    await expect(check(order, await document.save())).rejects.toMatchObject({ kind: "code-not-readable" });
  });

  test("refuses a code that leads elsewhere", async () => {
    const { bytes } = await makeOrder();
    const order = buildOrder({ signs: [buildSign({ url: "https://blueprint.example/go?c=bcdfghjx" })] });
    await expect(check(order, bytes)).rejects.toMatchObject({ kind: "code-not-readable" });
  });

  test("names the sign whose code is wrong", async () => {
    const { bytes } = await makeOrder({ signs: [buildSign(), buildSign()] });
    const order = buildOrder({ signs: [buildSign(), buildSign({ url: "https://blueprint.example/go?c=bcdfghjx" })] });
    await expect(check(order, bytes)).rejects.toMatchObject({ signIndex: 1 });
  });

  test("reads both sides of a tent card", async () => {
    const order = buildOrder({ format: "tent" });
    const { bytes } = await makeSheets(order, work);
    for (const y of [0, 115]) {
      const document = await PDFDocument.load(bytes, { updateMetadata: false });
      document.getPage(0).drawRectangle({
        ...{ x: 0, y: y * pointsPerMm, width: 500, height: 115 * pointsPerMm },
        color: rgb(1, 1, 1),
      });
      await expect(check(order, await document.save())).rejects.toMatchObject({ kind: "code-not-readable" });
    }
  });

  test.each([0, 1])("is refused by reader %i alone", async (blind) => {
    const order = buildOrder();
    const { bytes } = await makeSheets(order, work);
    const readers = codeReaders.map((read, index) => (index === blind ? async () => null : read));
    await expect(check(order, bytes, readers)).rejects.toMatchObject({ kind: "code-not-readable" });
    await expect(check(order, bytes, [codeReaders[1 - blind]!])).resolves.toBeUndefined();
  });

  test.each(["svg", "png"] as const)("looks at the %s itself", async (fileKind) => {
    const order = buildOrder({ fileKind });
    const { bytes } = await makeSheets(order, work);
    const other = { ...order, signs: [buildSign({ url: "https://blueprint.example/go?c=bcdfghjx" })] };
    await expect(check(order, bytes)).resolves.toBeUndefined();
    await expect(check(other, bytes)).rejects.toMatchObject({ kind: "code-not-readable" });
  });
});
