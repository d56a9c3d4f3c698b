/** Roles a member can have in a team (product §2). An operator runs the installation and is not a role in a team. */
export const teamRoles = ["owner", "admin", "editor", "scanner", "viewer"] as const;
export type TeamRole = (typeof teamRoles)[number];

/**
 * The permission table of product §2, in one place: policies, API and screens read it.
 * A scanner sees and uploads only for what is assigned to them; no assignment exists yet, so the plain table says no.
 */
export const permissions = {
  "blueprint.see": ["owner", "admin", "editor", "viewer"],
  "blueprint.edit": ["owner", "admin", "editor"],
  "blueprint.publish": ["owner", "admin", "editor"],
  "scan.upload": ["owner", "admin", "editor"],
  "comment.write": ["owner", "admin", "editor", "scanner", "viewer"],
  "blueprint.delete": ["owner", "admin"],
  "member.invite": ["owner", "admin"],
  "plan.manage": ["owner"],
  "team.settings": ["owner", "admin"],
} as const satisfies Record<string, readonly TeamRole[]>;

export type Permission = keyof typeof permissions;

export function isPermission(value: unknown): value is Permission {
  return typeof value === "string" && Object.hasOwn(permissions, value);
}

export function roleMay(role: TeamRole | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly TeamRole[]).includes(role);
}
