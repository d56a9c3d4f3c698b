import { mkdir, statfs } from "node:fs/promises";
import { AppError } from "../app-error.ts";

export interface DiskSpace {
  /** Bytes that this user may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Queries the file system that contains a folder. */
export type ReadDiskSpace = (dir: string) => Promise<DiskSpace>;

export const readDiskSpace: ReadDiskSpace = async (dir) => {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

const reserveBytesMax = 512 * 1024 * 1024;
const reserveFraction = 0.02;

/**
 * Disk space that files may still use. A reserve stays free so that the database on the same disk keeps working:
 * without it, not even deleting would work.
 */
export class DiskRoom {
  readonly #dir: string;
  readonly #reserveBytes: number | undefined;
  readonly #read: ReadDiskSpace;

  /** @param reserveBytes undefined: 2 % of the disk, at most 512 MB */
  constructor(dir: string, reserveBytes: number | undefined, read: ReadDiskSpace = readDiskSpace) {
    this.#dir = dir;
    this.#reserveBytes = reserveBytes;
    this.#read = read;
  }

  /** Negative when the reserve is in use. */
  async roomBytes(): Promise<number> {
    await mkdir(this.#dir, { recursive: true });
    const { freeBytes, totalBytes } = await this.#read(this.#dir);
    return freeBytes - (this.#reserveBytes ?? Math.min(reserveBytesMax, Math.floor(totalBytes * reserveFraction)));
  }

  /** @throws AppError storage-full when this many bytes would use the reserve */
  async requireRoom(bytes: number): Promise<void> {
    if ((await this.roomBytes()) < bytes) throw new AppError("storage-full");
  }
}
