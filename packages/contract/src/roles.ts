/** Roles of a team member (product §2). An operator runs the installation; that is not a team role. */
export const teamRoles = ["owner", "admin", "editor", "scanner", "viewer"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** The role with its article: "a viewer", "an editor". */
export function withArticle(role: TeamRole): string {
  return `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;
}

/**
 * The permission table of product §2, in one place: policies, API and screens read it.
 * A scanner sees and uploads only for assigned blueprints; assignments do not exist yet, so the table grants nothing.
 */
export const permissions = {
  "blueprint.see": ["owner", "admin", "editor", "viewer"],
  "blueprint.edit": ["owner", "admin", "editor"],
  "blueprint.publish": ["owner", "admin", "editor"],
  "scan.upload": ["owner", "admin", "editor"],
  /** Visitors' answers to forms: names and addresses they left for those who run the place. */
  "answer.see": ["owner", "admin", "editor"],
  /** The camera's original file, including when and where it was taken. Everyone else gets the converted scan. */
  "original.download": ["owner", "admin", "editor"],
  "comment.write": ["owner", "admin", "editor", "scanner", "viewer"],
  /** A scanner sees only their own: assigned to them or created by them. */
  "task.see": ["owner", "admin", "editor", "scanner", "viewer"],
  "blueprint.delete": ["owner", "admin"],
  /** Moving out of a team; moving into one requires permission to create blueprints there. */
  "blueprint.transfer": ["owner", "admin"],
  /** The directory: who is in the team, with addresses. Guests see only themselves. */
  "member.see": ["owner", "admin", "editor"],
  /** Invite, remove, change roles; an admin cannot change those of owners. */
  "member.invite": ["owner", "admin"],
  "team.leave": ["owner", "admin", "editor", "scanner", "viewer"],
  /** Hand over, move to the bin, restore. */
  "team.own": ["owner"],
  "plan.manage": ["owner"],
  /** Includes where webhooks send to. */
  "team.settings": ["owner", "admin"],
} as const satisfies Record<string, readonly TeamRole[]>;

export type Permission = keyof typeof permissions;

export function isPermission(value: unknown): value is Permission {
  return typeof value === "string" && Object.hasOwn(permissions, value);
}

/**
 * The effective role of a person who views the team as `seenAs`: it never grants a right that their own role lacks.
 */
export function narrowRole(role: TeamRole, seenAs: TeamRole | undefined): TeamRole {
  if (seenAs === undefined) return role;
  const gives = (Object.keys(permissions) as Permission[]).filter((permission) => roleMay(seenAs, permission));
  return gives.every((permission) => roleMay(role, permission)) ? seenAs : role;
}

/** Roles that a person may preview: all that grant nothing new, except their own. */
export function rolesToPreview(role: TeamRole): TeamRole[] {
  return teamRoles.filter((other) => other !== role && narrowRole(role, other) === other);
}

/** Browser cookie `<team>.<role>`: in that team the server treats the person as having this role. */
export const seeAsCookieName = "blueprint-see-as";

export function roleMay(role: TeamRole | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly TeamRole[]).includes(role);
}
