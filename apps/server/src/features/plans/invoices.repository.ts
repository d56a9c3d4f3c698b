import type { InvoiceId, TeamId, UserId } from "@blueprint/contract/ids";
import { and, count, desc, eq, ne, type SQL } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { invoices } from "../../db/schema/plans.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";
import type { PlannedTeam } from "./plans.repository.ts";

export type InvoiceRow = typeof invoices.$inferSelect;

export async function insertInvoice(tx: Tx, invoice: typeof invoices.$inferInsert): Promise<InvoiceRow> {
  const [row] = await tx.insert(invoices).values(invoice).returning();
  return row as InvoiceRow;
}

/** A newer upgrade replaces the unpaid one. */
export async function voidOpenUpgrades(
  tx: Tx,
  { teamId }: PlannedTeam,
  now: Date,
): Promise<Pick<InvoiceRow, "id" | "number">[]> {
  return await tx
    .update(invoices)
    .set({ state: "void", settledAt: now })
    .where(and(eq(invoices.teamId, teamId), eq(invoices.kind, "upgrade"), eq(invoices.state, "open")))
    .returning({ id: invoices.id, number: invoices.number });
}

/** Unscoped on purpose: the caller checks the team. */
export async function findInvoice(tx: Tx, id: InvoiceId): Promise<InvoiceRow | null> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id));
  return row ?? null;
}

export async function listInvoicesOf(tx: Tx, { teamId }: { teamId: TeamId }, limit: number): Promise<InvoiceRow[]> {
  return await tx
    .select()
    .from(invoices)
    .where(eq(invoices.teamId, teamId))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(limit);
}

function isIn(state: "open" | "settled"): SQL {
  return state === "open" ? eq(invoices.state, "open") : ne(invoices.state, "open");
}

/** Unscoped on purpose: invoices of every team, for operators only. */
export async function listInvoices(
  tx: Tx,
  state: "open" | "settled",
  cursor: PageCursor | null,
  limit: number,
): Promise<InvoiceRow[]> {
  return await tx
    .select()
    .from(invoices)
    .where(and(isIn(state), isBehind(invoices.issuedAt, invoices.id, cursor)))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(limit);
}

export async function countInvoices(tx: Tx, state: "open" | "settled"): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(invoices).where(isIn(state));
  return row?.n ?? 0;
}

/** @returns null when it was settled already */
export async function settleInvoiceRow(
  tx: Tx,
  id: InvoiceId,
  end: Partial<InvoiceRow> & { state: "paid" | "void"; settledAt: Date; settledBy: UserId },
): Promise<InvoiceRow | null> {
  const [row] = await tx
    .update(invoices)
    .set(end)
    .where(and(eq(invoices.id, id), eq(invoices.state, "open")))
    .returning();
  return row ?? null;
}
