import { readNotificationsKeptDays } from "@blueprint/contract/stored-data";
import type { AppContext } from "../../platform/app-context.ts";
import { findPushContact } from "../installation-settings/installation-settings.service.ts";
import { digestMail, notificationMail } from "./notifications.mail.ts";
import {
  deleteReadBefore,
  findPushDevice,
  findUnreadForDelivery,
  listDigestReaders,
  listPushDevices,
  type NotificationRow,
  putInDigest,
  recordDigest,
  takeDigest,
} from "./notifications.repository.ts";
import { defaultSettings, findDelivery, forgetPushDevice, getSettings } from "./notifications.service.ts";
import { findQuietEnd, readTimeOfDay, toCalendarDay, toMinuteOfDay } from "./quiet-hours.ts";
import { toVapidPublicKey } from "./vapid.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    "send-push": { endpoint: string; notificationId: string };
    "send-digests": Record<string, never>;
    "remove-old-notifications": Record<string, never>;
  }
}

const answerWithinMs = 10_000;
const pushAttemptsMax = 6;
/** How long a push service keeps an undelivered message. */
const pushKeptSeconds = 24 * 3600;
const dayMs = 24 * 3600 * 1000;

/** Decides what to send for a notification and when: nothing once it was read, nothing in quiet hours. */
export async function deliverNotification(context: AppContext, id: string): Promise<void> {
  const { db, clock, jobs, config } = context;
  await db.transaction(async (tx) => {
    const found = await findUnreadForDelivery(tx, id);
    if (found === null) return;
    const { notification, email: to } = found;
    const { userId, kind, teamId, title, body } = notification;
    const { email, push } = await findDelivery(tx, userId, kind, teamId);
    if (email === "digest") await putInDigest(tx, id);
    if (email !== "now" && !push) return;
    const { timeZone, quietHours } = await getSettings(tx, userId);
    const quietEnd = quietHours === null ? null : findQuietEnd(clock.now(), { timeZone, ...quietHours });
    if (quietEnd !== null) return await jobs.enqueue(tx, "deliver-notification", { id }, { runAt: quietEnd });
    if (email === "now")
      await jobs.enqueue(
        tx,
        "send-mail",
        notificationMail({
          to,
          title,
          body,
          url: toUrl(config.publicUrl, notification),
          settingsUrl: toSettingsUrl(config.publicUrl),
        }),
      );
    if (!push) return;
    for (const { endpoint } of await listPushDevices(tx, userId))
      await jobs.enqueue(tx, "send-push", { endpoint, notificationId: id }, { attemptsMax: pushAttemptsMax });
  });
}

/** Sends one notification to a browser's push service, encrypted for that browser (RFC 8291). */
export async function sendPush(
  context: AppContext,
  { endpoint, notificationId }: { endpoint: string; notificationId: string },
): Promise<void> {
  const { db, secrets } = context;
  const [device, found] = await Promise.all([findPushDevice(db, endpoint), findUnreadForDelivery(db, notificationId)]);
  if (device === null || found === null || found.notification.userId !== device.userId) return;
  const subject = await findPushContact(db, context);
  if (subject === null) return;
  const { title, body, path } = found.notification;
  // Loaded with the first push: a server without pushes does not hold the library in memory.
  const { default: webPush } = await import("web-push");
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify({ id: notificationId, title, body, path }),
    {
      TTL: pushKeptSeconds,
      topic: notificationId.replaceAll("-", ""),
      vapidDetails: {
        subject,
        publicKey: toVapidPublicKey(secrets.vapidPrivateKey),
        privateKey: secrets.vapidPrivateKey,
      },
    },
  );
  const response = await fetch(endpoint, {
    method: "POST",
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: request.body === null ? null : new Uint8Array(request.body),
    redirect: "error",
    signal: AbortSignal.timeout(answerWithinMs),
  });
  await response.body?.cancel();
  // RFC 8030 §7.3: this subscription has ended.
  if (response.status === 404 || response.status === 410) return await forgetPushDevice(context, endpoint);
  if (!response.ok) throw new Error(`The push service answered ${response.status}.`);
}

/** Sends each user's digest once a day, from the time of day they chose. Runs every few minutes. */
export async function sendDigests(context: AppContext): Promise<void> {
  const { db, clock, jobs, config } = context;
  const now = clock.now();
  for (const { userId, email: to, settings } of await listDigestReaders(db)) {
    const { timeZone, digestAt } = settings ?? defaultSettings;
    const lastAt = settings?.lastDigestAt ?? null;
    if (lastAt !== null && toCalendarDay(lastAt, timeZone) === toCalendarDay(now, timeZone)) continue;
    if (toMinuteOfDay(now, timeZone) < readTimeOfDay(digestAt)) continue;
    await db.transaction(async (tx) => {
      const entries = await takeDigest(tx, userId);
      await recordDigest(tx, userId, { timeZone, digestAt }, now);
      if (entries.length === 0) return;
      const mailed = entries.map((entry) => ({
        title: entry.title,
        body: entry.body,
        url: toUrl(config.publicUrl, entry),
      }));
      await jobs.enqueue(
        tx,
        "send-mail",
        digestMail({ to, entries: mailed, settingsUrl: toSettingsUrl(config.publicUrl) }),
      );
    });
  }
}

export async function removeOldNotifications(context: AppContext): Promise<void> {
  await deleteReadBefore(context.db, new Date(context.clock.now().getTime() - readNotificationsKeptDays * dayMs));
}

function toSettingsUrl(publicUrl: string): string {
  return `${publicUrl}/settings?section=notifications`;
}

function toUrl(publicUrl: string, { path }: Pick<NotificationRow, "path">): string {
  return publicUrl + (path ?? "/dashboard");
}
