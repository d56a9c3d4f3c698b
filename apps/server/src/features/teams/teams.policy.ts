import { type Permission, roleMay, type TeamRole } from "@blueprint/contract/roles";

/** `unreadable` is answered like a missing thing; `refused` means that the role is not enough. */
export type Verdict = "granted" | "refused" | "unreadable";

/** Whether a role in the thing's team may do this. A role that cannot even see the team's blueprints learns nothing. */
export function decide(role: TeamRole | undefined, permission: Permission): Verdict {
  if (roleMay(role, permission)) return "granted";
  return roleMay(role, "blueprint.see") ? "refused" : "unreadable";
}

/** Whether a role may grant or revoke another: admins manage everyone but owners (product §2). */
export function canGrantRole(role: TeamRole, granted: TeamRole): boolean {
  if (role === "owner") return true;
  return roleMay(role, "member.invite") && granted !== "owner";
}
