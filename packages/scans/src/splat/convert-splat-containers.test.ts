import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { preflight } from "../preflight.ts";
import { bytesSource } from "../testing/bytes-source.ts";
import { convertSplat } from "./convert-splat.ts";
import { buildBall, buildGlbSplats, buildLccFiles, type TestSplat } from "./testing/build-splats.ts";
import { type ReadRad, readRad } from "./testing/read-rad.ts";

let folder: string;
let jobs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blueprint-splat-containers-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(format: ScanFormat, bytes: Uint8Array) {
  const inputPath = join(folder, `in-${jobs}`);
  const outputDir = join(folder, `out-${jobs++}`);
  await writeFile(inputPath, bytes);
  await mkdir(outputDir);
  const job = { format, inputPath, originalName: "scan", outputDir };
  const report = await convertSplat(job, () => {}, new AbortController().signal);
  return { report, rad: await readRad(outputDir) };
}

const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => "no problem",
    (error) => error.code ?? error,
  );
const problemOf = async (name: string, bytes: Uint8Array) => codeOf(preflight(bytesSource(name, bytes)));

/** The original splat at a position in a tree. */
function findLeaf({ leaves, centres }: ReadRad, [x, y, z]: readonly number[]): number {
  const found = leaves.find((place) => {
    const at = place * 3;
    return Math.hypot(centres[at]! - x!, centres[at + 1]! - y!, centres[at + 2]! - z!) < 1e-3;
  });
  if (found === undefined) throw new Error(`no splat at ${x}, ${y}, ${z}`);
  return found;
}

function expectLooks({ scales, colours, alphas }: ReadRad, leaf: number, { scale, rgb, opacity }: TestSplat) {
  for (const part of [0, 1, 2]) {
    expect(scales[leaf * 3 + part]! / scale[part]!).toBeCloseTo(1, 1);
    expect(colours[leaf * 3 + part]).toBeCloseTo(rgb[part]!, 1);
  }
  expect(alphas[leaf]).toBeCloseTo(opacity, 1);
}

const ball = buildBall(600);

describe("splats in a GLB (KHR_gaussian_splatting)", () => {
  const file = buildGlbSplats([ball]);

  it("are identified as splats before the upload, with their number and bounds", async () => {
    const report = await preflight(bytesSource("hall.glb", file));
    expect(report).toMatchObject({ kind: "splat", format: "glb-splat", counts: { splats: 600 }, upAxis: "y" });
    expect(report.bounds!.max[1]).toBeCloseTo(1, 1);
  });

  it.each([
    ["sizes as they are", { hasLogScales: false }],
    ["the logarithms of their sizes, as drafts of the extension do", { hasLogScales: true }],
  ])("are drawn as splats, y up, from files with %s", async (_name, options) => {
    const { report, rad } = await convert("glb-splat", buildGlbSplats([ball], options));
    expect(report).toMatchObject({ kind: "splat", counts: { splats: 600 }, upAxis: "y", localOrigin: [0, 0, 0] });
    expect(rad.leaves).toHaveLength(600);
    expect(rad.degree).toBe(1);
    for (const splat of ball.filter((_, i) => i % 20 === 0)) {
      const leaf = findLeaf(rad, splat.position);
      expectLooks(rad, leaf, splat);
      const [w, x, y, z] = splat.rotation;
      const turn = rad.rotations.slice(leaf * 4, leaf * 4 + 4);
      const alike = Math.abs(turn[0]! * x + turn[1]! * y + turn[2]! * z + turn[3]! * w);
      expect(alike).toBeGreaterThan(0.995);
      for (const channel of [0, 1, 2]) {
        for (const part of [0, 1, 2]) {
          expect(rad.harmonics[leaf]![part * 3 + channel]).toBeCloseTo(splat.harmonics[channel * 3 + part]!, 1);
        }
      }
    }
  });

  it("follow their node's position, rotation and scale", async () => {
    const half = Math.SQRT1_2;
    const node = { mesh: 0, translation: [10, 0, -4], rotation: [half, 0, 0, half], scale: [2, 2, 2] };
    const bytes = buildGlbSplats([ball], { change: (json) => (json.nodes = [node]) });
    const { rad } = await convert("glb-splat", bytes);
    for (const splat of ball.filter((_, i) => i % 60 === 0)) {
      const [x, y, z] = splat.position;
      // A quarter turn about x takes y to z and z to −y.
      const leaf = findLeaf(rad, [10 + 2 * x, -2 * z, -4 + 2 * y]);
      expectLooks(rad, leaf, { ...splat, scale: splat.scale.map((value) => value * 2) as [number, number, number] });
    }
  });

  it("are combined from several primitives", async () => {
    const lists = [ball.slice(0, 200), ball.slice(200)];
    const { report, rad } = await convert("glb-splat", buildGlbSplats(lists));
    expect(report.counts.splats).toBe(600);
    for (const splat of [ball[199]!, ball[200]!]) expectLooks(rad, findLeaf(rad, splat.position), splat);
  });

  it("are refused by name if they can't be read: compressed, next to a mesh, stretched, linear, incomplete", async () => {
    const withPrimitive = (change: (primitive: Record<string, Record<string, unknown>>) => void) =>
      buildGlbSplats([ball, ball], {
        change: (json) => change((json.meshes as { primitives: never[] }[])[0]!.primitives[1]!),
      });
    const compressed = buildGlbSplats([ball], {
      change: (json) => {
        const required = ["KHR_gaussian_splatting", "KHR_gaussian_splatting_compression_spz_2"];
        Object.assign(json, { extensionsUsed: required, extensionsRequired: required });
      },
    });
    const files = {
      compressed,
      "beside a mesh": withPrimitive((primitive) => delete (primitive as { extensions?: unknown }).extensions),
      linear: withPrimitive(({ extensions }) => {
        Object.assign(extensions!.KHR_gaussian_splatting as object, { colorSpace: "lin_rec709_display" });
      }),
      incomplete: withPrimitive(({ attributes }) => delete attributes!["KHR_gaussian_splatting:SCALE"]),
    };
    for (const [name, bytes] of Object.entries(files)) {
      expect(await problemOf("a.glb", bytes), name).toBe("scan-splats-in-gltf");
    }
    const stretched = buildGlbSplats([ball], { change: (json) => (json.nodes = [{ mesh: 0, scale: [1, 2, 1] }]) });
    expect(await codeOf(convert("glb-splat", stretched))).toBe("scan-splats-in-gltf");
  });

  it("that are cut off are reported as truncated", async () => {
    expect(await problemOf("a.glb", file.slice(0, file.length - 100))).toBe("scan-truncated");
  });
});

