import { createReadStream } from "node:fs";
import { type Archive, openArchive } from "../../archive.ts";
import type { ByteSource } from "../../byte-source.ts";
import type { ConversionJob } from "../../conversion.ts";
import { fileExtension } from "../../file-extension.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { findZipMain, findZipPart } from "../../zip-part.ts";
import { toLinear } from "../mesh-scene.ts";
import { holdsNormals, packGloss } from "../pack-gloss.ts";
import { type MtlMaterial, parseMtl } from "../parse-mtl.ts";
import { readTextLines } from "../read-text-lines.ts";
import { plainSurface } from "./gltf-surfaces.ts";
import type { MeshSource, SourcePicture, SourceSurface } from "./mesh-source.ts";
import { MeshTables, type TableCorner } from "./mesh-tables.ts";

const pictureExtensions = new Set(["jpg", "jpeg", "png", "webp", "tif", "tiff", "gif", "avif"]);
const materialsMax = 10_000;
const cornersMax = 100_000;

/** An OBJ, alone or zipped with its material libraries and pictures. @throws ScanProblem */
export async function openObjSource(job: ConversionJob, source: ByteSource, workDir: string): Promise<MeshSource> {
  if (job.format === "obj") return openObjText(createReadStream(job.inputPath), undefined, workDir);
  const archive = await openArchive(job.inputPath, source);
  try {
    const main = findZipMain(archive.paths, /\.obj$/i, (path) => archive.sizeBytes(path));
    if (main === undefined) throw new ScanProblem("scan-missing-part", "no OBJ in the archive");
    return await openObjText(archive.stream(main), { archive, main }, workDir);
  } catch (error) {
    await archive[Symbol.asyncDispose]();
    throw error;
  }
}

async function openObjText(
  chunks: AsyncIterable<Uint8Array>,
  zip: { archive: Archive; main: string } | undefined,
  workDir: string,
): Promise<MeshSource> {
  const tables = new MeshTables(workDir, "any");
  const { materials, libraries } = await readLines(chunks, tables);
  if (tables.positionCount === 0 || tables.triangleCount === 0) throw new ScanProblem("scan-empty-geometry");
  const warnings: MeshSource["warnings"] = new Set(["scan-units-unknown"]);
  const descriptions = new Map<string, MtlMaterial>();
  for (const library of libraries) {
    const path = zip === undefined ? undefined : findZipPart(zip.archive.paths, zip.main, library);
    if (zip === undefined || path === undefined) {
      // Only a surface that has texture coordinates can miss its picture.
      if (tables.uvCount > 0) warnings.add("scan-missing-texture");
      continue;
    }
    const text = new TextDecoder("latin1").decode(await zip.archive.read(path));
    for (const description of parseMtl(text, path)) descriptions.set(description.name, description);
  }
  const pictures = new PictureList(zip?.archive);
  const surfaces: SourceSurface[] = [];
  for (const name of materials) surfaces.push(await toSurface(descriptions.get(name), pictures, warnings));
  const read = tables.finish();
  const isColoured = read.hasColours || [...descriptions.values()].some((material) => material.colour !== undefined);
  if (!isColoured && pictures.list.length === 0) warnings.add("scan-no-colour");
  return {
    surfaces,
    pictures: pictures.list,
    usualUpAxis: "y",
    unit: "unknown",
    warnings,
    readTriangles: read.readTriangles,
    [Symbol.asyncDispose]: async () => {
      read[Symbol.dispose]();
      await zip?.archive[Symbol.asyncDispose]();
    },
  };
}

async function readLines(
  chunks: AsyncIterable<Uint8Array>,
  tables: MeshTables,
): Promise<{ materials: string[]; libraries: string[] }> {
  const surfaceOf = new Map<string, number>();
  const libraries: string[] = [];
  let current = "";
  for await (const raw of readTextLines(chunks)) {
    const words = raw.trim().split(/\s+/);
    switch (words[0]) {
      case "v":
        tables.addPosition(Number(words[1]), Number(words[2]), Number(words[3]));
        if (words.length >= 7) tables.addColour(Number(words[4]), Number(words[5]), Number(words[6]));
        break;
      case "vt":
        // OBJ counts v upwards from the bottom edge of the picture, glTF downwards from the top.
        tables.addUv(Number(words[1]), 1 - Number(words[2] ?? 0));
        break;
      case "vn":
        tables.addNormal(Number(words[1]), Number(words[2]), Number(words[3]));
        break;
      case "usemtl":
        current = words.slice(1).join(" ");
        break;
      case "mtllib":
        libraries.push(words.slice(1).join(" "));
        break;
      case "f": {
        if (words.length - 1 > cornersMax) throw new ScanProblem("scan-corrupt", "OBJ face with too many corners");
        let surface = surfaceOf.get(current);
        if (surface === undefined) {
          if (surfaceOf.size >= materialsMax) throw new ScanProblem("scan-corrupt", "OBJ with too many materials");
          surface = surfaceOf.size;
          surfaceOf.set(current, surface);
        }
        const face = words.slice(1).map((word) => toCorner(word, tables));
        for (let at = 2; at < face.length; at++) tables.addTriangle(surface, face[0]!, face[at - 1]!, face[at]!);
        break;
      }
    }
  }
  return { materials: [...surfaceOf.keys()], libraries };
}

