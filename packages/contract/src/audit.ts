import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema, userIdSchema } from "./ids.ts";
import { instantSchema } from "./instant.ts";

/** The actions in a team's audit log, with their display texts. */
export const auditActions = {
  "team.created": "Created the team",
  "team.renamed": "Renamed the team",
  "team.transferred": "Transferred the team",
  "team.deleted": "Moved the team to the bin",
  "team.restored": "Restored the team",
  "team.entered": "Entered as an operator",
  "team.visit-ended": "Left as an operator",
  "member.joined": "Joined",
  "member.left": "Left",
  "member.removed": "Removed a member",
  "member.role-changed": "Changed a role",
  "invitation.sent": "Invited",
  "invitation.resent": "Resent an invitation",
  "invitation.extended": "Extended an invitation",
  "invitation.revoked": "Revoked an invitation",
  "invitation.rebound": "Moved an invitation to another address",
  "blueprint.created": "Created a blueprint",
  "blueprint.published": "Published a blueprint",
  "blueprint.unpublished": "Unpublished a blueprint",
  "blueprint.sharing-changed": "Changed who can visit",
  "short-link.created": "Created a short link",
  "guide.minutes-limited": "Changed a place's limit of guide minutes",
  "short-link.changed": "Changed a short link",
  "short-link.retired": "Retired a short link",
  "short-link.restored": "Put a short link back into use",
  "embed.created": "Created an embed of visitor numbers",
  "embed.changed": "Changed an embed of visitor numbers",
  "embed.revoked": "Revoked an embed of visitor numbers",
  "web-domain.added": "Added a web domain",
  "web-domain.confirmed": "Confirmed a web domain",
  "web-domain.removed": "Removed a web domain",
  "sign.added": "Added signs",
  "sign.changed": "Changed a sign",
  "sign.replaced": "Marked a sign for replacement",
  "sign.printed": "Made sheets of signs",
  "blueprint.archived": "Archived a blueprint",
  "blueprint.binned": "Moved a blueprint to the bin",
  "blueprint.removed": "Permanently deleted a blueprint",
  "blueprint.restored": "Restored a blueprint",
  "claim.moved-on": "Claim of a place",
  "blueprint.transferred": "Moved a blueprint to another team",
  "blueprint.received": "Moved a blueprint here from another team",
  "plan.changed": "Changed the plan",
  "plan.cancelled": "Cancelled the plan",
  "plan.trial-started": "Started a trial",
  "plan.begun": "Plan started",
  "invoice.issued": "Issued an invoice",
  "invoice.replaced": "Replaced an unpaid invoice",
  "invoice.settled": "Settled an invoice",
  "key.created": "Created an API key",
  "key.revoked": "Revoked an API key",
  "webhook.created": "Added a webhook",
  "webhook.changed": "Changed a webhook",
  "webhook.deleted": "Removed a webhook",
  "workflow.created": "Created a workflow",
  "workflow.changed": "Changed a workflow",
  "workflow.deleted": "Removed a workflow",
  "workflow.tested": "Ran a workflow as a test",
  "task.deleted": "Deleted a task",
  "webhook.replayed": "Resent a message to a webhook",
  "account.new-device": "Signed in from a new device",
  "account.password-changed": "Changed the password",
  "account.email-changed": "Changed the email address",
  "account.passkey-added": "Added a passkey",
  "account.passkey-removed": "Removed a passkey",
  "account.google-linked": "Linked Google",
  "account.google-unlinked": "Unlinked Google",
  "account.deletion-asked": "Requested account deletion",
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof auditActions;
const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** Details of an action, such as `{ from: "viewer", to: "editor" }`; never a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

export const auditEventSchema = z.object({
  id: z.uuid(),
  at: z.string(),
  /** Null for actions of the service itself and for deleted accounts. */
  actorId: userIdSchema.nullable(),
  actorName: z.string(),
  action: z.enum(auditActionNames),
  subjectName: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const listAuditEvents = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/audit-events",
  access: "team.settings",
  summary: "What happened in a team: who, when and from where. Newest first, paginated. For owners and admins.",
  schema: {
    params: z.object({ teamId: teamIdSchema }),
    querystring: z.object({
      /** One action, or all that share the prefix before the dot. */
      action: z
        .union([
          z.enum(auditActionNames),
          z.enum([
            "team",
            "member",
            "invitation",
            "blueprint",
            "claim",
            "short-link",
            "sign",
            "web-domain",
            "embed",
            "plan",
            "invoice",
            "key",
            "webhook",
            "workflow",
            "task",
            "account",
          ]),
        ])
        .optional(),
      actorId: userIdSchema.optional(),
      /** ISO 8601; `from` is inclusive, `until` exclusive. */
      from: instantSchema.optional(),
      until: instantSchema.optional(),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    response: z.object({
      events: z.array(auditEventSchema),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
      /** Everyone who appears in the log, for the filter. */
      actors: z.array(z.object({ id: userIdSchema, name: z.string() })),
    }),
  },
  errors: ["forbidden"],
});
