import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

const exportSchema = z.object({
  /** `none`: never requested, or already removed. */
  state: z.enum(["none", "making", "ready", "failed"]),
  createdAt: z.string().nullable(),
  sizeBytes: z.number().int().nullable(),
  /** The download is available until then. */
  expiresAt: z.string().nullable(),
  /** Short-lived URL of the zip; null unless it is ready. */
  url: z.string().nullable(),
});
export type AccountExport = z.infer<typeof exportSchema>;

export const startAccountExport = defineEndpoint({
  method: "POST",
  url: "/api/me/export",
  access: "signed-in",
  summary: "Starts an export of the signed-in person's data as a zip. It replaces an earlier one.",
  schema: { response: exportSchema },
  errors: ["unauthenticated", "conflict"],
});

export const getAccountExport = defineEndpoint({
  method: "GET",
  url: "/api/me/export",
  access: "signed-in",
  summary: "Status of the signed-in person's export, and where to download it.",
  schema: { response: exportSchema },
  errors: ["unauthenticated"],
});

/** Days between the deletion of an account by its owner and its permanent removal. */
export const accountKeptDays = 30;
export const exportKeptDays = 7;

/** The JSON files of an account export, each with its display name. */
export const accountExportFiles = {
  profile: "your profile",
  teams: "your teams and roles",
  sessions: "your sessions",
  passkeys: "your passkeys’ names",
  notifications: "your notifications",
  "notification-settings": "how you are notified",
  requests: "your requests",
  claims: "your claims of places",
  tasks: "your tasks",
  workflows: "workflows you made",
  blueprints: "names and details of blueprints you made",
} as const;
export type AccountExportFile = keyof typeof accountExportFiles;

const deletionSchema = z.object({ deletionDueAt: z.string().nullable() });

export const deleteAccount = defineEndpoint({
  method: "POST",
  url: "/api/me/deletion",
  access: "signed-in",
  summary:
    "Schedules the account for deletion after 30 days. You can undo it until then. All other sessions end. A sensitive change.",
  schema: {
    body: z.object({ password: z.string().max(limits.passwordCharactersMax).optional() }),
    response: deletionSchema,
  },
  errors: ["unauthenticated", "wrong-password", "owner-of-others", "confirmation-needed"],
});

export const keepAccount = defineEndpoint({
  method: "DELETE",
  url: "/api/me/deletion",
  access: "signed-in",
  summary: "Cancels the deletion of an account.",
  schema: { response: deletionSchema },
  errors: ["unauthenticated"],
});
