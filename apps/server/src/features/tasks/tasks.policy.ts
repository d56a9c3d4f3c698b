import { roleMay, type TeamRole } from "@blueprint/contract/roles";

interface WhoseTask {
  createdBy: string | null;
  assigneeId: string | null;
}

/** Whether a member may see it: roles without access to blueprints see only tasks assigned to or created by them. */
export function canSeeTask(role: TeamRole, userId: string, { createdBy, assigneeId }: WhoseTask): boolean {
  return roleMay(role, "blueprint.see") || createdBy === userId || assigneeId === userId;
}

export function canEditTask(role: TeamRole, userId: string, { createdBy, assigneeId }: WhoseTask): boolean {
  return roleMay(role, "team.settings") || createdBy === userId || assigneeId === userId;
}

/** The assignee completes a task or reassigns it; only its creator, or an owner or admin of the team, deletes it. */
export function canDeleteTask(role: TeamRole, userId: string, { createdBy }: Pick<WhoseTask, "createdBy">): boolean {
  return roleMay(role, "team.settings") || createdBy === userId;
}
