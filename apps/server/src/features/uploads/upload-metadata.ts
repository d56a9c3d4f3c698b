import type { InferSelectModel } from "drizzle-orm";
import { z } from "zod";
import type { storedObjects } from "../../db/schema/uploads.ts";
import { AppError } from "../../platform/app-error.ts";
import { storedText } from "../../platform/stored-text.ts";

export type StoredObjectRow = InferSelectModel<typeof storedObjects>;

/** Text that is valid in a header. */
export const headerText = z
  .string()
  .max(1024)
  .regex(/^[\t\x20-\x7e\u00a0-\uffff]*$/);
const optionalText = headerText.nullish().transform((text) => text ?? undefined);

/** What a client may declare about a file it sends; `metadata` is its own key-value pairs. */
const uploadMetadataSchema = z.object({
  name: storedText.max(4096).nullish(),
  contentType: optionalText,
  cacheControl: optionalText,
  contentDisposition: optionalText,
  contentEncoding: optionalText,
  contentLanguage: optionalText,
  metadata: z.record(storedText.max(256), storedText.max(8192)).nullish(),
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

/** Parses `multipart/related`: JSON metadata, then the file. @throws AppError upload-metadata-invalid */
export function parseMultipartUpload(contentType: string | undefined, body: Buffer): MultipartUpload {
  const head = readMultipartHead(contentType, body);
  const end = head === null ? -1 : body.indexOf(head.delimiter, head.contentAt - 2);
  if (head === null || end === -1) throw new AppError("upload-metadata-invalid");
  // An empty file may share its line break with the closing line.
  return { metadata: head.metadata, bytes: body.subarray(Math.min(head.contentAt, end), end) };
}

export interface MultipartHead {
  readonly metadata: UploadMetadata;
  /** Start of the file. */
  readonly contentAt: number;
  /** End of a part, including its line break. */
  readonly delimiter: Buffer;
  /** End of the whole body. */
  readonly closing: Buffer;
}

/** Everything before the file, or null when more of the body is needed. @throws AppError upload-metadata-invalid */
export function readMultipartHead(contentType: string | undefined, body: Buffer): MultipartHead | null {
  const boundary = /^multipart\/related\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(
    contentType ?? "",
  );
  if (boundary === null) throw new AppError("upload-metadata-invalid");
  const opening = Buffer.from(`--${boundary[1] ?? boundary[2]}`);
  const begun = Math.min(body.length, opening.length);
  if (body.compare(opening, 0, begun, 0, begun) !== 0) throw new AppError("upload-metadata-invalid");
  const delimiter = Buffer.concat([Buffer.from("\r\n"), opening]);
  const metadataHeadEnd = body.indexOf("\r\n\r\n", opening.length);
  const metadataEnd = metadataHeadEnd === -1 ? -1 : body.indexOf(delimiter, metadataHeadEnd + 2);
  const fileHeadEnd = metadataEnd === -1 ? -1 : body.indexOf("\r\n\r\n", metadataEnd + delimiter.length);
  if (fileHeadEnd === -1) return null;
  const metadata = parseUploadMetadata(body.subarray(metadataHeadEnd + 4, metadataEnd).toString("utf8"));
  const fileHead = body.subarray(metadataEnd + delimiter.length, fileHeadEnd).toString("latin1");
  const partType = /^content-type:\s*(.+?)\s*$/im.exec(fileHead)?.[1];
  return {
    metadata: { ...metadata, contentType: metadata.contentType ?? partType },
    contentAt: fileHeadEnd + 4,
    delimiter,
    closing: Buffer.concat([delimiter, Buffer.from("--")]),
  };
}

/** The metadata resource as sent to clients (spec §3, §7): numbers as text, tokens comma-separated. */
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

/** Changes with every change of the file or its metadata. */
export function toObjectEtag({ generation, metageneration }: StoredObjectRow): string {
  return `${generation.toString(36)}-${metageneration.toString(36)}`;
}
