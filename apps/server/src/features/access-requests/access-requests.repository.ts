import type { Tx } from "../../db/database.ts";
import { accessRequests } from "../../db/schema/teams.ts";

export async function insertAccessRequest(
  tx: Tx,
  request: { id: string; email: string; name: string; message: string; referralCode: string | null; createdAt: Date },
): Promise<void> {
  await tx.insert(accessRequests).values(request);
}
