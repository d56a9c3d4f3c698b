import { type Permission, roleMay, type TeamRole } from "@blueprint/contract/roles";

/** `unreadable` is answered like a missing thing; `refused` says that the role is not enough. */
export type Verdict = "granted" | "refused" | "unreadable";

/** Whether a role in the thing's team may do this. Who cannot even see the team's blueprints learns nothing. */
export function decide(role: TeamRole | undefined, permission: Permission): Verdict {
  if (roleMay(role, permission)) return "granted";
  return roleMay(role, "blueprint.see") ? "refused" : "unreadable";
}

/** Whether somebody may give this role, or take it: an admin invites and changes everybody but owners (product §2). */
export function canGrantRole(role: TeamRole, granted: TeamRole): boolean {
  if (role === "owner") return true;
  return roleMay(role, "member.invite") && granted !== "owner";
}
