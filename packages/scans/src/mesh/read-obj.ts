import { createReadStream } from "node:fs";
import { Document, type Material, type Texture } from "@gltf-transform/core";
import { type Archive, openArchive } from "../archive.ts";
import type { ByteSource } from "../byte-source.ts";
import type { ConversionJob } from "../conversion.ts";
import { fileExtension } from "../file-extension.ts";
import { GrowableArray } from "../growable-array.ts";
import { ScanProblem } from "../scan-problem.ts";
import { findZipMain, findZipPart } from "../zip-part.ts";
import { requireMeshFits } from "./memory-estimate.ts";
import { type MeshPart, type MeshScene, toLinear } from "./mesh-scene.ts";
import { type MtlMaterial, parseMtl } from "./parse-mtl.ts";
import { readTextLines } from "./read-text-lines.ts";

const pictureTypes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  tif: "image/tiff",
  tiff: "image/tiff",
  gif: "image/gif",
  avif: "image/avif",
};
const materialsMax = 10_000;
const cornersMax = 100_000;

/** Reads an OBJ, alone or zipped with its material libraries and pictures. @throws ScanProblem */
export async function readObj(job: ConversionJob, source: ByteSource): Promise<MeshScene> {
  if (job.format === "obj") return readObjText(job, createReadStream(job.inputPath), source.sizeBytes, undefined);
  await using archive = await openArchive(job.inputPath, source);
  const main = findZipMain(archive.paths, /\.obj$/i, (path) => archive.sizeBytes(path));
  if (main === undefined) throw new ScanProblem("scan-missing-part", "no OBJ in the archive");
  // Awaited here: the archive closes when this function is left.
  return await readObjText(job, archive.stream(main), archive.sizeBytes(main), { archive, main });
}

/** Corners with the same position, texture coordinate and normal become one vertex. */
class PartBuilder {
  readonly vertices = new GrowableArray((length) => new Uint32Array(length));
  readonly indices = new GrowableArray((length) => new Uint32Array(length));
  readonly #known = new Map<string, number>();

  corner(position: number, uv: number, normal: number): void {
    const key = `${position}/${uv}/${normal}`;
    let vertex = this.#known.get(key);
    if (vertex === undefined) {
      vertex = this.vertices.length / 3;
      this.#known.set(key, vertex);
      this.vertices.push(position);
      // 0 means "none", as in the file, where counting begins at 1.
      this.vertices.push(uv);
      this.vertices.push(normal);
    }
    this.indices.push(vertex);
  }
}

async function readObjText(
  job: ConversionJob,
  chunks: AsyncIterable<Uint8Array>,
  textBytes: number,
  zip: { archive: Archive; main: string } | undefined,
): Promise<MeshScene> {
  // A vertex with its share of faces takes at least 40 characters.
  requireMeshFits({ sizeBytes: 0, vertices: textBytes / 40, triangles: textBytes / 20 }, job.memoryBytesMax);
  const positions = new GrowableArray((length) => new Float64Array(length));
  const colours = new GrowableArray((length) => new Float32Array(length));
  const uvs = new GrowableArray((length) => new Float32Array(length));
  const normals = new GrowableArray((length) => new Float32Array(length));
  const builders = new Map<string, PartBuilder>();
  const libraries: string[] = [];
  let current = "";

  for await (const raw of readTextLines(chunks)) {
    const words = raw.trim().split(/\s+/);
    switch (words[0]) {
      case "v":
        for (let axis = 1; axis <= 3; axis++) positions.push(Number(words[axis]));
        if (words.length >= 7) {
          // Writers disagree whether colours run to 1 or to 255.
          for (let channel = 4; channel <= 6; channel++) colours.push(Number(words[channel]));
        }
        break;
      case "vt":
        uvs.push(Number(words[1]));
        // OBJ counts v upwards from the lower edge of the picture, glTF downwards from the upper one.
        uvs.push(1 - Number(words[2] ?? 0));
        break;
      case "vn":
        for (let axis = 1; axis <= 3; axis++) normals.push(Number(words[axis]));
        break;
      case "usemtl":
        current = words.slice(1).join(" ");
        break;
      case "mtllib":
        libraries.push(words.slice(1).join(" "));
        break;
      case "f": {
        if (words.length - 1 > cornersMax) throw new ScanProblem("scan-corrupt", "OBJ face with too many corners");
        let builder = builders.get(current);
        if (builder === undefined) {
          if (builders.size >= materialsMax) throw new ScanProblem("scan-corrupt", "OBJ with too many materials");
          builder = new PartBuilder();
          builders.set(current, builder);
        }
        const face = words
          .slice(1)
          .map((word) => toCorner(word, positions.length / 3, uvs.length / 2, normals.length / 3));
        for (let corner = 2; corner < face.length; corner++) {
          builder.corner(...face[0]!);
          builder.corner(...face[corner - 1]!);
          builder.corner(...face[corner]!);
        }
        break;
      }
    }
  }
  if (positions.length === 0 || builders.size === 0) throw new ScanProblem("scan-empty-geometry");

  const document = new Document();
  const warnings: MeshScene["warnings"] = new Set(["scan-units-unknown"]);
  const descriptions = new Map<string, MtlMaterial>();
  for (const library of libraries) {
    const path = zip === undefined ? undefined : findZipPart(zip.archive.paths, zip.main, library);
    if (zip === undefined || path === undefined) {
      // Only a surface that was meant to carry a picture misses one.
      if (uvs.length > 0) warnings.add("scan-missing-texture");
      continue;
    }
    const text = new TextDecoder("latin1").decode(await zip.archive.read(path));
    for (const description of parseMtl(text, path)) descriptions.set(description.name, description);
  }
  const materials = new MaterialSet(document, zip?.archive, warnings);
  const hasColours = colours.length === positions.length;
  const parts: MeshPart[] = [];
  for (const [name, builder] of builders) {
    const material = await materials.get(name, descriptions.get(name));
    parts.push(toPart(builder, material, positions, hasColours ? colours : undefined, uvs, normals));
  }
  const isColoured = hasColours || [...descriptions.values()].some((material) => material.colour !== undefined);
  if (!isColoured && document.getRoot().listTextures().length === 0) warnings.add("scan-no-colour");
  return { document, parts, usualUpAxis: "y", unit: "unknown", warnings };
}

