import { metresPerUnit } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { GeographicProjection } from "./geographic-system.ts";
import { type LasHeader, readLasHeader } from "./las-header.ts";
import { findColourShift, locateClass, readLasBytes } from "./las-records.ts";
import type { PointBatch, PointStream } from "./point-stream.ts";

/** Opens an uncompressed LAS file 1.0–1.4, point formats 0–10. */
export async function openLas(source: ByteSource): Promise<PointStream> {
  const header = await readLasHeader(source);
  if (header.isCompressed) throw new ScanProblem("scan-corrupt", "a compressed file was opened as plain LAS");
  const stream = toLasStream(header, async function* () {
    const unpack = createLasUnpacker(header);
    for await (const { view, count } of readLasBytes(source, header)) yield unpack(view, count);
  });
  // Reading the plain file directly would bypass the projection.
  return header.geographic === undefined ? { ...stream, plainLas: header } : stream;
}

/** The parts of a stream that depend only on the LAS header, not on the compression. */
export function toLasStream(header: LasHeader, batches: () => AsyncIterable<PointBatch>): PointStream {
  return {
    declaredCount: header.pointCount,
    unit: header.unit,
    verticalUnit: header.verticalUnit,
    crs: header.crs,
    metresPerUnit: { horizontal: metresPerUnit[header.unit], vertical: metresPerUnit[header.verticalUnit] },
    isGeoreferenced: header.isGeoreferenced,
    batches: () => (header.geographic === undefined ? batches() : project(header.geographic, batches())),
    isFromDegrees: header.geographic !== undefined,
  };
}

async function* project(geographic: GeographicProjection, batches: AsyncIterable<PointBatch>) {
  for await (const batch of batches) {
    geographic.project(batch.positions);
    yield batch;
  }
}

/** Creates a function that unpacks consecutive records of one file; it remembers the file's colour depth. */
export function createLasUnpacker(header: LasHeader): (records: DataView, count: number) => PointBatch {
  const { recordBytes, rgbOffset } = header;
  const { classOffset, classMask } = locateClass(header);
  const [scaleX, scaleY, scaleZ] = header.scale;
  const [offsetX, offsetY, offsetZ] = header.offset;
  let colourShift: number | undefined;
  return (records, count) => {
    const positions = new Float64Array(count * 3);
    const intensity = new Float32Array(count);
    const classification = new Uint8Array(count);
    for (let i = 0, at = 0; i < count; i++, at += recordBytes) {
      positions[i * 3] = records.getInt32(at, true) * scaleX + offsetX;
      positions[i * 3 + 1] = records.getInt32(at + 4, true) * scaleY + offsetY;
      positions[i * 3 + 2] = records.getInt32(at + 8, true) * scaleZ + offsetZ;
      intensity[i] = records.getUint16(at + 12, true);
      classification[i] = records.getUint8(at + classOffset) & classMask;
    }
    if (rgbOffset === undefined) return { count, positions, intensity, classification };
    colourShift ??= findColourShift(records, count, recordBytes, rgbOffset);
    const rgb = new Uint8Array(count * 3);
    for (let i = 0, at = rgbOffset; i < count; i++, at += recordBytes) {
      for (let channel = 0; channel < 3; channel++) {
        const value = records.getUint16(at + channel * 2, true) >> (colourShift ?? 8);
        rgb[i * 3 + channel] = Math.min(value, 255);
      }
    }
    return { count, positions, rgb, intensity, classification };
  };
}
