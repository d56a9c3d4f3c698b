import type { TeamId, UserId } from "@blueprint/contract/ids";
import type { NotificationKind } from "@blueprint/contract/notifications";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { announceInboxChange, insertNotifications, listOperatorIds } from "./notifications.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "deliver-notification": { id: string };
  }
}

export interface NewNotification {
  kind: NotificationKind;
  /** The team it is about, for which users choose their deliveries. Null for none. */
  teamId: TeamId | null;
  /** One line that says what happened, without a full stop. */
  title: string;
  body?: string;
  /** Path of its target within the product, from the root. */
  path: string | null;
  /** True for the user's own actions: the notification is in the inbox but not unread. */
  isRead?: boolean;
}

/**
 * Notifies users in the caller's transaction: the inbox entry exists only if it commits. Email and push follow each
 * user's settings. Duplicate recipients are notified once.
 */
export async function notify(
  tx: Tx,
  context: Pick<AppContext, "ids" | "clock" | "jobs">,
  people: readonly string[],
  { kind, teamId, title, body = "", path, isRead = false }: NewNotification,
): Promise<void> {
  const createdAt = context.clock.now();
  const rows = [...new Set(people)].map((userId) => ({
    id: context.ids.uuid(),
    userId,
    teamId,
    kind,
    title,
    body,
    path,
    createdAt,
    readAt: isRead ? createdAt : null,
  }));
  if (rows.length === 0) return;
  await insertNotifications(tx, rows);
  for (const { id, userId } of rows) {
    await announceInboxChange(tx, userId);
    await context.jobs.enqueue(tx, "deliver-notification", { id });
  }
}

/** Notifies all operators of the installation. */
export async function notifyOperators(
  tx: Tx,
  context: Pick<AppContext, "ids" | "clock" | "jobs">,
  notification: Omit<NewNotification, "teamId">,
): Promise<void> {
  const operators: UserId[] = await listOperatorIds(tx);
  await notify(tx, context, operators, { ...notification, teamId: null });
}