/** `7`, `7/2`, `7//3` or `7/2/3`; negative numbers count back from the last one so far. */
function toCorner(word: string, positions: number, uvs: number, normals: number): [number, number, number] {
  const [position = "", uv = "", normal = ""] = word.split("/");
  const resolve = (text: string, count: number, isRequired: boolean) => {
    const number = Number(text);
    const index = number < 0 ? count + number + 1 : number;
    if (Number.isInteger(index) && index >= 1 && index <= count) return index;
    if (isRequired) throw new ScanProblem("scan-corrupt", `OBJ names vertex ${text.slice(0, 40)} of ${count}`);
    return 0;
  };
  return [resolve(position, positions, true), resolve(uv, uvs, false), resolve(normal, normals, false)];
}

function toPart(
  builder: PartBuilder,
  material: Material,
  allPositions: GrowableArray<Float64Array>,
  allColours: GrowableArray<Float32Array> | undefined,
  allUvs: GrowableArray<Float32Array>,
  allNormals: GrowableArray<Float32Array>,
): MeshPart {
  const count = builder.vertices.length / 3;
  const positions = new Float64Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const normals = new Float32Array(count * 3);
  const colours = allColours === undefined ? undefined : new Float32Array(count * 4).fill(1);
  let colourMax = 0;
  for (let at = 0; at < (allColours?.length ?? 0); at++) colourMax = Math.max(colourMax, allColours?.at(at) ?? 0);
  const toByte = colourMax > 1 ? 1 : 255;
  let hasUvs = false;
  let hasNormals = count > 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const [position, uv, normal] = [0, 1, 2].map((part) => builder.vertices.at(vertex * 3 + part)! - 1);
    for (let axis = 0; axis < 3; axis++) {
      positions[vertex * 3 + axis] = allPositions.at(position! * 3 + axis)!;
      normals[vertex * 3 + axis] = normal! < 0 ? 0 : allNormals.at(normal! * 3 + axis)!;
      if (colours !== undefined)
        colours[vertex * 4 + axis] = toLinear((allColours?.at(position! * 3 + axis) ?? 1) * toByte);
    }
    if (uv! >= 0) {
      hasUvs = true;
      uvs[vertex * 2] = allUvs.at(uv! * 2)!;
      uvs[vertex * 2 + 1] = allUvs.at(uv! * 2 + 1)!;
    }
    if (normal! < 0) hasNormals = false;
  }
  return {
    material,
    positions,
    indices: builder.indices.toArray(),
    normals: hasNormals ? normals : undefined,
    uvSets: hasUvs ? new Map([[0, uvs]]) : new Map(),
    colours,
  };
}

class MaterialSet {
  readonly #document: Document;
  readonly #archive: Archive | undefined;
  readonly #warnings: MeshScene["warnings"];
  readonly #textures = new Map<string, Texture>();

  constructor(document: Document, archive: Archive | undefined, warnings: MeshScene["warnings"]) {
    this.#document = document;
    this.#archive = archive;
    this.#warnings = warnings;
  }

  async get(name: string, description: MtlMaterial | undefined): Promise<Material> {
    const material = this.#document
      .createMaterial(name === "" ? "surface" : name.slice(0, 200))
      .setMetallicFactor(0)
      .setRoughnessFactor(1)
      .setDoubleSided(true);
    if (description === undefined) return material;
    const texture = await this.#findTexture(description);
    if (texture !== undefined) material.setBaseColorTexture(texture);
    // Writers leave any colour beside a picture, often black; the picture alone counts then.
    const [red, green, blue] = texture === undefined ? (description.colour ?? [1, 1, 1]) : [1, 1, 1];
    material.setBaseColorFactor([
      toLinear(red * 255),
      toLinear(green * 255),
      toLinear(blue * 255),
      description.opacity,
    ]);
    if (description.opacity < 1) material.setAlphaMode("BLEND");
    return material;
  }

  async #findTexture(description: MtlMaterial): Promise<Texture | undefined> {
    if (description.picture === undefined) return undefined;
    const path = findZipPart(this.#archive?.paths ?? [], description.libraryPath, description.picture);
    const type = path === undefined ? undefined : pictureTypes[fileExtension(path)];
    if (this.#archive === undefined || path === undefined || type === undefined) {
      this.#warnings.add("scan-missing-texture");
      return undefined;
    }
    let texture = this.#textures.get(path);
    if (texture === undefined) {
      texture = this.#document
        .createTexture()
        .setImage(new Uint8Array(await this.#archive.read(path)))
        .setMimeType(type);
      this.#textures.set(path, texture);
    }
    return texture;
  }
}
