import { roleMay, type TeamRole } from "@blueprint/contract/roles";

interface WhoseTask {
  createdBy: string | null;
  assigneeId: string | null;
}

/** Whether somebody of the team may see it: who sees no blueprints sees what is given to them or made by them. */
export function canSeeTask(role: TeamRole, userId: string, { createdBy, assigneeId }: WhoseTask): boolean {
  return roleMay(role, "blueprint.see") || createdBy === userId || assigneeId === userId;
}

export function canEditTask(role: TeamRole, userId: string, { createdBy, assigneeId }: WhoseTask): boolean {
  return roleMay(role, "team.settings") || createdBy === userId || assigneeId === userId;
}

/** Who was given a task does it or gives it on; it goes away by who made it, or who runs the team. */
export function canDeleteTask(role: TeamRole, userId: string, { createdBy }: Pick<WhoseTask, "createdBy">): boolean {
  return roleMay(role, "team.settings") || createdBy === userId;
}
