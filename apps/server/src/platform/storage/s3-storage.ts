import { createReadStream } from "node:fs";
import { unlink } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { AppError } from "../app-error.ts";
import {
  type ByteRange,
  type ListedObject,
  type MultipartObject,
  type MultipartStore,
  type ObjectHead,
  type ObjectRead,
  type ObjectStorage,
  type PutOptions,
  requireValidKey,
  requireValidPrefix,
  type StoredPart,
  toStorageError,
} from "./object-storage.ts";

export interface S3Options {
  /** With scheme, host and port. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

// Two parts of this size are in memory at once; 10,000 parts (S3's limit) make 160 GiB.
const partBytes = 16 * 1024 * 1024;
// Every response in progress holds a connection until its client has read it; with the SDK's default of 50, that many
// slow phones would block everyone else.
const connectionsMax = 1024;
// An unreachable service fails soon instead of hanging the request.
const connectionTimeoutMs = 5_000;
// One by one: services disagree about the checksum that DeleteObjects must have (Content-MD5 or CRC32).
const deletesAtOnce = 16;

/** Objects in an existing bucket of an S3-compatible service. */
export class S3Storage implements ObjectStorage {
  readonly #client: S3Client;
  readonly #endpoint: string;
  readonly #bucket: string;
  readonly multipart: MultipartStore;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Options) {
    this.#endpoint = endpoint;
    this.#bucket = bucket;
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      // Compatible services refuse the checksum trailers that the SDK adds by default.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        httpAgent: { keepAlive: true, maxSockets: connectionsMax },
        httpsAgent: { keepAlive: true, maxSockets: connectionsMax },
        connectionTimeout: connectionTimeoutMs,
      },
    });
    this.multipart = new S3Multipart(this.#client, bucket);
  }

  async putFile(key: string, localPath: string, { contentType }: PutOptions): Promise<void> {
    requireValidKey(key);
    try {
      await new Upload({
        client: this.#client,
        params: { Bucket: this.#bucket, Key: key, Body: createReadStream(localPath), ContentType: contentType },
        partSize: partBytes,
        queueSize: 2,
        leavePartsOnError: false,
      }).done();
    } catch (error) {
      throw toStorageError(error);
    }
    await unlink(localPath);
  }

  async putBytes(key: string, bytes: Uint8Array, { contentType }: PutOptions): Promise<void> {
    requireValidKey(key);
    try {
      await this.#client.send(
        new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes, ContentType: contentType }),
      );
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async copy(fromKey: string, toKey: string, { contentType }: PutOptions): Promise<void> {
    requireValidKey(toKey);
    const { stream } = await this.read(fromKey);
    try {
      // Copies through this server: services themselves copy only up to 5 GiB.
      await new Upload({
        client: this.#client,
        params: { Bucket: this.#bucket, Key: toKey, Body: stream, ContentType: contentType },
        partSize: partBytes,
        queueSize: 2,
        leavePartsOnError: false,
      }).done();
    } catch (error) {
      stream.destroy();
      throw toStorageError(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<ObjectRead> {
    requireValidKey(key);
    const start = Math.max(0, range?.start ?? 0);
    // HTTP cannot express an empty range.
    if (range !== undefined && range.end <= start) return await this.#readNothing(key);
    const ranged = range === undefined ? {} : { Range: `bytes=${start}-${range.end - 1}` };
    try {
      const { Body, ContentRange, ContentLength } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...ranged }),
      );
      // For a range, the service states the whole length: "bytes 0-9/100".
      const whole = /\/(\d+)$/.exec(ContentRange ?? "")?.[1] ?? ContentLength;
      return { stream: Body as Readable, sizeBytes: Number(whole ?? 0) };
    } catch (error) {
      if (hasStatus(error, 416)) return await this.#readNothing(key);
      throw hasStatus(error, 404) ? new AppError("not-found", { cause: error }) : error;
    }
  }

  async #readNothing(key: string): Promise<ObjectRead> {
    const head = await this.head(key);
    if (head === null) throw new AppError("not-found");
    return { stream: Readable.from([]), sizeBytes: head.sizeBytes };
  }

  async head(key: string): Promise<ObjectHead | null> {
    requireValidKey(key);
    try {
      const answer = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
      return { sizeBytes: answer.ContentLength ?? 0, modifiedAt: answer.LastModified ?? new Date(0) };
    } catch (error) {
      if (hasStatus(error, 404)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    requireValidKey(key);
    try {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }

  async deletePrefix(prefix: string): Promise<void> {
    let batch: string[] = [];
    const deleteBatch = async () => {
      await Promise.all(batch.map((key) => this.delete(key)));
      batch = [];
    };
    for await (const { key } of this.list(prefix)) {
      batch.push(key);
      if (batch.length === deletesAtOnce) await deleteBatch();
    }
    await deleteBatch();
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    requireValidPrefix(prefix);
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async requireUsable(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
    } catch (error) {
      throw new Error(`Can't use STORAGE_URL: ${this.#describe(error)}.`, { cause: error });
    }
  }

  #describe(error: unknown): string {
    if (hasStatus(error, 404)) return `${this.#endpoint} has no bucket "${this.#bucket}"`;
    if (hasStatus(error, 401) || hasStatus(error, 403))
      return `${this.#endpoint} denies this key and secret access to the bucket "${this.#bucket}"`;
    if (hasStatus(error, 301)) return `the bucket "${this.#bucket}" is in another region`;
    const { name, code, message } = error as NodeJS.ErrnoException;
    return `no storage service responds at ${this.#endpoint} (${code ?? (message || name)})`;
  }
}

class S3Multipart implements MultipartStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async begin(key: string, { contentType }: PutOptions): Promise<string> {
    requireValidKey(key);
    const command = new CreateMultipartUploadCommand({ Bucket: this.#bucket, Key: key, ContentType: contentType });
    const { UploadId } = await this.#ask(() => this.#client.send(command));
    if (UploadId === undefined) throw new Error(`The store named no multipart upload for ${key}.`);
    return UploadId;
  }

  async putPart(object: MultipartObject, number: number, bytes: Uint8Array): Promise<string> {
    const command = new UploadPartCommand({ ...this.#nameOf(object), PartNumber: number, Body: bytes });
    const { ETag } = await this.#ask(() => this.#client.send(command));
    if (ETag === undefined) throw new Error(`The store gave part ${number} of ${object.key} no tag.`);
    return ETag;
  }

  async complete(object: MultipartObject, parts: readonly StoredPart[]): Promise<void> {
    const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
    const command = new CompleteMultipartUploadCommand({ ...this.#nameOf(object), MultipartUpload: { Parts } });
    await this.#ask(() => this.#client.send(command));
  }

  async abort(object: MultipartObject): Promise<void> {
    try {
      await this.#client.send(new AbortMultipartUploadCommand(this.#nameOf(object)));
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
    }
  }

  async *list(): AsyncIterable<MultipartObject & { startedAt: Date }> {
    let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
    while (after !== null) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket: this.#bucket, ...after });
      const page = await this.#client.send(command);
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined)
          yield { key: Key, multipartId: UploadId, startedAt: Initiated ?? new Date() };
      }
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      after =
        page.IsTruncated === true && KeyMarker !== undefined && UploadIdMarker !== undefined
          ? { KeyMarker, UploadIdMarker }
          : null;
    }
  }

  #nameOf({ key, multipartId }: MultipartObject): { Bucket: string; Key: string; UploadId: string } {
    requireValidKey(key);
    return { Bucket: this.#bucket, Key: key, UploadId: multipartId };
  }

  async #ask<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send();
    } catch (error) {
      throw hasStatus(error, 404) ? new AppError("not-found", { cause: error }) : toStorageError(error);
    }
  }
}

function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
