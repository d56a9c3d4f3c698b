import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { timeZoneSchema } from "./time-zone.ts";

/** Kinds of notifications, with the texts of the settings. `ofTeam`: configured per team. */
export const notificationKinds = {
  mention: { label: "Someone mentioned you in a comment", ofTeam: true, email: "now", push: true },
  "invitation-accepted": { label: "Someone accepted your invitation", ofTeam: true, email: "digest", push: false },
  "invitation-wanted": {
    label: "Someone wants your invitation for a different address",
    ofTeam: true,
    email: "now",
    push: false,
  },
  "scan-ready": { label: "A scan you uploaded is ready", ofTeam: true, email: "off", push: true },
  "scan-failed": { label: "A scan you uploaded couldn't be converted", ofTeam: true, email: "now", push: true },
  "task-assigned": { label: "Someone assigned you a task", ofTeam: true, email: "digest", push: true },
  "workflow-message": { label: "A workflow sent you a message", ofTeam: true, email: "off", push: true },
  "workflow-mail": { label: "A workflow sent you an email", ofTeam: true, email: "now", push: false },
  "guide-minutes": {
    label: "A place you edit has used most or all of its minutes for spoken questions",
    ofTeam: true,
    email: "digest",
    push: false,
  },
  "short-link-broken": {
    label: "A short link of a blueprint you edit no longer finds its target",
    ofTeam: true,
    email: "digest",
    push: false,
  },
  "blueprint-moved": {
    label: "A blueprint moved to or from a team you own",
    ofTeam: true,
    email: "digest",
    push: false,
  },
  "webhook-stopped": { label: "A webhook of a team you manage was stopped", ofTeam: true, email: "now", push: false },
  plan: { label: "Plan limits, invoices and changes", ofTeam: true, email: "now", push: false },
  claim: {
    label: "Claims of places: yours, and those of your teams' places. Steps that need an answer are always mailed",
    ofTeam: false,
    email: "off",
    push: true,
  },
  membership: {
    label: "Your role changed, you were removed, a team was deleted, or someone left a team you own",
    ofTeam: false,
    email: "now",
    push: false,
  },
  "access-request": {
    label: "Someone requested access or contacted the operators",
    ofTeam: false,
    email: "digest",
    push: true,
  },
  invoice: { label: "An invoice was issued to a team of this installation", ofTeam: false, email: "now", push: false },
  "sign-in": { label: "Someone signed in to your account from a new device", ofTeam: false, email: "now", push: false },
  account: {
    label: "Account: export, email, password, passkeys and API keys",
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
  /** Target path within the product, from the root; null for none. */
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
  summary: "The caller's inbox, newest first, paginated.",
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
  summary: "Marks notifications as read: by id, or all up to and including one.",
  schema: {
    body: z.union([z.object({ ids: z.array(z.uuid()).min(1).max(100) }), z.object({ upTo: z.uuid() })]),
    response: unreadCount,
  },
  errors: ["unauthenticated"],
});

/**
 * Server-sent events: `unread` with `{unreadCount}` of the person's inbox, at once and after every change; `changed`
 * with the kinds of visible data that changed (`changedEventSchema`).
 */
export const notificationEventsUrl = "/api/me/notifications/events";
export const unreadEventSchema = unreadCount;

/** Time of day in the person's time zone, such as "22:30". */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: "Enter a time such as 22:30." });

export const notificationSettingsSchema = z.object({
  timeZone: timeZoneSchema,
  /** No push and no email in between; whatever accumulates is sent at the end. Null: never quiet. */
  quietHours: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
  /** When the daily digest is sent. */
  digestAt: timeOfDay,
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

const deliverySchema = z.object({ email: z.enum(emailDeliveries), push: z.boolean() });
export type NotificationDelivery = z.infer<typeof deliverySchema>;
const deliveries = z.partialRecord(z.enum(notificationKindNames), deliverySchema);

const preferencesSchema = z.object({
  settings: notificationSettingsSchema,
  /** Notifications that belong to no team. */
  personal: deliveries,
  teams: z.array(z.object({ teamId: teamIdSchema, name: z.string(), deliveries })),
  /** The person's browsers that receive pushes. */
  pushDevices: z.array(z.object({ endpoint: z.string(), device: z.string(), createdAt: z.string() })),
  /** The installation's VAPID key (RFC 8292), base64url: browsers subscribe with it. Null while push is off. */
  pushPublicKey: z.string().nullable(),
});
export type NotificationPreferences = z.infer<typeof preferencesSchema>;

export const getNotificationPreferences = defineEndpoint({
  method: "GET",
  url: "/api/me/notification-preferences",
  access: "signed-in",
  summary: "The caller's notification settings, for the account and for each team.",
  schema: { response: preferencesSchema },
  errors: ["unauthenticated"],
});

export const saveNotificationSettings = defineEndpoint({
  method: "PUT",
  url: "/api/me/notification-settings",
  access: "signed-in",
  summary: "Sets time zone, quiet hours and digest time.",
  schema: { body: notificationSettingsSchema, response: preferencesSchema },
  errors: ["unauthenticated"],
});

export const saveNotificationDelivery = defineEndpoint({
  method: "PUT",
  url: "/api/me/notification-delivery",
  access: "signed-in",
  summary: "Sets email and push for one kind of notification, for one team or outside teams.",
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
  summary: "Turns on push for this browser (Web Push, RFC 8030).",
  schema: {
    body: z.object({
      endpoint: z.url({ protocol: /^https?$/ }).max(limits.deviceTokenCharactersMax),
      keys: z.object({ p256dh: base64Url(200), auth: base64Url(100) }),
    }),
    response: preferencesSchema,
  },
  errors: ["unauthenticated", "push-off", "push-service-unknown"],
});

export const unsubscribePush = defineEndpoint({
  method: "POST",
  url: "/api/me/push-devices/remove",
  access: "signed-in",
  summary: "Turns off push for a browser.",
  schema: {
    body: z.object({ endpoint: z.string().max(limits.deviceTokenCharactersMax) }),
    response: preferencesSchema,
  },
  errors: ["unauthenticated"],
});
