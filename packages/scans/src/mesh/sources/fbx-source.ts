import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Archive, openArchive } from "../../archive.ts";
import type { ByteSource } from "../../byte-source.ts";
import type { ConversionJob } from "../../conversion.ts";
import { type FileByteSource, openFileByteSource } from "../../file-byte-source.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { findZipMain, findZipPart } from "../../zip-part.ts";
import { countFbxGeometry, readFbxTriangles } from "../fbx/fbx-geometry.ts";
import { type FbxMaterial, type FbxPicture, openFbx, toFbxScene } from "../fbx/fbx-scene.ts";
import { requireMeshFits } from "../memory-estimate.ts";
import { toLinear } from "../mesh-scene.ts";
import { holdsNormals, packGloss } from "../pack-gloss.ts";
import { plainSurface } from "./gltf-surfaces.ts";
import type { MeshSource, SourcePicture, SourceSurface } from "./mesh-source.ts";
import { breathe, TriangleBatcher } from "./triangle-batcher.ts";

/**
 * An FBX, alone or zipped with its pictures. One geometry is unpacked at a time, so the largest must fit into memory.
 * @throws ScanProblem
 */
export async function openFbxSource(job: ConversionJob, source: ByteSource, workDir: string): Promise<MeshSource> {
  if (job.format === "fbx") return await openFbxFile(job, source, undefined);
  const archive = await openArchive(job.inputPath, source);
  let unpacked: FileByteSource | undefined;
  try {
    const main = findZipMain(archive.paths, /\.fbx$/i, (path) => archive.sizeBytes(path));
    if (main === undefined) throw new ScanProblem("scan-missing-part", "no FBX in the archive");
    const path = join(workDir, "main.fbx");
    await pipeline(archive.stream(main), createWriteStream(path));
    unpacked = await openFileByteSource(path, main);
    const file = unpacked;
    const mesh = await openFbxFile(job, file, { archive, main });
    return {
      ...mesh,
      [Symbol.asyncDispose]: async () => {
        await file[Symbol.asyncDispose]();
        await archive[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await unpacked?.[Symbol.asyncDispose]();
    await archive[Symbol.asyncDispose]();
    throw error;
  }
}

async function openFbxFile(
  job: ConversionJob,
  source: ByteSource,
  zip: { readonly archive: Archive; readonly main: string } | undefined,
): Promise<MeshSource> {
  const scene = toFbxScene(await openFbx(source));
  const warnings: MeshSource["warnings"] = new Set();
  const pictures = new PictureList(zip, warnings);
  const surfaces: SourceSurface[] = [{ ...plainSurface, isDoubleSided: true }];
  const surfaceOf = new Map<FbxMaterial, number>();
  for (const { geometry, materials } of scene.shapes) {
    const { vertices, corners } = countFbxGeometry(geometry);
    requireMeshFits({ sizeBytes: 0, vertices, triangles: corners / 3 }, job.memoryBytesMax);
    for (const material of materials) {
      if (!surfaceOf.has(material)) surfaceOf.set(material, surfaces.push(await toSurface(material, pictures)) - 1);
    }
  }
  const total = scene.shapes.reduce((sum, { geometry }) => sum + countFbxGeometry(geometry).corners, 0);
  if (total < 3) throw new ScanProblem("scan-empty-geometry", "FBX without faces");
  return {
    surfaces,
    pictures: pictures.list,
    upAxis: scene.upAxis,
    usualUpAxis: "y",
    unit: scene.unit,
    warnings,
    readTriangles: async (onTriangles, onFraction) => {
      const batcher = new TriangleBatcher(onTriangles);
      let done = 0;
      for (const { geometry, matrix, materials } of scene.shapes) {
        const toIndex = (material: number) => surfaceOf.get(materials[material] ?? materials[0]!) ?? 0;
        await readFbxTriangles(geometry, matrix, toIndex, batcher);
        done += countFbxGeometry(geometry).corners;
        onFraction(done / total);
        await breathe();
      }
      batcher.flush();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function toSurface(material: FbxMaterial, pictures: PictureList): Promise<SourceSurface> {
  const { colour, opacity } = material;
  const find = (picture: FbxPicture | undefined) => {
    const index = picture === undefined ? undefined : pictures.find(picture);
    return picture === undefined || index === undefined ? undefined : { index, wrap: picture.wrap };
  };
  const picture = find(material.picture);
  const relief = find(material.relief);
  const normal = relief !== undefined && (await pictures.holdsNormals(relief.index)) ? relief : undefined;
  const [roughness, metalness] = [find(material.roughness), find(material.metalness)];
  const gloss = pictures.findGloss(roughness?.index, metalness?.index);
  const { wrap } = roughness ?? metalness ?? { wrap: ["repeat", "repeat"] as const };
  // With a picture, writers set an arbitrary colour, often grey; only the picture counts then.
  const [red, green, blue] = picture === undefined ? colour : [1, 1, 1];
  return {
    ...plainSurface,
    isDoubleSided: true,
    tint: [toLinear(red * 255), toLinear(green * 255), toLinear(blue * 255), opacity],
    alphaMode: opacity < 1 ? "BLEND" : "OPAQUE",
    metalness: metalness === undefined ? 0 : 1,
    ...(picture === undefined ? {} : { picture }),
    details: {
      ...(normal === undefined ? {} : { normal }),
      ...(gloss === undefined ? {} : { metallicRoughness: { index: gloss, wrap } }),
    },
  };
}

/** The pictures that materials use, without duplicates: from the file itself, or from the surrounding archive. */
class PictureList {
  readonly list: SourcePicture[] = [];
  readonly #zip: { readonly archive: Archive; readonly main: string } | undefined;
  readonly #warnings: MeshSource["warnings"];
  readonly #indexOf = new Map<unknown, number>();

  constructor(zip: { readonly archive: Archive; readonly main: string } | undefined, warnings: MeshSource["warnings"]) {
    this.#zip = zip;
    this.#warnings = warnings;
  }

  find({ embedded, path }: FbxPicture): number | undefined {
    if (embedded !== undefined) return this.#add(embedded, () => embedded.read());
    const zip = this.#zip;
    const part = zip === undefined ? undefined : findZipPart(zip.archive.paths, zip.main, path);
    if (zip !== undefined && part !== undefined) return this.#add(part, () => zip.archive.read(part));
    this.#warnings.add("scan-missing-texture");
    return undefined;
  }

  /** The picture of both, made from those of roughness and metalness. */
  findGloss(roughness: number | undefined, metalness: number | undefined): number | undefined {
    if (roughness === undefined && metalness === undefined) return undefined;
    const read = (index: number | undefined) => (index === undefined ? undefined : this.list[index]!.read());
    return this.#add(`gloss ${roughness} ${metalness}`, async () =>
      packGloss(await read(roughness), await read(metalness)),
    );
  }

  async holdsNormals(index: number): Promise<boolean> {
    return await this.list[index]!.read().then(holdsNormals, () => false);
  }

  #add(key: unknown, read: () => Promise<Uint8Array>): number {
    let index = this.#indexOf.get(key);
    if (index === undefined) {
      index = this.list.push({ mimeType: undefined, read }) - 1;
      this.#indexOf.set(key, index);
    }
    return index;
  }
}
