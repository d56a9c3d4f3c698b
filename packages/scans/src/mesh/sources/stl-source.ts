import { createReadStream } from "node:fs";
import type { ByteSource } from "../../byte-source.ts";
import type { ConversionJob } from "../../conversion.ts";
import { isBinaryStl, requireStlCountFits, stlHeaderBytes, stlTriangleBytes, stlTriangleCount } from "../probe-stl.ts";
import { readTextLines } from "../read-text-lines.ts";
import { plainSurface } from "./gltf-surfaces.ts";
import type { MeshSource } from "./mesh-source.ts";
import { PagedFile } from "./paged-file.ts";
import { breathe, TriangleBatcher } from "./triangle-batcher.ts";

const bare = { normals: false, uvs: false, colours: false } as const;

/** Binary and text STL: bare triangles without units, colours or shared corners. @throws ScanProblem */
export async function openStlSource(job: ConversionJob, source: ByteSource): Promise<MeshSource> {
  const head = await source.read(0, Math.min(512, source.sizeBytes));
  const isBinary = isBinaryStl(head, source.sizeBytes);
  if (isBinary) requireStlCountFits(stlTriangleCount(head), source.sizeBytes);
  const file = new PagedFile(job.inputPath, 8 * 1024 * 1024);
  return {
    // Scanners and CAD programs write STL with either winding.
    surfaces: [{ ...plainSurface, isDoubleSided: true }],
    pictures: [],
    usualUpAxis: "z",
    unit: "unknown",
    warnings: new Set(["scan-units-unknown", "scan-no-colour"]),
    readTriangles: async (onTriangles, onFraction) => {
      const batcher = new TriangleBatcher(onTriangles);
      batcher.begin(0, bare);
      if (isBinary) await readBinary(file, stlTriangleCount(head), batcher, onFraction);
      else await readText(job, batcher, source.sizeBytes, onFraction);
      batcher.flush();
    },
    [Symbol.asyncDispose]: async () => file[Symbol.dispose](),
  };
}

async function readBinary(
  file: PagedFile,
  triangles: number,
  batcher: TriangleBatcher,
  onFraction: (fraction: number) => void,
): Promise<void> {
  for (let triangle = 0; triangle < triangles; triangle++) {
    const at = file.seek(stlHeaderBytes + triangle * stlTriangleBytes + 12);
    for (let value = 0; value < 9; value++) {
      batcher.positions[batcher.count * 9 + value] = file.view.getFloat32(at + value * 4, true);
    }
    if (batcher.next()) {
      onFraction(triangle / triangles);
      await breathe();
    }
  }
}

async function readText(
  job: ConversionJob,
  batcher: TriangleBatcher,
  sizeBytes: number,
  onFraction: (fraction: number) => void,
): Promise<void> {
  let value = 0;
  let readBytes = 0;
  for await (const line of readTextLines(createReadStream(job.inputPath))) {
    readBytes += line.length + 1;
    const words = line.trim().split(/\s+/);
    if (words[0]?.toLowerCase() !== "vertex") continue;
    for (let axis = 1; axis <= 3; axis++) batcher.positions[batcher.count * 9 + value++] = Number(words[axis]);
    if (value < 9) continue;
    value = 0;
    if (batcher.next()) onFraction(Math.min(1, readBytes / sizeBytes));
  }
}
