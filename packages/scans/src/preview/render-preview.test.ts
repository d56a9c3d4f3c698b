import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { PreviewTriangles } from "./draw-triangles.ts";
import { renderPointsPreview, renderTrianglesPreview } from "./render-preview.ts";

const frontView = { position: [0, 0, 5] as [number, number, number], target: [0, 0, 0] as [number, number, number] };

/** A square of two metres around the origin, facing +z. */
function square(given: Partial<PreviewTriangles> = {}): PreviewTriangles {
  return {
    positions: Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    isUnlit: true,
    isDoubleSided: false,
    ...given,
  };
}

async function pixels(webp: Uint8Array) {
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(4);
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { info, at };
}

/** WebP is lossy: compares approximately. */
function expectColour(found: readonly number[], expected: readonly number[]): void {
  for (const channel of [0, 1, 2]) expect(Math.abs(found[channel]! - expected[channel]!), `${found}`).toBeLessThan(14);
  expect(found[3]).toBe(255);
}

/** Every theme shows its own background there. */
function expectNothing(found: readonly number[]): void {
  expect(found[3]).toBe(0);
}

describe("renderTrianglesPreview", () => {
  it("draws a surface where perspective projects it, and nothing around it", async () => {
    const { webp } = await renderTrianglesPreview([square({ baseColour: [200, 40, 40] })], frontView);
    const { info, at } = await pixels(webp);
    expect([info.width, info.height]).toEqual([640, 400]);
    expectColour(at(320, 200), [200, 40, 40]);
    expectNothing(at(10, 10));
    // Half a square of 1 m at 5 m under 50 degrees: 200 px / tan 25° / 5 = 86 px.
    expectColour(at(320 + 78, 200), [200, 40, 40]);
    expectNothing(at(320 + 94, 200));
  });

  it("draws textures the right way up and repeats them", async () => {
    const texture = { widthPx: 1, heightPx: 2, rgba: Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255) };
    const uvs = Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0);
    const { at } = await pixels((await renderTrianglesPreview([square({ texture, uvs })], frontView)).webp);
    expectColour(at(320, 150), [255, 0, 0]);
    expectColour(at(320, 250), [0, 0, 255]);
  });

  it("hides what is behind, and the backs of one-sided surfaces", async () => {
    const behind = square({
      baseColour: [0, 160, 0],
      positions: Float32Array.of(-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1),
    });
    const front = square({ baseColour: [0, 0, 200] });
    expectColour(
      (await pixels((await renderTrianglesPreview([front, behind], frontView)).webp)).at(320, 200),
      [0, 0, 200],
    );
    const turned = square({ baseColour: [0, 0, 200], indices: Uint32Array.of(0, 2, 1, 0, 3, 2) });
    expectColour(
      (await pixels((await renderTrianglesPreview([turned, behind], frontView)).webp)).at(320, 200),
      [0, 160, 0],
    );
  });

  it("draws surfaces that extend behind the camera", async () => {
    const floor = square({
      baseColour: [90, 60, 30],
      positions: Float32Array.of(-50, -1, 50, 50, -1, 50, 50, -1, -50, -50, -1, -50),
      isDoubleSided: true,
    });
    const { at } = await pixels((await renderTrianglesPreview([floor], frontView)).webp);
    expectColour(at(320, 390), [90, 60, 30]);
    expectNothing(at(320, 20));
  });

  it("chooses a view that shows the whole object", async () => {
    const { webp, startView } = await renderTrianglesPreview([square({ isDoubleSided: true, baseColour: [0, 0, 0] })]);
    const { at } = await pixels(webp);
    expectColour(at(320, 200), [0, 0, 0]);
    for (const [x, y] of [
      [2, 2],
      [637, 2],
      [2, 397],
      [637, 397],
    ] as const)
      expectNothing(at(x, y));
    expect([...startView.position, ...startView.target].every(Number.isFinite)).toBe(true);
  });

  it("survives geometry without extent", async () => {
    const { startView } = await renderTrianglesPreview([square({ positions: new Float32Array(12) })]);
    expect([...startView.position, ...startView.target].every(Number.isFinite)).toBe(true);
  });
});

describe("renderPointsPreview", () => {
  const grid = Float32Array.from({ length: 40 * 40 * 3 }, (_, at) => {
    const point = Math.floor(at / 3);
    return [((point % 40) - 19.5) / 20, (Math.floor(point / 40) - 19.5) / 20, 0][at % 3]!;
  });
  const colours = Uint8Array.from({ length: grid.length }, (_, at) => [30, 120, 60][at % 3]!);

  it("closes the gaps between the points of a surface", async () => {
    const { at } = await pixels((await renderPointsPreview({ positions: grid, colours }, frontView)).webp);
    for (const x of [280, 300, 320, 333, 347]) expectColour(at(x, 200), [30, 120, 60]);
    expectNothing(at(20, 200));
  });

  it("blends splats by their opacity", async () => {
    const opacities = new Float32Array(grid.length / 3).fill(0.2);
    const radiiM = new Float32Array(grid.length / 3).fill(0.03);
    const { at } = await pixels(
      (await renderPointsPreview({ positions: grid, colours, opacities, radiiM }, frontView)).webp,
    );
    const [red, green, , opacity] = at(320, 200);
    expect(red).toBeLessThan(60);
    expect(green).toBeGreaterThan(100);
    expect(opacity).toBeGreaterThan(60);
    expect(opacity).toBeLessThan(250);
  });
});
