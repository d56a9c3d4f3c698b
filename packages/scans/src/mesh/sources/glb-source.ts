import type { ByteSource } from "../../byte-source.ts";
import type { ConversionJob } from "../../conversion.ts";
import { ScanProblem } from "../../scan-problem.ts";
import { readGlbContainer } from "../gltf-container.ts";
import { type GltfJson, type GltfPrimitive, primitiveCounts } from "../gltf-json.ts";
import { determinant3, type Matrix } from "../matrix.ts";
import { visitMeshes } from "../probe-gltf.ts";
import { mergeGloss, mergePictures } from "../specular-glossiness.ts";
import { GltfElements } from "./gltf-accessor.ts";
import { type GltfSurface, listGltfSurfaces, transformUv } from "./gltf-surfaces.ts";
import { hasSecondUvs, listPictures, type MeshSource, type SourcePicture } from "./mesh-source.ts";
import { PagedFile } from "./paged-file.ts";
import { batchTriangles, breathe, TriangleBatcher } from "./triangle-batcher.ts";

interface Placement {
  readonly primitive: GltfPrimitive;
  readonly world: Matrix;
}

/**
 * A GLB whose geometry is stored uncompressed in its binary part: read in place, whatever its size.
 * @returns undefined for compressed, sparse or instanced geometry, loose points and external pictures
 */
export async function openGlbSource(job: ConversionJob, source: ByteSource): Promise<MeshSource | undefined> {
  const { json, bin } = await readGlbContainer(source);
  const placements: Placement[] = [];
  visitMeshes(json, (mesh, world) => {
    for (const primitive of json.meshes?.[mesh]?.primitives ?? []) placements.push({ primitive, world });
  });
  if (bin === undefined || !isPlain(json, placements)) return undefined;
  const { surfaces, merged, isPictureMissing } = listGltfSurfaces(json);
  const file = new PagedFile(job.inputPath);
  const pictures = (json.images ?? []).map((image): SourcePicture => {
    const view = json.bufferViews?.[image.bufferView ?? -1];
    return {
      mimeType: image.mimeType,
      read: async () => {
        if (view === undefined) throw new Error("a picture without bytes");
        return source.read(bin.offset + (view.byteOffset ?? 0), view.byteLength);
      },
    };
  });
  for (const { role, diffuseImage, specularImage, factors, glossiness } of merged) {
    pictures.push({
      mimeType: "image/png",
      read: async () => {
        const diffuse = diffuseImage === undefined ? undefined : await pictures[diffuseImage]!.read();
        const specular = await pictures[specularImage]!.read();
        return role === "base"
          ? mergePictures(diffuse, specular, factors)
          : mergeGloss(diffuse, specular, factors, glossiness);
      },
    });
  }
  const total = placements.reduce((sum, { primitive }) => sum + primitiveCounts(json, primitive).triangles, 0);
  return {
    surfaces,
    pictures,
    upAxis: "y",
    usualUpAxis: "y",
    unit: "metre",
    warnings: new Set(isPictureMissing ? ["scan-missing-texture" as const] : []),
    readTriangles: async (onTriangles, onFraction) => {
      let done = 0;
      const batcher = new TriangleBatcher(onTriangles);
      for (const placement of placements) {
        await readPrimitive({ json, file, binOffset: bin.offset, surfaces }, placement, batcher, (triangles) => {
          done += triangles;
          onFraction(total === 0 ? 1 : done / total);
        });
      }
      batcher.flush();
    },
    [Symbol.asyncDispose]: async () => file[Symbol.dispose](),
  };
}

function isPlain(json: GltfJson, placements: readonly Placement[]): boolean {
  const used = json.extensionsUsed ?? [];
  if (["KHR_draco_mesh_compression", "EXT_mesh_gpu_instancing"].some((name) => used.includes(name))) return false;
  if ((json.bufferViews ?? []).some((view) => view.buffer !== 0 || view.extensions?.EXT_meshopt_compression))
    return false;
  if (json.buffers?.[0]?.uri !== undefined || (json.images ?? []).some((image) => image.uri !== undefined))
    return false;
  return placements.every(({ primitive }) => {
    if (primitive.mode === 0) return false;
    return [...Object.values(primitive.attributes), primitive.indices].every(
      (accessor) => accessor === undefined || json.accessors?.[accessor]?.sparse === undefined,
    );
  });
}

interface GlbContent {
  readonly json: GltfJson;
  readonly file: PagedFile;
  readonly binOffset: number;
  readonly surfaces: readonly GltfSurface[];
}

