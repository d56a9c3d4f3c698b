import type { UserId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import * as endpoints from "@blueprint/contract/teams";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/app-context.ts";
import { requireActor } from "../../platform/http/actor.ts";
import { mount } from "../../platform/http/mount-endpoint.ts";
import { listTeamInvitations } from "../invitations/invitations.service.ts";
import { listMembers, requireTeamPermission } from "../teams/teams.service.ts";
import { changeMemberRole, leaveTeam, removeMember, transferTeam } from "./members.service.ts";

export function registerMemberRoutes(app: FastifyInstance, context: AppContext): void {
  mount(app, endpoints.listTeamMembers, async ({ request, params }) => {
    const actor = requireActor(request);
    const scope = await requireTeamPermission(context.db, actor, params.teamId, "blueprint.see");
    const seesAll = roleMay(scope.role, "member.see");
    const members = (await listMembers(context.db, scope)).filter(({ userId }) => seesAll || userId === actor.userId);
    return {
      members: members.map((member) => ({ ...member, userId: member.userId as UserId })),
      isDirectoryHidden: !seesAll,
      invitations: roleMay(scope.role, "member.invite") ? await listTeamInvitations(context, scope) : [],
    };
  });
  mount(app, endpoints.leaveTeam, async ({ request, params }) => {
    await leaveTeam(context, requireActor(request), params.teamId);
    return { left: true as const };
  });
  mount(app, endpoints.transferTeam, async ({ request, params, body }) => {
    await transferTeam(context, requireActor(request), params.teamId, body.userId);
    return { transferred: true as const };
  });
  mount(app, endpoints.changeMemberRole, ({ request, params, body }) =>
    changeMemberRole(context, requireActor(request), params.teamId, params.userId, body.role),
  );
  mount(app, endpoints.removeMember, async ({ request, params }) => {
    await removeMember(context, requireActor(request), params.teamId, params.userId);
    return { removed: true as const };
  });
}
