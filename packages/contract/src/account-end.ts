import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

const exportSchema = z.object({
  /** `none`: never asked for, or gone again. */
  state: z.enum(["none", "making", "ready", "failed"]),
  createdAt: z.string().nullable(),
  sizeBytes: z.number().int().nullable(),
  /** Until then it can be downloaded. */
  expiresAt: z.string().nullable(),
  /** A short-lived address of the zip; null unless it is ready. */
  url: z.string().nullable(),
});
export type AccountExport = z.infer<typeof exportSchema>;

export const startAccountExport = defineEndpoint({
  method: "POST",
  url: "/api/me/export",
  access: "signed-in",
  summary: "Begins to pack everything that is one's own into a zip; an earlier one goes.",
  schema: { response: exportSchema },
  errors: ["unauthenticated", "conflict"],
});

export const getAccountExport = defineEndpoint({
  method: "GET",
  url: "/api/me/export",
  access: "signed-in",
  summary: "How far one's own export is, and where to download it.",
  schema: { response: exportSchema },
  errors: ["unauthenticated"],
});

/** Days after which an account that was given up is removed for good. */
export const accountKeptDays = 30;
export const exportKeptDays = 7;

/** The JSON files of an account's export, each with what a person calls it. */
export const accountExportFiles = {
  profile: "your profile",
  teams: "your teams and roles",
  sessions: "your sessions",
  passkeys: "your passkeys’ names",
  notifications: "your notifications",
  "notification-settings": "how you are notified",
  requests: "your requests",
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
    "Gives one's account up: it is removed after 30 days unless that is undone. Every other session ends. A sensitive change.",
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
  summary: "Keeps an account that was given up.",
  schema: { response: deletionSchema },
  errors: ["unauthenticated"],
});
