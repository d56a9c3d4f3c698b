import { openFileByteSource } from "../file-byte-source.ts";
import type { LasHeader } from "./las-header.ts";
import { readLasRecords } from "./las-records.ts";
import type { PointRecords } from "./point-records.ts";
import { readSpool } from "./point-spool.ts";

/** Source for rereading a cloud's points as records: a spool file, or the original if that is equally fast. */
export interface PointRecordsOrigin {
  readonly path: string;
  /** Header of an uncompressed LAS file; absent for a spool file. */
  readonly las: LasHeader | undefined;
}

/** Reads all points with finite positions in file order. The next iteration overwrites the records. */
export async function* readPointRecords({ path, las }: PointRecordsOrigin): AsyncGenerator<PointRecords> {
  if (!las) {
    yield* readSpool(path);
    return;
  }
  await using source = await openFileByteSource(path, "");
  yield* readLasRecords(source, las);
}
