import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { invitationIdSchema, teamIdSchema, userIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { teamRoles } from "./roles.ts";
import { emailSchema, lineOfText, linesOfText } from "./text.ts";

export const teamMemberSchema = z.object({
  userId: userIdSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(teamRoles),
});

export const invitationStates = ["open", "accepted", "expired", "revoked"] as const;

export const teamInvitationSchema = z.object({
  id: invitationIdSchema,
  email: z.string(),
  role: z.enum(teamRoles),
  state: z.enum(invitationStates),
  createdAt: z.string(),
  expiresAt: z.string(),
});

const teamParams = z.object({ teamId: teamIdSchema });

export const getTeamUsage = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/usage",
  access: "blueprint.see",
  summary: "What the team uses of its plan: stored bytes (originals and delivered files) and published blueprints.",
  apiScope: "read",
  schema: {
    params: teamParams,
    response: z.object({
      planType: z.string(),
      storageBytes: z.number(),
      storageBytesMax: z.number().nullable(),
      /** What may be added now, days of grace included; null without a limit. */
      storageRoomBytes: z.number().nullable(),
      publishedBlueprints: z.number().int(),
      publishedBlueprintsMax: z.number().int().nullable(),
    }),
  },
  errors: [],
});

export const listTeamMembers = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/members",
  access: "blueprint.see",
  summary: "Members of a team and its open invitations (invitations only for those who may invite).",
  schema: {
    params: teamParams,
    response: z.object({ members: z.array(teamMemberSchema), invitations: z.array(teamInvitationSchema) }),
  },
  errors: [],
});

export const inviteToTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations",
  access: "member.invite",
  summary: "Invites an address to a team with a role and sends the mail.",
  schema: {
    params: teamParams,
    body: z.object({
      email: emailSchema,
      role: z.enum(teamRoles),
      message: linesOfText(limits.messageCharactersMax).optional(),
    }),
    response: teamInvitationSchema,
  },
  errors: ["forbidden", "already-member", "invalid-email", "plan-limit-editors"],
});

/** What anybody who holds the link may know. */
export const invitationViewSchema = z.object({
  state: z.enum(invitationStates),
  /** The invited address; null for the operator's first link, which anybody who reads the server's log may use. */
  email: z.string().nullable(),
  role: z.enum(teamRoles).nullable(),
  teamName: z.string().nullable(),
  inviterName: z.string().nullable(),
  isOperatorInvitation: z.boolean(),
  accountExists: z.boolean(),
});
export type InvitationView = z.infer<typeof invitationViewSchema>;

const tokenParams = z.object({ token: z.string().min(20).max(100) });

export const getInvitation = defineEndpoint({
  method: "GET",
  url: "/api/invitations/:token",
  access: "anyone",
  summary: "What an invitation link is for.",
  schema: { params: tokenParams, response: invitationViewSchema },
  errors: ["invitation-not-found"],
});

export const passwordSchema = z
  .string()
  .min(limits.passwordCharactersMin, { error: `At least ${limits.passwordCharactersMin} characters.` })
  .max(limits.passwordCharactersMax);

export const acceptInvitationWithNewAccount = defineEndpoint({
  method: "POST",
  url: "/api/invitations/:token/account",
  access: "anyone",
  summary: "Makes the account an invitation is for, joins its team and signs in (session cookie).",
  schema: {
    params: tokenParams,
    body: z.object({
      // The server says `invalid-email` and `weak-password` where these are not what they should be (spec §8).
      email: z.string().max(1_000),
      password: z.string().max(1_000),
      name: lineOfText(limits.personNameCharactersMax).optional(),
    }),
    response: z.object({ teamId: teamIdSchema }),
  },
  errors: [
    "invitation-not-found",
    "invitation-expired",
    "invitation-revoked",
    "invitation-used",
    "invitation-for-another",
    "email-already-in-use",
    "weak-password",
    "invalid-email",
  ],
});

export const acceptInvitation = defineEndpoint({
  method: "POST",
  url: "/api/invitations/:token/accept",
  access: "signed-in",
  summary: "The signed-in person joins the team of an invitation made for their address.",
  schema: { params: tokenParams, response: z.object({ teamId: teamIdSchema, alreadyMember: z.boolean() }) },
  errors: [
    "invitation-not-found",
    "invitation-expired",
    "invitation-revoked",
    "invitation-used",
    "invitation-for-another",
  ],
});

export const requestAccess = defineEndpoint({
  method: "POST",
  url: "/api/access-requests",
  access: "anyone",
  summary: "Asks for an invitation; an operator decides. Answers the same whether or not the address is known.",
  schema: {
    body: z.object({
      email: emailSchema,
      name: lineOfText(limits.personNameCharactersMax).optional(),
      message: linesOfText(limits.messageCharactersMax).optional(),
      referralCode: z
        .string()
        .regex(/^[A-Z0-9]{6}$/)
        .optional(),
    }),
    response: z.object({ received: z.literal(true) }),
  },
  errors: ["invalid-email"],
});
