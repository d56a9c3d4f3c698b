import type { InferSelectModel } from "drizzle-orm";
import { z } from "zod";
import type { storedObjects } from "../../db/schema/uploads.ts";
import { AppError } from "../../platform/app-error.ts";

export type StoredObjectRow = InferSelectModel<typeof storedObjects>;

/** What may become the value of a header. */
export const headerText = z
  .string()
  .max(1024)
  .regex(/^[\t\x20-\x7e\u00a0-\uffff]*$/);
const optionalText = headerText.nullish().transform((text) => text ?? undefined);

/** What a client may say about a file when it sends it; `metadata` is its own key-value pairs. */
const uploadMetadataSchema = z.object({
  name: z.string().max(4096).nullish(),
  contentType: optionalText,
  cacheControl: optionalText,
  contentDisposition: optionalText,
  contentEncoding: optionalText,
  contentLanguage: optionalText,
  metadata: z.record(z.string().max(256), z.string().max(8192)).nullish(),
});
export type UploadMetadata = z.output<typeof uploadMetadataSchema>;

/** @throws AppError upload-metadata-invalid */
export function parseUploadMetadata(text: string): UploadMetadata {
  try {
    return uploadMetadataSchema.parse(text.trim() === "" ? {} : JSON.parse(text));
  } catch (cause) {
    throw new AppError("upload-metadata-invalid", { cause });
  }
}

export interface MultipartUpload {
  readonly metadata: UploadMetadata;
  readonly bytes: Buffer;
}

/** Takes `multipart/related` apart: JSON metadata, then the file. @throws AppError upload-metadata-invalid */
export function parseMultipartUpload(contentType: string | undefined, body: Buffer): MultipartUpload {
  const boundary = /^multipart\/related\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(
    contentType ?? "",
  );
  const delimiter = boundary === null ? null : `--${boundary[1] ?? boundary[2]}`;
  if (delimiter === null || body.indexOf(delimiter) !== 0) throw new AppError("upload-metadata-invalid");
  const metadataPart = readPart(body, delimiter.length, delimiter);
  const filePart = readPart(body, metadataPart.nextAt, delimiter);
  const metadata = parseUploadMetadata(metadataPart.content.toString("utf8"));
  const partType = /^content-type:\s*(.+?)\s*$/im.exec(filePart.head)?.[1];
  return { metadata: { ...metadata, contentType: metadata.contentType ?? partType }, bytes: filePart.content };
}

/** @param at just behind the delimiter that opens the part */
function readPart(body: Buffer, at: number, delimiter: string): { head: string; content: Buffer; nextAt: number } {
  const headEnd = body.indexOf("\r\n\r\n", at);
  const closing = `\r\n${delimiter}`;
  // A part without headers starts with the empty line itself; the closing line then may follow directly.
  const end = headEnd === -1 ? -1 : body.indexOf(closing, headEnd + 2);
  if (end === -1) throw new AppError("upload-metadata-invalid");
  const contentAt = headEnd + 4;
  return {
    head: body.subarray(at, headEnd).toString("latin1"),
    content: body.subarray(Math.min(contentAt, end), end),
    nextAt: end + closing.length,
  };
}

/** The metadata resource as it goes over the wire (spec §3, §7): numbers as text, tokens comma-separated. */
export function toMetadataResource(row: StoredObjectRow): Record<string, unknown> {
  const given = {
    contentType: row.contentType ?? "application/octet-stream",
    cacheControl: row.cacheControl,
    contentDisposition: row.contentDisposition,
    contentEncoding: row.contentEncoding,
    contentLanguage: row.contentLanguage,
    md5Hash: row.md5Hash,
    metadata: row.customMetadata,
  };
  return {
    name: row.fullPath,
    bucket: row.bucket,
    generation: String(row.generation),
    metageneration: String(row.metageneration),
    size: String(row.sizeBytes),
    storageClass: "STANDARD",
    etag: toObjectEtag(row),
    timeCreated: row.timeCreated.toISOString(),
    updated: row.updated.toISOString(),
    downloadTokens: row.downloadTokens.join(","),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  };
}

/** Another one for every change of the file or of what is said about it. */
export function toObjectEtag({ generation, metageneration }: StoredObjectRow): string {
  return `${generation.toString(36)}-${metageneration.toString(36)}`;
}
