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
  /** What visitors wrote into forms: names and addresses of people who left them to those who run the place. */
  "answer.see": ["owner", "admin", "editor"],
  /** The file as it came from the camera, with where and when it was taken. Everybody else has the scan made of it. */
  "original.download": ["owner", "admin", "editor"],
  /** Lets the guide speak on the team's minutes; without it the guide answers in text. */
  "guide.speak": ["owner", "admin", "editor"],
  "comment.write": ["owner", "admin", "editor", "scanner", "viewer"],
  /** A scanner those that are theirs: given to them or made by them. */
  "task.see": ["owner", "admin", "editor", "scanner", "viewer"],
  "blueprint.delete": ["owner", "admin"],
  /** Out of a team; into one moves whoever may create blueprints there. */
  "blueprint.transfer": ["owner", "admin"],
  /** The directory: who is in the team, with addresses. Guests see themselves alone. */
  "member.see": ["owner", "admin", "editor"],
  /** Invite, remove, change roles; an admin not those of owners. */
  "member.invite": ["owner", "admin"],
  "team.leave": ["owner", "admin", "editor", "scanner", "viewer"],
  /** Hand over, move to the bin, restore. */
  "team.own": ["owner"],
  "plan.manage": ["owner"],
  /** Also where webhooks send to. */
  "team.settings": ["owner", "admin"],
} as const satisfies Record<string, readonly TeamRole[]>;

export type Permission = keyof typeof permissions;

export function isPermission(value: unknown): value is Permission {
  return typeof value === "string" && Object.hasOwn(permissions, value);
}

/**
 * The role somebody acts with who wants to see the team as `seenAs` sees it: it never gives a right that the own role
 * lacks.
 */
export function narrowRole(role: TeamRole, seenAs: TeamRole | undefined): TeamRole {
  if (seenAs === undefined) return role;
  const gives = (Object.keys(permissions) as Permission[]).filter((permission) => roleMay(seenAs, permission));
  return gives.every((permission) => roleMay(role, permission)) ? seenAs : role;
}

/** Roles that somebody may look through: all that give nothing new, without their own. */
export function rolesToPreview(role: TeamRole): TeamRole[] {
  return teamRoles.filter((other) => other !== role && narrowRole(role, other) === other);
}

/** A browser's cookie `<team>.<role>`: in that team the person is answered as if they had this role. */
export const seeAsCookieName = "blueprint-see-as";

export function roleMay(role: TeamRole | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly TeamRole[]).includes(role);
}
