import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScanFormat } from "@blueprint/contract/scan-formats";
import sharp from "sharp";
import { buildFbx, buildFbxText, roomRecords } from "../../mesh/testing/build-fbx.ts";
import { buildCrate, buildUsda, buildUsdz } from "../../mesh/testing/build-usdz.ts";
import { buildExr, buildRadiance } from "../../panorama/testing/build-hdr.ts";
import { buildRoomDxf } from "../../plan-file/testing/build-dxf.ts";
import { buildPdf, roomContent } from "../../plan-file/testing/build-pdf.ts";
import { buildE57, buildLas, buildPcd, buildPlyPoints, buildRoom } from "../../point-cloud/testing/build-clouds.ts";
import {
  buildBall,
  buildGlbSplats,
  buildKsplat,
  buildLccFiles,
  buildPlySplats,
  buildSplatFile,
  buildSpz,
} from "../../splat/testing/build-splats.ts";
import { glbOf } from "../build-glb.ts";
import { buildZip } from "../build-zip.ts";

/** A small valid file. */
export interface SeedFile {
  readonly format: ScanFormat;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Offsets of the boundaries between parts of the file, besides its end. */
  readonly boundaries: readonly number[];
  /** Contents of an archive, by path: faults are injected into these too, out of reach of checksums. */
  readonly entries?: Readonly<Record<string, Uint8Array>>;
}

const data = fileURLToPath(new URL("../../../../../../shared/data", import.meta.url));
const text = (content: string) => new TextEncoder().encode(content);