/** `7`, `7/2`, `7//3` or `7/2/3`; negative numbers count back from the latest element. */
function toCorner(word: string, { positionCount, uvCount, normalCount }: MeshTables): TableCorner {
  const [position = "", uv = "", normal = ""] = word.split("/");
  const resolve = (text: string, count: number, isRequired: boolean) => {
    const number = Number(text);
    const index = number < 0 ? count + number : number - 1;
    if (Number.isInteger(index) && index >= 0 && index < count) return index;
    if (isRequired) throw new ScanProblem("scan-corrupt", `OBJ names vertex ${text.slice(0, 40)} of ${count}`);
    return -1;
  };
  return {
    position: resolve(position, positionCount, true),
    uv: resolve(uv, uvCount, false),
    normal: resolve(normal, normalCount, false),
  };
}

async function toSurface(
  description: MtlMaterial | undefined,
  pictures: PictureList,
  warnings: MeshSource["warnings"],
): Promise<SourceSurface> {
  const surface = { ...plainSurface, isDoubleSided: true };
  if (description === undefined) return surface;
  const find = (picture: string | undefined) => {
    const found = pictures.find(picture, description.libraryPath);
    if (found === undefined && picture !== undefined) warnings.add("scan-missing-texture");
    return found;
  };
  const index = find(description.picture);
  const bump = description.normal === undefined ? find(description.bump) : undefined;
  const holdsRelief = bump !== undefined && (await pictures.holdsNormals(bump));
  const normal = find(description.normal) ?? (holdsRelief ? bump : undefined);
  const [rough, metal] = [find(description.roughnessPicture), find(description.metalnessPicture)];
  const gloss = pictures.findGloss(rough, metal);
  const wrap = ["repeat", "repeat"] as const;
  // With a picture, writers set an arbitrary colour, often black; only the picture counts then.
  const [red, green, blue] = index === undefined ? (description.colour ?? [1, 1, 1]) : [1, 1, 1];
  return {
    ...surface,
    tint: [toLinear(red * 255), toLinear(green * 255), toLinear(blue * 255), description.opacity],
    alphaMode: description.opacity < 1 ? "BLEND" : "OPAQUE",
    roughness: rough === undefined ? (description.roughness ?? 1) : 1,
    metalness: metal === undefined ? (description.metalness ?? 0) : 1,
    ...(index === undefined ? {} : { picture: { index, wrap } }),
    details: {
      ...(normal === undefined ? {} : { normal: { index: normal, wrap } }),
      ...(gloss === undefined ? {} : { metallicRoughness: { index: gloss, wrap } }),
    },
  };
}

/** The archive's pictures that materials reference, without duplicates. */
class PictureList {
  readonly list: SourcePicture[] = [];
  readonly #archive: Archive | undefined;
  readonly #indexOf = new Map<string, number>();
  readonly #normals = new Map<number, boolean>();

  constructor(archive: Archive | undefined) {
    this.#archive = archive;
  }

  /** @param libraryPath the picture's path is relative to it */
  find(picture: string | undefined, libraryPath: string): number | undefined {
    const archive = this.#archive;
    const path = picture === undefined ? undefined : findZipPart(archive?.paths ?? [], libraryPath, picture);
    if (archive === undefined || path === undefined || !pictureExtensions.has(fileExtension(path))) return undefined;
    return this.#add(path, () => archive.read(path));
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
    const known = this.#normals.get(index) ?? (await this.list[index]!.read().then(holdsNormals, () => false));
    this.#normals.set(index, known);
    return known;
  }

  #add(key: string, read: () => Promise<Uint8Array>): number {
    let index = this.#indexOf.get(key);
    if (index === undefined) {
      index = this.list.push({ mimeType: undefined, read }) - 1;
      this.#indexOf.set(key, index);
    }
    return index;
  }
}
