import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { hashToken } from "../../platform/ids.ts";
import { type PlaceAsker, requireAdmittedVersion } from "../published/published.service.ts";
import { type GuideTicket, insertTicket, takeTicket } from "./tickets.repository.ts";

const ticketValidForMs = 60_000;

/** What a conversation is about: a published place, with what opened it, or a draft. */
export type TicketSubject =
  | { readonly kind: "place"; readonly slug: string; readonly credentials: Pick<PlaceAsker, "pass" | "key" | "as"> }
  | { readonly kind: "draft"; readonly blueprintId: BlueprintId };

interface MadeTicket {
  ticket: string;
  expiresAt: string;
}

/**
 * A ticket for one conversation about a place, for somebody who may see it.
 * @throws AppError blueprint-not-published, blueprint-password-needed; no-ai-service
 */
export async function makePlaceTicket(context: AppContext, slug: string, asker: PlaceAsker): Promise<MadeTicket> {
  await requireAdmittedVersion(context, slug, asker);
  const { pass, key, as } = asker;
  const credentials = {
    ...(pass === undefined ? {} : { pass }),
    ...(key === undefined ? {} : { key }),
    ...(as === undefined ? {} : { as }),
  };
  return makeTicket(context, { slug, credentials, draftOf: null });
}

/** A ticket for one conversation about the draft of a blueprint. @throws AppError no-ai-service */
export async function makeDraftTicket(context: AppContext, { blueprintId }: BlueprintScope): Promise<MadeTicket> {
  return makeTicket(context, { slug: null, credentials: {}, draftOf: blueprintId });
}

async function makeTicket(
  context: AppContext,
  about: Pick<GuideTicket, "slug" | "credentials" | "draftOf">,
): Promise<MadeTicket> {
  if (context.config.ai === undefined) throw new AppError("no-ai-service");
  const ticket = context.ids.token();
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + ticketValidForMs);
  await insertTicket(context.db, { tokenHash: hashToken(ticket), ...about, expiresAt }, now);
  return { ticket, expiresAt: expiresAt.toISOString() };
}

/** Each ticket opens one conversation. Null if it opens none. */
export async function redeemTicket(context: AppContext, ticket: string): Promise<TicketSubject | null> {
  const taken = await takeTicket(context.db, hashToken(ticket), context.clock.now());
  if (taken === null) return null;
  const { slug, draftOf, credentials } = taken;
  if (slug !== null) return { kind: "place", slug, credentials };
  return draftOf === null ? null : { kind: "draft", blueprintId: draftOf as BlueprintId };
}
