import type { TeamId, WebDomainId } from "@blueprint/contract/ids";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { webDomains } from "../../db/schema/web-domains.ts";
import type { TeamScope } from "../../platform/http/scope.ts";

export type WebDomainRow = typeof webDomains.$inferSelect;

export async function listRows(tx: Tx, { teamId }: Pick<TeamScope, "teamId">): Promise<WebDomainRow[]> {
  return await tx.select().from(webDomains).where(eq(webDomains.teamId, teamId)).orderBy(asc(webDomains.domain));
}

/** Unscoped on purpose: a short link of the team leads there, whoever follows it. */
export async function listConfirmed(tx: Tx, teamId: TeamId): Promise<WebDomainRow[]> {
  return await tx
    .select()
    .from(webDomains)
    .where(and(eq(webDomains.teamId, teamId), isNotNull(webDomains.confirmedAt)));
}

export async function findRow(tx: Tx, { teamId }: TeamScope, id: WebDomainId): Promise<WebDomainRow | null> {
  const [row] = await tx
    .select()
    .from(webDomains)
    .where(and(eq(webDomains.teamId, teamId), eq(webDomains.id, id)));
  return row ?? null;
}

/** The caller holds the team's lock, and has looked for the domain. */
export async function insertRow(tx: Tx, row: WebDomainRow): Promise<void> {
  await tx.insert(webDomains).values(row);
}

/** @returns null if it was removed meanwhile */
export async function confirmRow(
  tx: Tx,
  { teamId }: TeamScope,
  id: WebDomainId,
  change: Pick<WebDomainRow, "method" | "confirmedAt">,
): Promise<WebDomainRow | null> {
  const [row] = await tx
    .update(webDomains)
    .set(change)
    .where(and(eq(webDomains.teamId, teamId), eq(webDomains.id, id)))
    .returning();
  return row ?? null;
}

export async function deleteRow(tx: Tx, { teamId }: TeamScope, id: WebDomainId): Promise<WebDomainRow | null> {
  const [row] = await tx
    .delete(webDomains)
    .where(and(eq(webDomains.teamId, teamId), eq(webDomains.id, id)))
    .returning();
  return row ?? null;
}
