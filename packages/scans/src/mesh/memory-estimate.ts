import { ScanProblem } from "../scan-problem.ts";

export const conversionMemoryBytesDefault = 4 * 1024 ** 3;

// Measured on rooms of 0.1 to 6 million triangles with these converters, rounded up.
const baseBytes = 200 * 1024 ** 2;
const bytesPerVertex = 170;
const bytesPerTriangle = 110;

/** @throws ScanProblem `scan-too-large` when a mesh of this size would exceed the memory of its conversion */
export function requireMeshFits(
  mesh: { readonly sizeBytes: number; readonly vertices: number; readonly triangles: number },
  memoryBytesMax = conversionMemoryBytesDefault,
): void {
  const neededBytes =
    baseBytes + mesh.sizeBytes * 2 + mesh.vertices * bytesPerVertex + mesh.triangles * bytesPerTriangle;
  if (neededBytes > memoryBytesMax) {
    throw new ScanProblem(
      "scan-too-large",
      `${mesh.triangles} triangles need about ${Math.round(neededBytes / 1e6)} MB, allowed are ${Math.round(memoryBytesMax / 1e6)} MB`,
    );
  }
}
