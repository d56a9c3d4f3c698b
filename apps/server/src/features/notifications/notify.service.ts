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
  /** Whose matter it is; people choose for each team what reaches them where. Null for none. */
  teamId: TeamId | null;
  /** One line that says what happened, without a full stop. */
  title: string;
  body?: string;
  /** Where it leads within the product, from the root on. */
  path: string | null;
  /** News of what the person does themself: it stands in the inbox and asks for nothing. */
  isRead?: boolean;
}

/**
 * Tells people something, in the caller's transaction: it is in their inbox exactly if that commits, and e-mail and push
 * follow as each of them wants. Naming a person twice tells them once.
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

/** Tells everybody who runs the installation. */
export async function notifyOperators(
  tx: Tx,
  context: Pick<AppContext, "ids" | "clock" | "jobs">,
  notification: Omit<NewNotification, "teamId">,
): Promise<void> {
  const operators: UserId[] = await listOperatorIds(tx);
  await notify(tx, context, operators, { ...notification, teamId: null });
}
