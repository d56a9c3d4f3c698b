import { type FileHandle, open } from "node:fs/promises";
import { coordinateMax, createRecords, neutralGrey, type PointRecords, recordBytes } from "./point-records.ts";
import type { PointBatch } from "./point-stream.ts";
import { PointSurvey, type SurveyedPoints } from "./point-survey.ts";

const recordsPerRead = 65_536;

/**
 * Writes the points of a stream to a file of plain records. Decisions about a cloud (bounds, frame, colours) depend on
 * all of it, and decoding the original twice is slower than the disk.
 * @param onBatch called after each batch with the points seen so far; may throw to stop
 */
export async function spoolPoints(
  batches: AsyncIterable<PointBatch>,
  path: string,
  onBatch: (seenCount: number) => Promise<void>,
): Promise<SurveyedPoints> {
  await using file = await open(path, "wx");
  const survey = new PointSurvey();
  // One buffer is written to the file while the other is filled.
  let [records, written] = [createRecords(0), createRecords(0)];
  let writing = Promise.resolve();
  for await (const batch of batches) {
    if (records.count < batch.count) records = createRecords(batch.count);
    const count = fill(records, batch);
    const measured = { rgb: batch.rgb !== undefined, intensity: batch.intensity !== undefined };
    survey.add({ ...records, count }, batch.count - count, measured);
    await writing;
    writing = writeWhole(file, records.bytes, count * recordBytes);
    // A failure surfaces when the promise is awaited.
    writing.catch(() => {});
    [records, written] = [written, records];
    await onBatch(survey.seenCount);
  }
  await writing;
  return survey.finish();
}

/** @returns how many points have finite positions; the others are dropped */
function fill(
  { doubles, floats, bytes }: PointRecords,
  { count, positions, rgb, intensity, classification }: PointBatch,
): number {
  let filled = 0;
  for (let i = 0; i < count; i++) {
    const x = positions[i * 3]!;
    const y = positions[i * 3 + 1]!;
    const z = positions[i * 3 + 2]!;
    // Also false for NaN.
    if (!(Math.abs(x) < coordinateMax && Math.abs(y) < coordinateMax && Math.abs(z) < coordinateMax)) continue;
    doubles[filled * 4] = x;
    doubles[filled * 4 + 1] = y;
    doubles[filled * 4 + 2] = z;
    const measured = intensity?.[i] ?? 0;
    // A non-finite intensity does not invalidate the position.
    floats[filled * 8 + 6] = Number.isFinite(measured) ? measured : 0;
    const byte = filled * recordBytes + 28;
    bytes[byte] = rgb ? rgb[i * 3]! : neutralGrey;
    bytes[byte + 1] = rgb ? rgb[i * 3 + 1]! : neutralGrey;
    bytes[byte + 2] = rgb ? rgb[i * 3 + 2]! : neutralGrey;
    bytes[byte + 3] = classification?.[i] ?? 0;
    filled++;
  }
  return filled;
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, sizeBytes: number): Promise<void> {
  for (let at = 0; at < sizeBytes; ) at += (await file.write(bytes, at, sizeBytes - at)).bytesWritten;
}

/** Reads a spool file from its beginning. Records stay valid for one further iteration. */
export async function* readSpool(path: string): AsyncGenerator<PointRecords> {
  await using file = await open(path, "r");
  const read = async (into: PointRecords, position: number): Promise<number> => {
    let filled = 0;
    while (filled < into.bytes.length) {
      const { bytesRead } = await file.read(into.bytes, filled, into.bytes.length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  };
  // One buffer is filled while the other is processed.
  let [records, next] = [createRecords(recordsPerRead), createRecords(recordsPerRead)];
  let reading = read(next, 0);
  for (let position = 0; ; ) {
    const filled = await reading;
    if (filled === 0) return;
    [records, next] = [next, records];
    position += filled;
    reading = read(next, position);
    // A failure surfaces when the promise is awaited.
    reading.catch(() => {});
    yield { ...records, count: filled / recordBytes };
  }
}
