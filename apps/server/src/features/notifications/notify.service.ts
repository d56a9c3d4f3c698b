import type { TeamId } from "@blueprint/contract/ids";
import type { NotificationKind } from "@blueprint/contract/notifications";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { deriveId } from "../../platform/events/derive-id.ts";
import type { ProductEvent } from "../../platform/events/product-events.ts";
import { announceInboxChange, insertNotifications } from "./notifications.repository.ts";

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
 * user's settings. Duplicate recipients are notified once, and so are those of one event.
 * @returns who was notified
 */
export async function notify(
  tx: Tx,
  context: Pick<AppContext, "ids" | "clock" | "jobs">,
  people: readonly string[],
  { kind, teamId, title, body = "", path, isRead = false }: NewNotification,
  event?: Pick<ProductEvent, "id" | "at">,
): Promise<string[]> {
  const createdAt = event?.at ?? context.clock.now();
  const rows = [...new Set(people)].map((userId) => ({
    id: event === undefined ? context.ids.uuid() : deriveId(event.id, `${kind} ${userId}`),
    userId,
    teamId,
    kind,
    title,
    body,
    path,
    createdAt,
    readAt: isRead ? createdAt : null,
  }));
  if (rows.length === 0) return [];
  const inserted = await insertNotifications(tx, rows);
  for (const { id, userId } of inserted) {
    await announceInboxChange(tx, userId);
    await context.jobs.enqueue(tx, "deliver-notification", { id });
  }
  return inserted.map(({ userId }) => userId);
}
