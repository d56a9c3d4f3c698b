import type { InvoiceId, TeamId } from "@blueprint/contract/ids";
import type { Invoice } from "@blueprint/contract/plans";
import { type Billing, type PlanType, toPeriodCents } from "@blueprint/contract/price-book";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { readInvoiceIssuer, readSettings } from "../installation-settings/installation-settings.service.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import {
  countInvoices,
  findInvoice,
  type InvoiceRow,
  insertInvoice,
  listInvoices,
  listInvoicesOf,
  voidOpenUpgrades,
} from "./invoices.repository.ts";
import { dayMs, toUnusedCents } from "./plans.policy.ts";
import { findPlan, listOwners, type PlannedTeam } from "./plans.repository.ts";

const invoicesPerPage = 30;
const teamInvoicesMax = 200;

/**
 * Issues the invoice for a larger plan's first period. Deducts the unused part of the current one and former credit.
 */
export async function issueUpgradeInvoice(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  { planType, billing }: { planType: PlanType; billing: Billing },
): Promise<InvoiceRow> {
  const now = context.clock.now();
  for (const { id, number } of await voidOpenUpgrades(tx, team, now)) {
    const subject = { id, name: `Invoice ${number}` };
    await recordEvent(tx, context, { actor: null, teamId: team.teamId, type: "invoice.replaced", subject });
  }
  const { priceBook } = context.config;
  const { planType: from, subscription } = await findPlan(tx, team);
  const unusedCents = toUnusedCents(priceBook, from, subscription, now);
  return issue(tx, context, team, {
    kind: "upgrade",
    planType,
    billing,
    period: null,
    credits: [
      { text: `Unused time on ${priceBook.plans[from].label}`, cents: unusedCents },
      { text: "Credit", cents: subscription?.creditCents ?? 0 },
    ],
  });
}

/** Issues the invoice for the next period of a continuing plan. */
export async function issueRenewalInvoice(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  { planType, billing, period }: { planType: PlanType; billing: Billing; period: { from: Date; to: Date } },
): Promise<InvoiceRow> {
  const { subscription } = await findPlan(tx, team);
  const credits = [{ text: "Credit", cents: subscription?.creditCents ?? 0 }];
  return issue(tx, context, team, { kind: "renewal", planType, billing, period, credits });
}

async function issue(
  tx: Tx,
  context: AppContext,
  team: PlannedTeam,
  request: {
    kind: InvoiceRow["kind"];
    planType: PlanType;
    billing: Billing;
    period: { from: Date; to: Date } | null;
    credits: { text: string; cents: number }[];
  },
): Promise<InvoiceRow> {
  const { priceBook } = context.config;
  const { kind, planType, billing, period } = request;
  const now = context.clock.now();
  const priceCents = toPeriodCents(priceBook, planType, billing);
  let openCents = priceCents;
  let creditLeftCents = 0;
  const taken = request.credits.flatMap(({ text, cents }) => {
    const used = Math.min(cents, openCents);
    openCents -= used;
    creditLeftCents += cents - used;
    return used === 0 ? [] : [{ text, cents: -used }];
  });
  const [owner] = await listOwners(tx, team);
  const { invoiceDueDays } = await readSettings(tx);
  const invoice = await insertInvoice(tx, {
    id: context.ids.uuid(),
    teamId: team.teamId,
    teamName: (await findPlan(tx, team)).name,
    billTo: owner === undefined ? "" : `${owner.name}, ${owner.email}`,
    kind,
    planType,
    billing,
    periodStartsAt: period?.from ?? null,
    periodEndsAt: period?.to ?? null,
    lines: [
      {
        text: `${priceBook.plans[planType].label}, ${billing === "annual" ? "one year" : "one month"}`,
        cents: priceCents,
      },
      ...taken,
    ],
    totalCents: openCents,
    creditLeftCents,
    issuedAt: now,
    dueAt: new Date(now.getTime() + invoiceDueDays * dayMs),
    issuer: await readInvoiceIssuer(tx),
  });
  const { id, number, totalCents, dueAt } = invoice;
  await recordEvent(tx, context, {
    actor: null,
    teamId: team.teamId,
    type: "invoice.issued",
    subject: { id, name: `Invoice ${number}` },
    facts: { number, totalCents, dueAt: dueAt.toISOString() },
  });
  return invoice;
}

export async function listTeamInvoices(context: AppContext, scope: TeamScope): Promise<Invoice[]> {
  const rows = await listInvoicesOf(context.db, scope, teamInvoicesMax);
  return rows.map((row) => toInvoice(row, context.clock.now()));
}

/** For operators. */
export async function listAllInvoices(
  context: AppContext,
  state: "open" | "settled",
  cursor: string | undefined,
): Promise<{ invoices: Invoice[]; nextCursor: string | null; total: number }> {
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listInvoices(context.db, state, position, invoicesPerPage + 1);
  const { shown, nextCursor } = toPage(rows, invoicesPerPage, ({ issuedAt, id }) => ({ at: issuedAt, id }));
  const now = context.clock.now();
  return {
    invoices: shown.map((row) => toInvoice(row, now)),
    nextCursor,
    total: await countInvoices(context.db, state),
  };
}

/** For owners of its team and for operators; for others it does not exist. @throws AppError not-found, forbidden */
export async function readInvoice(context: AppContext, actor: Actor, id: InvoiceId): Promise<InvoiceRow> {
  const invoice = await findInvoice(context.db, id);
  if (invoice === null) throw new AppError("not-found");
  if (actor.isOperator) return invoice;
  if (invoice.teamId === null) throw new AppError("not-found");
  await requireTeamPermission(context.db, actor, invoice.teamId as TeamId, "plan.manage");
  return invoice;
}

export function toInvoice(row: InvoiceRow, now: Date): Invoice {
  const { id, number, state, teamName, billTo, planType, billing, lines, totalCents } = row;
  return {
    id: id as InvoiceId,
    number,
    state,
    teamName,
    billTo,
    planType,
    billing,
    lines,
    totalCents,
    periodStartsAt: row.periodStartsAt?.toISOString() ?? null,
    periodEndsAt: row.periodEndsAt?.toISOString() ?? null,
    issuedAt: row.issuedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    isOverdue: state === "open" && row.dueAt <= now,
    issuer: row.issuer,
  };
}
