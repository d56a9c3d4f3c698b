import { z } from "zod";
import { ScanProblem } from "../scan-problem.ts";

const index = z.number().int().nonnegative();
const extensions = z.record(z.string(), z.unknown()).optional();
const numbers = z.array(z.number());

const meshoptViewSchema = z.object({
  buffer: index,
  byteOffset: index.default(0),
  byteLength: index,
  byteStride: index,
  count: index,
});

const gltfSchema = z.object({
  asset: z.object({ version: z.string() }),
  extensionsUsed: z.array(z.string()).optional(),
  extensionsRequired: z.array(z.string()).optional(),
  scene: index.optional(),
  scenes: z.array(z.object({ nodes: z.array(index).optional() })).optional(),
  nodes: z
    .array(
      z.object({
        mesh: index.optional(),
        children: z.array(index).optional(),
        matrix: numbers.length(16).optional(),
        translation: numbers.length(3).optional(),
        rotation: numbers.length(4).optional(),
        scale: numbers.length(3).optional(),
      }),
    )
    .optional(),
  meshes: z
    .array(
      z.object({
        primitives: z.array(
          z.object({
            attributes: z.record(z.string(), index),
            indices: index.optional(),
            material: index.optional(),
            mode: index.optional(),
            extensions,
          }),
        ),
      }),
    )
    .optional(),
  accessors: z
    .array(
      z.object({
        bufferView: index.optional(),
        byteOffset: index.optional(),
        componentType: index,
        normalized: z.boolean().optional(),
        count: index,
        type: z.string(),
        // JSON has no NaN; writers put null, strings or 1e999 there. These are interpreted later.
        min: z.array(z.unknown()).optional(),
        max: z.array(z.unknown()).optional(),
        sparse: z.object({ count: index }).optional(),
      }),
    )
    .optional(),
  bufferViews: z
    .array(
      z.object({
        buffer: index,
        byteOffset: index.optional(),
        byteLength: index,
        byteStride: index.optional(),
        extensions,
      }),
    )
    .optional(),
  buffers: z.array(z.object({ uri: z.string().optional(), byteLength: index, extensions })).optional(),
  images: z
    .array(
      z.object({
        uri: z.string().optional(),
        bufferView: index.optional(),
        mimeType: z.string().optional().catch(undefined),
      }),
    )
    .optional(),
  textures: z
    .array(z.object({ source: index.optional(), sampler: index.optional().catch(undefined), extensions }))
    .optional(),
  samplers: z
    .array(z.object({ wrapS: index.optional().catch(undefined), wrapT: index.optional().catch(undefined) }))
    .optional(),
  materials: z
    .array(
      z.object({
        pbrMetallicRoughness: z
          .object({
            baseColorFactor: numbers.optional(),
            baseColorTexture: z.unknown().optional(),
            metallicFactor: z.number().optional(),
            roughnessFactor: z.number().optional().catch(undefined),
            metallicRoughnessTexture: z.unknown().optional(),
          })
          .optional(),
        normalTexture: z.unknown().optional(),
        occlusionTexture: z.unknown().optional(),
        emissiveTexture: z.unknown().optional(),
        emissiveFactor: numbers.optional().catch(undefined),
        alphaMode: z.enum(["OPAQUE", "MASK", "BLEND"]).optional().catch(undefined),
        alphaCutoff: z.number().optional().catch(undefined),
        doubleSided: z.boolean().optional().catch(undefined),
        extensions,
      }),
    )
    .optional(),
});

/** A glTF 2.0 description whose numbers are validated as numbers; indices may still be out of range. */
export type GltfJson = z.infer<typeof gltfSchema>;
export type GltfAccessor = NonNullable<GltfJson["accessors"]>[number];
export type GltfPrimitive = NonNullable<GltfJson["meshes"]>[number]["primitives"][number];

const splatExtension = "KHR_gaussian_splatting";
export const gltfJsonBytesMax = 64 * 1024 * 1024;

const readExtensions = new Set([
  "EXT_mesh_gpu_instancing",
  "EXT_meshopt_compression",
  "EXT_texture_avif",
  "EXT_texture_webp",
  "KHR_draco_mesh_compression",
  "KHR_materials_anisotropy",
  "KHR_materials_clearcoat",
  "KHR_materials_diffuse_transmission",
  "KHR_materials_dispersion",
  "KHR_materials_emissive_strength",
  "KHR_materials_ior",
  "KHR_materials_iridescence",
  "KHR_materials_pbrSpecularGlossiness",
  "KHR_materials_sheen",
  "KHR_materials_specular",
  "KHR_materials_transmission",
  "KHR_materials_unlit",
  "KHR_materials_variants",
  "KHR_materials_volume",
  "KHR_lights_punctual",
  "KHR_mesh_quantization",
  "KHR_texture_basisu",
  "KHR_texture_transform",
]);

