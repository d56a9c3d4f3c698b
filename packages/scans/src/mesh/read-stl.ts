import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Document } from "@gltf-transform/core";
import type { ByteSource } from "../byte-source.ts";
import type { ConversionJob } from "../conversion.ts";
import { GrowableArray } from "../growable-array.ts";
import { requireMeshFits } from "./memory-estimate.ts";
import type { MeshScene } from "./mesh-scene.ts";
import { isBinaryStl, requireStlCountFits, stlHeaderBytes, stlTriangleBytes, stlTriangleCount } from "./probe-stl.ts";
import { readTextLines } from "./read-text-lines.ts";

/** Reads binary and text STL: bare triangles without units, colours or shared corners. @throws ScanProblem */
export async function readStl(job: ConversionJob, source: ByteSource): Promise<MeshScene> {
  const head = await source.read(0, Math.min(512, source.sizeBytes));
  let positions: Float32Array | Float64Array;
  if (isBinaryStl(head, source.sizeBytes)) {
    const triangles = stlTriangleCount(head);
    requireStlCountFits(triangles, source.sizeBytes);
    // Corners are shared before they cost much: a closed surface has half as many as faces.
    requireMeshFits({ sizeBytes: source.sizeBytes, vertices: triangles, triangles }, job.memoryBytesMax);
    const bytes = await readFile(job.inputPath);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    positions = new Float32Array(triangles * 9);
    for (let triangle = 0; triangle < triangles; triangle++) {
      const at = stlHeaderBytes + triangle * stlTriangleBytes + 12;
      for (let value = 0; value < 9; value++) positions[triangle * 9 + value] = view.getFloat32(at + value * 4, true);
    }
  } else {
    // A triangle of a text STL takes at least 120 characters.
    const triangles = source.sizeBytes / 120;
    requireMeshFits({ sizeBytes: source.sizeBytes, vertices: triangles, triangles }, job.memoryBytesMax);
    const values = new GrowableArray((length) => new Float64Array(length));
    for await (const line of readTextLines(createReadStream(job.inputPath))) {
      const words = line.trim().split(/\s+/);
      if (words[0]?.toLowerCase() !== "vertex") continue;
      for (let axis = 1; axis <= 3; axis++) values.push(Number(words[axis]));
    }
    positions = values.toArray().subarray(0, Math.floor(values.length / 9) * 9);
  }
  const document = new Document();
  const material = document.createMaterial("surface").setMetallicFactor(0).setRoughnessFactor(1).setDoubleSided(true);
  const indices = Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  return {
    document,
    parts: [{ material, positions, indices, uvSets: new Map() }],
    usualUpAxis: "z",
    unit: "unknown",
    warnings: new Set(["scan-units-unknown", "scan-no-colour"]),
  };
}
