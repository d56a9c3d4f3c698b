import { metresPerUnit } from "@blueprint/contract/scan-report";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type LasHeader, readLasHeader } from "./las-header.ts";
import { type PointBatch, type PointStream, pointsPerBatch, toDataView } from "./point-stream.ts";

/** Opens an uncompressed LAS file 1.0–1.4, point formats 0–10. */
export async function openLas(source: ByteSource): Promise<PointStream> {
  const header = await readLasHeader(source);
  if (header.isCompressed) throw new ScanProblem("scan-corrupt", "a compressed file was opened as plain LAS");
  return toLasStream(header, async function* () {
    const unpack = createLasUnpacker(header);
    const countFrom = (first: number) => Math.max(0, Math.min(pointsPerBatch, header.pointCount - first));
    const read = (first: number) =>
      source.read(header.pointsOffset + first * header.recordBytes, countFrom(first) * header.recordBytes);
    let reading = read(0);
    for (let first = 0; first < header.pointCount; first += pointsPerBatch) {
      const count = countFrom(first);
      const bytes = await reading;
      if (bytes.length < count * header.recordBytes) throw new ScanProblem("scan-truncated");
      // The next ones are read while these are looked at; whoever waits for them hears of a failure.
      reading = read(first + pointsPerBatch);
      reading.catch(() => {});
      yield unpack(toDataView(bytes), count);
    }
  });
}

/** The parts of a stream that follow from a LAS header whatever the compression. */
export function toLasStream(header: LasHeader, batches: () => AsyncIterable<PointBatch>): PointStream {
  return {
    declaredCount: header.pointCount,
    unit: header.unit,
    verticalUnit: header.verticalUnit,
    crs: header.crs,
    metresPerUnit: { horizontal: metresPerUnit[header.unit], vertical: metresPerUnit[header.verticalUnit] },
    isGeoreferenced: header.isGeoreferenced,
    batches,
  };
}

/** Makes a function that unpacks consecutive records of one file; it remembers the file's colour depth. */
export function createLasUnpacker(header: LasHeader): (records: DataView, count: number) => PointBatch {
  const { recordBytes, rgbOffset } = header;
  // LAS 1.4 R15, 2.6: up to format 5 the class has five bits of a byte, from 6 on a byte of its own.
  const [classOffset, classMask] = header.pointFormat <= 5 ? [15, 0x1f] : [16, 0xff];
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

/** Colours should be 16 bit, but many programs write 8: decided by the first batch that has any colour. */
function findColourShift(records: DataView, count: number, recordBytes: number, rgbOffset: number): number | undefined {
  let highest = 0;
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) {
      const value = records.getUint16(i * recordBytes + rgbOffset + channel * 2, true);
      if (value > highest) highest = value;
    }
  }
  if (highest === 0) return undefined;
  return highest > 255 ? 8 : 0;
}
