import type { AccessRequest } from "@blueprint/contract/access-requests";
import type { AccessRequestId } from "@blueprint/contract/ids";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { readSettings } from "../installation-settings/installation-settings.service.ts";
import { grantAccess } from "./access-grant.service.ts";
import { accessDeclinedMail } from "./access-requests.mail.ts";
import {
  type AccessRequestRow,
  countAccessRequests,
  decideOpenAccessRequests,
  findAccessRequest,
  insertAccessRequest,
  listAccessRequests as listAccessRequestRows,
  lockAddress,
  noteCredit,
} from "./access-requests.repository.ts";

const requestsPerPage = 30;

/**
 * Stores the request for an operator. Never reveals whether the address is known. @throws AppError
 * access-requests-closed
 */
export async function recordAccessRequest(
  context: AppContext,
  request: {
    email: string;
    name?: string | undefined;
    message?: string | undefined;
    referralCode?: string | undefined;
  },
): Promise<void> {
  const { email, name = "", message = "", referralCode = null } = request;
  await context.db.transaction(async (tx) => {
    if (!(await readSettings(tx)).takesAccessRequests) throw new AppError("access-requests-closed");
    const id = context.ids.uuid();
    await insertAccessRequest(tx, { id, email, name, message, referralCode, createdAt: context.clock.now() });
    await recordEvent(tx, context, {
      actor: null,
      teamId: null,
      type: "access.requested",
      subject: { id, name: name === "" ? email : name },
      facts: { message },
    });
  });
}

export async function listAccessRequests(
  context: AppContext,
  state: "open" | "decided",
  cursor: string | undefined,
): Promise<{ requests: AccessRequest[]; nextCursor: string | null; total: number }> {
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const rows = await listAccessRequestRows(context.db, state, position, requestsPerPage + 1);
  const { shown, nextCursor } = toPage(rows, requestsPerPage, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { requests: shown.map(toAccessRequest), nextCursor, total: await countAccessRequests(context.db, state) };
}

/**
 * Sends an invitation to the service. Credits the referrer, once per address.
 * @throws AppError `not-found`, `conflict` (already decided), `email-already-in-use` (the account exists already)
 */
export async function acceptAccessRequest(
  context: AppContext,
  actor: Actor,
  id: AccessRequestId,
): Promise<AccessRequest> {
  return await context.db.transaction(async (tx) => {
    await noteCredit(tx, id, await grantAccess(tx, context, actor, await requireOpen(tx, id)));
    return toAccessRequest((await findAccessRequest(tx, id)) as AccessRequestRow);
  });
}

/** Mails the reason exactly if the decision is stored. @throws AppError `not-found`, `conflict` */
export async function declineAccessRequest(
  context: AppContext,
  actor: Actor,
  id: AccessRequestId,
  reason: string,
): Promise<AccessRequest> {
  return await context.db.transaction(async (tx) => {
    const { email } = await requireOpen(tx, id);
    if (reason !== "") await context.jobs.enqueue(tx, "send-mail", accessDeclinedMail({ to: email, reason }));
    const decision = { accepted: false, reason, decidedAt: context.clock.now(), decidedBy: actor.userId };
    await decideOpenAccessRequests(tx, email, decision);
    return toAccessRequest((await findAccessRequest(tx, id)) as AccessRequestRow);
  });
}

/** Of two operators at once, the second waits and sees the first one's decision. */
async function requireOpen(tx: Tx, id: AccessRequestId): Promise<AccessRequestRow> {
  const asked = await findAccessRequest(tx, id);
  if (asked === null) throw new AppError("not-found");
  await lockAddress(tx, asked.email);
  const request = await findAccessRequest(tx, id);
  if (request === null) throw new AppError("not-found");
  if (request.decidedAt !== null) throw new AppError("conflict");
  return request;
}

function toAccessRequest(row: AccessRequestRow): AccessRequest {
  const { email, name, message, referralCode, reason } = row;
  return {
    id: row.id as AccessRequestId,
    email,
    name,
    message,
    referralCode,
    isReferralCredited: row.creditedTo !== null,
    reason,
    state: row.decidedAt === null ? "open" : row.accepted === true ? "accepted" : "declined",
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}
