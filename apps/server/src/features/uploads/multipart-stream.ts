import { Readable } from "node:stream";
import { AppError } from "../../platform/app-error.ts";
import { readMultipartHead, type UploadMetadata } from "./upload-metadata.ts";

/** Limit for the metadata and the headers of both parts; anything longer describes no file. */
const headBytesMax = 96 * 1024;

export interface MultipartStream {
  readonly metadata: UploadMetadata;
  readonly sizeBytes: number;
  /** The file alone. Fails when the body does not end where its length says. */
  readonly body: Readable;
}

/**
 * Parses a `multipart/related` body as it arrives, for files too large to hold in memory. The size is known from the
 * start: nothing may follow the closing line.
 * @param lengthBytes of the whole body
 * @throws AppError upload-metadata-invalid
 */
export async function openMultipartStream(
  contentType: string | undefined,
  lengthBytes: number,
  source: Readable,
): Promise<MultipartStream> {
  const chunks = (source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  let head = readMultipartHead(contentType, read);
  while (head === null) {
    const chunk = await chunks.next();
    if (chunk.done === true || read.length > headBytesMax) throw new AppError("upload-metadata-invalid");
    read = Buffer.concat([read, chunk.value]);
    head = readMultipartHead(contentType, read);
  }
  const { metadata, contentAt, closing } = head;
  const sizeBytes = lengthBytes - contentAt - closing.length;
  if (sizeBytes < 0) throw new AppError("upload-metadata-invalid");
  return { metadata, sizeBytes, body: Readable.from(readFile(read.subarray(contentAt), chunks, sizeBytes, closing)) };
}

async function* readFile(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  sizeBytes: number,
  closing: Buffer,
): AsyncGenerator<Buffer> {
  let leftBytes = sizeBytes;
  let end = Buffer.alloc(0);
  for (let chunk = first; ; ) {
    const ofFile = chunk.subarray(0, leftBytes);
    if (ofFile.length > 0) yield ofFile;
    leftBytes -= ofFile.length;
    if (ofFile.length < chunk.length) end = Buffer.concat([end, chunk.subarray(ofFile.length)]);
    const next = await rest.next();
    if (next.done === true) break;
    chunk = next.value;
  }
  if (leftBytes > 0 || !end.equals(closing)) throw new Error("The body does not end with its closing line.");
}
