import { type Permission, permissions, roleMay, teamRoles } from "@blueprint/contract/roles";
import { roleNames } from "../role-labels.ts";

/** Display text of each server permission. */
const permissionTexts: Record<Permission, string> = {
  "blueprint.see": "See the blueprints",
  "blueprint.edit": "Create, edit and archive blueprints",
  "blueprint.publish": "Publish and share them",
  "blueprint.delete": "Move blueprints to the bin",
  "blueprint.transfer": "Move blueprints to another team",
  "scan.upload": "Upload scans",
  "answer.see": "Read form answers",
  "original.download": "Download original scan files",
  "comment.write": "Comment on what they see",
  "task.see": "See tasks (scanners: only their own)",
  "member.see": "See who is in the team",
  "member.invite": "Invite, remove and change roles (admins: except owners)",
  "team.leave": "Leave the team",
  "team.settings": "Team settings, API keys, webhooks, audit log",
  "plan.manage": "Change the plan and see invoices",
  "team.own": "Transfer or delete the team",
};

const words = new Intl.ListFormat("en", { style: "long", type: "conjunction" });

/** Rights by role, from the table that the server enforces. */
export function RoleRights() {
  return (
    <dl className="border-t border-line">
      {(Object.keys(permissionTexts) as Permission[]).map((permission) => (
        <div key={permission} className="grid gap-x-4 border-b border-hairline py-2.5 sm:grid-cols-2">
          <dt className="font-strong">{permissionTexts[permission]}</dt>
          <dd className="text-ink-soft">{nameRoles(permission)}</dd>
        </div>
      ))}
    </dl>
  );
}

function nameRoles(permission: Permission): string {
  if (permissions[permission].length === teamRoles.length) return "Everyone";
  const [first = "", ...others] = teamRoles
    .filter((role) => roleMay(role, permission))
    .map((role) => `${roleNames[role]}s`);
  return words.format([first, ...others.map((name) => name.toLowerCase())]);
}