/** One file per format and encoding; formats that we cannot write come from real scans, if available. */
export async function makeSeedFiles(): Promise<SeedFile[]> {
  const room = buildRoom(600);
  const ball = buildBall(300);
  const picture = (format: "jpeg" | "png" | "webp" | "tiff", height = 128) =>
    sharp({
      create: {
        width: 256,
        height,
        channels: 3,
        background: "#6496c8",
        noise: { type: "gaussian", mean: 128, sigma: 30 },
      },
    })
      .toFormat(format)
      .toBuffer();
  const lines = room.map(({ x, y, z, rgb }) => [x, y, z, ...rgb].join(" "));
  const mesh = text(`v 0 0 0\nv 4 0 0\nv 4 0 3\nv 0 0 3\nv 0 2 0\nf 1 2 3\nf 1 3 4\nf 1 2 5\n`);
  const headerEnd = (bytes: Uint8Array, mark: string) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(mark) + mark.length;
  const seed = (
    format: ScanFormat,
    bytes: Uint8Array,
    boundaries: readonly number[] = [],
    name?: string,
  ): SeedFile => ({
    format,
    name: name ?? `${format}.${format.replace(/-.*/, "")}`,
    bytes: new Uint8Array(bytes),
    boundaries,
  });
  const ply = (format: ScanFormat, bytes: Uint8Array) => seed(format, bytes, [4, headerEnd(bytes, "end_header\n")]);
  const pcd = (encoding: "ascii" | "binary" | "binary_compressed") => {
    const bytes = buildPcd(room, encoding);
    const dataAt = headerEnd(bytes, `DATA ${encoding}\n`);
    return seed("pcd", bytes, [11, dataAt, dataAt + 8]);
  };
  const zipped = (
    format: ScanFormat,
    entries: Readonly<Record<string, Uint8Array>>,
    boundaries: (sizeBytes: number) => readonly number[],
    name?: string,
  ): SeedFile => {
    const bytes = buildZip(entries);
    return { ...seed(format, bytes, boundaries(bytes.length), name), entries };
  };
  const fbx = buildFbx(
    roomRecords({ unitScale: 100, picture: { content: new Uint8Array(await picture("png")), path: "a.png" } }),
  );
  const crate = buildCrate({
    metersPerUnit: 1,
    upAxis: "Z",
    points: [0, 0, 0, 4, 0, 0, 4, 3, 0, 0, 0, 2],
    triangles: [0, 1, 2, 0, 1, 3],
  });
  const usdz = buildUsdz({ "room.usdc": crate });
  const usda = buildUsdz({ "room.usda": buildUsda({ picture: "a.png" }), "a.png": await picture("png") });
  const pictures = {
    "hall.jpg": new Uint8Array(await picture("jpeg")),
    "stair.png": new Uint8Array(await picture("png")),
  };
  const metres = text("file,x,y,z,heading\nhall.jpg,0,1.6,0,0\nstair.png,4,1.6,-2,90\n");
  const degrees = text(
    '{"panoramas":[{"file":"hall.jpg","name":"Hall","lat":46.95,"lon":7.44,"alt":540,"heading":12},{"file":"stair.png","lat":46.9501,"lon":7.4402}]}',
  );
  const located = {
    "a.jpg": await locatePicture("46/1 57/1 0/1", 30),
    "b.jpg": await locatePicture("46/1 57/1 1/1", 200),
  };
  const paintHdr = (column: number, row: number) => [column, row, 3] as const;
  const pdf = buildPdf([{ width: 300, height: 200, content: roomContent }]);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><style>.a{fill:none}</style><g id="g"><path class="a" d="M1 1L30 1L30 20Z" stroke="#000"/></g><use href="#g" x="2"/><text x="3" y="4">Hall</text></svg>`;
  const files = [
    seed("las", buildLas(room), [4, 227, 227 + 34 * 300]),
    seed("las", buildLas(room, { minor: 4, pointFormat: 7 }), [4, 227, 375]),
    ply("ply-points", buildPlyPoints(room, "ascii")),
    ply("ply-points", buildPlyPoints(room, "binary_little_endian")),
    ply("ply-points", buildPlyPoints(room, "binary_big_endian")),
    pcd("ascii"),
    pcd("binary"),
    pcd("binary_compressed"),
    seed("e57", buildE57(room), [8, 48, 80, 1024, 2048]),
    seed("xyz", text(lines.join("\n")), [Math.floor(lines.join("\n").length / 2)]),
    seed("xyz", text([room.length, ...lines].join("\n")), [4], "xyz.pts"),
    ply("ply-splat", buildPlySplats(ball)),
    seed("spz", await buildSpz(ball), [2, 10, 200]),
    seed("splat", buildSplatFile(ball), [32, 320]),
    seed("ksplat", buildKsplat(ball), [4096, 5120]),
    zipped("lcc", buildLccFiles([ball]), (size) => [30, size - 22], "lcc.zip"),
    seed("glb-splat", buildGlbSplats([ball]), [4, 12, 20], "splats.glb"),
    seed("jpeg", await picture("jpeg"), [2, 20]),
    seed("png", await picture("png"), [8, 33]),
    seed("webp", await picture("webp"), [12, 30]),
    seed("hdr", buildRadiance(64, 32, paintHdr), [10, 60]),
    seed("exr", buildExr(64, 32, paintHdr, { isZipped: true }), [8, 200, 330]),
    zipped("panorama-zip", { ...pictures, "positions.csv": metres }, (size) => [30, size - 200, size - 22], "tour.zip"),
    zipped("panorama-zip", { ...pictures, "places.json": degrees }, (size) => [size - 22], "earth.zip"),
    zipped("panorama-zip", located, (size) => [size - 22], "located.zip"),
    seed("glb", glbOf([0, 0, 0, 4, 0, 0, 0, 0, 3, 4, 0, 0, 4, 0, 3, 0, 0, 3]), [4, 12, 20]),
    seed("obj", mesh),
    zipped("obj-zip", { "hall.obj": mesh }, (size) => [30, size - 22]),
    seed("fbx", fbx, [21, 27, 200, fbx.length - 400]),
    seed("fbx", text(buildFbxText(roomRecords())), [30, 200]),
    zipped("fbx-zip", { "hall.fbx": buildFbx(roomRecords()) }, (size) => [30, size - 22]),
    seed("usdz", usdz, [30, 100, usdz.length - 60, usdz.length - 22]),
    seed("usdz", usda, [30, usda.length - 22]),
    seed("pdf", pdf, [9, headerEnd(pdf, "endobj"), headerEnd(pdf, "stream\n"), headerEnd(pdf, "xref\n")]),
    seed("dxf", text(buildRoomDxf()), [20, 300]),
    seed("svg", text(drawing), [5, 120]),
    seed("jpeg-plan", await picture("jpeg", 200), [2, 20]),
    seed("png-plan", await picture("png", 200), [8, 33]),
    seed("webp-plan", await picture("webp", 200), [12, 30]),
    seed("tiff", await picture("tiff", 200), [4, 8]),
  ];
  return [...files, ...(await readRealFiles(seed))];
}

/** A panorama whose metadata holds its location and heading. */
async function locatePicture(latitude: string, heading: number): Promise<Uint8Array> {
  const pose = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:ProjectionType="equirectangular" GPano:PoseHeadingDegrees="${heading}"/></rdf:RDF></x:xmpmeta>`;
  const jpeg = sharp({ create: { width: 256, height: 128, channels: 3, background: "#6496c8" } })
    .withExif({
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: latitude, GPSLongitudeRef: "E", GPSLongitude: "7/1 26/1 0/1" },
    })
    .withXmp(pose)
    .jpeg();
  return new Uint8Array(await jpeg.toBuffer());
}

async function readRealFiles(
  seed: (format: ScanFormat, bytes: Uint8Array, boundaries: readonly number[]) => SeedFile,
): Promise<SeedFile[]> {
  const files: SeedFile[] = [];
  const lazPath = join(data, "pointcloud", "lone-star.laz");
  if (existsSync(lazPath)) files.push(seed("laz", await readFile(lazPath), [4, 227, 413, 421, 232_331, 2_382_476]));
  const copcPath = join(data, "pointcloud", "lion_takanawa.copc.laz");
  if (existsSync(copcPath)) files.push(seed("copc", await readFile(copcPath), [4, 375, 941, 949, 638_503, 2_735_575]));
  const compressedPath = join(data, "splat", "biker.compressed.ply");
  if (existsSync(compressedPath)) {
    const bytes = await readFile(compressedPath);
    files.push(seed("ply-splat", bytes, [4, bytes.indexOf("end_header\n") + 11]));
  }
  const sogPath = join(data, "splat", "playbot-sog-lod", "5_0");
  if (existsSync(sogPath)) {
    const entries: Record<string, Uint8Array> = {};
    for (const name of await readdir(sogPath)) entries[name] = new Uint8Array(await readFile(join(sogPath, name)));
    const bytes = buildZip(entries);
    files.push(seed("sog", bytes, [30, bytes.length - 22]));
  }
  return files;
}
