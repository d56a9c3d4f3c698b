import { randomUUID } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../app-error.ts";
import type { DiskRoom } from "./disk-room.ts";
import {
  type ByteRange,
  clampRange,
  type ListedObject,
  type ObjectHead,
  type ObjectRead,
  type ObjectStorage,
  type PutOptions,
  requireValidKey,
  requireValidPrefix,
  toStorageError,
} from "./object-storage.ts";

const temporaryFolder = ".temporary";
/** An attempt fails only if a concurrent deletion removes the folder in between. */
const moveAttemptsMax = 50;

/** Where objects are written before they become visible as a whole: nothing here outlives its writer. */
export function toTemporaryDir(rootDir: string): string {
  return join(rootDir, temporaryFolder);
}

/** Objects as plain files under one folder; needs no account and no other process. */
export class DiskStorage implements ObjectStorage {
  readonly multipart = null;
  readonly #rootDir: string;
  readonly #room: DiskRoom | undefined;

  /**
   * @param rootDir absolute; created with the first object.
   * @param room space that may be used; undefined: the whole disk
   */
  constructor(rootDir: string, room?: DiskRoom) {
    this.#rootDir = rootDir;
    this.#room = room;
  }

  async putFile(key: string, localPath: string, _options: PutOptions): Promise<void> {
    const target = this.#pathOf(key);
    try {
      await syncFile(localPath);
      await this.#moveInto(localPath, target).catch(async (error: unknown) => {
        if (codeOf(error) !== "EXDEV") throw error;
        await this.#room?.requireRoom((await stat(localPath)).size);
        // A rename cannot cross file systems, so the file is first copied next to the target.
        await this.#writeThenRename(target, (temporaryPath) =>
          copyFile(localPath, temporaryPath, constants.COPYFILE_FICLONE),
        );
        await unlink(localPath);
      });
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async putBytes(key: string, bytes: Uint8Array, _options: PutOptions): Promise<void> {
    const target = this.#pathOf(key);
    try {
      await this.#room?.requireRoom(bytes.length);
      await this.#writeThenRename(target, async (temporaryPath) => {
        const file = await open(temporaryPath, "wx");
        try {
          await file.writeFile(bytes);
        } finally {
          await file.close();
        }
      });
    } catch (error) {
      throw toStorageError(error);
    }
  }

  async copy(fromKey: string, toKey: string, _options: PutOptions): Promise<void> {
    const [source, target] = [this.#pathOf(fromKey), this.#pathOf(toKey)];
    try {
      await this.#room?.requireRoom((await stat(source)).size);
      // Where the file system supports it, both share their blocks until one of them changes, which objects never do.
      await this.#writeThenRename(target, (temporaryPath) =>
        copyFile(source, temporaryPath, constants.COPYFILE_FICLONE),
      );
    } catch (error) {
      throw isMissing(error) ? new AppError("not-found", { cause: error }) : toStorageError(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<ObjectRead> {
    const path = this.#pathOf(key);
    const file = await open(path, "r").catch((error: unknown) => {
      throw isMissing(error) ? new AppError("not-found", { cause: error }) : error;
    });
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new AppError("not-found");
      const clamped = clampRange(range, stats.size);
      if (clamped === null) {
        await file.close();
        return { stream: Readable.from([]), sizeBytes: stats.size };
      }
      // The open file stays the one that was measured, even if the object is replaced meanwhile.
      const stream = createReadStream(path, { fd: file, start: clamped.start, end: clamped.end - 1 });
      return { stream, sizeBytes: stats.size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async head(key: string): Promise<ObjectHead | null> {
    const stats = await stat(this.#pathOf(key)).catch(nullIfMissing);
    return stats?.isFile() ? { sizeBytes: stats.size, modifiedAt: stats.mtime } : null;
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await unlink(path).catch((error: unknown) => {
      // A folder at this path is not an object.
      if (!isMissing(error) && codeOf(error) !== "EISDIR" && codeOf(error) !== "EPERM") throw error;
    });
    await this.#removeEmptyFolders(dirname(path));
  }

  async deletePrefix(prefix: string): Promise<void> {
    requireValidPrefix(prefix);
    if (prefix === "") {
      for (const name of (await readdir(this.#rootDir).catch(nullIfMissing)) ?? []) {
        await rm(join(this.#rootDir, name), { recursive: true, force: true });
      }
      return;
    }
    const folder = join(this.#rootDir, ...prefix.slice(0, -1).split("/"));
    await rm(folder, { recursive: true, force: true });
    await this.#removeEmptyFolders(dirname(folder));
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    requireValidPrefix(prefix);
    yield* this.#listFolder(join(this.#rootDir, ...prefix.split("/").filter((segment) => segment !== "")));
  }

  async requireUsable(): Promise<void> {
    try {
      const folder = toTemporaryDir(this.#rootDir);
      await mkdir(folder, { recursive: true });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`Can't use DATA_DIR: can't store files in ${this.#rootDir} (${code}).`, { cause: error });
    }
  }

  async *#listFolder(folder: string): AsyncIterable<ListedObject> {
    const entries: Dirent[] = [];
    const handle = await opendir(folder).catch(nullIfMissing);
    if (handle === null) return;
    for await (const entry of handle) if (!entry.name.startsWith(".")) entries.push(entry);
    // Keys are compared including slashes, as in object stores: `a-b` comes before `a/b`.
    const sortName = (entry: Dirent) => (entry.isDirectory() ? `${entry.name}/` : entry.name);
    entries.sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        yield* this.#listFolder(path);
        continue;
      }
      const stats = await stat(path).catch(nullIfMissing);
      if (stats === null) continue;
      const key = relative(this.#rootDir, path).split(sep).join("/");
      yield { key, sizeBytes: stats.size, modifiedAt: stats.mtime };
    }
  }

  #pathOf(key: string): string {
    requireValidKey(key);
    return join(this.#rootDir, ...key.split("/"));
  }

  async #writeThenRename(target: string, write: (temporaryPath: string) => Promise<void>): Promise<void> {
    const folder = toTemporaryDir(this.#rootDir);
    await mkdir(folder, { recursive: true });
    const temporaryPath = join(folder, randomUUID());
    try {
      await write(temporaryPath);
      await syncFile(temporaryPath);
      await this.#moveInto(temporaryPath, target);
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  }

  /** Moves a complete file into place, durably. Deleting a folder's last object may remove the folder concurrently. */
  async #moveInto(path: string, target: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#makeFolder(dirname(target));
        await rename(path, target);
        break;
      } catch (error) {
        if (!isMissing(error) || attempt === moveAttemptsMax) throw error;
      }
    }
    // The folder can be missing only if the new object has been deleted again.
    await syncFolder(dirname(target)).catch(nullIfMissing);
  }

  // A new folder's name is durable only once its parent folder is synced.
  async #makeFolder(folder: string): Promise<void> {
    const firstMade = await mkdir(folder, { recursive: true });
    if (firstMade === undefined) return;
    for (let made = folder; made.length >= firstMade.length; made = dirname(made)) await syncFolder(dirname(made));
  }

  async #removeEmptyFolders(folder: string): Promise<void> {
    for (let at = folder; at.length > this.#rootDir.length; at = dirname(at)) {
      const removed = await rmdir(at).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file system keeps renames in order by itself.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException | null)?.code;
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
