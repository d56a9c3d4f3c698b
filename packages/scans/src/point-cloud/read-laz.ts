import { createLazPerf } from "laz-perf";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type LasHeader, readLasHeader } from "./las-header.ts";
import { requireWholeLaz } from "./laz-chunk-table.ts";
import { type PointStream, pointsPerBatch, toDataView } from "./point-stream.ts";
import { createLasUnpacker, toLasStream } from "./read-las.ts";

/** The decoder holds the compressed file in its own memory, which ends at 2 GiB. */
export const lazBytesMax = 1_500_000_000;
/** The part of laz-perf used here; its own types need Emscripten's, which are not installed. */
interface LazDecoderModule {
  readonly HEAPU8: Uint8Array;
  _malloc(sizeBytes: number): number;
  _free(pointer: number): void;
  readonly LASZip: new () => {
    open(pointer: number, sizeBytes: number): void;
    getPoint(pointer: number): void;
    delete(): void;
  };
}

/** Opens a LAZ or COPC file; COPC is a LAZ 1.4 file whose chunks happen to be octree nodes. */
export async function openLaz(source: ByteSource): Promise<PointStream> {
  const header = await readLasHeader(source);
  if (!header.isCompressed) throw new ScanProblem("scan-corrupt", "an uncompressed file was opened as LAZ");
  await requireWholeLaz(source, header);
  if (source.sizeBytes > lazBytesMax) throw new ScanProblem("scan-too-large", `${source.sizeBytes} bytes of LAZ`);
  return toLasStream(header, () => decodeLaz(source, header));
}

async function* decodeLaz(source: ByteSource, header: LasHeader) {
  const decoderModule = (await createLazPerf()) as unknown as LazDecoderModule;
  const filePointer = decoderModule._malloc(source.sizeBytes);
  if (filePointer === 0) throw new ScanProblem("scan-out-of-memory");
  const pieceBytes = 16 << 20;
  for (let at = 0; at < source.sizeBytes; at += pieceBytes) {
    decoderModule.HEAPU8.set(await source.read(at, pieceBytes), filePointer + at);
  }
  const { recordBytes, pointCount } = header;
  const pointPointer = decoderModule._malloc(recordBytes);
  const decoder = new decoderModule.LASZip();
  const unpack = createLasUnpacker(header);
  const records = new Uint8Array(pointsPerBatch * recordBytes);
  try {
    callDecoder(() => decoder.open(filePointer, source.sizeBytes));
    for (let first = 0; first < pointCount; first += pointsPerBatch) {
      const count = Math.min(pointsPerBatch, pointCount - first);
      callDecoder(() => {
        for (let i = 0; i < count; i++) {
          decoder.getPoint(pointPointer);
          // The decoder's memory may have grown, which detaches the old view: it is taken anew for each point.
          const heap = decoderModule.HEAPU8;
          const to = i * recordBytes;
          for (let k = 0; k < recordBytes; k++) records[to + k] = heap[pointPointer + k]!;
        }
      });
      yield unpack(toDataView(records), count);
    }
  } finally {
    decoder.delete();
    decoderModule._free(pointPointer);
    decoderModule._free(filePointer);
  }
}

/** The decoder throws a bare number or a trap of its own memory; both mean data that is not LAZ. */
function callDecoder(decode: () => void): void {
  try {
    decode();
  } catch (error) {
    throw new ScanProblem("scan-corrupt", `the LAZ decoder stopped (${String(error)})`);
  }
}