describe("an LCC scene", () => {
  const levels = [ball, ball.slice(0, 90)];

  it.each([
    ["with harmonics", {}],
    ["for phones, without them", { isPortable: true }],
  ])("%s is delivered at its finest level, upright", async (_name, options) => {
    const files = buildLccFiles(levels, options);
    // Also from a folder, and in another letter case.
    const folded = Object.fromEntries(
      Object.entries(files).map(([path, bytes]) => [
        `hall/${path.replace(/^./, (first) => first.toUpperCase())}`,
        bytes,
      ]),
    );
    for (const bytes of [zipSync(files), zipSync(folded)]) {
      expect(await preflight(bytesSource("hall.zip", bytes))).toMatchObject({
        kind: "splat",
        format: "lcc",
        counts: { splats: 600 },
        upAxis: "z",
        bounds: { max: [expect.closeTo(1, 1), expect.closeTo(1, 1), expect.closeTo(1, 1)] },
      });
      const { report, rad } = await convert("lcc", bytes);
      expect(report).toMatchObject({ counts: { splats: 600 }, upAxis: "z" });
      for (const splat of ball.filter((_, i) => i % 20 === 0)) {
        const [x, y, z] = splat.position;
        // z is up in the file. Splats lie along the turned axes, so their sizes stay in their own order.
        expectLooks(rad, findLeaf(rad, [x, z, -y]), splat);
      }
    }
  });

  it("far from its origin states where it was, in its own frame", async () => {
    const files = buildLccFiles([buildBall(600, [4000, -3000, 20])]);
    const { report } = await convert("lcc", zipSync(files));
    expect(report.warnings).toContain("scan-large-coordinates");
    expect(report.localOrigin).toEqual([4000, -3000, 20]);
  });

  it("that lacks a file names the missing one", async () => {
    const { "data.bin": _data, ...rest } = buildLccFiles(levels);
    expect(await problemOf("hall.zip", zipSync(rest))).toBe("scan-missing-part");
    expect(await codeOf(convert("lcc", zipSync(rest)))).toBe("scan-missing-part");
  });

  it("whose data ends early, or that declares more than it holds, is not converted", async () => {
    const files = buildLccFiles(levels);
    const cut = { ...files, "data.bin": files["data.bin"]!.slice(0, 400 * 32) };
    expect(await problemOf("hall.zip", zipSync(cut))).toBe("scan-truncated");
    const wrong = new TextDecoder().decode(files["scene.lcc"]).replace('"splats":[600', '"splats":[100000000');
    const lying = { ...files, "scene.lcc": new TextEncoder().encode(wrong) };
    expect(await problemOf("hall.zip", zipSync(lying))).toBe("scan-lying-count");
    expect(await codeOf(convert("lcc", zipSync({ ...files, "index.bin": new Uint8Array(7) })))).toBe("scan-corrupt");
  });
});
