import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { createE57BitStream } from "./e57-bit-stream.ts";
import { readE57Logical } from "./e57-pages.ts";
import { applyPose, type E57Scan, readE57File } from "./e57-scans.ts";
import { type PointBatch, type PointStream, pointsPerBatch, toDataView } from "./point-stream.ts";

const packetBytesMax = 64 << 10;
/** Many packets are read at once, since each is at most 64 KiB. */
const windowBytes = 4 << 20;

/** Opens an E57 file: the points of all its scans in their common frame. By its standard, E57 is in metres, z up. */
export async function openE57(source: ByteSource): Promise<PointStream> {
  const { pageBytes, scans } = await readE57File(source);
  return {
    declaredCount: scans.reduce((sum, scan) => sum + scan.pointCount, 0),
    unit: "metre",
    metresPerUnit: { horizontal: 1, vertical: 1 },
    isGeoreferenced: false,
    batches: async function* () {
      for (const scan of scans) yield* readScanPoints(source, pageBytes, scan);
    },
  };
}

async function* readScanPoints(source: ByteSource, pageBytes: number, scan: E57Scan) {
  const streams = scan.fields.map(createE57BitStream);
  const unpack = createUnpacker(scan);
  let left = scan.pointCount;
  for await (const buffers of readPackets(source, pageBytes, scan)) {
    if (buffers.length !== streams.length) throw new ScanProblem("scan-corrupt", "an E57 packet lacks fields");
    streams.forEach((stream, index) => {
      stream.append(buffers[index]!);
    });
    for (;;) {
      const count = Math.min(left, pointsPerBatch, ...streams.map((stream) => stream.availableRecords()));
      // Small packets are merged into full batches.
      if (count === 0 || (count < pointsPerBatch && count < left)) break;
      left -= count;
      yield unpack(
        streams.map((stream) => stream.take(count)),
        count,
      );
      if (left === 0) return;
    }
  }
  throw new ScanProblem("scan-truncated", `${left} of ${scan.pointCount} E57 records are missing`);
}

/** Yields each data packet's byte buffers, one per field. */
async function* readPackets(source: ByteSource, pageBytes: number, scan: E57Scan): AsyncGenerator<Uint8Array[]> {
  let windowStart = scan.packetsOffset;
  let bytes: Uint8Array = new Uint8Array(0);
  for (let at = scan.packetsOffset; at + 4 <= scan.packetsEnd; ) {
    if (at + packetBytesMax > windowStart + bytes.length && windowStart + bytes.length < scan.packetsEnd) {
      windowStart = at;
      bytes = await readE57Logical(source, pageBytes, at, Math.min(windowBytes, scan.packetsEnd - at));
    }
    const view = toDataView(bytes.subarray(at - windowStart));
    const packetType = view.getUint8(0);
    const packetBytes = view.getUint16(2, true) + 1;
    if (packetType > 2 || packetBytes < 4 || packetBytes > view.byteLength) {
      throw new ScanProblem("scan-corrupt", "E57 packet");
    }
    // Types 0 (index) and 2 (empty) hold no records.
    if (packetType === 1) {
      const bufferCount = view.getUint16(4, true);
      const buffers: Uint8Array[] = [];
      let start = 6 + bufferCount * 2;
      for (let i = 0; i < bufferCount; i++) {
        const lengthBytes = start <= packetBytes ? view.getUint16(6 + i * 2, true) : 0;
        if (start + lengthBytes > packetBytes) throw new ScanProblem("scan-corrupt", "E57 packet lengths");
        buffers.push(new Uint8Array(view.buffer, view.byteOffset + start, lengthBytes));
        start += lengthBytes;
      }
      yield buffers;
    }
    at += packetBytes;
  }
}

function createUnpacker(scan: E57Scan): (columns: Float64Array[], count: number) => PointBatch {
  const indexOf = (name: string) => scan.fields.findIndex((field) => field.name === name);
  const cartesian = ["cartesianX", "cartesianY", "cartesianZ"].map(indexOf);
  const spherical = ["sphericalRange", "sphericalAzimuth", "sphericalElevation"].map(indexOf);
  const isCartesian = cartesian.every((index) => index >= 0);
  if (!isCartesian && !spherical.every((index) => index >= 0)) {
    throw new ScanProblem("scan-unsupported-feature", "an E57 scan without positions");
  }
  const invalidState = indexOf(isCartesian ? "cartesianInvalidState" : "sphericalInvalidState");
  const colours = ["colorRed", "colorGreen", "colorBlue"].map(indexOf);
  const hasColours = colours.every((index) => index >= 0);
  const intensity = indexOf("intensity");
  return (columns, total) => {
    const [a, b, c] = (isCartesian ? cartesian : spherical).map((index) => columns[index]!) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const invalid = invalidState >= 0 ? columns[invalidState] : undefined;
    const positions = new Float64Array(total * 3);
    const rgb = hasColours ? new Uint8Array(total * 3) : undefined;
    const intensities = intensity >= 0 ? new Float32Array(total) : undefined;
    let count = 0;
    for (let i = 0; i < total; i++) {
      // The scanner itself marks this as not measured, so the file is not at fault.
      if (invalid && invalid[i] !== 0) continue;
      if (isCartesian) {
        positions[count * 3] = a[i]!;
        positions[count * 3 + 1] = b[i]!;
        positions[count * 3 + 2] = c[i]!;
      } else {
        const horizontal = a[i]! * Math.cos(c[i]!);
        positions[count * 3] = horizontal * Math.cos(b[i]!);
        positions[count * 3 + 1] = horizontal * Math.sin(b[i]!);
        positions[count * 3 + 2] = a[i]! * Math.sin(c[i]!);
      }
      if (rgb) {
        for (let channel = 0; channel < 3; channel++) {
          const { range } = scan.fields[colours[channel]!]!;
          const value = ((columns[colours[channel]!]![i]! - range.min) / (range.max - range.min || 1)) * 255;
          rgb[count * 3 + channel] = value >= 255 ? 255 : value > 0 ? Math.round(value) : 0;
        }
      }
      if (intensities) intensities[count] = columns[intensity]![i]!;
      count++;
    }
    if (scan.pose) applyPose(scan.pose, positions, count);
    return { count, positions, ...(rgb && { rgb }), ...(intensities && { intensity: intensities }) };
  };
}
