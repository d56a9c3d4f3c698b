import { type AccountExport, accountKeptDays, exportKeptDays } from "@blueprint/contract/account-end";
import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { filesPath, makeCapability } from "../../platform/http/capability.ts";
import { logSecurity } from "../../platform/security-log.ts";
import { requireConfirmed } from "./account.service.ts";
import { deletionMail } from "./account-end.mail.ts";
import {
  type ExportRow,
  findExport,
  listTeamsOnlyOwnedBy,
  replaceExport,
  setDeletionDueAt,
} from "./account-end.repository.ts";
import { recordOwnAct } from "./own-acts.service.ts";
import { endSessions } from "./sessions.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "make-export": { userId: UserId; id: string };
    "remove-expired-exports": Record<string, never>;
    "delete-due-accounts": Record<string, never>;
  }
}

const dayMs = 24 * 3600 * 1000;
const downloadValidMs = 3600 * 1000;
const exportAttemptsMax = 3;

/** @throws AppError `conflict` while an export is in progress */
export async function startExport(context: AppContext, { userId }: Actor): Promise<AccountExport> {
  const { clock, db, ids, jobs } = context;
  return await db.transaction(async (tx) => {
    const before = await findExport(tx, userId);
    const now = clock.now();
    if (before?.state === "making" && before.expiresAt > now) throw new AppError("conflict");
    const key = before?.storageKey ?? null;
    if (key !== null) await jobs.enqueue(tx, "remove-stored-bytes", { storageKey: key });
    const row: ExportRow = {
      userId,
      id: ids.uuid(),
      state: "making",
      storageKey: null,
      sizeBytes: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + exportKeptDays * dayMs),
    };
    await replaceExport(tx, row);
    await jobs.enqueue(tx, "make-export", { userId, id: row.id }, { attemptsMax: exportAttemptsMax });
    return toExport(context, row);
  });
}

export async function getExport(context: AppContext, { userId }: Actor): Promise<AccountExport> {
  return toExport(context, await findExport(context.db, userId));
}

export function toExportPrefix(userId: string, id: string): string {
  return `exports/${userId}/${id}`;
}

/** Subject of the capability in a download's address. */
export function toExportSubject(userId: string, id: string): string {
  return `export:${toExportPrefix(userId, id)}`;
}

function toExport(context: AppContext, row: ExportRow | null): AccountExport {
  if (row === null || row.expiresAt <= context.clock.now())
    return { state: "none", createdAt: null, sizeBytes: null, expiresAt: null, url: null };
  const { userId, id, state, sizeBytes, createdAt, expiresAt } = row;
  const key = context.secrets.capabilityKey;
  const capability = makeCapability(key, context.clock, toExportSubject(userId, id), downloadValidMs);
  return {
    state,
    createdAt: createdAt.toISOString(),
    sizeBytes,
    expiresAt: expiresAt.toISOString(),
    url: state === "ready" ? `${filesPath}/${capability}/${toExportPrefix(userId, id)}` : null,
  };
}

/**
 * Gives up an account: it is deleted after 30 days. Ends its other sessions; sign-in still works, so that the user can
 * keep it.
 * @returns tokens of the sessions that ended
 * @throws AppError `wrong-password`, `confirmation-needed`, `owner-of-others` as long as a shared team would be left
 * without an owner
 */
export async function deleteAccount(
  context: AppContext,
  actor: Actor,
  password: string | undefined,
): Promise<{ deletionDueAt: string; ended: string[] }> {
  const { clock, config, db, jobs } = context;
  await requireConfirmed(context, actor, password);
  const { dueAt, ended } = await db.transaction(async (tx) => {
    const left = await listTeamsOnlyOwnedBy(tx, actor.userId);
    if (left.length > 0)
      throw new AppError("owner-of-others", { fields: { teams: left.map(({ name }) => name).join(", ") } });
    const dueAt = new Date(clock.now().getTime() + accountKeptDays * dayMs);
    await setDeletionDueAt(tx, actor.userId, dueAt);
    const url = `${config.publicUrl}/settings?section=data`;
    await jobs.enqueue(tx, "send-mail", deletionMail({ to: actor.email, name: actor.name, dueAt, url }));
    await recordOwnAct(tx, context, actor, { type: "account.deletion-asked" });
    return { dueAt, ended: await endSessions(tx, actor.userId, { except: actor.sessionId }) };
  });
  logSecurity(context, "account.deletion-asked", { userId: actor.userId, ipAddress: actor.origin?.ipAddress });
  return { deletionDueAt: dueAt.toISOString(), ended };
}

export async function keepAccount(context: AppContext, { userId, origin }: Actor): Promise<void> {
  await setDeletionDueAt(context.db, userId, null);
  logSecurity(context, "account.kept", { userId, ipAddress: origin?.ipAddress });
}
