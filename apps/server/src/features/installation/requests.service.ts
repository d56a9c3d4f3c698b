import type { RequestId, TeamId } from "@blueprint/contract/ids";
import {
  type NewRequest,
  type RequestKind,
  type RequestOutcome,
  requestPayloads,
  requestSchema,
  type StoredRequest,
} from "@blueprint/contract/requests";
import type { z } from "zod";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { changeClaimState, findServedBySlug, isForVisitors } from "../blueprints/blueprints.service.ts";
import { grantAccess } from "../members/access-grant.service.ts";
import { recordAccessRequest } from "../members/access-requests.service.ts";
import { emailHasAccount } from "../people/accounts.service.ts";
import { agreeOnPlan } from "../plans/plan-changes.service.ts";
import { requireTeamPermission } from "../teams/teams.service.ts";
import { type NextStep, requestAnswerMail } from "./requests.mail.ts";
import {
  closeRequest as closeRequestRow,
  countRequests,
  insertRequest,
  listClaimStarts as listClaimStartRows,
  listEarlierClaims,
  listRequests as listRequestRows,
  listRequestsOf,
  lockRequest,
  type RequestFilter,
  type RequestRow,
} from "./requests.repository.ts";

const requestsPerPage = 30;
const ownRequestsMax = 100;

export interface ClaimStart extends z.infer<typeof requestPayloads.claim> {
  readonly requestId: RequestId;
  readonly createdAt: Date;
}

/**
 * Stores a request; a message that asks for access becomes an access request.
 * @returns null for an access request
 * @throws AppError unauthenticated, forbidden, not-found (change of plan), invalid-input (claim of no place),
 * claim-has-account, access-requests-closed
 */
export async function recordRequest(
  context: AppContext,
  actor: Actor | null,
  asked: NewRequest,
): Promise<RequestId | null> {
  const { kind, name, email, payload } = asked;
  const referralCode = asked.kind === "contact" || asked.kind === "pilot" ? asked.referralCode : undefined;
  if (asked.kind === "contact" && asked.payload.topic === "access") {
    await recordAccessRequest(context, { email, name, message: asked.payload.message, referralCode });
    return null;
  }
  const { db } = context;
  let teamId: TeamId | null = null;
  if (kind === "plan") {
    if (actor === null) throw new AppError("unauthenticated");
    teamId = (await requireTeamPermission(db, actor, payload.teamId, "plan.manage")).teamId;
  }
  // People with an account claim the place itself (decision 142).
  if (kind === "claim" && actor !== null) throw new AppError("claim-has-account");
  if (kind === "claim" && !(await isOpenToVisitors(context, payload.slug)))
    throw new AppError("invalid-input", {
      fields: { "payload.slug": "No place is open to visitors at this address." },
    });
  const id = context.ids.uuid() as RequestId;
  await db.transaction(async (tx) => {
    const createdAt = context.clock.now();
    await insertRequest(tx, {
      id,
      kind,
      name,
      email,
      payload,
      teamId,
      referralCode: referralCode ?? null,
      userId: actor?.userId ?? null,
      createdAt,
    });
    await recordEvent(tx, context, {
      actor,
      teamId: null,
      type: "request.received",
      subject: { id, name },
      facts: { kind },
    });
  });
  return id;
}

async function isOpenToVisitors(context: AppContext, slug: string): Promise<boolean> {
  if (!/^[a-z0-9-]+$/.test(slug)) return false;
  const served = await findServedBySlug(context.db, slug, context.clock.now());
  return served !== null && isForVisitors(served);
}

export async function listOwnRequests(
  context: AppContext,
  actor: Actor,
  kind: RequestKind | undefined,
): Promise<StoredRequest[]> {
  return (await listRequestsOf(context.db, actor.userId, kind, ownRequestsMax)).map(toRequest);
}

