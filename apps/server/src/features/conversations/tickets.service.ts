import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { hashToken } from "../../platform/ids.ts";
import { type PlaceAsker, requireAdmittedVersion } from "../published/published.service.ts";
import { insertTicket, takeTicket } from "./tickets.repository.ts";

const ticketValidForMs = 60_000;

/** The place that a conversation is about, and what opened it. */
export interface TicketedPlace {
  readonly slug: string;
  readonly credentials: Pick<PlaceAsker, "pass" | "key" | "as">;
}

/**
 * A ticket for one conversation about a place, for somebody who may see it.
 * @throws AppError blueprint-not-published, blueprint-password-needed; no-ai-service
 */
export async function makeTicket(
  context: AppContext,
  slug: string,
  asker: PlaceAsker,
): Promise<{ ticket: string; expiresAt: string }> {
  await requireAdmittedVersion(context, slug, asker);
  if (context.config.ai === undefined) throw new AppError("no-ai-service");
  const { pass, key, as } = asker;
  const given = {
    ...(pass === undefined ? {} : { pass }),
    ...(key === undefined ? {} : { key }),
    ...(as === undefined ? {} : { as }),
  };
  const ticket = context.ids.token();
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + ticketValidForMs);
  await insertTicket(context.db, { tokenHash: hashToken(ticket), slug, credentials: given, expiresAt }, now);
  return { ticket, expiresAt: expiresAt.toISOString() };
}

/** Each ticket opens one conversation. Null if it opens none. */
export async function redeemTicket(context: AppContext, ticket: string): Promise<TicketedPlace | null> {
  return takeTicket(context.db, hashToken(ticket), context.clock.now());
}
