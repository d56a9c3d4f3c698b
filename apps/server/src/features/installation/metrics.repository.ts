import type { ScanState } from "@blueprint/contract/scans";
import { count, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { scans } from "../../db/schema/scans.ts";
import { uploads } from "../../db/schema/uploads.ts";

export async function countScans(tx: Tx): Promise<{ state: ScanState; scans: number }[]> {
  return await tx
    .select({ state: scans.state, scans: count() })
    .from(scans)
    .where(isNull(scans.deletedAt))
    .groupBy(scans.state);
}

export async function countUploadsInProgress(tx: Tx): Promise<{ uploads: number; bytes: number }> {
  const [row] = await tx
    .select({ uploads: count(), bytes: sql<string>`coalesce(sum(${uploads.receivedBytes}), 0)` })
    .from(uploads)
    .where(eq(uploads.state, "active"));
  return { uploads: row?.uploads ?? 0, bytes: Number(row?.bytes ?? 0) };
}
