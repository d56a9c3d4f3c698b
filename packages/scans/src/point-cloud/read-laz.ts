import { createLazPerf } from "laz-perf";
import type { ByteSource } from "../byte-source.ts";
import { ScanProblem } from "../scan-problem.ts";
import { type LasHeader, readLasHeader } from "./las-header.ts";
import { readLazChunks, requireWholeLaz } from "./laz-chunk-table.ts";
import { type PointStream, pointsPerBatch, toDataView } from "./point-stream.ts";
import { createLasUnpacker, toLasStream } from "./read-las.ts";

/** A chunk is entirely in memory during decoding; typical ones have 50,000 points and a few hundred kilobytes. */
const chunkBytesMax = 512 << 20;
/** A manipulated chunk may send the decoder past its end, where it reads zeros. */
const paddingBytes = 64 << 10;

/** Typings for the part of laz-perf used here; its own types need Emscripten's, which are not installed. */
interface LazDecoderModule {
  readonly HEAPU8: Uint8Array;
  _malloc(sizeBytes: number): number;
  _free(pointer: number): void;
  readonly ChunkDecoder: new () => {
    open(pointFormat: number, recordBytes: number, pointer: number): void;
    getPoint(pointer: number): void;
    delete(): void;
  };
}

/** Opens a LAZ or COPC file; COPC is a LAZ 1.4 file whose chunks happen to be octree nodes. */
export async function openLaz(source: ByteSource): Promise<PointStream> {
  const header = await readLasHeader(source);
  if (!header.isCompressed) throw new ScanProblem("scan-corrupt", "an uncompressed file was opened as LAZ");
  await requireWholeLaz(source, header);
  return toLasStream(header, () => decodeLaz(source, header));
}

/** Decodes chunk by chunk, so that memory does not grow with the file. */
async function* decodeLaz(source: ByteSource, header: LasHeader) {
  const chunks = await readLazChunks(source, header);
  const chunkBytes = chunks.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0);
  if (chunkBytes > chunkBytesMax) throw new ScanProblem("scan-too-large", `a LAZ chunk of ${chunkBytes} bytes`);
  const decoderModule = (await createLazPerf()) as unknown as LazDecoderModule;
  const { recordBytes, pointFormat } = header;
  const chunkPointer = decoderModule._malloc(chunkBytes + paddingBytes);
  const recordsPointer = decoderModule._malloc(pointsPerBatch * recordBytes);
  if (chunkPointer === 0 || recordsPointer === 0) throw new ScanProblem("scan-out-of-memory");
  const unpack = createLasUnpacker(header);
  try {
    for (const chunk of chunks) {
      const bytes = await source.read(chunk.offset, chunk.sizeBytes);
      if (bytes.length < chunk.sizeBytes) throw new ScanProblem("scan-truncated");
      decoderModule.HEAPU8.set(bytes, chunkPointer);
      decoderModule.HEAPU8.fill(0, chunkPointer + bytes.length, chunkPointer + chunkBytes + paddingBytes);
      const decoder = new decoderModule.ChunkDecoder();
      try {
        callDecoder(() => decoder.open(pointFormat, recordBytes, chunkPointer));
        for (let first = 0; first < chunk.pointCount; first += pointsPerBatch) {
          const count = Math.min(pointsPerBatch, chunk.pointCount - first);
          callDecoder(() => {
            for (let i = 0; i < count; i++) decoder.getPoint(recordsPointer + i * recordBytes);
          });
          // The decoder's memory may have grown meanwhile, which detaches older views.
          const records = decoderModule.HEAPU8.subarray(recordsPointer, recordsPointer + count * recordBytes);
          yield unpack(toDataView(records), count);
        }
      } finally {
        decoder.delete();
      }
    }
  } finally {
    decoderModule._free(recordsPointer);
    decoderModule._free(chunkPointer);
  }
}

/** The decoder throws a bare number or a WebAssembly trap; both mean that the data is not LAZ. */
function callDecoder(decode: () => void): void {
  try {
    decode();
  } catch (error) {
    throw new ScanProblem("scan-corrupt", `the LAZ decoder stopped (${String(error)})`);
  }
}
