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
 * Delivery state of an invitation's mail. `sent`: it left the server (without a mail server: written to a file for the
 * operator). `delivered`: the mail server accepted it for this address. `bounced`: permanently refused. `opened`: the
 * link was opened.
 */
export const invitationDeliveries = ["sending", "sent", "delivered", "opened", "bounced"] as const;

export const teamInvitationSchema = z.object({
  id: invitationIdSchema,
  email: z.string(),
  role: z.enum(teamRoles),
  state: z.enum(invitationStates),
  delivery: z.enum(invitationDeliveries),
  /** The mail server's response; empty unless bounced. */
  bounceReason: z.string(),
  /** A person signed in with another address opened it and requests it for that address. */
  wantedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});

const teamParams = z.object({ teamId: teamIdSchema });

export const getTeamUsage = defineEndpoint({
  method: "GET",
  url: "/api/teams/:teamId/usage",
  access: "blueprint.see",
  summary: "The team's usage: stored bytes (originals and delivered files) and published blueprints.",
  apiScope: "read",
  schema: {
    params: teamParams,
    response: z.object({
      planType: z.string(),
      storageBytes: z.number(),
      storageBytesMax: z.number().nullable(),
      /** What may be added now, including the grace period; null for no limit. */
      storageRoomBytes: z.number().nullable(),
      publishedBlueprints: z.number().int(),
      publishedBlueprintsMax: z.number().int().nullable(),
      /** Members with editing rights, and open invitations to such roles. */
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
    "Members of a team, and its invitations for those who can invite. People who can't see the directory only get themselves.",
  schema: {
    params: teamParams,
    response: z.object({
      members: z.array(teamMemberSchema),
      /** The other members are omitted because the caller is a guest. */
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
  summary: "Creates a team owned by the caller.",
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
  summary: "Leaves a team. The last owner can't leave, and no one can leave their personal team.",
  schema: { params: teamParams, response: z.object({ left: z.literal(true) }) },
  errors: ["team-last-owner", "team-is-personal"],
});

export const transferTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/transfer",
  access: "team.own",
  summary: "Makes a member the owner. The caller stays as an admin.",
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
    "Moves a team and everything in it to the bin for 30 days. No one can see it, and its places close to visitors.",
  schema: { params: teamParams, response: z.object({ removedAt: z.string() }) },
  errors: ["forbidden", "team-is-personal"],
});

export const restoreTeam = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/restore",
  access: "team.own",
  summary: "Restores a team from the bin. Its open invitations stay revoked.",
  schema: { params: teamParams, response: z.object({ restored: z.literal(true) }) },
  errors: ["forbidden"],
});

export const listDeletedTeams = defineEndpoint({
  method: "GET",
  url: "/api/me/deleted-teams",
  access: "signed-in",
  summary: "The caller's own teams in the bin, with the date of their permanent deletion.",
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
  summary: "Changes a member's role. An admin can't change owners or make anyone an owner.",
  schema: { params: memberParams, body: z.object({ role: z.enum(teamRoles) }), response: teamMemberSchema },
  errors: ["forbidden", "team-last-owner", "team-is-personal", "plan-limit-editors"],
});

export const removeMember = defineEndpoint({
  method: "DELETE",
  url: "/api/teams/:teamId/members/:userId",
  access: "member.invite",
  summary: "Removes a member. Their open pages and uploads in the team end within seconds. What they created stays.",
  schema: { params: memberParams, response: z.object({ removed: z.literal(true) }) },
  errors: ["forbidden", "team-last-owner", "team-is-personal"],
});

/**
 * Splits typed or pasted addresses at commas, semicolons or line breaks; accepts `Ada <ada@x.org>`. Drops duplicates.
 */
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
  summary: "Invites addresses to a team with a role and sends the emails. The response lists each address separately.",
  schema: {
    params: teamParams,
    body: z.object({
      /** Separated by commas or line breaks. */
      addresses: linesOfText(20_000)
        .refine((text) => splitAddresses(text).length > 0, { error: "Enter an address." })
        .refine((text) => splitAddresses(text).length <= limits.invitedAtOnceMax, {
          error: `You can enter up to ${limits.invitedAtOnceMax} addresses at once.`,
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
  summary: "Emails a new invitation link, valid for another seven days. The previous link stops working.",
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
  summary: "Extends an invitation to seven days from now. The link stays the same, and no email is sent.",
  schema: changeInvitation,
  errors: ["forbidden", "invitation-used", "invitation-revoked", "plan-limit-editors"],
});

export const revokeInvitation = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations/:invitationId/revoke",
  access: "member.invite",
  summary: "Revokes an invitation. Repeating it succeeds.",
  schema: changeInvitation,
  errors: ["forbidden", "invitation-used"],
});

export const rebindInvitation = defineEndpoint({
  method: "POST",
  url: "/api/teams/:teamId/invitations/:invitationId/rebind",
  access: "member.invite",
  summary: "Moves an invitation to the requested address and emails a new link there.",
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

/** What anyone with the link may know. */
export const invitationViewSchema = z.object({
  state: z.enum(invitationStates),
  /** The invited address; null for the operator's first link, which anyone who reads the server's log may use. */
  email: z.string().nullable(),
  role: z.enum(teamRoles).nullable(),
  teamName: z.string().nullable(),
  inviterName: z.string().nullable(),
  isOperatorInvitation: z.boolean(),
  accountExists: z.boolean(),
  /** The caller is already in the team: there is nothing to accept. */
  memberOf: teamIdSchema.nullable(),
  /** The caller requested it for their account's address. */
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
  summary: "Creates the account an invitation is for, joins its team and signs in (session cookie).",
  schema: {
    params: tokenParams,
    body: z.object({
      // The server returns `invalid-email` and `weak-password` for malformed values (spec §8).
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
  summary: "Accepts an invitation to the caller's address and joins its team.",
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
  summary: "Asks the inviter to move an invitation to the caller's address.",
  schema: { params: tokenParams, response: z.object({ asked: z.literal(true) }) },
  errors: ["invitation-not-found", "invitation-expired", "invitation-revoked", "invitation-used"],
});

export const requestAccess = defineEndpoint({
  method: "POST",
  url: "/api/access-requests",
  access: "anyone",
  summary: "Requests access; an operator decides. The response is the same whether or not the address is known.",
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
