import { readFile } from "node:fs/promises";
import {
  type Accessor,
  type Document,
  type GLTF,
  type JSONDocument,
  Logger,
  type Material,
  type Node,
  NodeIO,
  type Primitive,
} from "@gltf-transform/core";
import { ALL_EXTENSIONS, type PBRSpecularGlossiness } from "@gltf-transform/extensions";
import { uninstance } from "@gltf-transform/functions";
import { MeshoptDecoder } from "meshoptimizer";
import { openArchive } from "../archive.ts";
import type { ByteSource } from "../byte-source.ts";
import type { ConversionJob } from "../conversion.ts";
import { ScanProblem } from "../scan-problem.ts";
import { findZipMain, findZipPart } from "../zip-part.ts";
import { listExternalUris, parseGltfJson, requireGltfCountsFit } from "./gltf-json.ts";
import { loadThreeLibrary } from "./load-wasm-library.ts";
import { determinant3, transformPoint } from "./matrix.ts";
import { requireMeshFits } from "./memory-estimate.ts";
import type { MeshPart, MeshScene } from "./mesh-scene.ts";
import { requireArchiveReference, requireSelfContained } from "./probe-gltf.ts";
import { isGlossDeclared } from "./sources/gltf-surfaces.ts";
import { hasSpecularColour, mergeGloss, mergePictures, toBaseColour } from "./specular-glossiness.ts";

/** Reads GLB, glTF with data URIs, or a zip of either. The file must have passed its probe. @throws ScanProblem */
export async function readGltf(job: ConversionJob, source: ByteSource): Promise<MeshScene> {
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS);
  await MeshoptDecoder.ready;
  io.registerDependencies({ "meshopt.decoder": MeshoptDecoder });
  const content = await readContent(io, job, source);
  if (content.json.extensionsUsed?.includes("KHR_draco_mesh_compression") === true) {
    io.registerDependencies({ "draco3d.decoder": await loadDraco() });
  }
  patchMaterials(content.json);
  let document: Document;
  try {
    document = await io.readJSON(content);
    if (document.hasExtension("KHR_materials_pbrSpecularGlossiness")) await showSpecularColours(document);
    requireMeshFits({ sizeBytes: source.sizeBytes, ...countInstances(document) }, job.memoryBytesMax);
    if (document.hasExtension("EXT_mesh_gpu_instancing")) await document.transform(uninstance());
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    throw new ScanProblem("scan-corrupt", error instanceof Error ? error.message : undefined);
  }
  return { document, parts: toParts(document), upAxis: "y", usualUpAxis: "y", unit: "metre", warnings: new Set() };
}

async function loadDraco(): Promise<unknown> {
  const library = await loadThreeLibrary("draco/gltf/draco_decoder.js");
  return (library.exports as () => Promise<unknown>)();
}

async function readContent(io: NodeIO, job: ConversionJob, source: ByteSource): Promise<JSONDocument> {
  const toJson = (text: string) => JSON.parse(text.replace(/^\uFEFF/, "")) as GLTF.IGLTF;
  if (job.format === "glb") return io.binaryToJSON(new Uint8Array(await readFile(job.inputPath)));
  if (job.format === "gltf") return { json: toJson(await readFile(job.inputPath, "utf8")), resources: {} };
  await using archive = await openArchive(job.inputPath, source);
  const main = findZipMain(archive.paths, /\.(gltf|glb)$/i, (path) => archive.sizeBytes(path));
  if (main === undefined) throw new ScanProblem("scan-missing-part", "no glTF in the archive");
  requireMeshFits({ sizeBytes: archive.sizeBytes(main), vertices: 0, triangles: 0 }, job.memoryBytesMax);
  const bytes = await archive.read(main);
  const content: JSONDocument = /\.glb$/i.test(main)
    ? await io.binaryToJSON(bytes)
    : { json: toJson(new TextDecoder().decode(bytes)), resources: {} };
  // Checked again on the unpacked data: the preflight only validated what was declared.
  const checked = parseGltfJson(JSON.stringify(content.json));
  let resourceBytes = bytes.length;
  for (const uri of listExternalUris(checked)) {
    requireArchiveReference(uri);
    const part = findZipPart(archive.paths, main, uri);
    if (part === undefined) throw new ScanProblem("scan-missing-part", uri.slice(0, 200));
    resourceBytes += archive.sizeBytes(part);
    requireMeshFits({ sizeBytes: resourceBytes, vertices: 0, triangles: 0 }, job.memoryBytesMax);
    content.resources[uri] = new Uint8Array(await archive.read(part));
  }
  if (/\.glb$/i.test(main)) requireSelfContained(checked);
  else requireGltfCountsFit(checked, undefined, (uri) => content.resources[uri]?.byteLength);
  return content;
}

