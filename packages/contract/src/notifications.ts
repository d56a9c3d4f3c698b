import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { timeZoneSchema } from "./time-zone.ts";

/** What people are told about, with the words of the settings. `ofTeam`: chosen for each team on its own. */
export const notificationKinds = {
  mention: { label: "Someone mentioned you in a comment", ofTeam: true, email: "now", push: true },
  "invitation-accepted": { label: "Somebody accepts your invitation", ofTeam: true, email: "digest", push: false },
  "invitation-wanted": {
    label: "Somebody asks to have your invitation for another address",
    ofTeam: true,
    email: "now",
    push: false,
  },
  "scan-ready": { label: "A scan you uploaded is ready", ofTeam: true, email: "off", push: true },
  "scan-failed": { label: "A scan you uploaded could not be converted", ofTeam: true, email: "now", push: true },
  "task-assigned": { label: "Somebody gives you a task", ofTeam: true, email: "digest", push: true },
  "workflow-message": { label: "A workflow leaves you a message", ofTeam: true, email: "off", push: true },
  "workflow-mail": { label: "A workflow sends you an e-mail", ofTeam: true, email: "now", push: false },
  "blueprint-moved": {
    label: "A blueprint comes to a team you own, or leaves it",
    ofTeam: true,
    email: "digest",
    push: false,
  },
  "webhook-stopped": { label: "A webhook of a team you run was stopped", ofTeam: true, email: "now", push: false },
  plan: { label: "The plan: limits, invoices, changes", ofTeam: true, email: "now", push: false },
  membership: {
    label: "Your role in a team changes, you are removed, the team is closed, or somebody leaves a team you own",
    ofTeam: false,
    email: "now",
    push: false,
  },
  "access-request": {
    label: "Somebody asks for access or sends the operators a request",
    ofTeam: false,
    email: "digest",
    push: true,
  },
  invoice: { label: "An invoice was made for a team of this installation", ofTeam: false, email: "now", push: false },
  "sign-in": { label: "Somebody signs in to your account from a new device", ofTeam: false, email: "now", push: false },
  account: {
    label: "Your account: export, e-mail, password, passkeys, API keys",
    ofTeam: false,
    email: "off",
    push: false,
  },
} as const satisfies Record<string, { label: string; ofTeam: boolean; email: EmailDelivery; push: boolean }>;
export type NotificationKind = keyof typeof notificationKinds;
export const notificationKindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

export const emailDeliveries = ["now", "digest", "off"] as const;
export type EmailDelivery = (typeof emailDeliveries)[number];

export const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKindNames),
  title: z.string(),
  body: z.string(),
  /** Where it leads within the product, from the root on; null for nowhere. */
  path: z.string().nullable(),
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

const unreadCount = z.object({ unreadCount: z.number().int() });

export const listNotifications = defineEndpoint({
  method: "GET",
  url: "/api/me/notifications",
  access: "signed-in",
  summary: "One's own inbox, newest first, page after page.",
  schema: {
    querystring: z.object({ cursor: z.string().max(200).optional() }),
    response: z.object({
      notifications: z.array(notificationSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
      unreadCount: z.number().int(),
    }),
  },
  errors: ["unauthenticated"],
});

export const readNotifications = defineEndpoint({
  method: "POST",
  url: "/api/me/notifications/read",
  access: "signed-in",
  summary: "Marks notifications as read: some by id, or all up to one, that one included.",
  schema: {
    body: z.union([z.object({ ids: z.array(z.uuid()).min(1).max(100) }), z.object({ upTo: z.uuid() })]),
    response: unreadCount,
  },
  errors: ["unauthenticated"],
});

/**
 * Server-sent events: `unread` with `{unreadCount}` of one's own inbox, at once and after every change; `changed` with the
 * kinds of what changed of what one may see (`changedEventSchema`).
 */
export const notificationEventsUrl = "/api/me/notifications/events";
export const unreadEventSchema = unreadCount;

/** Minutes of a day in somebody's own time zone, as "22:30". */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "Must be a time such as 22:30." });

export const notificationSettingsSchema = z.object({
  timeZone: timeZoneSchema,
  /** No push and no e-mail between the two; what comes then is sent at their end. Null: never quiet. */
  quietHours: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
  /** When the daily digest leaves. */
  digestAt: timeOfDay,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

const deliverySchema = z.object({ email: z.enum(emailDeliveries), push: z.boolean() });
export type NotificationDelivery = z.infer<typeof deliverySchema>;
const deliveries = z.partialRecord(z.enum(notificationKindNames), deliverySchema);

const preferencesSchema = z.object({
  settings: notificationSettingsSchema,
  /** What belongs to no team. */
  personal: deliveries,
  teams: z.array(z.object({ teamId: teamIdSchema, name: z.string(), deliveries })),
  /** Browsers of this person that get pushes. */
  pushDevices: z.array(z.object({ endpoint: z.string(), device: z.string(), createdAt: z.string() })),
  /** The installation's VAPID key (RFC 8292), base64url: a browser subscribes with it. */
  pushPublicKey: z.string(),
});
export type NotificationPreferences = z.infer<typeof preferencesSchema>;

export const getNotificationPreferences = defineEndpoint({
  method: "GET",
  url: "/api/me/notification-preferences",
  access: "signed-in",
  summary: "What one is told, where and when: for oneself and for each team.",
  schema: { response: preferencesSchema },
  errors: ["unauthenticated"],
});

export const saveNotificationSettings = defineEndpoint({
  method: "PUT",
  url: "/api/me/notification-settings",
  access: "signed-in",
  summary: "Sets time zone, quiet hours and the time of the digest.",
  schema: { body: notificationSettingsSchema, response: preferencesSchema },
  errors: ["unauthenticated"],
});

export const saveNotificationDelivery = defineEndpoint({
  method: "PUT",
  url: "/api/me/notification-delivery",
  access: "signed-in",
  summary: "Chooses e-mail and push for one kind of notification, in one team or outside of any.",
  schema: {
    body: deliverySchema.extend({ teamId: teamIdSchema.nullable(), kind: z.enum(notificationKindNames) }),
    response: preferencesSchema,
  },
  errors: ["unauthenticated", "not-found"],
});

const base64Url = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .regex(/^[A-Za-z0-9_-]+=*$/);

export const subscribePush = defineEndpoint({
  method: "POST",
  url: "/api/me/push-devices",
  access: "signed-in",
  summary: "Sends pushes to this browser from now on (Web Push, RFC 8030).",
  schema: {
    body: z.object({
      endpoint: z.url({ protocol: /^https?$/ }).max(limits.deviceTokenCharactersMax),
      keys: z.object({ p256dh: base64Url(200), auth: base64Url(100) }),
    }),
    response: preferencesSchema,
  },
  errors: ["unauthenticated", "push-service-unknown"],
});

export const unsubscribePush = defineEndpoint({
  method: "POST",
  url: "/api/me/push-devices/remove",
  access: "signed-in",
  summary: "Sends no more pushes to a browser.",
  schema: {
    body: z.object({ endpoint: z.string().max(limits.deviceTokenCharactersMax) }),
    response: preferencesSchema,
  },
  errors: ["unauthenticated"],
});
