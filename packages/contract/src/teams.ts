import { z } from "zod";
import { referralCodeSchema } from "./access-requests.ts";
import { defineEndpoint } from "./endpoint.ts";
import { invitationIdSchema, teamIdSchema, userIdSchema } from "./ids.ts";
import { limits } from "./limits.ts";
import { teamRoles } from "./roles.ts";
import { emailSchema, linesOfText, nameLine } from "./text.ts";

export const teamMemberSchema = z.object({
  userId: userIdSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(teamRoles),
});

export const invitationStates = ["open", "accepted", "expired", "revoked"] as const;

/**
 * How far an invitation's mail came. `sent`: it left (without a mail server: it lies as a file with the operator).
 * `delivered`: the mail server took it for this address. `bounced`: it refused it for good. `opened`: the link was opened.
 */
export const invitationDeliveries = ["sending", "sent", "delivered", "opened", "bounced"] as const;

export const teamInvitationSchema = z.object({
  id: invitationIdSchema,
  email: z.string(),
  role: z.enum(teamRoles),
  state: z.enum(invitationStates),
  delivery: z.enum(invitationDeliveries),
  /** In the mail server's words; empty unless bounced. */
  bounceReason: z.string(),
  /** Somebody signed in with another address opened it and asks to have it for that one. */
  wantedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
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
      /** Members who edit, and open invitations to become one. */
      editors: z.number().int(),
      editorsMax: z.number().int().nullable(),
    }),
  },
  errors: [],
});

export const listTeamMembers = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/members",
  access: "blueprint.see",
  summary:
    "Members of a team, and its invitations for those who may invite. Who may not see the directory gets themselves alone.",
  schema: {
    params: teamParams,
    response: z.object({
      members: z.array(teamMemberSchema),
      /** The others are left out because the asker is a guest. */
      isDirectoryHidden: z.boolean(),
      invitations: z.array(teamInvitationSchema),
    }),
  },
  errors: [],
});

const teamNameSchema = nameLine(limits.teamNameCharactersMax);

export const createTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams",
  access: "signed-in",
  summary: "Makes a team whose owner is who asks.",
  schema: { body: z.object({ name: teamNameSchema }), response: z.object({ teamId: teamIdSchema }) },
  errors: [],
});

export const renameTeam = defineEndpoint({
  method: "PATCH",
  url: "/api/teams/:teamId",
  access: "team.settings",
  summary: "Renames a team.",
  schema: { params: teamParams, body: z.object({ name: teamNameSchema }), response: z.object({ name: z.string() }) },
  errors: ["forbidden"],
});

export const leaveTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/leave",
  access: "team.leave",
  summary: "Leaves a team. The last owner cannot, and nobody leaves their own personal team.",
  schema: { params: teamParams, response: z.object({ left: z.literal(true) }) },
  errors: ["team-last-owner", "team-is-personal"],
});

export const transferTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/transfer",
  access: "team.own",
  summary: "Makes a member the owner; who asks stays as an admin.",
  schema: {
    params: teamParams,
    body: z.object({ userId: userIdSchema }),
    response: z.object({ transferred: z.literal(true) }),
  },
  errors: ["forbidden", "team-is-personal"],
});

export const deleteTeam = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId",
  access: "team.own",
  summary:
    "Moves a team with everything in it to the bin for 30 days: nobody sees it, its places are closed to visitors.",
  schema: { params: teamParams, response: z.object({ removedAt: z.string() }) },
  errors: ["forbidden", "team-is-personal"],
});

export const restoreTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/restore",
  access: "team.own",
  summary: "Brings a team back from the bin as it was. Its open invitations were withdrawn.",
  schema: { params: teamParams, response: z.object({ restored: z.literal(true) }) },
  errors: ["forbidden"],
});

export const listDeletedTeams = defineEndpoint({
  method: "GET",
  url: "/api/me/deleted-teams",
  access: "signed-in",
  summary: "Teams in the bin that the signed-in person owns, with when they are removed for good.",
  schema: {
    response: z.object({
      teams: z.array(
        z.object({ teamId: teamIdSchema, name: z.string(), deletedAt: z.string(), removedAt: z.string() }),
      ),
    }),
  },
  errors: [],
});

const memberParams = teamParams.extend({ userId: userIdSchema });

export const changeMemberRole = defineEndpoint({
  method: "PATCH",
  url: "/api/teams/:teamId/members/:userId",
  access: "member.invite",
  summary: "Changes a member's role. An admin changes everybody but owners and makes nobody an owner.",
  schema: { params: memberParams, body: z.object({ role: z.enum(teamRoles) }), response: teamMemberSchema },
  errors: ["forbidden", "team-last-owner", "team-is-personal", "plan-limit-editors"],
});

