import {
  Document,
  type Material as DocumentMaterial,
  type Texture as DocumentTexture,
  type TextureInfo,
} from "@gltf-transform/core";
import type {
  BufferAttribute,
  InterleavedBufferAttribute,
  Material,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  Texture,
} from "three";
import type { UsdLayer } from "three/examples/jsm/loaders/usd/USDComposer.js";
import { type Archive, openArchive } from "../../archive.ts";
import type { ByteSource } from "../../byte-source.ts";
import type { ConversionJob } from "../../conversion.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { determinant3, type Matrix, transformPoint } from "../matrix.ts";
import { requireMeshFits } from "../memory-estimate.ts";
import type { MeshPart, MeshScene } from "../mesh-scene.ts";
import { packGloss } from "../pack-gloss.ts";
import { parseCrate } from "./parse-crate.ts";
import { crateMagic } from "./require-sound-crate.ts";
import { toUsdUnit } from "./usd-units.ts";

/**
 * The reader keeps the layer, its lists and the resulting geometry: measured 570 MB for a layer of 21.5 MB, and the
 * estimate counts every byte of a file twice.
 */
const memoryPerLayerByte = 13;

/** Placeholder for a picture in the package, instead of a loaded one. */
class PackagedPicture {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/**
 * Reads a USDZ with three.js's reader: meshes with their transforms, materials and pictures, and references to other
 * layers of the same package. All layers must fit into memory.
 * @throws ScanProblem
 */
export async function readUsdz(job: ConversionJob, source: ByteSource): Promise<MeshScene> {
  await using archive = await openArchive(job.inputPath, source);
  const layers = archive.paths.filter((path) => /\.usd[ac]?$/i.test(path));
  const root = layers[0];
  if (root === undefined) throw new ScanProblem("scan-missing-part", "no USD layer in the package");
  const layerBytes = layers.reduce((sum, path) => sum + archive.sizeBytes(path), 0);
  requireMeshFits({ sizeBytes: layerBytes * memoryPerLayerByte, vertices: 0, triangles: 0 }, job.memoryBytesMax);
  const { USDAParser } = await import("three/examples/jsm/loaders/usd/USDAParser.js");
  const { USDComposer } = await import("three/examples/jsm/loaders/usd/USDComposer.js");
  const { LoadingManager, Texture: PlainTexture } = await import("three");
  const assets: Record<string, unknown> = {};
  for (const path of archive.paths) {
    if (/\.(png|jpe?g|avif|webp|exr)$/i.test(path)) assets[path] = new PackagedPicture(path);
  }
  const warnings: MeshScene["warnings"] = new Set();
  // It would load pictures like a web page; here they are only referenced, and read on demand by the converter.
  USDComposer.prototype._createTextureFromData = function (data, attributes, transform) {
    if (!(data instanceof PackagedPicture)) {
      warnings.add("scan-missing-texture");
      return null;
    }
    const texture = new PlainTexture();
    texture.userData.picture = data;
    texture.wrapS = this._getWrapMode(attributes?.["inputs:wrapS"]) as typeof texture.wrapS;
    texture.wrapT = this._getWrapMode(attributes?.["inputs:wrapT"]) as typeof texture.wrapT;
    this._applyTextureTransforms(texture, transform);
    texture.updateMatrix();
    return texture;
  };
  try {
    for (const path of layers) {
      const bytes = await archive.read(path);
      if (new TextDecoder("latin1").decode(bytes.subarray(0, 8)) === crateMagic) {
        assets[path] = await parseCrate(bytes);
      } else assets[path] = new USDAParser().parseData(new TextDecoder().decode(bytes));
      requireCornersOfFaces(assets[path] as UsdLayer);
    }
    const layer = assets[root] as UsdLayer;
    const folder = root.split("/").slice(0, -1).join("/");
    const group = new USDComposer(new LoadingManager()).compose(layer, assets, {}, folder);
    const { unit, factor, upAxis } = toUsdUnit(layer.specsByPath["/"]?.fields ?? {});
    // The reader rotates and scales its result; here the frame stays as is and is stated in the report.
    group.rotation.set(0, 0, 0);
    group.scale.setScalar(factor);
    group.updateMatrixWorld(true);
    const builder = new SceneBuilder(archive);
    await builder.add(group);
    if (builder.parts.length === 0) throw new ScanProblem("scan-empty-geometry", "USD without faces");
    if (!builder.isColoured) warnings.add("scan-no-colour");
    return { document: builder.document, parts: builder.parts, upAxis, usualUpAxis: "y", unit, warnings };
  } catch (error) {
    if (error instanceof ScanProblem) throw error;
    throw new ScanProblem("scan-corrupt", `USD: ${error instanceof Error ? error.message : "unreadable"}`);
  }
}

/** The reader triangulates by a face's claimed number of corners, even if fewer exist. */
function requireCornersOfFaces({ specsByPath }: UsdLayer): void {
  for (const [path, { fields }] of Object.entries(specsByPath)) {
    if (!path.endsWith(".faceVertexCounts")) continue;
    const indices = specsByPath[path.replace(/Counts$/, "Indices")]?.fields;
    // An animated mesh stores its corners there.
    if (indices?.timeSamples !== undefined) continue;
    const corners = indices?.default;
    const there = isNumbers(corners) ? corners.length : 0;
    let claimed = 0;
    if (isNumbers(fields.default)) for (const count of fields.default) claimed += Math.max(0, count);
    if (claimed > there)
      throw new ScanProblem("scan-lying-count", `${claimed} corners of USD faces, ${there} are there`);
  }
}

const isNumbers = (value: unknown): value is ArrayLike<number> & Iterable<number> =>
  Array.isArray(value) || ArrayBuffer.isView(value);

const isMesh = (object: Object3D): object is Mesh => "isMesh" in object && object.isMesh === true;
const wraps: Readonly<Record<number, 10497 | 33071 | 33648>> = { 1000: 10497, 1001: 33071, 1002: 33648 };

/** Converts three.js objects into parts with materials that the converter supports. */
class SceneBuilder {
  readonly document = new Document();
  readonly parts: MeshPart[] = [];
  isColoured = false;
  readonly #archive: Archive;
  readonly #materials = new Map<Material, DocumentMaterial>();
  readonly #pictures = new Map<string, DocumentTexture>();

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  async add(root: Object3D): Promise<void> {
    const open = [root];
    for (let object = open.pop(); object !== undefined; object = open.pop()) {
      if (!object.visible) continue;
      open.push(...object.children);
      if (!isMesh(object)) continue;
      const materials = Array.isArray(object.material) ? object.material : [object.material];
      const { geometry } = object;
      const count = geometry.index?.count ?? geometry.getAttribute("position")?.count ?? 0;
      const groups = Array.isArray(object.material) ? geometry.groups : [{ start: 0, count, materialIndex: 0 }];
      for (const { start, count: length, materialIndex } of groups) {
        const material = materials[materialIndex ?? 0];
        if (material !== undefined) await this.#addPart(object, material as MeshStandardMaterial, start, length);
      }
    }
  }