function patchMaterials(json: GLTF.IGLTF): void {
  for (const material of json.materials ?? []) {
    material.pbrMetallicRoughness ??= {};
    const surface = material.pbrMetallicRoughness;
    if (!isGlossDeclared(surface)) surface.metallicFactor ??= 0;
  }
}

/** Metals in KHR_materials_pbrSpecularGlossiness store their colour in the specular part. */
async function showSpecularColours(document: Document): Promise<void> {
  for (const material of document.getRoot().listMaterials()) {
    const old = material.getExtension<PBRSpecularGlossiness>("KHR_materials_pbrSpecularGlossiness");
    if (old === null) continue;
    const [red, green, blue, alpha] = old.getDiffuseFactor();
    const diffuse = [red, green, blue] as const;
    const picture = old.getDiffuseTexture();
    material.setBaseColorFactor([red, green, blue, alpha]).setBaseColorTexture(picture);
    if (picture !== null) material.getBaseColorTextureInfo()!.copy(old.getDiffuseTextureInfo()!);
    const specular = old.getSpecularFactor();
    const specularPicture = old.getSpecularGlossinessTexture();
    if (!hasSpecularColour(specular, specularPicture !== null, diffuse, picture !== null)) continue;
    const factors = { diffuse, specular };
    if (specularPicture === null) {
      if (picture === null) material.setBaseColorFactor([...toBaseColour(factors), alpha]);
      continue;
    }
    const specularInfo = old.getSpecularGlossinessTextureInfo()!;
    const info = old.getDiffuseTextureInfo();
    const images = [picture?.getImage(), specularPicture.getImage()];
    const isSameMapping =
      picture === null ||
      (info?.getTexCoord() === specularInfo.getTexCoord() &&
        info?.getExtension("KHR_texture_transform") === null &&
        specularInfo.getExtension("KHR_texture_transform") === null);
    if (!isSameMapping || images[1] === null || images[1] === undefined) continue;
    // An unreadable picture stays unchanged; unpacking warns about it later.
    const read = [images[0] ?? undefined, images[1], factors] as const;
    const merged = await mergePictures(...read).catch(() => undefined);
    const gloss = await mergeGloss(...read, old.getGlossinessFactor()).catch(() => undefined);
    if (merged === undefined || gloss === undefined) continue;
    const toTexture = (image: Uint8Array) => document.createTexture().setMimeType("image/png").setImage(image);
    material.setBaseColorFactor([1, 1, 1, alpha]).setBaseColorTexture(toTexture(merged));
    if (picture === null) material.getBaseColorTextureInfo()!.copy(specularInfo);
    // From here on it is a material like any other.
    material
      .setExtension("KHR_materials_pbrSpecularGlossiness", null)
      .setMetallicRoughnessTexture(toTexture(gloss))
      .setMetallicFactor(1)
      .setRoughnessFactor(1);
    material.getMetallicRoughnessTextureInfo()!.copy(material.getBaseColorTextureInfo()!);
  }
}

function listPlacedNodes(document: Document): Node[] {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const placed: Node[] = [];
  if (scene === undefined) placed.push(...root.listNodes());
  else scene.traverse((node) => placed.push(node));
  return placed;
}

/** Vertices and triangles, counting each placement, including GPU instances. */
function countInstances(document: Document): { vertices: number; triangles: number } {
  const counts = { vertices: 0, triangles: 0 };
  for (const node of listPlacedNodes(document)) {
    const batch = node.getExtension("EXT_mesh_gpu_instancing") as { listAttributes(): Accessor[] } | null;
    const instances = batch?.listAttributes()[0]?.getCount() ?? 1;
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const vertices = primitive.getAttribute("POSITION")?.getCount() ?? 0;
      counts.vertices += vertices * instances;
      counts.triangles += ((primitive.getIndices()?.getCount() ?? vertices) / 3) * instances;
    }
  }
  return counts;
}

function toParts(document: Document): MeshPart[] {
  const parts: MeshPart[] = [];
  let plain: Material | undefined;
  for (const node of listPlacedNodes(document)) {
    const world = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const position = primitive.getAttribute("POSITION");
      if (position === null || position.getCount() === 0) continue;
      const isPoints = primitive.getMode() === 0;
      const indices = isPoints ? undefined : toTriangles(primitive, position.getCount(), determinant3(world) < 0);
      if (!isPoints && indices === undefined) continue;
      let material = primitive.getMaterial();
      if (material === null) {
        plain ??= document.createMaterial("surface").setMetallicFactor(0).setRoughnessFactor(1);
        material = plain;
      }
      const uvSets = new Map<number, Float32Array>();
      for (const semantic of primitive.listSemantics()) {
        const set = /^TEXCOORD_(\d+)$/.exec(semantic);
        if (set !== null) uvSets.set(Number(set[1]), readVectors(primitive.getAttribute(semantic)!, 2, 0));
      }
      const normal = primitive.getAttribute("NORMAL");
      const colour = primitive.getAttribute("COLOR_0");
      parts.push({
        material,
        positions: readPositions(position, world),
        indices,
        normals: normal === null || isPoints ? undefined : readNormals(normal, world),
        uvSets,
        colours: colour === null ? undefined : readVectors(colour, 4, 1),
      });
    }
  }
  return parts;
}

