import { openFileByteSource } from "../file-byte-source.ts";
import type { LasHeader } from "./las-header.ts";
import { readLasRecords } from "./las-records.ts";
import type { PointRecords } from "./point-records.ts";
import { readSpool } from "./point-spool.ts";

/** Where a cloud's points can be read again as records: a spool file, or the original where that is as quick to read. */
export interface PointRecordsOrigin {
  readonly path: string;
  /** Of an uncompressed LAS file; absent for a spool file. */
  readonly las: LasHeader | undefined;
}

/** Reads all points whose positions are numbers, in the order of the file. The records of one turn are overwritten by the next. */
export async function* readPointRecords({ path, las }: PointRecordsOrigin): AsyncGenerator<PointRecords> {
  if (!las) {
    yield* readSpool(path);
    return;
  }
  await using source = await openFileByteSource(path, "");
  yield* readLasRecords(source, las);
}