async function readPrimitive(
  { json, file, binOffset, surfaces }: GlbContent,
  { primitive, world }: Placement,
  batcher: TriangleBatcher,
  onDone: (triangles: number) => void,
): Promise<void> {
  const open = (accessor: number | undefined) => {
    const found = json.accessors?.[accessor ?? -1];
    return found === undefined ? undefined : GltfElements.open(json, file, binOffset, found);
  };
  const vertexCount = json.accessors?.[primitive.attributes.POSITION ?? -1]?.count ?? 0;
  const positions = open(primitive.attributes.POSITION);
  const { triangles } = primitiveCounts(json, primitive);
  if (positions === undefined || vertexCount === 0 || triangles === 0) return;
  const surfaceAt = Math.min(primitive.material ?? surfaces.length - 1, surfaces.length - 1);
  const surface = surfaces[surfaceAt]!;
  const indices = open(primitive.indices);
  const normals = open(primitive.attributes.NORMAL);
  const uvs = listPictures(surface).length === 0 ? undefined : open(primitive.attributes[`TEXCOORD_${surface.uvSet}`]);
  const place = hasSecondUvs(surface) ? surface.second : undefined;
  const secondUvs = place === undefined ? undefined : open(primitive.attributes[`TEXCOORD_${place.uvSet}`]);
  const colours = open(primitive.attributes.COLOR_0);
  // Attributes that end before the positions do count as absent.
  const isWhole = (elements: GltfElements | undefined) => elements !== undefined && elements.count >= vertexCount;
  batcher.begin(surfaceAt, {
    normals: isWhole(normals),
    uvs: isWhole(uvs),
    secondUvs: isWhole(secondUvs),
    colours: isWhole(colours),
  });
  const turn = createNormalTurn(world);
  // Mirrored placements reverse the winding.
  const [second, third] = determinant3(world) < 0 ? [2, 1] : [1, 2];
  const mode = primitive.mode ?? 4;
  const corners = [0, 0, 0];
  const position = new Float64Array(3);

  for (let triangle = 0; triangle < triangles; triangle++) {
    if (mode === 4) corners[0] = triangle * 3;
    else if (mode === 6) corners[0] = 0;
    else corners[0] = triangle % 2 === 0 ? triangle : triangle + 1;
    corners[second] = mode === 4 ? triangle * 3 + 1 : mode === 6 || triangle % 2 === 0 ? triangle + 1 : triangle;
    corners[third] = mode === 4 ? triangle * 3 + 2 : triangle + 2;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices === undefined ? corners[corner]! : indices.readIndex(corners[corner]!);
      if (vertex >= vertexCount) throw new ScanProblem("scan-corrupt", `index ${vertex} of ${vertexCount} vertices`);
      const at = batcher.count * 3 + corner;
      positions.read(vertex, position, 0, 3);
      const [x, y, z] = [position[0]!, position[1]!, position[2]!];
      for (let axis = 0; axis < 3; axis++) {
        batcher.positions[at * 3 + axis] =
          world[axis]! * x + world[4 + axis]! * y + world[8 + axis]! * z + world[12 + axis]!;
      }
      if (normals !== undefined && vertex < normals.count) {
        normals.read(vertex, batcher.normals, at * 3, 3);
        turn(batcher.normals, at * 3);
      }
      if (uvs !== undefined && vertex < uvs.count) {
        uvs.read(vertex, batcher.uvs, at * 2, 2);
        if (surface.uvTransform !== undefined) transformUv(batcher.uvs, at * 2, surface.uvTransform);
      }
      if (secondUvs !== undefined && vertex < secondUvs.count) {
        secondUvs.read(vertex, batcher.secondUvs, at * 2, 2);
        if (place?.uvTransform !== undefined) transformUv(batcher.secondUvs, at * 2, place.uvTransform);
      }
      if (colours !== undefined && vertex < colours.count) {
        batcher.colours[at * 4 + 3] = 1;
        colours.read(vertex, batcher.colours, at * 4, 4);
      }
    }
    if (batcher.next()) {
      onDone(batchTriangles);
      await breathe();
    }
  }
  onDone(batcher.count);
}

/** Normals transform with the inverse transpose, which keeps them perpendicular under non-uniform scaling. */
function createNormalTurn(m: Matrix): (normals: Float32Array, at: number) => void {
  const [a, b, c, d, e, f, g, h, i] = [m[0]!, m[4]!, m[8]!, m[1]!, m[5]!, m[9]!, m[2]!, m[6]!, m[10]!];
  const sign = determinant3(m) < 0 ? -1 : 1;
  const rows = [
    [e * i - f * h, f * g - d * i, d * h - e * g],
    [c * h - b * i, a * i - c * g, b * g - a * h],
    [b * f - c * e, c * d - a * f, a * e - b * d],
  ] as const;
  return (normals, at) => {
    const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    for (const [axis, row] of rows.entries()) normals[at + axis] = (row[0] * x + row[1] * y + row[2] * z) * sign;
  };
}