function readPositions(accessor: Accessor, world: readonly number[]): Float64Array {
  const count = accessor.getCount();
  const positions = new Float64Array(count * 3);
  const element = [0, 0, 0];
  for (let vertex = 0; vertex < count; vertex++) {
    accessor.getElement(vertex, element);
    positions.set(transformPoint(world, element[0]!, element[1]!, element[2]!), vertex * 3);
  }
  return positions;
}

/** Normals transform with the inverse transpose, which keeps them perpendicular under non-uniform scaling. */
function readNormals(accessor: Accessor, m: readonly number[]): Float32Array {
  const [a, b, c, d, e, f, g, h, i] = [m[0]!, m[4]!, m[8]!, m[1]!, m[5]!, m[9]!, m[2]!, m[6]!, m[10]!];
  const sign = determinant3(m) < 0 ? -1 : 1;
  const cofactors = [e * i - f * h, f * g - d * i, d * h - e * g, c * h - b * i, a * i - c * g, b * g - a * h];
  const last = [b * f - c * e, c * d - a * f, a * e - b * d];
  const count = accessor.getCount();
  const normals = new Float32Array(count * 3);
  const element = [0, 0, 0];
  for (let vertex = 0; vertex < count; vertex++) {
    accessor.getElement(vertex, element);
    const [x, y, z] = [element[0]!, element[1]!, element[2]!];
    const nx = (cofactors[0]! * x + cofactors[1]! * y + cofactors[2]! * z) * sign;
    const ny = (cofactors[3]! * x + cofactors[4]! * y + cofactors[5]! * z) * sign;
    const nz = (last[0]! * x + last[1]! * y + last[2]! * z) * sign;
    const length = Math.hypot(nx, ny, nz);
    const isUsable = length > 0 && Number.isFinite(length);
    normals[vertex * 3] = isUsable ? nx / length : 0;
    normals[vertex * 3 + 1] = isUsable ? ny / length : 1;
    normals[vertex * 3 + 2] = isUsable ? nz / length : 0;
  }
  return normals;
}

/** Reads an attribute as `size` floats per vertex; missing components become `filler`, non-finite values 0. */
function readVectors(accessor: Accessor, size: number, filler: number): Float32Array {
  const count = accessor.getCount();
  const present = Math.min(size, accessor.getElementSize());
  const values = new Float32Array(count * size).fill(filler);
  const element = new Array<number>(accessor.getElementSize()).fill(0);
  for (let vertex = 0; vertex < count; vertex++) {
    accessor.getElement(vertex, element);
    for (let component = 0; component < present; component++) {
      const value = element[component]!;
      values[vertex * size + component] = Number.isFinite(value) ? value : 0;
    }
  }
  return values;
}

/** Plain triangles from any triangle mode; undefined for lines. Mirrored placements reverse the winding. */
function toTriangles(primitive: Primitive, vertexCount: number, isMirrored: boolean): Uint32Array | undefined {
  const mode = primitive.getMode();
  if (mode < 4) return undefined;
  const given = primitive.getIndices()?.getArray();
  const count = given?.length ?? vertexCount;
  const vertexAt = (at: number) => {
    const vertex = given === null || given === undefined ? at : given[at]!;
    if (vertex >= vertexCount) throw new ScanProblem("scan-corrupt", `index ${vertex} of ${vertexCount} vertices`);
    return vertex;
  };
  const triangleCount = mode === 4 ? Math.floor(count / 3) : Math.max(0, count - 2);
  const triangles = new Uint32Array(triangleCount * 3);
  const [second, third] = isMirrored ? [2, 1] : [1, 2];
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    let corners: [number, number, number];
    if (mode === 4) corners = [triangle * 3, triangle * 3 + 1, triangle * 3 + 2];
    else if (mode === 6) corners = [0, triangle + 1, triangle + 2];
    else corners = triangle % 2 === 0 ? [triangle, triangle + 1, triangle + 2] : [triangle + 1, triangle, triangle + 2];
    triangles[triangle * 3] = vertexAt(corners[0]);
    triangles[triangle * 3 + second] = vertexAt(corners[1]);
    triangles[triangle * 3 + third] = vertexAt(corners[2]);
  }
  return triangles;
}
