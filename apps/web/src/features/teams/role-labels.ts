import type { TeamRole } from "@blueprint/contract/roles";

export const roleNames: Record<TeamRole, string> = {
  owner: "Owner",
  admin: "Admin",
  editor: "Editor",
  scanner: "Scanner",
  viewer: "Viewer",
};

/** The role within a sentence: "a viewer", "an editor". */
export function nameRoleWithArticle(role: TeamRole): string {
  const name = roleNames[role].toLowerCase();
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}
