import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema, userIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { planTypes } from "./price-book.ts";
import { linesOfText } from "./text.ts";

const listQuery = z.object({
  search: linesOfText(100).optional(),
  cursor: z.string().max(200).optional(),
});

export const installationPersonSchema = z.object({
  userId: userIdSchema,
  name: z.string(),
  email: z.string(),
  isOperator: z.boolean(),
  disabledAt: z.string().nullable(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  teamCount: z.number().int(),
});
export type InstallationPerson = z.infer<typeof installationPersonSchema>;

export const listInstallationPeople = defineEndpoint({
  method: "GET",
  url: "/api/operator/people",
  access: "operator",
  summary: "All accounts, newest first, paginated. Search by name or address.",
  schema: {
    querystring: listQuery,
    response: z.object({
      people: z.array(installationPersonSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: [],
});

export const installationTeamSchema = z.object({
  teamId: teamIdSchema,
  name: z.string(),
  isPersonal: z.boolean(),
  planType: z.enum(planTypes),
  createdAt: z.string(),
  deletedAt: z.string().nullable(),
  ownerEmails: z.array(z.string()),
  memberCount: z.number().int(),
  blueprintCount: z.number().int(),
  publishedCount: z.number().int(),
  /** Originals and converted files. */
  storageBytes: z.number(),
  /** Until when the caller may read this team's blueprints; null without a visit. */
  visitEndsAt: z.string().nullable(),
});
export type InstallationTeam = z.infer<typeof installationTeamSchema>;

export const listInstallationTeams = defineEndpoint({
  method: "GET",
  url: "/api/operator/teams",
  access: "operator",
  summary: "All teams with their usage, newest first, paginated. Search by name or a member's address.",
  schema: {
    querystring: listQuery,
    response: z.object({
      teams: z.array(installationTeamSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
    }),
  },
  errors: [],
});

export const enterTeam = defineEndpoint({
  method: "POST",
  url: "/api/operator/teams/:teamId/visit",
  access: "operator",
  summary: "Gives an operator read access to a team's blueprints for an hour. The team's audit log shows who and why.",
  schema: {
    params: z.object({ teamId: teamIdSchema }),
    body: z.object({
      reason: linesOfText(limits.visitReasonCharactersMax).refine((text) => text.length >= 10, {
        error: "Give a reason.",
      }),
    }),
    response: z.object({ visitEndsAt: z.string() }),
  },
  errors: ["conflict"],
});

export const leaveTeamVisit = defineEndpoint({
  method: "DELETE",
  url: "/api/operator/teams/:teamId/visit",
  access: "operator",
  summary: "Ends an operator's visit immediately.",
  schema: { params: z.object({ teamId: teamIdSchema }), response: z.object({ ended: z.literal(true) }) },
  errors: [],
});

const jobCounts = {
  /** Due but not started. */
  waiting: z.number().int(),
  /** Scheduled for later, first attempts and retries. */
  planned: z.number().int(),
  running: z.number().int(),
  /** Abandoned after the last attempt. */
  failed: z.number().int(),
};

export const getInstallationHealth = defineEndpoint({
  method: "GET",
  url: "/api/operator/health",
  access: "operator",
  summary: "Health of this installation's jobs and storage.",
  schema: {
    response: z.object({
      servers: z.array(z.object({ startedAt: z.string(), heartbeatAt: z.string() })),
      jobs: z.array(z.object({ name: z.string(), ...jobCounts, oldestWaitingSince: z.string().nullable() })),
      storage: z.object({
        driver: z.enum(["disk", "s3"]),
        /** Uploaded files, originals of scans among them. */
        uploadedBytes: z.number(),
        convertedBytes: z.number(),
        unfinishedUploads: z.number().int(),
        /** Bytes received so far for unfinished uploads, on the disk of the data folder. */
        unfinishedBytes: z.number(),
        /** Of the disk that holds the data folder. */
        diskBytes: z.number(),
        diskFreeBytes: z.number(),
      }),
    }),
  },
  errors: [],
});

export const failedJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.number().int(),
  createdAt: z.string(),
  failedAt: z.string(),
  error: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

export const listFailedJobs = defineEndpoint({
  method: "GET",
  url: "/api/operator/failed-jobs",
  access: "operator",
  summary: "The latest failed jobs. Their payloads aren't shown because they may be private.",
  schema: { response: z.object({ jobs: z.array(failedJobSchema) }) },
  errors: [],
});

export const decideFailedJob = defineEndpoint({
  method: "POST",
  url: "/api/operator/failed-jobs/:jobId",
  access: "operator",
  summary: "Retries a failed job from the start, or removes it.",
  schema: {
    params: z.object({ jobId: z.string().regex(/^[1-9]\d{0,17}$/) }),
    body: z.object({ decision: z.enum(["retry", "discard"]) }),
    response: z.object({ decided: z.literal(true) }),
  },
  errors: [],
});

export const findOrphans = defineEndpoint({
  method: "POST",
  url: "/api/operator/storage/orphans",
  access: "operator",
  summary: "Compares stored files with the database. Nothing is removed.",
  schema: {
    response: z.object({
      objects: z.number().int(),
      bytes: z.number(),
      orphanedObjects: z.number().int(),
      orphanedBytes: z.number(),
      /** False when there were more than one call examines. */
      isComplete: z.boolean(),
    }),
  },
  errors: [],
});