  async #addPart(object: Mesh, material: MeshStandardMaterial, start: number, length: number): Promise<void> {
    const { geometry } = object;
    const position = geometry.getAttribute("position");
    if (position === undefined || position.count === 0) return;
    const matrix: Matrix = object.matrixWorld.elements;
    const count = Math.min(length, (geometry.index?.count ?? position.count) - start);
    const triangles = Math.floor(count / 3);
    if (triangles < 1) return;
    const indices = new Uint32Array(triangles * 3);
    const isMirrored = determinant3(matrix) < 0;
    for (let at = 0; at < indices.length; at++) {
      const corner = isMirrored && at % 3 > 0 ? at + (at % 3 === 1 ? 1 : -1) : at;
      const vertex = geometry.index === null ? start + corner : geometry.index.getX(start + corner);
      if (!(vertex < position.count)) throw new ScanProblem("scan-corrupt", `USD names vertex ${vertex}`);
      indices[at] = vertex;
    }
    const uv = geometry.getAttribute("uv");
    this.parts.push({
      material: await this.#toMaterial(material),
      positions: toPositions(position, matrix),
      indices,
      normals: undefined,
      uvSets: new Map(uv === undefined ? [] : [[0, toUvs(uv, material)]]),
      colours: undefined,
    });
  }

