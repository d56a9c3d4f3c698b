import type { TeamRole } from "@blueprint/contract/roles";

/** What each role may do, in a few words. */
export const roleTexts: Record<TeamRole, { readonly name: string; readonly text: string }> = {
  owner: { name: "Owner", text: "Runs the team and its plan" },
  admin: { name: "Admin", text: "Invites, edits and publishes" },
  editor: { name: "Editor", text: "Edits and publishes" },
  scanner: { name: "Scanner", text: "Uploads scans of given jobs" },
  viewer: { name: "Viewer", text: "Sees and comments" },
};
