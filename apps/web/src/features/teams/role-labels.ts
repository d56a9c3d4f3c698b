import type { TeamRole } from "@blueprint/contract/roles";

export const roleNames: Record<TeamRole, string> = {
  owner: "Owner",
  admin: "Admin",
  editor: "Editor",
  scanner: "Scanner",
  viewer: "Viewer",
};