export const removeMember = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/members/:userId",
  access: "member.invite",
  summary: "Removes a member: their open pages and uploads of the team end within seconds. What they made stays.",
  schema: { params: memberParams, response: z.object({ removed: z.literal(true) }) },
  errors: ["forbidden", "team-last-owner", "team-is-personal"],
});

/** Addresses as people type or paste them: separated by commas, semicolons or lines; `Ada <ada@x.org>` as well. Each once. */
export function splitAddresses(text: string): string[] {
  const found = text
    .split(/[,;\n\r]+/)
    .map((part) => (/<([^<>]+)>\s*$/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== "");
  const seen = new Set<string>();
  return found.filter((address) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()));
}

export const inviteOutcomes = ["invited", "already-member", "invalid-email"] as const;

export const inviteToTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations",
  access: "member.invite",
  summary: "Invites addresses to a team with a role and sends the mails; each address is answered for itself.",
  schema: {
    params: teamParams,
    body: z.object({
      /** Separated by commas or lines. */
      addresses: linesOfText(20_000)
        .refine((text) => splitAddresses(text).length > 0, { error: "Name an address." })
        .refine((text) => splitAddresses(text).length <= limits.invitedAtOnceMax, {
          error: `At most ${limits.invitedAtOnceMax} addresses at once.`,
        }),
      role: z.enum(teamRoles),
      message: linesOfText(limits.messageCharactersMax).optional(),
    }),
    response: z.object({
      results: z.array(z.object({ address: z.string(), outcome: z.enum(inviteOutcomes) })),
      invitations: z.array(teamInvitationSchema),
    }),
  },
  errors: ["forbidden", "plan-limit-editors", "plan-limit-invitation-texts"],
});

const invitationParams = teamParams.extend({ invitationId: invitationIdSchema });
const changeInvitation = { params: invitationParams, response: teamInvitationSchema };

export const resendInvitation = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations/:invitationId/resend",
  access: "member.invite",
  summary: "Mails a new link for an invitation, which is good for seven days again; the former link ends.",
  schema: changeInvitation,
  errors: [
    "forbidden",
    "invitation-used",
    "invitation-revoked",
    "already-member",
    "plan-limit-editors",
    "plan-limit-invitation-texts",
  ],
});

export const extendInvitation = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations/:invitationId/extend",
  access: "member.invite",
  summary: "Makes an invitation good for seven days from now; the link stays the same and no mail is sent.",
  schema: changeInvitation,
  errors: ["forbidden", "invitation-used", "invitation-revoked", "plan-limit-editors"],
});

export const revokeInvitation = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations/:invitationId/revoke",
  access: "member.invite",
  summary: "Withdraws an invitation; doing it twice succeeds.",
  schema: changeInvitation,
  errors: ["forbidden", "invitation-used"],
});

export const rebindInvitation = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations/:invitationId/rebind",
  access: "member.invite",
  summary: "Gives an invitation to the address that was asked for with it, and mails a new link there.",
  schema: changeInvitation,
  errors: [
    "forbidden",
    "invitation-used",
    "invitation-revoked",
    "invitation-not-wanted",
    "already-member",
    "plan-limit-editors",
    "plan-limit-invitation-texts",
  ],
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
  /** Who asks is in the team already: nothing is left to accept. */
  memberOf: teamIdSchema.nullable(),
  /** Who asks has asked to have it for the address of their account. */
  isWantedByYou: z.boolean(),
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
      name: nameLine(limits.personNameCharactersMax).optional(),
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

export const askForInvitation = defineEndpoint({
  method: "POST",
  url: "/api/invitations/:token/rebind-request",
  access: "signed-in",
  summary: "Asks the inviter to give an invitation to the address of the account one is signed in with.",
  schema: { params: tokenParams, response: z.object({ asked: z.literal(true) }) },
  errors: ["invitation-not-found", "invitation-expired", "invitation-revoked", "invitation-used"],
});

export const requestAccess = defineEndpoint({
  method: "POST",
  url: "/api/access-requests",
  access: "anyone",
  summary: "Asks for an invitation; an operator decides. Answers the same whether or not the address is known.",
  schema: {
    body: z.object({
      email: emailSchema,
      name: nameLine(limits.personNameCharactersMax).optional(),
      message: linesOfText(limits.messageCharactersMax).optional(),
      referralCode: referralCodeSchema.optional(),
    }),
    response: z.object({ received: z.literal(true) }),
  },
  errors: ["invalid-email", "access-requests-closed"],
});
