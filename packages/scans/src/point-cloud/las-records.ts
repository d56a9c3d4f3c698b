import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import type { LasHeader } from "./las-header.ts";
import { coordinateMax, createRecords, neutralGrey, type PointRecords, recordBytes } from "./point-records.ts";
import { PointSurvey, type SurveyedPoints } from "./point-survey.ts";

const pointsPerRead = 65_536;

/** The point bytes of an uncompressed file, in chunks. @throws ScanProblem scan-truncated */
export async function* readLasBytes(
  source: ByteSource,
  { pointCount, pointsOffset, recordBytes: bytesEach }: LasHeader,
): AsyncGenerator<{ readonly view: DataView; readonly count: number }> {
  const countFrom = (first: number) => Math.max(0, Math.min(pointsPerRead, pointCount - first));
  const read = (first: number) => source.read(pointsOffset + first * bytesEach, countFrom(first) * bytesEach);
  let reading = read(0);
  for (let first = 0; first < pointCount; first += pointsPerRead) {
    const count = countFrom(first);
    const bytes = await reading;
    if (bytes.length < count * bytesEach) throw new ScanProblem("scan-truncated");
    // Read ahead while the current chunk is processed; a failure surfaces when it is awaited.
    reading = read(first + pointsPerRead);
    reading.catch(() => {});
    yield { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), count };
  }
}

/** Reads an uncompressed file's points with finite positions as records. The next iteration overwrites them. */
export async function* readLasRecords(
  source: ByteSource,
  header: LasHeader,
): AsyncGenerator<PointRecords & { readonly invalidCount: number }> {
  const { recordBytes: bytesEach, rgbOffset } = header;
  const { classOffset, classMask } = locateClass(header);
  const [scaleX, scaleY, scaleZ] = header.scale;
  const [offsetX, offsetY, offsetZ] = header.offset;
  const records = createRecords(Math.min(pointsPerRead, header.pointCount));
  const { doubles, floats, bytes } = records;
  let colourShift: number | undefined;
  for await (const { view, count } of readLasBytes(source, header)) {
    if (rgbOffset !== undefined) colourShift ??= findColourShift(view, count, bytesEach, rgbOffset);
    const shift = colourShift ?? 8;
    let filled = 0;
    for (let i = 0, at = 0; i < count; i++, at += bytesEach) {
      const x = view.getInt32(at, true) * scaleX + offsetX;
      const y = view.getInt32(at + 4, true) * scaleY + offsetY;
      const z = view.getInt32(at + 8, true) * scaleZ + offsetZ;
      if (!(Math.abs(x) < coordinateMax && Math.abs(y) < coordinateMax && Math.abs(z) < coordinateMax)) continue;
      doubles[filled * 4] = x;
      doubles[filled * 4 + 1] = y;
      doubles[filled * 4 + 2] = z;
      floats[filled * 8 + 6] = view.getUint16(at + 12, true);
      const byte = filled * recordBytes + 28;
      if (rgbOffset === undefined) {
        bytes[byte] = neutralGrey;
        bytes[byte + 1] = neutralGrey;
        bytes[byte + 2] = neutralGrey;
      } else {
        bytes[byte] = Math.min(view.getUint16(at + rgbOffset, true) >> shift, 255);
        bytes[byte + 1] = Math.min(view.getUint16(at + rgbOffset + 2, true) >> shift, 255);
        bytes[byte + 2] = Math.min(view.getUint16(at + rgbOffset + 4, true) >> shift, 255);
      }
      bytes[byte + 3] = view.getUint8(at + classOffset) & classMask;
      filled++;
    }
    yield { ...records, count: filled, invalidCount: count - filled };
  }
}

/** LAS 1.4 R15, 2.6: up to format 5 the class has five bits of a byte, from 6 on its own byte. */
export function locateClass({ pointFormat }: LasHeader): { readonly classOffset: number; readonly classMask: number } {
  return pointFormat <= 5 ? { classOffset: 15, classMask: 0x1f } : { classOffset: 16, classMask: 0xff };
}

/** Colours should be 16-bit, but many programs write 8-bit ones: decided by the first batch that has any colour. */
export function findColourShift(
  view: DataView,
  count: number,
  bytesEach: number,
  rgbOffset: number,
): number | undefined {
  let highest = 0;
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) {
      const value = view.getUint16(i * bytesEach + rgbOffset + channel * 2, true);
      if (value > highest) highest = value;
    }
  }
  if (highest === 0) return undefined;
  return highest > 255 ? 8 : 0;
}

/** Examines all points of an uncompressed file, which is read again later. @param onBatch as for `spoolPoints` */
export async function surveyLas(
  source: ByteSource,
  header: LasHeader,
  onBatch: (seenCount: number) => Promise<void>,
): Promise<SurveyedPoints> {
  const survey = new PointSurvey();
  const measured = { rgb: header.rgbOffset !== undefined, intensity: true };
  for await (const records of readLasRecords(source, header)) {
    survey.add(records, records.invalidCount, measured);
    await onBatch(survey.seenCount);
  }
  return survey.finish();
}
