import type { PreflightReport } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { createBoundsBuilder } from "./bounds-builder.ts";
import { boundsWarnings } from "./geometry-limits.ts";

export const stlHeaderBytes = 84;
export const stlTriangleBytes = 50;
const exactBytesMax = 16 * 1024 * 1024;
const sampleChunks = 32;
const sampleTriangles = 1024;

/** True for the binary form. Text starts with "solid", but so do some binary headers; then the size decides. */
export function isBinaryStl(head: Uint8Array, sizeBytes: number): boolean {
  if (head.length >= stlHeaderBytes && sizeBytes === stlHeaderBytes + stlTriangleCount(head) * stlTriangleBytes)
    return true;
  return !/^\s*solid\b/i.test(new TextDecoder("latin1").decode(head.subarray(0, 256)));
}

export function stlTriangleCount(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(80, true);
}

/** @throws ScanProblem when declared triangles are missing */
export function requireStlCountFits(triangles: number, sizeBytes: number): void {
  const neededBytes = stlHeaderBytes + triangles * stlTriangleBytes;
  if (triangles === 0) throw new ScanProblem("scan-empty-geometry");
  if (neededBytes <= sizeBytes) return;
  throw new ScanProblem(
    sizeBytes * 2 > neededBytes ? "scan-truncated" : "scan-lying-count",
    `declares ${triangles} triangles in ${sizeBytes} bytes`,
  );
}

export async function probeStl(source: ByteSource): Promise<PreflightReport> {
  const head = await source.read(0, Math.min(source.sizeBytes, 512));
  const builder = createBoundsBuilder();
  let triangles: number | undefined;
  let isExact = source.sizeBytes <= exactBytesMax;
  if (isBinaryStl(head, source.sizeBytes)) {
    if (head.length < stlHeaderBytes) throw new ScanProblem("scan-truncated", "STL header");
    triangles = stlTriangleCount(head);
    requireStlCountFits(triangles, source.sizeBytes);
    const chunkTriangles = isExact ? triangles : sampleTriangles;
    const chunks = isExact ? 1 : sampleChunks;
    for (let chunk = 0; chunk < chunks; chunk++) {
      const first = chunks === 1 ? 0 : Math.floor(((triangles - chunkTriangles) * chunk) / (chunks - 1));
      const bytes = await source.read(stlHeaderBytes + first * stlTriangleBytes, chunkTriangles * stlTriangleBytes);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at + stlTriangleBytes <= bytes.length; at += stlTriangleBytes) {
        for (let corner = 12; corner < 48; corner += 12) {
          builder.add(
            view.getFloat32(at + corner, true),
            view.getFloat32(at + corner + 4, true),
            view.getFloat32(at + corner + 8, true),
          );
        }
      }
    }
  } else if (isExact) {
    const text = new TextDecoder("latin1").decode(await source.read(0, source.sizeBytes));
    for (const match of text.matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/gi)) {
      builder.add(Number(match[1]), Number(match[2]), Number(match[3]));
    }
    triangles = Math.floor((builder.finiteCount + builder.invalidCount) / 3);
    if (triangles === 0) {
      throw new ScanProblem(/endsolid/i.test(text) ? "scan-empty-geometry" : "scan-truncated", "STL without triangles");
    }
    if (!/endsolid/i.test(text)) throw new ScanProblem("scan-truncated", "STL text does not end");
  } else isExact = false;
  if (builder.invalidCount > 0 && builder.finiteCount === 0) throw new ScanProblem("scan-invalid-geometry");
  const bounds = builder.toBounds();
  return {
    kind: "mesh",
    format: "stl",
    sizeBytes: source.sizeBytes,
    counts: triangles === undefined ? {} : { triangles },
    ...(bounds === undefined ? {} : { bounds }),
    unit: "unknown",
    upAxis: "z",
    warnings: [
      "scan-units-unknown",
      "scan-no-colour",
      ...(builder.invalidCount > 0 ? (["scan-invalid-points-skipped"] as const) : []),
      ...(bounds === undefined ? [] : boundsWarnings(bounds)),
    ],
  };
}