  async #toMaterial(material: MeshStandardMaterial): Promise<DocumentMaterial> {
    let made = this.#materials.get(material);
    if (made === undefined) {
      const { r, g, b } = material.color;
      made = this.document
        .createMaterial(material.name)
        .setBaseColorFactor([r, g, b, material.opacity])
        .setEmissiveFactor([material.emissive.r, material.emissive.g, material.emissive.b])
        .setMetallicFactor(0)
        .setAlphaMode(material.opacity < 1 ? "BLEND" : material.alphaTest > 0 ? "MASK" : "OPAQUE")
        .setDoubleSided(true);
      const picture = material.map?.userData.picture as PackagedPicture | undefined;
      if (material.map !== null && picture !== undefined) {
        made.setBaseColorTexture(await this.#toTexture(picture));
        made
          .getBaseColorTextureInfo()
          ?.setWrapS(wraps[material.map.wrapS] ?? 10497)
          .setWrapT(wraps[material.map.wrapT] ?? 10497);
      }
      await this.#addDetails(made, material);
      if (picture !== undefined || Math.max(r, g, b) - Math.min(r, g, b) > 0.02) this.isColoured = true;
      this.#materials.set(material, made);
    }
    return made;
  }

  /** Pictures of normals, gloss, occlusion and emission, where they use the same coordinates as the base colour. */
  async #addDetails(made: DocumentMaterial, material: MeshStandardMaterial): Promise<void> {
    const find = (texture: Texture | null) => {
      const picture = texture?.userData.picture as PackagedPicture | undefined;
      return texture !== null && picture !== undefined && isSameMapping(texture, material.map) ? picture : undefined;
    };
    const wrapAs = (texture: Texture | null, info: TextureInfo | null) => {
      info?.setWrapS(wraps[texture?.wrapS ?? 1000] ?? 10497).setWrapT(wraps[texture?.wrapT ?? 1000] ?? 10497);
    };
    const [normal, occlusion, glow] = [material.normalMap, material.aoMap, material.emissiveMap].map(find);
    if (normal !== undefined) {
      made.setNormalTexture(await this.#toTexture(normal)).setNormalScale(material.normalScale.x);
      wrapAs(material.normalMap, made.getNormalTextureInfo());
    }
    if (occlusion !== undefined) {
      made.setOcclusionTexture(await this.#toTexture(occlusion));
      wrapAs(material.aoMap, made.getOcclusionTextureInfo());
    }
    if (glow !== undefined) {
      made.setEmissiveTexture(await this.#toTexture(glow));
      wrapAs(material.emissiveMap, made.getEmissiveTextureInfo());
    }
    const [roughness, metalness] = [find(material.roughnessMap), find(material.metalnessMap)];
    if (roughness === undefined && metalness === undefined) return;
    const read = async (picture: PackagedPicture | undefined) => picture && (await this.#archive.read(picture.path));
    const gloss = await packGloss(await read(roughness), await read(metalness)).catch(() => undefined);
    if (gloss === undefined) return;
    made
      .setMetallicRoughnessTexture(this.document.createTexture().setMimeType("image/png").setImage(gloss))
      .setRoughnessFactor(roughness === undefined ? material.roughness : 1)
      .setMetallicFactor(metalness === undefined ? material.metalness : 1);
    wrapAs(material.roughnessMap ?? material.metalnessMap, made.getMetallicRoughnessTextureInfo());
  }

  async #toTexture({ path }: PackagedPicture): Promise<DocumentTexture> {
    let texture = this.#pictures.get(path);
    if (texture === undefined) {
      texture = this.document.createTexture(path).setImage(new Uint8Array(await this.#archive.read(path)));
      this.#pictures.set(path, texture);
    }
    return texture;
  }
}

/** Whether two pictures show the same of themselves at each corner. Without a base colour, coordinates are as given. */
function isSameMapping(one: Texture, base: Texture | null): boolean {
  const own = one.matrix.elements;
  const other = base?.matrix.elements ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return one.channel === (base?.channel ?? 0) && own.every((value, at) => Math.abs(value - other[at]!) < 1e-6);
}

type Attribute = BufferAttribute | InterleavedBufferAttribute;

function toPositions(position: Attribute, matrix: Matrix): Float64Array {
  const positions = new Float64Array(position.count * 3);
  for (let at = 0; at < position.count; at++) {
    positions.set(transformPoint(matrix, position.getX(at), position.getY(at), position.getZ(at)), at * 3);
  }
  return positions;
}

/** With the picture's transform applied; v downwards, as in glTF. */
function toUvs(uv: Attribute, { map }: MeshStandardMaterial): Float32Array {
  const uvs = new Float32Array(uv.count * 2);
  const m = map?.matrix.elements ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let at = 0; at < uv.count; at++) {
    const [u, v] = [uv.getX(at), uv.getY(at)];
    uvs[at * 2] = m[0]! * u + m[3]! * v + m[6]!;
    uvs[at * 2 + 1] = 1 - (m[1]! * u + m[4]! * v + m[7]!);
  }
  return uvs;
}
