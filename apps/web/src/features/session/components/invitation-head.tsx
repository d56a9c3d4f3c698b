import type { TeamRole } from "@blueprint/contract/roles";
import type { InvitationView } from "@blueprint/contract/teams";

const roleTexts: Record<TeamRole, string> = {
  owner: "As an owner, you run the team, its plan and its blueprints.",
  admin: "As an admin, you invite people and edit and publish blueprints.",
  editor: "As an editor, you create, edit and publish blueprints.",
  scanner: "As a scanner, you upload scans for jobs assigned to you.",
  viewer: "As a viewer, you see the team's blueprints and comment on them.",
};

/** Who sent the invitation, and to what. */
export function InvitationHead({ view }: { readonly view: InvitationView }) {
  const { title, text } = toHead(view);
  return (
    <div className="mb-6 grid gap-1.5">
      <h1 className="text-title font-strong break-words">{title}</h1>
      <p className="text-ink-soft">{text}</p>
    </div>
  );
}

function toHead({ isOperatorInvitation, teamName, inviterName, role }: InvitationView) {
  if (teamName === null)
    return isOperatorInvitation
      ? {
          title: "Set up this installation",
          text: "Create the first account. It becomes this installation's operator.",
        }
      : { title: "You're invited to Blueprint", text: "Create your account to get started." };
  return {
    title:
      inviterName === null
        ? `Join ${teamName}`
        : // A personal team is named after its owner.
          `${inviterName} invites you to ${inviterName === teamName ? "their team" : teamName}`,
    text: role === null ? "You'll become a member of this team." : roleTexts[role],
  };
}