export async function listRequests(
  context: AppContext,
  filter: RequestFilter,
  cursor: string | undefined,
): Promise<{ requests: StoredRequest[]; nextCursor: string | null; total: number }> {
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listRequestRows(context.db, filter, position, requestsPerPage + 1);
  const { shown, nextCursor } = toPage(rows, requestsPerPage, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { requests: shown.map(toRequest), nextCursor, total: await countRequests(context.db, filter) };
}

/**
 * Closes a request. An accepted change of plan takes effect; an accepted message invites its sender; an accepted pilot
 * or claim invites its sender unless the account exists. The answer is mailed exactly if the decision is stored.
 * @throws AppError `not-found`, `conflict`, `email-already-in-use` (accepted message from an existing account)
 */
export async function closeRequest(
  context: AppContext,
  operator: Actor,
  id: RequestId,
  { outcome, answer }: { outcome: RequestOutcome; answer: string },
): Promise<StoredRequest> {
  return await context.db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    if (request === null) throw new AppError("not-found");
    // Of two operators at once, the second sees the first one's decision.
    if (request.closedAt !== null) throw new AppError("conflict");
    if (outcome === "accepted" && request.kind === "plan") {
      const { teamId, to } = requestPayloads.plan.parse(request.payload);
      await agreeOnPlan(tx, context, teamId, to === "cancel" ? "free" : to);
      if (to === "cancel")
        await recordEvent(tx, context, { actor: operator, teamId, type: "plan.cancelled", facts: { to } });
      else await recordEvent(tx, context, { actor: operator, teamId, type: "plan.changed", facts: { to } });
    }
    const isInvited = outcome === "accepted" && (await asksForInvitation(tx, request));
    const creditedTo = isInvited ? await grantAccess(tx, context, operator, request) : null;
    const end = { closedAt: context.clock.now(), closedBy: operator.userId, outcome, answer, creditedTo };
    const row = await closeRequestRow(tx, id, end);
    if (request.kind === "claim" && request.userId !== null)
      await followEarlierClaim(tx, requestPayloads.claim.parse(request.payload).slug);
    const next = outcome === "accepted" ? findNextStep(context, row) : null;
    if (answer !== "" || next !== null) {
      const { email: to, name, kind } = row;
      await context.jobs.enqueue(tx, "send-mail", requestAnswerMail({ to, name, kind, outcome, answer, next }));
    }
    return toRequest(row);
  });
}

/** What people do after an accepted request. */
function findNextStep({ config }: AppContext, { kind, payload, userId }: RequestRow): NextStep | null {
  if (kind !== "claim" || userId !== null) return null;
  const { slug } = requestPayloads.claim.parse(payload);
  return { label: "Go on with your claim", url: `${config.publicUrl}/claim-blueprint?b=${slug}` };
}

/** What the last of the claims that were requests says of a place; null without one. */
export async function findEarlierClaim(tx: Tx, slug: string): Promise<"open" | "accepted" | null> {
  const found = await listEarlierClaims(tx, slug);
  if (found.some(({ closedAt }) => closedAt === null)) return "open";
  return found.some(({ outcome }) => outcome === "accepted") ? "accepted" : null;
}

/** An accepted claim stays; a declined one leaves the place as it was, unless another claim is open. */
async function followEarlierClaim(tx: Tx, slug: string): Promise<void> {
  const found = await findEarlierClaim(tx, slug);
  if (found === "accepted") await changeClaimState(tx, slug, "claimed", ["unclaimed", "pending"]);
  else if (found === null) await changeClaimState(tx, slug, "unclaimed", ["pending"]);
}

/** Claims that were started with an address before it had an account, newest first. */
export async function listClaimStarts(tx: Tx, email: string): Promise<ClaimStart[]> {
  return (await listClaimStartRows(tx, email, ownRequestsMax)).map(({ id, payload, createdAt }) => ({
    requestId: id as RequestId,
    ...requestPayloads.claim.parse(payload),
    createdAt,
  }));
}

async function asksForInvitation(tx: Tx, { kind, email }: RequestRow): Promise<boolean> {
  if (kind === "contact") return true;
  return (kind === "pilot" || kind === "claim") && !(await emailHasAccount(tx, email));
}

function toRequest(row: RequestRow): StoredRequest {
  const { id, kind, name, email, payload, outcome, answer, referralCode } = row;
  return requestSchema.parse({
    id,
    kind,
    name,
    email,
    payload,
    outcome,
    answer,
    referralCode,
    isReferralCredited: row.creditedTo !== null,
    state: row.closedAt === null ? "open" : "closed",
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  });
}