export interface GltfJsonOptions {
  /** Whether Gaussian splats are what the caller reads; otherwise they are refused. */
  readonly holdsSplats?: boolean;
}

/** @throws ScanProblem `scan-corrupt`, `scan-old-gltf`, `scan-splats-in-gltf`, or `scan-unsupported-feature` for another version or an unread extension */
export function parseGltfJson(text: string, { holdsSplats = false }: GltfJsonOptions = {}): GltfJson {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ScanProblem("scan-corrupt", `glTF JSON: ${error instanceof Error ? error.message.slice(0, 120) : ""}`);
  }
  if (isFirstVersion(value)) throw new ScanProblem("scan-old-gltf");
  const parsed = gltfSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ScanProblem("scan-corrupt", `glTF ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const json = parsed.data;
  if (!json.asset.version.startsWith("2.")) {
    throw new ScanProblem("scan-unsupported-feature", `glTF version ${json.asset.version.slice(0, 20)}`);
  }
  if (!holdsSplats && hasSplats(json)) throw new ScanProblem("scan-splats-in-gltf");
  const isRead = (name: string) => readExtensions.has(name) || (holdsSplats && name === splatExtension);
  const unread = json.extensionsRequired?.find((name) => !isRead(name));
  if (unread?.startsWith(splatExtension)) throw new ScanProblem("scan-splats-in-gltf", unread.slice(0, 80));
  if (unread !== undefined) throw new ScanProblem("scan-unsupported-feature", unread.slice(0, 80));
  return json;
}

/** glTF 1.0 stores objects by name instead of in arrays, and may omit its version. */
function isFirstVersion(value: unknown): boolean {
  const json = value as { asset?: { version?: unknown } | null; accessors?: unknown } | null;
  if (typeof json !== "object" || json === null) return false;
  const version = json.asset?.version;
  if (version === undefined)
    return typeof json.accessors === "object" && json.accessors !== null && !Array.isArray(json.accessors);
  return String(version) === "1" || String(version).startsWith("1.");
}

/** Splats drawn as bare points look like noise. Drafts of the extension have longer names. */
function hasSplats(json: GltfJson): boolean {
  const isSplats = (name: string) => name.startsWith(splatExtension);
  if ([...(json.extensionsUsed ?? []), ...(json.extensionsRequired ?? [])].some(isSplats)) return true;
  return (json.meshes ?? []).some((mesh) =>
    mesh.primitives.some((primitive) => Object.keys(primitive.extensions ?? {}).some(isSplats)),
  );
}

export function isSplatPrimitive({ extensions: given }: GltfPrimitive): boolean {
  return given?.[splatExtension] !== undefined;
}

/** The external files that a glTF references; data URIs are not external. */
export function listExternalUris(json: GltfJson): string[] {
  return [...(json.buffers ?? []), ...(json.images ?? [])].flatMap(({ uri }) =>
    uri === undefined || /^data:/i.test(uri) ? [] : [uri],
  );
}

const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const componentCounts: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};

// Accessors without stored values are all zeros; a larger count than this cannot be genuine.
const implicitCountMax = 1_000_000;
// One byte of a compressed stream never encodes more elements than this.
const elementsPerCompressedByteMax = 256;

const dataUriBytes = (uri: string) => {
  const comma = uri.indexOf(",");
  const payload = uri.length - comma - 1;
  if (!/;base64$/i.test(uri.slice(0, comma))) return payload;
  const padding = uri.endsWith("==") ? 2 : uri.endsWith("=") ? 1 : 0;
  return Math.floor(((payload - padding) * 3) / 4);
};

/**
 * Compares every count with the bytes present, without reading or allocating any of them.
 * @param externalBytes the size of a buffer or image that is not embedded, undefined when it is missing
 * @throws ScanProblem `scan-truncated`, `scan-lying-count`, `scan-corrupt`, `scan-missing-part`
 */
export function requireGltfCountsFit(
  json: GltfJson,
  binBytes: number | undefined,
  externalBytes: (uri: string) => number | undefined,
): void {
  const buffers = json.buffers ?? [];
  for (const [at, buffer] of buffers.entries()) {
    // The output buffer of meshopt decompression exists only in memory.
    const isFallback = buffer.uri === undefined && buffer.extensions?.EXT_meshopt_compression !== undefined && at > 0;
    if (isFallback) continue;
    let available = at === 0 ? binBytes : undefined;
    if (buffer.uri !== undefined) {
      available = /^data:/i.test(buffer.uri) ? dataUriBytes(buffer.uri) : externalBytes(buffer.uri);
    }
    if (available === undefined) throw new ScanProblem("scan-missing-part", `buffer ${at}`);
    if (buffer.byteLength > available) {
      throw new ScanProblem("scan-truncated", `buffer ${at} declares ${buffer.byteLength} bytes, holds ${available}`);
    }
  }
  const views = (json.bufferViews ?? []).map((view, at) => {
    const buffer = buffers[view.buffer];
    if (buffer === undefined) throw new ScanProblem("scan-corrupt", `buffer view ${at} names no buffer`);
    const meshopt = view.extensions?.EXT_meshopt_compression;
    if (meshopt !== undefined) {
      const parsed = meshoptViewSchema.safeParse(meshopt);
      if (!parsed.success) throw new ScanProblem("scan-corrupt", `buffer view ${at} compression`);
      const { count, byteStride, byteLength, byteOffset, buffer: source } = parsed.data;
      if (
        byteOffset + byteLength > (buffers[source]?.byteLength ?? 0) ||
        count > byteLength * elementsPerCompressedByteMax
      ) {
        throw new ScanProblem("scan-lying-count", `buffer view ${at}: ${count} elements in ${byteLength} bytes`);
      }
      return count * byteStride;
    }
    if ((view.byteOffset ?? 0) + view.byteLength > buffer.byteLength) {
      throw new ScanProblem("scan-lying-count", `buffer view ${at} reaches behind its buffer`);
    }
    return view.byteLength;
  });
  const compressedCounts = listDracoCounts(json);
  for (const [at, accessor] of (json.accessors ?? []).entries()) {
    const elementBytes = (componentBytes[accessor.componentType] ?? 0) * (componentCounts[accessor.type] ?? 0);
    if (elementBytes === 0) throw new ScanProblem("scan-corrupt", `accessor ${at} type`);
    if (accessor.bufferView === undefined) {
      if (accessor.count > (compressedCounts.get(at) ?? implicitCountMax)) {
        throw new ScanProblem("scan-lying-count", `accessor ${at} declares ${accessor.count} elements`);
      }
      continue;
    }
    const viewBytes = views[accessor.bufferView];
    if (viewBytes === undefined) throw new ScanProblem("scan-corrupt", `accessor ${at} names no buffer view`);
    const stride = json.bufferViews?.[accessor.bufferView]?.byteStride ?? elementBytes;
    const neededBytes = accessor.count === 0 ? 0 : stride * (accessor.count - 1) + elementBytes;
    if ((accessor.byteOffset ?? 0) + neededBytes > viewBytes) {
      throw new ScanProblem("scan-lying-count", `accessor ${at} declares ${accessor.count} elements`);
    }
  }
}

/** For accessors filled by Draco: the maximum number of elements that its bytes can encode. */
function listDracoCounts(json: GltfJson): Map<number, number> {
  const counts = new Map<number, number>();
  for (const primitive of (json.meshes ?? []).flatMap((mesh) => mesh.primitives)) {
    const draco = primitive.extensions?.KHR_draco_mesh_compression;
    if (typeof draco !== "object" || draco === null || !("bufferView" in draco)) continue;
    const bytes = json.bufferViews?.[Number(draco.bufferView)]?.byteLength ?? 0;
    for (const accessor of [...Object.values(primitive.attributes), primitive.indices ?? -1]) {
      counts.set(accessor, bytes * elementsPerCompressedByteMax);
    }
  }
  return counts;
}

export function primitiveElementCount(json: GltfJson, primitive: GltfPrimitive): number {
  const accessor = primitive.indices ?? primitive.attributes.POSITION ?? -1;
  return json.accessors?.[accessor]?.count ?? 0;
}

/** Triangles and points drawn by one primitive; lines draw neither. */
export function primitiveCounts(json: GltfJson, primitive: GltfPrimitive): { triangles: number; points: number } {
  const count = primitiveElementCount(json, primitive);
  switch (primitive.mode ?? 4) {
    case 0:
      return { triangles: 0, points: count };
    case 4:
      return { triangles: Math.floor(count / 3), points: 0 };
    case 5:
    case 6:
      return { triangles: Math.max(0, count - 2), points: 0 };
    default:
      return { triangles: 0, points: 0 };
  }
}
