import { join } from "node:path";
import type { DiskRoom } from "./disk-room.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { ObjectStorage } from "./object-storage.ts";
import type { S3Options } from "./s3-storage.ts";

export interface StorageSettings {
  /** `s3://key:secret@host:port/bucket?region=us-east-1&tls=true`; key and secret percent-encoded. Unset: the disk. */
  readonly storageUrl?: string | undefined;
  /** Absolute; the disk driver keeps its objects in its `objects` folder. */
  readonly dataDir: string;
  /** Disk space that the disk driver may use. */
  readonly room?: DiskRoom;
}

/** The configured storage. @throws Error with a readable message when `storageUrl` is invalid. */
export async function createStorage({ storageUrl, dataDir, room }: StorageSettings): Promise<ObjectStorage> {
  if (storageUrl === undefined || storageUrl === "") return new DiskStorage(join(dataDir, "objects"), room);
  const options = parseS3Url(storageUrl);
  // Loaded only where it is used: the SDK costs a tenth of a second and 30 MB.
  const { S3Storage } = await import("./s3-storage.ts");
  return new S3Storage(options);
}

/** Query: `region` (default us-east-1) and `tls` (`true`, the default, or `false`). Errors never quote the secret. */
export function parseS3Url(storageUrl: string): S3Options {
  const url = URL.canParse(storageUrl) ? new URL(storageUrl) : null;
  const bucket = url?.pathname.replace(/^\/|\/$/g, "") ?? "";
  const tls = url?.searchParams.get("tls") ?? "true";
  const isUsable =
    url?.protocol === "s3:" && url.hostname !== "" && url.username !== "" && url.password !== "" && bucket !== "";
  if (!isUsable || bucket.includes("/") || (tls !== "true" && tls !== "false")) {
    throw new Error("STORAGE_URL must look like s3://key:secret@host:port/bucket?region=us-east-1&tls=true");
  }
  return {
    endpoint: `${tls === "true" ? "https" : "http"}://${url.host}`,
    region: url.searchParams.get("region") ?? "us-east-1",
    bucket,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
