/** A chosen file, with a handle that reopens it after a reload if the browser supports handles. */
export interface ChosenFile {
  readonly file: File;
  readonly handle: FileSystemFileHandle | undefined;
}

interface HandleItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** The first file of a drop; null for anything else, including folders. */
export async function readDrop(transfer: DataTransfer): Promise<ChosenFile | null> {
  const item = [...transfer.items].find(({ kind }) => kind === "file") as HandleItem | undefined;
  if (item === undefined) return null;
  // Read both before the first await: the drop's data is gone afterwards.
  const file = item.getAsFile();
  const asking = item.getAsFileSystemHandle?.();
  const handle = await asking?.catch(() => null);
  if (handle?.kind === "directory" || file === null) return null;
  return { file, handle: handle?.kind === "file" ? (handle as FileSystemFileHandle) : undefined };
}
